// The shape of examples: what a phrase row decides, and what it does not. Separate from the rows, because they are three times the size
// of what ships.

import type { Account } from '../../account/account.ts';
import type { Verdict } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { exchanged, rpcError, toolError } from './account-fixtures.ts';

export interface Told {
  text: string;
  /** Default: the row's own, else that of its class. */
  verdict?: Verdict;
  /** Arguments of the call; default: a city. */
  args?: Json;
  tool?: string;
  method?: string;
  /** The code of a protocol error; default: the text is a tool's. */
  code?: number;
  /** The text is the body of an HTTP response with this status. */
  status?: number;
  afterMs?: number;
}

export type Example = string | readonly [text: string, verdict: Verdict] | Told;

/** By the id of a row. */
export type Examples = Readonly<Record<string, { yes: readonly Example[]; no: readonly string[] }>>;

export function toldIn(example: Example): Told {
  if (typeof example === 'string') return { text: example };
  return 'text' in example ? example : { text: example[0], verdict: example[1] };
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
