// Limits a failure in depth and size: structured clone and Electron's IPC fail at about 3,000 levels, and a window needs no
// megabyte to explain an error. Values that are too deep or too long become truncated text. The store keeps the message itself.

import type { Failure, Fix, Problem } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { jsonText } from '../json/json-text.ts';

const depthLimit = 40;
const sizeLimit = 20_000;
const listLimit = 200;
const textLimit = 4000;

export function boundFailure(failure: Failure): Failure {
  // Nearly all failures are small enough already.
  if (fits(failure as object as Json, textLimit)) return failure;
  return {
    ...failure,
    explanation: cut(failure.explanation),
    message: cut(failure.message),
    remedy: boundList(failure.remedy, cut),
    issues: boundList(failure.issues, cutMembers),
    evidence: boundList(failure.evidence, (fact) => cutMembers({ ...fact, value: boundValue(fact.value) })),
    notes: boundList(failure.notes, cutMembers),
    remainder: boundList(failure.remainder, (rest) => cutMembers({ ...rest, value: boundValue(rest.value) })),
    links: boundList(failure.links, cutMembers),
    candidates: boundList(failure.candidates, cutMembers),
    problem: failure.problem && boundProblem(failure.problem),
    fix: boundFix(failure.fix),
    stderr: boundList(failure.stderr, cut),
  };
}

/** The first entries that fit into the limit together. */
function boundList<T extends Json | object>(list: readonly T[], bound: (item: T) => T): T[] {
  const kept: T[] = [];
  let left = sizeLimit;
  for (const item of list.slice(0, listLimit)) {
    const bounded = bound(item);
    left -= JSON.stringify(bounded).length;
    if (left < 0 && kept.length > 0) break;
    kept.push(bounded);
  }
  return kept;
}

function boundProblem(problem: Problem): Problem {
  const { extensions } = problem;
  if (extensions === undefined || fits(extensions)) return cutMembers(problem);
  return cutMembers({ ...problem, extensions: { '…': boundValue(extensions) } });
}

/** Values of a fix are sent unchanged. If they are too large together, the fix is dropped. */
function boundFix(fix: Fix): Fix {
  if (fix.kind !== 'request' || fits(fix as object as Json)) return fix;
  return { ...fix, changes: [], missing: boundList(fix.missing, cutMembers) };
}

/** Limits the texts and keeps the other members. */
function cutMembers<T extends object>(item: T): T {
  const members = Object.entries(item);
  if (!members.some(([, value]) => typeof value === 'string' && value.length > textLimit)) return item;
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === 'string' ? cut(value) : value]),
  ) as T;
}

function boundValue(value: Json): Json {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null || fits(value)) return value;
  return cut(jsonText(value));
}

function cut(text: string): string {
  return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
}

/** Shallow and small enough to send unchanged. */
function fits(value: Json, longestText = sizeLimit): boolean {
  let left = sizeLimit;
  const visit = (item: Json, depth: number): boolean => {
    left -= typeof item === 'string' ? item.length : 8;
    if (left < 0 || depth > depthLimit) return false;
    if (typeof item === 'string') return item.length <= longestText;
    if (typeof item !== 'object' || item === null) return true;
    if (Array.isArray(item)) return item.length <= listLimit && item.every((inner) => visit(inner, depth + 1));
    for (const key in item) {
      left -= key.length;
      if (!visit(item[key] as Json, depth + 1)) return false;
    }
    return true;
  };
  return visit(value, 0);
}
