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

  it('reads a code of digits beside a field that databases send, and only there', () => {
    for (const [code, listed] of Object.entries(databases.codes)) {
      const read = (more: object) =>
        decode(toolError(JSON.stringify({ code: code.padStart(5, '0'), message: 'x', ...more })), context())?.class;
      for (const { class: failureClass, when } of [listed].flat())
        expect([code, read({ [when?.member ?? '']: null })]).toEqual([code, failureClass]);
      expect([code, read({})]).toEqual([code, 'unknown']);
    }
  });

  it.each([
    ['SQLSTATE[23505]: it is there twice', 'conflict'],
    ['It is there twice (SQLSTATE 23505)', 'conflict'],
    ['SQLSTATE[23502]: nothing was given', 'validation'],
    ['SQLSTATE[42P01]: no luck', 'not_found'],
    ['SQLSTATE[42P07]: no luck', 'conflict'],
    ['SQLSTATE[42501]: no luck', 'forbidden'],
    ['SQLSTATE[57014]: no luck', 'timeout'],
    ['SQLSTATE[57P01]: no luck', 'unavailable'],
    ['SQLSTATE[40001]: no luck', 'conflict'],
    ['SQLSTATE[08006]: no luck', 'dependency'],
    ['SQLSTATE[28000]: no luck', 'unauthorized'],
    ['SQLSTATE[0A000]: no luck', 'unsupported'],
    ['SQLSTATE[22003]: no luck', 'validation'],
    ['SQLSTATE[42000]: Access denied for the garden', 'forbidden'],
    ['SQLSTATE[HY000]: no luck', 'unknown'],
  ])('reads the state in %s', (text, expected) => {
    expect(decode(toolError(text), context())?.class).toBe(expected);
  });
});
