// What is known of the model's side of a call: one word per row, from its remarks. The column Seen, the filter `seen:` and the counters
// use it.

import type { Row, RowRemark } from '../timeline.ts';

/** From the worst to the best, which is the order of the sorted column. */
export const seenStates = [
  'never_sent',
  'lost',
  'changed',
  'not_joined',
  'not_known',
  'transcript',
  'wire',
  'same',
] as const;
export type SeenState = (typeof seenStates)[number];

/** More words of the filter: they hold beside a state. */
export const seenMarks = ['differs', 'unexpected'] as const;

export const seenWords: Record<SeenState | (typeof seenMarks)[number], string> = {
  never_sent: 'a call that the client never sent',
  lost: 'the model got nothing of the response',
  changed: 'the model got something else than the server sent',
  not_joined: 'more than one call matches, so they stay apart',
  not_known: 'joined, but not comparable',
  transcript: 'known only from a transcript',
  wire: 'watched, and in no transcript',
  same: 'the model got all of it',
  differs: 'changed, lost or never sent',
  unexpected: 'a difference that no known rule explains',
};
export type SeenWord = keyof typeof seenWords;

type Known = Pick<Row, 'remarks' | 'kind' | 'actor' | 'method'>;

/** null: not a tool call of a client. */
export function seenStateOf({ remarks, kind, actor, method }: Known): SeenState | null {
  const has = (remark: RowRemark): boolean => remarks.includes(remark);
  if (has('never_sent')) return 'never_sent';
  // A watched call may have found its pair later.
  if (has('ambiguous') && !has('joined')) return 'not_joined';
  if (has('lost')) return 'lost';
  if (has('differs')) return 'changed';
  if (has('arrived')) return 'same';
  if (has('joined')) return 'not_known';
  if (has('transcript')) return 'transcript';
  return kind === 'call' && actor === 'client' && method === 'tools/call' ? 'wire' : null;
}

export function isSeenAs(word: SeenWord, row: Known): boolean {
  if (word === 'unexpected') return row.remarks.includes('unexpected');
  const state = seenStateOf(row);
  return word === 'differs' ? isDifference(state) : state === word;
}

export const isDifference = (state: SeenState | null): boolean =>
  state === 'changed' || state === 'lost' || state === 'never_sent';

/** The calls of one client, by state. */
export interface SeenCount {
  client: string;
  states: Partial<Record<SeenState, number>>;
}

export function addSeen(counts: SeenCount[], client: string | null, state: SeenState, by: number): void {
  const name = client ?? '';
  let known = counts.find((one) => one.client === name);
  if (known === undefined) {
    known = { client: name, states: {} };
    counts.push(known);
  }
  known.states[state] = (known.states[state] ?? 0) + by;
}

/** How many calls have one of these states, in all clients. */
export function countSeen(counts: readonly SeenCount[], ...states: readonly SeenState[]): number {
  return counts.reduce((sum, one) => sum + states.reduce((part, state) => part + (one.states[state] ?? 0), 0), 0);
}

/** Whether anything is known from a transcript. */
export const hasTranscript = (counts: readonly SeenCount[]): boolean =>
  countSeen(counts, ...seenStates.filter((state) => state !== 'wire')) > 0;
