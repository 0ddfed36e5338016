import { expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context, toolError } from '../testing/account-fixtures.ts';

const inputSchema = {
  type: 'object',
  properties: {
    amount: { type: 'number', exclusiveMinimum: 0, examples: [-5] },
    kind: { enum: ['Text', 'Blob'] },
  },
};

const read = (args: object, text: string) =>
  decode(toolError(text, { target: 'book', params: { name: 'book', arguments: { ...args } }, inputSchema }), context());

it('names what was wrong and what was sent', () => {
  expect(read({ amount: -5 }, 'Please check: amount.')).toMatchObject({
    sentence: 'amount must be above 0; you sent -5',
    short: 'amount must be above 0',
  });
  expect(read({ kind: 'Nope' }, 'Invalid arguments: kind')?.sentence).toBe(
    'kind must be Text or Blob; you sent "Nope"',
  );
});

it('shows no example that the schema rejects', () => {
  expect(JSON.stringify(read({ amount: -5 }, 'Please check: amount.')?.fix)).not.toContain('such as');
});
