// Fetches the complete result of a row's response. Owns the size limit; result-section.tsx draws.

import { type Json, member, parseJson } from '../../shared/json/json.ts';
import type { RowDetail, RowEvent } from '../../shared/timeline.ts';
import type { Model } from '../model/model.ts';

/** The size of one request for part of a body, and the total limit. */
const part = 1_000_000;
const most = 30_000_000;

/** The response message, as far as the preview contains it. A long one has no label. */
export function answerEvent(detail: RowDetail): RowEvent | null {
  return (
    detail.events.findLast(({ lane, label }) => lane === 'in' && (label === 'answer' || label === 'message')) ?? null
  );
}

/** The result of a finished row; null if there is none, or it is too large. */
export async function resultOf(model: Model, detail: RowDetail): Promise<Json | null> {
  const message = await resultMessage(model, detail);
  return message === null ? null : (member(message, 'result') ?? null);
}

/** The complete response message of a row; null if there is none, or it is too large. */
export async function resultMessage(model: Model, detail: RowDetail): Promise<Json | null> {
  const event = answerEvent(detail);
  const text = event && (await bodyText(model, event));
  const parsed = text === null ? null : parseJson(text);
  return parsed?.ok ? parsed.value : null;
}

/** The complete body of an event; null if it is too large. */
export async function bodyText(model: Model, event: RowEvent): Promise<string | null> {
  if (event.length > most) return null;
  const parts = [event.text];
  let received = event.text.length;
  while (received < event.length) {
    const more = await model.platform.call('body', { seq: event.seq, offset: received, length: part });
    if (!more.ok || more.value.text === '') return null;
    parts.push(more.value.text);
    received += more.value.text.length;
  }
  return parts.join('');
}
