// Validates an event from a file: times that a clock can show, counts that are counts. Every reader of files checks here first, so that
// stores, tables and windows can rely on it.

import type { HttpExchange, WireEvent } from '../wire.ts';

/** The last time that a Date can hold. */
const lastMoment = 8_640_000_000_000_000;
const longestName = 1000;

const isMoment = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= lastMoment;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Why it is invalid, in one sentence; '' if it is valid. */
export function unsoundness(event: WireEvent): string {
  if (!isMoment(event.at)) return 'Its time is none that a clock can show.';
  if (!isCount(event.epoch)) return '"epoch" must be a whole number, 0 or more.';
  if (event.server.length > longestName) return `"server" must not be longer than ${longestName} characters.`;
  switch (event.lane) {
    case 'in':
    case 'out':
      return unsoundCount({ cut: event.cut, via: event.via }) || unsoundSse(event.sse);
    case 'err':
    case 'seen':
    case 'log':
      return unsoundCount({ cut: event.cut });
    case 'http':
      return unsoundExchange(event.http);
    case 'life': {
      const { code } = event;
      if (typeof code === 'number' && !Number.isSafeInteger(code)) return '"code" must be a whole number.';
      const { afterMs } = event;
      if (afterMs !== undefined && !(afterMs >= 0 && afterMs <= lastMoment)) return '"afterMs" must be 0 or more.';
      return unsoundCount({ pid: event.pid, via: event.via });
    }
    default:
      return event satisfies never;
  }
}

function unsoundExchange({ exchange, status, bodyCut, startedAt, headersAt, endedAt }: HttpExchange): string {
  if (status !== null && !(Number.isInteger(status) && status >= 0 && status <= 999))
    return '"status" must be a whole number of three digits.';
  for (const moment of [startedAt, headersAt, endedAt])
    if (moment !== undefined && !isMoment(moment)) return 'A time of the exchange is none that a clock can show.';
  return unsoundCount({ exchange, bodyCut });
}

function unsoundSse(sse: { event?: unknown; id?: unknown; retry?: unknown } | undefined): string {
  if (sse === undefined) return '';
  const { event, id, retry } = sse;
  if (event !== undefined && typeof event !== 'string') return '"sse.event" must be a text.';
  if (id !== undefined && typeof id !== 'string') return '"sse.id" must be a text.';
  return unsoundCount({ 'sse.retry': retry });
}

function unsoundCount(counts: Record<string, unknown>): string {
  const bad = Object.entries(counts).find(([, value]) => value !== undefined && !isCount(value));
  return bad ? `"${bad[0]}" must be a whole number, 0 or more.` : '';
}
