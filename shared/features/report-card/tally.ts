// What rules share: a verdict from what went well and what did not, and short wording of counts and times.

import { count } from '../../exchange/clip.ts';
import { duration } from '../../text/duration.ts';
import type { RuleFinding, RuleVerdict } from './card.ts';
import type { RowRef, RunCall } from './recorded-run.ts';

/** Partly: more went well than not. */
export function verdictOf(good: number, bad: number): RuleVerdict {
  if (good + bad === 0) return 'not seen';
  if (bad === 0) return 'pass';
  return good > bad ? 'partly' : 'fail';
}

export function notSeen(did: string, told = '', rows: RowRef[] = []): RuleFinding {
  return { told, did, verdict: 'not seen', rows };
}

/** `2.1 s` or `2 to 4.5 s`, by the shortest and the longest. */
export function spanWords(times: readonly number[]): string {
  const [least, most] = [duration(Math.min(...times), 2), duration(Math.max(...times), 2)];
  if (least === most) return least;
  const [value, unit, ...rest] = least.split(' ');
  return rest.length === 0 && most.endsWith(` ${unit}`) ? `${value} to ${most}` : `${least} to ${most}`;
}

/** `, 3 of 4 times`; '' where it was the only time. */
export const shareWords = (part: number, all: number): string =>
  all === 1 ? '' : `, ${part} of ${count(all, 'time')}`;

/** `, 4 times`; '' for once. */
export const timesWords = (times: number): string => (times === 1 ? '' : `, ${times} times`);

/** The names of the tools, at most three. */
export function namesOf(names: readonly (string | null)[]): string {
  const all = [...new Set(names.map((name) => name ?? 'a call'))];
  return all.length <= 3 ? all.join(', ') : `${all.slice(0, 3).join(', ')} and ${all.length - 3} more`;
}

/** Nothing came back for it as long as its connection lasted. */
export const leftSilent = ({ outcome, failure }: RunCall): boolean =>
  outcome === null || outcome === 'unanswered' || (outcome === 'timeout' && failure?.origin === 'local');
