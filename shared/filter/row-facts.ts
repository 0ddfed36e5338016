// The facts that a filter can test: the row itself and a few facts of its failure that rows do not have. Owns how a failure
// becomes these facts, so that a store can keep them next to the row.

import { isCounted } from '../actors.ts';
import type { Carrier, Failure, Layer } from '../failure.ts';
import type { Row } from '../timeline.ts';

/** Stored next to each row. */
export interface FailureFacts {
  layer: Layer | null;
  carrier: Carrier | null;
  dialect: string | null;
  problem: boolean;
  issues: boolean;
  notes: boolean;
  /** Code name and the server's own message, for searching. */
  words: string;
}

export interface Facts extends FailureFacts {
  row: Omit<Row, 'ord' | 'rev'>;
  /** The server's name next to its id. */
  serverName: string;
  http: number | null;
  /** A failure of a group that the user expects. */
  expected?: boolean;
  /** Whether its messages contain these words. */
  said?: (words: string) => boolean;
}

export const noFailureFacts: FailureFacts = {
  layer: null,
  carrier: null,
  dialect: null,
  problem: false,
  issues: false,
  notes: false,
  words: '',
};

export function failureFacts(failure: Failure | null): FailureFacts {
  if (!failure) return noFailureFacts;
  return {
    layer: failure.layer,
    carrier: failure.carrier,
    dialect: failure.dialect.id,
    problem: failure.problem !== null,
    issues: failure.issues.length > 0,
    notes: failure.notes.length > 0,
    words: `${failure.codeName ?? ''} ${failure.message}`.trim().slice(0, 500),
  };
}

/** Whether a failed row counts: failures that Misfire provoked, injected, checked or repeated itself do not. */
export function countsAsFailed(row: Pick<Row, 'outcome' | 'failure' | 'actor' | 'rehearsed'>): boolean {
  return rowHasFailed(row) && isCountedRow(row);
}

/** Whether its failure would count. */
export const isCountedRow = ({ actor, rehearsed }: Pick<Row, 'actor' | 'rehearsed'>): boolean =>
  isCounted(actor) && rehearsed === null;

/** The only definition of "failed": the call did not succeed, or the row itself is an error. */
export function rowHasFailed(row: Pick<Row, 'outcome' | 'failure'>): boolean {
  return row.failure !== null || (row.outcome !== null && row.outcome !== 'answered');
}
