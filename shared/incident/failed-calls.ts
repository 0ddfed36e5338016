// The only definition of how failures are counted: "1,367 failed calls, 7 causes".
//
// A failed call is one request that failed. A retry is an attempt of it and counts with it: the same client, tool and arguments, with
// no success in between. A dead process or a cut connection is one failed call together with the calls that were open.
// exchange/incidents.ts finds the rows of a failed call; one of them stands for all. A cause is a group of similar failed calls
// (filter/failure-group.ts). Failures that Misfire provoked or injected do not count; expected ones, and resolved ones that have not
// returned, are counted separately.

import { countsAsFailed } from '../filter/row-facts.ts';
import type { Row } from '../timeline.ts';

type Countable = Pick<Row, 'id' | 'incident' | 'outcome' | 'failure' | 'actor' | 'rehearsed'>;

/** The row that stands for a failed call. All figures count these rows. */
export function isFailedCall(row: Countable): boolean {
  return countsAsFailed(row) && failedCallOf(row) === row.id;
}

/** The failed call that a failed row belongs to, named by the row that stands for it. */
export const failedCallOf = ({ incident, id }: Pick<Row, 'id' | 'incident'>): number => incident ?? id;

/**
 * Whether a failed row is about a request. A response proves its request, even if the recording does not have it.
 *
 * Other rows fail without one: a process that ends while no call is open, a rejected notification, a stream that cannot be opened, a
 * client's mistake. They count as one failed call per connection and cause. Left out, a server that crashed would count as 0. One by
 * one, they would count messages: a client may reopen a stream every second. Lines on stdout that are not messages never fail
 * themselves: the calls that waited do.
 */
export function isAboutRequest({ kind, remarks }: Pick<Row, 'kind' | 'remarks'>): boolean {
  return kind === 'call' || (kind === 'orphan' && remarks.some((remark) => responseRemarks.has(remark)));
}

const responseRemarks: ReadonlySet<Row['remarks'][number]> = new Set(['unknown_id', 'duplicate', 'late']);

export interface FailedCalls {
  failedCalls: number;
  /** Groups of these failed calls. */
  causes: number;
  /** Failed calls that are not counted above, because they are marked as expected or resolved. */
  expected: number;
}

export const noFailedCalls: FailedCalls = { failedCalls: 0, causes: 0, expected: 0 };

/** Counts the failed calls of some rows, such as those that match a filter. `quiet` are the groups counted separately. */
export function countFailedCalls(
  rows: Iterable<Countable & Pick<Row, 'group'>>,
  quiet: ReadonlySet<string>,
): FailedCalls {
  const counter = new FailedCallCounter(quiet);
  for (const row of rows) counter.take(row);
  return counter.count;
}

export class FailedCallCounter {
  readonly #quiet: ReadonlySet<string>;
  readonly #calls = new Set<number>();
  /** Groups of the failed calls. */
  readonly causes = new Set<string>();
  readonly #expected = new Set<number>();

  constructor(quiet: ReadonlySet<string>) {
    this.#quiet = quiet;
  }

  take(row: Countable & Pick<Row, 'group'>): void {
    if (!countsAsFailed(row)) return;
    const { group } = row;
    if (group !== null && this.#quiet.has(group)) {
      this.#expected.add(failedCallOf(row));
      return;
    }
    this.#calls.add(failedCallOf(row));
    if (group !== null) this.causes.add(group);
  }

  get count(): FailedCalls {
    return { failedCalls: this.#calls.size, causes: this.causes.size, expected: this.#expected.size };
  }
}

/**
 * "1,367 failed calls, 7 causes", "1 failed call, 1 cause, 2 expected", "0 failed calls". `digits`: how the place writes numbers.
 * null: an earlier version counted differently; the recording is counted again when it is opened.
 */
export function failedCallWords(
  counted: FailedCalls | null,
  // Loading the rules of languages takes longer than all else here.
  digits: (count: number) => string = (count) => (count < 1000 ? String(count) : count.toLocaleString('en')),
): string {
  if (counted === null) return 'not counted yet';
  const { failedCalls, causes, expected } = counted;
  const numbered = (count: number, word: string): string => `${digits(count)} ${word}${count === 1 ? '' : 's'}`;
  return [
    numbered(failedCalls, 'failed call'),
    ...(failedCalls > 0 ? [numbered(causes, 'cause')] : []),
    ...(expected > 0 ? [`${digits(expected)} expected`] : []),
  ].join(', ');
}
