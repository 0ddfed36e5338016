import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { lintOffers } from './lint-offers.ts';
import { refusalWords } from './refusal-words.ts';

const wordsFor = (tools: Json[]) =>
  lintOffers({ tools }).flatMap((note) => refusalWords(note).map((line) => [note.rule, line]));
const pay = (inputSchema: Json, name = 'pay'): Json => ({ name, description: 'Pays.', inputSchema });

it('names the clients that were run, with their versions', () => {
  const lines = wordsFor([pay({}), pay({ type: 'object', anyOf: [{}] }, 'ask')]).map(([, line]) => line);
  expect(lines).toContainEqual(
    expect.stringMatching(/^Measured: all tools are lost in Claude Code \d[\d.]+, Gemini CLI \d[\d.]+, and opencode/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^Measured: this tool is lost in Claude Code [\d.]+\.$/));
});

it('says of a service what its source is, and that it was not run', () => {
  const lines = wordsFor([pay({ type: 'object', properties: { 'uids[]': {} } })]);
  expect(lines).toContainEqual([
    'property-name',
    'Anthropic’s service refuses it (behind Claude Code). As reported, not run: https://github.com/anthropics/claude-code/issues/34771',
  ]);
  const open = wordsFor([pay({ type: 'object', additionalProperties: true })]).map(([, line]) => line);
  expect(open).toContainEqual(expect.stringMatching(/^OpenAI’s service .*From its documentation, not run: https:/));
});

it('counts tools before it names a limit', () => {
  const named = (count: number) =>
    wordsFor(Array.from({ length: count }, (_, at) => pay({ type: 'object' }, `tool_${at}`))).map(
      ([, line = '']) => line.split(' ')[0],
    );
  expect([41, 81, 129].map((count) => named(count).length)).toEqual([0, 1, 3]);
});
