// Compares an unmatched response with one call: whether it may belong to it, and the text for both rows. Ids are compared as
// written. Pure; the log chooses which rows to compare.

import type { Stray } from '../ending/ending-facts.ts';
import { idText } from '../protocol/id-text.ts';
import { duration } from '../text/duration.ts';
import type { Outcome, Row } from '../timeline.ts';
import { clip } from './clip.ts';
import type { ConnectionState } from './connection.ts';
import type { PendingCall } from './pending-call.ts';

/** `second`, `late`: the ids are the same. */
export type StrayKind = 'other_type' | 'no_id' | 'unknown_id' | 'second' | 'late';

export interface Asked {
  row: Pick<Row, 'at' | 'endAt' | 'pending' | 'outcome'>;
  /** The id as it was written: `7` or `"7"`. */
  id: string;
}
export interface Came {
  row: Pick<Row, 'at'>;
  /** null: there was none, or it was null. */
  id: string | null;
}

const answers: readonly (Outcome | null)[] = [
  'answered',
  'rpc_error',
  'tool_error',
  'error_in_result',
  'schema_violation',
];

/** null: it is unrelated to this call. */
export function strayKind(call: Asked, answer: Came): StrayKind | null {
  const { row } = call;
  if (answer.row.at < row.at) return null;
  const wasAnswered = answers.includes(row.outcome);
  if (answer.id !== null && answer.id === call.id) return wasAnswered ? 'second' : 'late';
  const waited = row.pending || row.endAt === null || answer.row.at <= row.endAt;
  if (!waited || wasAnswered) return null;
  if (answer.id === null) return 'no_id';
  return bare(answer.id) === bare(call.id) ? 'other_type' : 'unknown_id';
}

/** Certain matches first; an unknown id is only a guess. */
export const isSure = (kind: StrayKind): boolean => kind === 'other_type' || kind === 'second' || kind === 'late';

const mostKept = 20;

/** An unmatched response. */
export function keepStray(connection: ConnectionState, stray: ConnectionState['strays'][number]): void {
  connection.strays.push(stray);
  if (connection.strays.length > mostKept) connection.strays.shift();
}

/** Responses that arrived while this call waited and may belong to it. */
export function straysOf({ strays }: ConnectionState, { entry, key, direction }: PendingCall): Stray[] {
  if (strays.length === 0 || direction !== 'out') return [];
  const id = idText(key);
  return strays.flatMap((stray): Stray[] => {
    const row = { at: entry.row.at, endAt: null, pending: true, outcome: null };
    const kind = strayKind({ row, id }, { row: { at: stray.at }, id: stray.id });
    if (kind === null || kind === 'second' || kind === 'late') return [];
    return [{ kind, id: stray.id, lateMs: 0, text: stray.text }];
  });
}

/** The text on the call's card. */
export function wordsOnCall(kind: StrayKind, call: Asked, answer: Came): string {
  const own = shown(call.id);
  const other = answer.id === null ? '' : shown(answer.id);
  switch (kind) {
    case 'other_type':
      return `An answer with id ${other} came, this call has id ${own}. A string is not a number, so clients do not accept it as the answer.`;
    case 'no_id':
      return `An answer without an id came while this call waited; this call has id ${own}. A server sends that when it could not read the request.`;
    case 'unknown_id':
      return `An answer with id ${other} came while this call waited, this call has id ${own}. No request had ${other}.`;
    case 'second':
      return `A second answer with id ${own} came. Clients take the first and drop this one.`;
    case 'late':
      return `The answer with id ${own} came ${after(call, answer)}, after the client had stopped waiting for it.`;
  }
}

/** The text on the response's card. */
export function wordsOnAnswer(kind: StrayKind, call: Asked, answer: Came): string {
  const asked = shown(call.id);
  switch (kind) {
    case 'other_type':
      return `It has id ${shown(answer.id ?? 'null')}; a call with id ${asked} waits for its answer.`;
    case 'no_id':
      return `It has no id; a call with id ${asked} was waiting when it came.`;
    case 'unknown_id':
      return `No request had id ${shown(answer.id ?? 'null')}; a call with id ${asked} was waiting when it came.`;
    case 'second':
      return `The call with id ${asked} had its answer already.`;
    case 'late':
      return `The call with id ${asked} had ended ${after(call, answer).replace(' after it had ended', '')} before.`;
  }
}

function after({ row }: Asked, answer: Came): string {
  return `${duration(Math.max(0, answer.row.at - (row.endAt ?? row.at)))} after it had ended`;
}

/** The id without its quotes. */
const bare = (id: string): string => (/^"-?\d{1,30}"$/.test(id) ? id.slice(1, -1) : id);

const shown = (id: string): string => clip(id, 60);
