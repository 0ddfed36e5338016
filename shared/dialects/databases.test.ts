import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, toolError } from '../decode/testing/account-fixtures.ts';
import { databases } from './databases.ts';

/** A failure in each database's format, its class, and whether the same call may succeed later. */
const cases: readonly [text: string, expected: string][] = [
  [
    '{"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"not one row"}',
    'not_found after_fix',
  ],
  ['{"code":"PGRST301","details":null,"hint":null,"message":"JWT expired"}', 'unauthorized after_auth'],
  ['{"code":"42P01","message":"relation \\"x\\" does not exist"}', 'not_found after_fix'],
  ['{"code":"40P01","message":"deadlock detected"}', 'conflict backoff'],
  // Digits alone are not a word: the text next to them decides.
  ['{"code":"23505","message":"duplicate key value violates unique constraint"}', 'conflict after_fix'],
  ['{"code":"40001","message":"could not serialize access due to concurrent update"}', 'conflict backoff'],
  ['{"code":"40001","message":"invalid credential"}', 'unauthorized after_auth'],
  ['SQLITE_BUSY: database is locked', 'unavailable backoff'],
  ['SQLITE_CONSTRAINT_NOTNULL: NOT NULL constraint failed: users.name', 'validation after_fix'],
  ["ER_DUP_ENTRY: Duplicate entry '1' for key 'PRIMARY'", 'conflict after_fix'],
  ['FATAL: sorry, too many clients already', 'unavailable backoff'],
  ['{"name":"PrismaClientKnownRequestError","code":"P2002","meta":{"target":["email"]}}', 'conflict after_fix'],
];

describe('databases', () => {
  it.each(cases)('%s', (text, expected) => {
    const failure = decode(toolError(text), context());
    expect(`${failure?.class} ${failure?.retry.verdict}`).toBe(expected);
  });

  it('reads every code of its table as it is listed', () => {
    for (const [word, listed] of Object.entries(databases.words)) {
      const failure = decode(toolError(JSON.stringify({ code: word, message: 'x' })), context());
      expect([word, failure?.class]).toEqual([word, [listed].flat()[0]?.class]);
    }
  });
});
