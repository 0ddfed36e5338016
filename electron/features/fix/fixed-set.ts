// The last call of a fix as a repro set: the call that worked must keep working, or the call that was rejected must be rejected in the
// same way. It can join a set that exists.

import { type FailureIdentity, failureIdentity } from '../../../shared/diff/verdict.ts';
import { elementTexts, memberText } from '../../../shared/exchange/span.ts';
import { expectedFailure, type ReproSource, readReproSet, writeReproSet } from '../replay/repro-set.ts';
import type { ServerBehind } from '../replay/server-behind.ts';
import type { MadeAttempt } from './fix-run.ts';

export function setOfRun(first: MadeAttempt, made: MadeAttempt, server: string, behind: ServerBehind | null): string {
  const { method, params, headline, passed } = made;
  const identity = (one: MadeAttempt): FailureIdentity | null =>
    one.failure ? failureIdentity(one.failure, one.target) : null;
  const failure = identity(first);
  const last = identity(made);
  const source: ReproSource = {
    server,
    behind,
    method,
    params,
    title: passed ? `Fixed: ${first.failure?.sentence ?? headline}` : (made.failure?.sentence ?? headline),
    failure: passed ? failure : last,
    expected: passed || last === null ? 'fixed' : expectedFailure(last),
  };
  return writeReproSet([source]);
}

/** Both sets in one, with the params of the first as they are written. */
export function joinSets(into: string, added: string): { text: string } | { problem: string } {
  const known = readReproSet(into, 'The set', {});
  if (!known.ok) return known;
  const more = readReproSet(added, 'The added call', {});
  if (!more.ok) return more;
  const names = new Map<string, string>();
  const servers = { ...known.set.servers };
  for (const [name, reference] of Object.entries(more.set.servers)) {
    let free = name;
    for (let count = 2; Object.hasOwn(servers, free) && !isSame(servers[free], reference); count += 1)
      free = `${name}-${count}`;
    servers[free] = reference;
    names.set(name, free);
  }
  const texts = [into, added].flatMap((text) => elementTexts(memberText(text, 'calls') ?? '[]'));
  const params = texts.flatMap((text) => memberText(text, 'params') ?? []);
  let mark = '@params@';
  while (into.includes(mark) || added.includes(mark)) mark += '@';
  const calls = [
    ...known.set.calls,
    ...more.set.calls.map((call) => ({ ...call, server: names.get(call.server) ?? call.server })),
  ].map((call) => (call.params === undefined ? call : { ...call, params: mark }));
  const text = JSON.stringify({ ...known.set, servers, calls }, null, 2);
  return { text: `${text.replaceAll(`"${mark}"`, () => params.shift() ?? 'null')}\n` };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
