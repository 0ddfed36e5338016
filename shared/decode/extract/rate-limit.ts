// RateLimit headers, old and new: `RateLimit: "default";r=50;t=30`, `RateLimit-Remaining`, `X-RateLimit-Reset` and similar.

import { type Reading, setValue } from '../reading/reading.ts';
import { durationMs, momentMs, noteWait } from './durations.ts';

type Header = (name: string) => string | undefined;

export function readRateLimit(reading: Reading, at: Header, status: number | null): void {
  const policy = at('ratelimit-policy');
  if (policy !== undefined) {
    const quota = parameter(policy, 'q');
    const window = parameter(policy, 'w');
    if (quota !== null) setValue(reading, 'limit', 'http.headers.ratelimit-policy', quota);
    if (window !== null) setValue(reading, 'window', 'http.headers.ratelimit-policy', window);
  }
  const limited = status === 429 || status === 503;
  const current = at('ratelimit');
  if (current !== undefined) {
    const remaining = parameter(current, 'r') ?? named(current, 'remaining');
    const reset = parameter(current, 't') ?? named(current, 'reset');
    if (remaining !== null) setValue(reading, 'remaining', 'http.headers.ratelimit', remaining);
    if (reset !== null && (limited || remaining === 0))
      noteWait(reading, 'http.headers.ratelimit', reset, durationMs(reset, 1000));
  }
  for (const prefix of ['ratelimit', 'x-ratelimit', 'x-rate-limit']) {
    const limit = at(`${prefix}-limit`);
    if (limit !== undefined && /^\d{1,12}/.test(limit))
      setValue(reading, 'limit', `http.headers.${prefix}-limit`, Number.parseInt(limit, 10));
    const remaining = at(`${prefix}-remaining`);
    if (remaining !== undefined && /^\d{1,12}$/.test(remaining))
      setValue(reading, 'remaining', `http.headers.${prefix}-remaining`, Number(remaining));
    const reset = at(`${prefix}-reset`) ?? at(`${prefix}-reset-after`);
    if (reset === undefined || !(limited || remaining === '0')) continue;
    // GitHub sends epoch seconds, most others the remaining seconds, OpenAI "6m0s".
    const ms = /^\d{1,8}(?:\.\d{1,6})?$/.test(reset)
      ? durationMs(reset, 1000)
      : (durationMs(reset, 1000) ?? compound(reset) ?? momentMs(reset, reading.receivedAt));
    noteWait(reading, `http.headers.${prefix}-reset`, reset, ms);
  }
  for (const name of [
    'x-ratelimit-reset-requests',
    'x-ratelimit-reset-tokens',
    'anthropic-ratelimit-requests-reset',
    'x-rate-limit-reset-after',
  ]) {
    const reset = at(name);
    if (reset !== undefined && limited)
      noteWait(
        reading,
        `http.headers.${name}`,
        reset,
        durationMs(reset, 1000) ?? compound(reset) ?? momentMs(reset, reading.receivedAt),
      );
  }
}

/** A parameter of the first item of a structured-field list (RFC 9651): `"burst";q=100;w=60`. */
function parameter(text: string, name: string): number | null {
  return numberIn(text.slice(0, 500).split(',', 1)[0]?.split(';') ?? [], name);
}

/** Draft 6: `limit=100, remaining=50, reset=5`. */
function named(text: string, name: string): number | null {
  return numberIn(text.slice(0, 500).split(','), name);
}

function numberIn(parts: readonly string[], name: string): number | null {
  for (const part of parts) {
    const [key, value] = part.trim().split('=');
    if (key === name && value !== undefined && /^\d{1,12}$/.test(value)) return Number(value);
  }
  return null;
}

/** `1h2m3.5s`, as Go prints durations. */
function compound(text: string): number | null {
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6}(?:\.\d{1,9})?)s)?$/.exec(text);
  if (match === null || text === '') return null;
  return Math.round((Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)) * 1000);
}
