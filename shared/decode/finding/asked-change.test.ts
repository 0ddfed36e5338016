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

it.each([
  ['amount must be at most 50', 'amount must be at most 50; you sent 500'],
  ['amount: Number must be less than 50', 'amount must be below 50; you sent 500'],
  ['amount must be between 1 and 50', 'amount must be from 1 to 50; you sent 500'],
])('names a limit that only the server knows: %s', (text, sentence) => {
  expect(read({ amount: 500 }, text)?.sentence).toBe(sentence);
});

it.each([
  ['Maximum limit is 50', 500, 'limit must be at most 50; you sent 500'],
  ['Error: Maximum limit is 50, got 500', 500, 'limit must be at most 50; you sent 500'],
  ['limit is too large (max 50)', 500, 'limit must be at most 50; you sent 500'],
])('names the argument that breaks a limit, whichever class its words have: %s', (text, limit, sentence) => {
  expect(read({ limit, q: 'x' }, text)?.sentence).toBe(sentence);
});

it('blames no argument that keeps the limit', () => {
  expect(read({ limit: 20, q: 'x' }, 'Maximum limit is 50')?.sentence).not.toContain('you sent');
  expect(read({ limit: 500, q: 'x' }, 'Text exceeds the maximum of 5000 characters')?.sentence).not.toContain(
    'you sent',
  );
});

it('does not take a number for a limit that the value keeps', () => {
  expect(read({ amount: 5.5 }, 'amount must be an integer of at most 50')?.sentence).toBe(
    'Fix amount: must be an integer of at most 50',
  );
});

it('shows no example that the schema rejects', () => {
  expect(JSON.stringify(read({ amount: -5 }, 'Please check: amount.')?.fix)).not.toContain('such as');
});

it('takes a name in two words for the argument of that name, not for a shorter one', () => {
  const args = { source_timezone: 'UTC', time: '25:99', target_timezone: 'Mars/Base' };
  expect(read(args, "Invalid timezone: 'No time zone found with key Mars/Base'")?.issues).toMatchObject([
    { path: '/target_timezone' },
  ]);
  expect(read(args, 'Invalid time: 25:99')?.issues).toMatchObject([{ path: '/time' }]);
});
