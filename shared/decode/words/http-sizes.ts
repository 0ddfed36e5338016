// What the content lengths of an exchange show: a body that was not recorded, a request that was probably too large.

import type { CallFacts } from '../reading/reading.ts';

const large = 1_000_000;

/** Bytes of a response whose body is not recorded; 0 if nothing is missing. */
export function unrecordedBytes({ http, answer }: CallFacts): number {
  if (http === undefined || answer !== undefined || (http.body ?? '') !== '') return 0;
  return lengthIn(http.headers);
}

/** `6.3 MB`, for a large request that the server refused or failed on; otherwise null. */
export function refusedSize({ http }: CallFacts): string | null {
  if (http === undefined || (http.status !== 413 && http.status !== 500)) return null;
  const bytes = lengthIn(http.requestHeaders);
  return bytes > large ? `${(bytes / 1_000_000).toFixed(1)} MB` : null;
}

function lengthIn(headers: Readonly<Record<string, string>>): number {
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}
