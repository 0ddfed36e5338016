import { expect, it } from 'vitest';
import { answered } from '../../account/account.ts';
import { decode } from '../decode.ts';

const schema = {
  type: 'object',
  properties: {
    amount: { type: 'number', exclusiveMinimum: 0, examples: [-5] },
    kind: { enum: ['Text', 'Blob'] },
    nights: { type: 'integer', minimum: 1 },
  },
};

function sentenceOf(args: object, text: string) {
  const params = { name: 'book', arguments: args } as never;
  const answer = { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text }] } } as never;
  const account = answered(answer, { method: 'tools/call', target: 'book', params });
  const failure = decode({ ...account, inputSchema: schema } as never);
  return failure && { sentence: failure.sentence, short: failure.short, fix: failure.fix };
}

it('names what was wrong and what was sent', () => {
  expect(sentenceOf({ amount: -5 }, 'Please check: amount.')).toMatchObject({
    sentence: 'amount must be above 0; you sent -5',
    short: 'amount must be above 0',
  });
  expect(sentenceOf({ kind: 'Nope' }, 'Invalid arguments: kind')?.sentence).toBe(
    'kind must be Text or Blob; you sent "Nope"',
  );
});

it('shows no example that the schema rejects', () => {
  expect(JSON.stringify(sentenceOf({ amount: -5 }, 'Please check: amount.'))).not.toContain('such as');
});
