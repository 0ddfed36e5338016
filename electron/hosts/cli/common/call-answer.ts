// What a call returned, whole: the log's details of a row only have its start.

import { member, parseJson } from '../../../../shared/json/json.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import type { CommandInspector } from './command-inspector.ts';

type Inspector = Pick<CommandInspector, 'api'>;

/** How the log labels what may hold an answer: batches and very long messages are not looked into there. */
const mayAnswer = new Set(['answer', 'batch', 'message']);

/** The message as it came, whole; null: none did. */
export async function rawAnswer(inspector: Inspector, { events }: RowDetail): Promise<string | null> {
  const event = events.findLast(({ lane, label }) => lane === 'in' && mayAnswer.has(label));
  if (!event) return null;
  let text = event.text;
  while (text.length < event.length) {
    const more = await inspector.api.body({ seq: event.seq, offset: text.length, length: 1_000_000 });
    if (!more.ok || more.value.text === '') break;
    text += more.value.text;
  }
  return text;
}

/** The result or error as the server sent it; null when none came. */
export async function answerOf(inspector: Inspector, detail: RowDetail): Promise<unknown> {
  const text = await rawAnswer(inspector, detail);
  if (text === null) return null;
  const { events } = detail;
  const parsed = parseJson(text);
  if (!parsed.ok) return text;
  const asked = parseJson(events.find(({ lane }) => lane === 'out')?.text ?? '');
  const id = asked.ok ? member(asked.value, 'id') : undefined;
  // In a batch the answer is one of several messages.
  const messages = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const message = messages.find((part) => member(part, 'id') === id) ?? messages[0];
  return member(message, 'result') ?? member(message, 'error') ?? message;
}
