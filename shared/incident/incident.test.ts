// The kind of problem, from failures of the real decoder.

import { expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import { decode } from '../decode/decode.ts';
import { context, exchanged, toolError } from '../decode/testing/account-fixtures.ts';
import { type Trouble, troubleOf } from './incident.ts';

const ended = { code: 1, signal: null, stderr: [] };
const cases: [string, Account, Trouble | null][] = [
  ['a process that exited', { process: ended }, 'process'],
  ['a process that was killed', { process: { ...ended, code: null, signal: 'SIGKILL' } }, 'process'],
  ['a program that is not there', { process: { ...ended, spawnError: 'spawn acme ENOENT' } }, 'start'],
  ['a refused address', { method: 'initialize', http: { ...exchanged(null), error: 'ECONNREFUSED: no' } }, 'address'],
  ['an answer that broke off', { method: 'ping', http: { ...exchanged(200), error: 'ECONNRESET: gone' } }, null],
  ['a setting without a value', { unanswered: { why: 'unready', message: 'KEY is not set.' } }, 'settings'],
  ['a connection that was closed', { method: 'ping', unanswered: { why: 'closed' } }, null],
  ['a tool that failed', toolError('No order SO-9999'), null],
];

it.each(cases)('recognizes %s', (_, account, trouble) => {
  const failure = decode(account, context());
  expect(failure && troubleOf(failure)).toBe(trouble);
});
