import { expect, it } from 'vitest';
import { compareSeen, type SeenPair } from './compare-seen.ts';
import type { ServerAnswer } from './parts/seen.ts';
import { sideBySide } from './side-by-side.ts';

const declined: ServerAnswer = {
  result: {
    content: [{ type: 'text', text: 'Card declined\nTry another card' }],
    structuredContent: { reason: 'funds' },
    isError: true,
  },
};

const pair = (more: Partial<SeenPair>): SeenPair => ({
  rules: 'codex',
  clientName: 'Codex',
  said: declined,
  got: 'Wall time: 0.0600 seconds\nOutput:\n{"reason":"funds"}',
  flagged: false,
  isPutAside: false,
  isReplaced: false,
  context: { server: 'shop', tool: 'pay' },
  ...more,
});

it('explains a loss by the rule of the client', () => {
  expect(compareSeen(pair({}))).toEqual({
    badges: ['error text dropped', 'isError lost'],
    lost: ['text', 'flag'],
    because: 'rule',
    cause: 'Codex: Structured content takes the place of all blocks; nothing says that the call failed.',
    measured: '0.169.0',
  });
});

it('marks a loss that the rule does not predict as unexpected, and describes the usual behavior', () => {
  const found = compareSeen(pair({ got: 'tool call failed' }));
  expect(found).toMatchObject({ because: 'unexpected', badges: ['nothing passed on', 'isError lost'] });
  expect(found?.cause).toMatch(/^Codex usually loses the text, isError of such an answer\. Here it lost /);
});

it('explains an answer that the client refused by the outputSchema that it breaks', () => {
  const said: ServerAnswer = { result: { content: [], structuredContent: { rows: 'three' } } };
  const got = "MCP error -32602: Structured content does not match the tool's output schema: data/rows must be number";
  const refused = pair({ rules: 'opencode', clientName: 'opencode', said, got });
  const outputSchema = { type: 'object', properties: { rows: { type: 'number' } } };
  expect(compareSeen({ ...refused, context: { ...refused.context, outputSchema } })).toMatchObject({
    because: 'rule',
    cause: 'opencode: Refuses an answer that breaks the outputSchema.',
  });
});

it('names a hook that replaced the output, and a file that has the rest', () => {
  expect(compareSeen(pair({ isReplaced: true }))).toMatchObject({
    because: 'hook',
    cause: 'A hook of Codex replaced the output before the model got it.',
  });
  expect(compareSeen(pair({ isPutAside: true }))?.badges).toEqual(['put aside in a file', 'isError lost']);
});

it('finds no difference if the same JSON is formatted differently', () => {
  const said: ServerAnswer = { result: { content: [{ type: 'text', text: '{ "a": 1,\n "b": 2 }' }] } };
  expect(compareSeen(pair({ said, got: '{"a":1,"b":2}' }))).toBeNull();
});

it('claims nothing about clients with unknown rules', () => {
  expect(compareSeen(pair({ rules: null, clientName: 'VS Code Copilot' }))).toMatchObject({ because: 'unknown rules' });
});

it('aligns the lines of both sides', () => {
  expect(sideBySide(declined, 'Card declined\n[note by the client]', true)).toEqual([
    { part: 'Result', said: 'isError: true', got: 'marked as failed' },
    { part: 'Text', said: 'Card declined', got: 'Card declined', line: 1 },
    { part: 'Text', said: 'Try another card', got: null, line: 2 },
    { part: 'Structured content', said: '{"reason":"funds"}', got: null },
    { part: 'Added by the client', said: null, got: '[note by the client]' },
  ]);
});

it('folds equal lines', () => {
  const text = Array.from({ length: 40 }, (_, line) => `row ${line} is fine`).join('\n');
  const said: ServerAnswer = { result: { content: [{ type: 'text', text: `${text}\nERROR at the end` }] } };
  const rows = sideBySide(said, text, false);
  expect(rows).toHaveLength(6);
  expect(rows[2]).toEqual({ part: 'Text', same: 36 });
  expect(rows.at(-1)).toEqual({ part: 'Text', said: 'ERROR at the end', got: null, line: 41 });
});

it('marks where a text was cut, and folds the lines after it', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `row ${line} of the import`);
  const said: ServerAnswer = { result: { content: [{ type: 'text', text: lines.join('\n') }] } };
  const rows = sideBySide(said, `${lines.slice(0, 2).join('\n')}\nrow 2 of the im`, false);
  expect(rows).toEqual([
    { part: 'Text', said: 'row 0 of the import', got: 'row 0 of the import', line: 1 },
    { part: 'Text', said: 'row 1 of the import', got: 'row 1 of the import', line: 2 },
    { part: 'Text', said: 'row 2 of the import', got: 'row 2 of the im', line: 3, cutAt: 15 },
    { part: 'Text', said: 'row 3 of the import', got: null, line: 4 },
    { part: 'Text', missing: 34 },
    { part: 'Text', said: 'row 38 of the import', got: null, line: 39 },
    { part: 'Text', said: 'row 39 of the import', got: null, line: 40 },
  ]);
});
