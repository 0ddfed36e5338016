// The result within a row's answer, fetched whole. Owns how much of one is read here; drawing it is result-section.tsx's.

import { type Json, member, parseJson } from '../../shared/json/json.ts';
import type { RowDetail, RowEvent } from '../../shared/timeline.ts';
import type { Model } from '../model/model.ts';

/** One request for a part of a body, and how much of it is read here at all. */
const part = 1_000_000;
const most = 30_000_000;

/** The message that answered, as far as the preview holds it. A long one is not labelled by what it says. */
export function answerEvent(detail: RowDetail): RowEvent | null {
  return (
    detail.events.findLast(({ lane, label }) => lane === 'in' && (label === 'answer' || label === 'message')) ?? null
  );
}

/** The result of a finished row; null when there is none, or too much of it. */
export async function resultOf(model: Model, detail: RowDetail): Promise<Json | null> {
  const message = await messageOf(model, detail);
  return message === null ? null : (member(message, 'result') ?? null);
}

/** The whole message that answered a row; null when there is none, or too much of it. */
export async function messageOf(model: Model, detail: RowDetail): Promise<Json | null> {
  const event = answerEvent(detail);
  const text = event && (await bodyText(model, event));
  const parsed = text === null ? null : parseJson(text);
  return parsed?.ok ? parsed.value : null;
}

/** The whole body of an event; null when it is too much. */
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
