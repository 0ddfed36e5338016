import { expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context, toolError } from '../testing/account-fixtures.ts';

const read = (text: string, args: Record<string, string>) =>
  decode(toolError(text, { target: 'run_check', params: { name: 'run_check', arguments: args } }), context());

it.each([
  ['it runs for the call', 'Check failed: spawn plant-lint ENOENT', { code: 'grow()' }, 'Missing program', 'settings'],
  [
    'the call names',
    'Check failed: spawn plant-lint ENOENT',
    { command: 'plant-lint .' },
    'Unknown program',
    'request',
  ],
  ['a shell is', 'spawn /bin/sh ENOENT', { cwd: 'no-such-bed', code: 'grow()' }, 'Unknown program', 'request'],
])('says whose program was not found: one that %s', (_case, text, args, name, owner) => {
  expect(read(text, args)).toMatchObject({ codeName: name, owner });
});
