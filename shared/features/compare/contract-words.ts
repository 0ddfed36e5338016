// What changed in how a server fails, as a sentence that a reviewer can read: what it did before, what it does now.

import { type Carrier, type FailureClass, failureClasses, type Verdict } from '../../failure.ts';
import { verdictInShort } from '../../retry/verdict-words.ts';
import { classTitle, listWords } from './compare-words.ts';
import type { BaselineEntry } from './error-contract.ts';

const carriers: Record<Carrier, string> = {
  'jsonrpc.error': 'a JSON-RPC error',
  'result.isError': 'a tool error (isError)',
  'result.error': 'an error inside a result',
  structuredContent: 'structured content',
  'content.text': 'text in a result',
  http: 'an HTTP status',
  process: 'the end of its process',
  timeout: 'no answer',
  task: 'a failed task',
};

const carrierName = (carrier: string | null): string =>
  carrier !== null && Object.hasOwn(carriers, carrier) ? carriers[carrier as Carrier] : (carrier ?? 'nothing');

const titleOf = (name: string | null): string =>
  failureClasses.includes(name as FailureClass) ? `“${classTitle(name as FailureClass)}”` : (name ?? 'nothing');

const adviceOf = (verdict: string | null): string =>
  verdict === null ? 'nothing' : `“${verdictInShort({ verdict: verdict as Verdict, afterMs: null }, null)}”`;

const codeOf = (code: string | number | null): string => (code === null ? 'no code' : String(code));

/** `was rejected with a JSON-RPC error -32602`. */
function didWords({ state, carrier, code }: BaselineEntry, isNow = false): string {
  if (state === 'passed') return isNow ? 'is accepted' : 'was accepted';
  if (state === 'silent') return isNow ? 'is not answered' : 'was not answered';
  if (carrier === 'process')
    return `${isNow ? 'crashes' : 'crashed'} the server (${typeof code === 'number' ? `exit code ${code}` : (code ?? 'no exit code')})`;
  return `${isNow ? 'is' : 'was'} rejected with ${carrierName(carrier)}${code === null ? '' : ` ${code}`}`;
}

const mostMembers = 8;

/** One part each; empty: nothing changed. */
export function contractChangeWords(was: BaselineEntry, is: BaselineEntry): string[] {
  if (was.state !== is.state || (was.carrier === 'process') !== (is.carrier === 'process'))
    return [`it ${didWords(was)}, and now ${didWords(is, true)}`];
  if (was.state !== 'failed') return [];
  const changed = <T>(before: T, now: T, words: () => string) => (before === now ? [] : [words()]);
  const members = (all: readonly string[]) =>
    `${listWords(all.slice(0, mostMembers))}${all.length > mostMembers ? ` and ${all.length - mostMembers} more` : ''}`;
  const lost = was.members.filter((member) => !is.members.includes(member));
  const gained = is.members.filter((member) => !was.members.includes(member));
  return [
    ...changed(was.class, is.class, () => `it meant ${titleOf(was.class)}, and now means ${titleOf(is.class)}`),
    ...changed(was.code, is.code, () => `its code was ${codeOf(was.code)} and is now ${codeOf(is.code)}`),
    ...changed(
      was.carrier,
      is.carrier,
      () => `it came as ${carrierName(was.carrier)}, and now comes as ${carrierName(is.carrier)}`,
    ),
    ...changed(
      was.verdict,
      is.verdict,
      () => `its retry advice was ${adviceOf(was.verdict)} and is now ${adviceOf(is.verdict)}`,
    ),
    ...changed(
      was.unit,
      is.unit,
      () => `its wait was in ${was.unit ?? 'no field'} and is now in ${is.unit ?? 'no field'}`,
    ),
    ...(lost.length > 0 ? [`it no longer has ${members(lost)}`] : []),
    ...(gained.length > 0 ? [`it now has ${members(gained)}`] : []),
  ];
}
