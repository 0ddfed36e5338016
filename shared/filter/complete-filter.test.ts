import { expect, it } from 'vitest';
import { accept, caretPlaceAt, suggest } from './complete-filter.ts';
import { parseFilter } from './parse-filter.ts';

const at = (text: string) => {
  const caret = text.indexOf('^');
  return caretPlaceAt(text.replace('^', ''), caret);
};

it('knows which part of the filter is being typed', () => {
  expect(at('is:failed se^')).toMatchObject({ from: 10, to: 12, key: null, typed: 'se' });
  expect(at('-class:val^ x')).toMatchObject({ from: 1, to: 10, negated: true, key: 'class', typed: 'val' });
  expect(at('(server:^ | tool:a)')).toMatchObject({ from: 1, to: 8, key: 'server', typed: '' });
  expect(at('code:-32^')).toMatchObject({ key: 'code', typed: '-32' });
  for (const text of ['"words cl^', '/re^', 'nope:x^']) expect([text, at(text)]).toEqual([text, null]);
});

it('offers keys, words, and values with their counts', () => {
  expect(suggest(at('se^')!, []).map(({ text }) => text)).toEqual(['severity:', 'seen:', 'server:']);
  expect(suggest(at('is:fa^')!, [])).toEqual([{ text: 'is:failed', about: 'failed', count: null }]);
  expect(suggest(at('seen:ch^')!, [])).toEqual([
    { text: 'seen:changed', about: 'the model got something else than the server sent', count: 0 },
  ]);
  const counts = [
    { value: 'get it', count: 3 },
    { value: 'get', count: 2 },
  ];
  expect(suggest(at('tool:g^')!, counts).map(({ text, count }) => [text, count])).toEqual([
    ['tool:"get it"', 3],
    ['tool:get', 2],
  ]);
  expect(suggest(at('class:time^')!, [{ value: 'timeout', count: 4 }]).map(({ text }) => text)[0]).toBe(
    'class:timeout',
  );
});

it('inserts a suggestion so that the filter parses', () => {
  const place = at('is:failed -ser^ x')!;
  expect(accept('is:failed -ser x', place, { text: 'server:', about: '', count: null })).toEqual({
    text: 'is:failed -server: x',
    caret: 18,
  });
  const value = at('is:failed tool:g^')!;
  const done = accept('is:failed tool:g', value, { text: 'tool:"a \\"b\\""', about: '', count: 1 });
  expect(done.text).toBe('is:failed tool:"a \\"b\\"" ');
  expect(parseFilter(done.text).ok).toBe(true);
});
