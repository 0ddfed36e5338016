// Waits in every spelling: seconds, milliseconds, "3.5s", HTTP dates, epochs. Rejects hostile values instead of rounding them.

import type { Json } from '../../json/json.ts';
import type { Reading } from '../reading/reading.ts';

/** Longest plausible wait: 30 days. */
const longestMs = 30 * 24 * 3_600_000;

function sane(ms: number): number | null {
  return Number.isFinite(ms) && ms >= 0 && ms <= longestMs ? Math.round(ms) : null;
}

/** A number of seconds, or a text such as "30", "3.5s", "250ms", "2m". */
export function durationMs(value: Json, unitMs: number): number | null {
  if (typeof value === 'number') return sane(value * unitMs);
  if (typeof value !== 'string' || value.length > 40) return null;
  const match =
    /^\s*(\d{1,12}(?:\.\d{1,9})?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?\s*$/i.exec(value);
  if (match === null) return null;
  return sane(Number(match[1]) * unitOf(match[2], unitMs));
}

export function unitOf(unit: string | undefined, otherwise: number): number {
  if (unit === undefined) return otherwise;
  const name = unit.toLowerCase();
  if (name.startsWith('ms') || name.startsWith('milli')) return 1;
  if (name.startsWith('s')) return 1000;
  if (name.startsWith('m')) return 60_000;
  if (name.startsWith('h')) return 3_600_000;
  if (name.startsWith('d')) return 86_400_000;
  return otherwise;
}

/** Retry-After (RFC 9110 section 10.2.3): delta-seconds or an HTTP date. Lists, signs and blanks are not allowed. */
export function retryAfterMs(value: string, receivedAt: number): number | null {
  const text = value.trim();
  if (/^\d{1,12}$/.test(text)) return sane(Number(text) * 1000);
  if (/^\d{1,9}\.\d{1,9}$/.test(text)) return sane(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2,8},? \d/.test(text) || text.length > 40) return null;
  return untilMs(Date.parse(text), receivedAt);
}

/** A time as an ISO date, an HTTP date, or seconds or milliseconds since 1970. */
export function momentMs(value: Json, receivedAt: number): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}(?:\.\d{1,6})?$/.test(value))) {
    const number = Number(value);
    if (number > 1e12) return untilMs(number, receivedAt);
    if (number > 1e9) return untilMs(number * 1000, receivedAt);
    return typeof value === 'number' ? sane(number * 1000) : null;
  }
  if (typeof value !== 'string' || value.length > 40 || !/^[\dA-Z]/.test(value)) return null;
  return untilMs(Date.parse(value), receivedAt);
}

function untilMs(moment: number, receivedAt: number): number | null {
  if (!Number.isFinite(moment)) return null;
  return sane(Math.max(0, moment - receivedAt));
}

export const retryAfterPath = 'http.headers.retry-after';

/** Keeps the first wait found: a payload field beats a later header, and any field beats a sentence. */
export function noteWait(reading: Reading, path: string, value: Json, ms: number | null, spoken = false): void {
  if (ms === null) {
    if (value !== null) reading.oddRetry.push({ value: typeof value === 'object' ? '…' : value, path });
    return;
  }
  const known = reading.afterMs;
  if (known !== null && !(reading.waitIsSpoken && !spoken)) {
    // Rounded values count as equal.
    if (path === retryAfterPath && Math.abs(known.value - ms) > 1000)
      reading.rivalWait ??= { value: ms, path, sent: value };
    return;
  }
  reading.afterMs = { value: ms, path, sent: value };
  reading.waitIsSpoken = spoken;
}
