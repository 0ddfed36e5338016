import { expect, it } from 'vitest';
import { tellingLines } from './telling-lines.ts';

const frames = Array.from({ length: 40 }, (_, at) => `    at step${at} (/srv/app/index.js:${at}:1)`);

it('keeps all lines if there are few', () => {
  expect(tellingLines(['one', '', 'two'])).toEqual({ lines: ['one', 'two'], leftOut: 0 });
});

it('shows the line with the reason before the following frames', () => {
  const { lines, leftOut } = tellingLines(['starting', 'Error: the index is corrupt', ...frames]);
  expect(lines).toContain('Error: the index is corrupt');
  expect(lines.join()).not.toContain('step');
  expect(leftOut).toBe(42 - lines.length);
});

it('keeps the order and at most ten, if all lines report problems', () => {
  const said = Array.from({ length: 30 }, (_, at) => `error: part ${at} failed`);
  expect(tellingLines(said).lines).toEqual(said.slice(-10));
});

it('shows the last lines if none reports a problem', () => {
  const said = Array.from({ length: 30 }, (_, at) => `loaded plugin number ${at}`);
  expect(tellingLines(said).lines.at(-1)).toBe('loaded plugin number 29');
  expect(tellingLines(said).lines).toHaveLength(10);
});
