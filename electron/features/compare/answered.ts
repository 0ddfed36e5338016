// The response to a row, read from its events in the log: the message, and over HTTP the status and headers.

import type { Answered } from '../../../shared/features/compare/probing.ts';
import { isObject, member, parseJson } from '../../../shared/json/json.ts';
import type { LogStore } from '../../inspector/log/store/store.ts';

export const nothingAnswered: Answered = { message: null, status: null, headers: {}, body: null };

/** Of several rows the later ones win: a response without an id has a separate row. */
export function readAnswered(store: LogStore, rows: readonly number[]): Answered {
  const answered: Answered = { ...nothingAnswered };
  for (const seq of rows.flatMap((row) => store.eventsOf(row))) {
    const event = store.event(seq);
    if (event?.lane === 'http' && event.http.method === 'POST') {
      answered.status = event.http.status;
      answered.headers = event.http.headers;
      answered.body = event.http.body ?? null;
    } else if (event?.lane === 'in') {
      const parsed = parseJson(event.text);
      if (parsed.ok && isAnswer(parsed.value)) answered.message = parsed.value;
    }
  }
  return answered;
}

/** A batch counts as one response. */
export function isAnswer(value: unknown): boolean {
  const parts = Array.isArray(value) ? value : [value];
  return parts.some((part) => isObject(part) && member(part, 'method') === undefined);
}
