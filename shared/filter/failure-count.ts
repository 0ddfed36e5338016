// The only definition of how failures are counted: by cause. One incident counts once, for any number of failed rows. Failures
// that Misfire provoked or injected do not count; expected ones, and resolved ones that have not returned, are counted separately.

import type { Row } from '../timeline.ts';
import { countsAsFailed } from './row-facts.ts';

type Countable = Pick<Row, 'id' | 'incident' | 'outcome' | 'failure' | 'actor' | 'rehearsed'>;

/** The row that represents an incident: the one that failed first. */
export function leadsIncident(row: Countable): boolean {
  return countsAsFailed(row) && incidentOf(row) === row.id;
}

export const incidentOf = ({ incident, id }: Pick<Row, 'id' | 'incident'>): number => incident ?? id;

export interface FailureCount {
  failures: number;
  /** Not counted among the failures. */
  expected: number;
}

/** Counts the incidents of some rows, such as those that match a filter. `quiet` are the groups counted separately. */
export function countFailures(
  rows: Iterable<Countable & Pick<Row, 'group'>>,
  quiet: ReadonlySet<string>,
): FailureCount {
  const counter = new FailureCounter(quiet);
  for (const row of rows) counter.take(row);
  return counter.count;
}

export class FailureCounter {
  readonly #quiet: ReadonlySet<string>;
  readonly #failures = new Set<number>();
  readonly #expected = new Set<number>();

  constructor(quiet: ReadonlySet<string>) {
    this.#quiet = quiet;
  }

  take(row: Countable & Pick<Row, 'group'>): void {
    if (!countsAsFailed(row)) return;
    const isQuiet = row.group !== null && this.#quiet.has(row.group);
    (isQuiet ? this.#expected : this.#failures).add(incidentOf(row));
  }

  get count(): FailureCount {
    return { failures: this.#failures.size, expected: this.#expected.size };
  }
}

/** "11 failures", "11 failures, 2 expected". */
export function failureCountWords({ failures, expected }: FailureCount): string {
  const words = failures === 1 ? '1 failure' : `${failures.toLocaleString('en')} failures`;
  return expected === 0 ? words : `${words}, ${expected.toLocaleString('en')} expected`;
}
