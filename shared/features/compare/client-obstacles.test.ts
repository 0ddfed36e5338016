import { expect, it } from 'vitest';
import { toolError } from '../../errors/errors.ts';
import { decode } from '../../library/library.ts';
import { clientObstacles } from './client-obstacles.ts';

const context = {
  method: 'tools/call',
  params: { name: 'book', arguments: { nights: 99, room: 'sea' } },
  server: 'Hotel',
};
const obstaclesOf = (result: object): string[] => {
  const failure = decode({ jsonrpc: '2.0', id: 1, ...result }, context);
  if (!failure) throw new Error('It did not fail.');
  return clientObstacles(failure, null);
};
const text = (words: string, more: object = {}) => ({
  result: { content: [{ type: 'text', text: words }], ...more },
});

it.each([
  [text('Error: the booking failed because the database is down.'), 'reported as success'],
  [{ error: { code: -32000, message: 'Rate limit exceeded' } }, 'without a wait'],
  [text('Invalid arguments', { isError: true }), 'names no argument'],
  [{ result: { content: [], isError: true } }, 'say what went wrong'],
])('says why %j cannot be handled', (result, words) => {
  expect(obstaclesOf(result).join(' ')).toContain(words);
});

it('finds nothing in errors done right', () => {
  const limited = toolError({ class: 'rate_limited', sentence: 'Too many requests.', retry: { afterMs: 2000 } });
  expect(obstaclesOf({ result: limited })).toEqual([]);
  const fields = [{ path: 'nights', message: 'must be at most 30' }];
  expect(obstaclesOf({ result: toolError({ class: 'validation', sentence: 'nights is wrong.', fields }) })).toEqual([]);
});
