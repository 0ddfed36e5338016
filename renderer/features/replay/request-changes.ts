// What differs between the request of the first attempt and what is sent next, and which attempt made each change. Pure.

import type { Change } from '../../../shared/failure.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';

interface RequestChange {
  name: string;
  /** undefined: not sent. */
  before: Json | undefined;
  after: Json | undefined;
  /** `attempt 2`, `next, from the schema` */
  source: string;
}

/** `sent`: the params of each attempt; `next`: those that are sent next, with the fix that made them. */
export function requestChanges(sent: readonly string[], next: string, fix: readonly Change[]): RequestChange[] {
  const [first = {}, ...later] = [...sent, next].map(argumentsIn);
  const last = later.at(-1) ?? first;
  const names = new Set([...Object.keys(first), ...Object.keys(last)]);
  return [...names].flatMap((name): RequestChange[] => {
    const [before, after] = [first[name], last[name]];
    if (same(before, after)) return [];
    const at = later.findIndex((args) => same(args[name], after));
    const isNext = at === later.length - 1;
    const by = fix.find(({ path, was }) =>
      [path, was].some((one) => one === `/${name}` || one?.startsWith(`/${name}/`)),
    );
    return [{ name, before, after, source: isNext ? `next${sourceOf(by)}` : `attempt ${at + 2}` }];
  });
}

function sourceOf(change: Change | undefined): string {
  if (change === undefined) return ', by you';
  return change.because === 'by you'
    ? ', by you'
    : change.from === 'server'
      ? ', from the server'
      : ', from the schema';
}

function argumentsIn(params: string): Record<string, Json> {
  const read = parseJson(params === '' ? '{}' : params);
  const args = read.ok ? (member(read.value, 'arguments') ?? read.value) : {};
  return isObject(args) ? args : {};
}

const same = (one: Json | undefined, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);
