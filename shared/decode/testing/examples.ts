// The exchange that an example of a phrase row stands for.

import type { Account } from '../../account/account.ts';
import type { Example } from '../../dialects/dialect-schema.ts';
import { exchanged, rpcError, toolError } from './account-fixtures.ts';

export type Told = Exclude<Example, string>;

export function toldIn(example: Example): Told {
  return typeof example === 'string' ? { text: example } : example;
}

/** The call that an example answers. */
export function accountOf({
  text,
  args = { city: 'Oslo' },
  tool = 'do_it',
  method = 'tools/call',
  code,
  status,
}: Told): Account {
  const call = { method, target: tool, params: { name: tool, arguments: args } };
  if (status !== undefined) return { ...call, http: exchanged(status, {}, text) };
  return code === undefined ? toolError(text, call) : rpcError(code, text, undefined, call);
}
