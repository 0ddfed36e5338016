// What a server's failures have shown about its dialect so far: a value that grows with a connection. The caller passes it to the next
// decode; `firm` says that earlier failures should be decoded again.

import type { Failure } from '../../failure.ts';

export interface Fingerprint {
  /** Per dialect: confidence from the marks seen so far, 0 to 1. */
  confidence: Readonly<Record<string, number>>;
  /** Failures counted so far. */
  failures: number;
  /** Which codes counted for which dialects: a repeated error is hardly new evidence. */
  seen: Readonly<Record<string, true>>;
  /** The first title of each problem type; RFC 9457 section 3.1.3 says that it must not change. */
  titles: Readonly<Record<string, string>>;
  /** The established dialect, if any. Changes at most a few times per connection. */
  firm: string | null;
}

export const noFingerprint: Fingerprint = { confidence: {}, failures: 0, seen: {}, titles: {}, firm: null };

/** From this confidence on, a vendor's dialect counts as the server's own. */
const firmAt = 0.75;

/** Adds one decoded failure. Returns the same value if nothing changed. */
export function noteMarks(fingerprint: Fingerprint, failure: Failure | null): Fingerprint {
  if (failure === null) return fingerprint;
  const marks = Object.entries(failure.dialect.marks ?? {});
  const titles = withTitle(fingerprint.titles, failure);
  if (marks.length === 0) return { ...fingerprint, titles, failures: fingerprint.failures + 1 };
  const confidence: Record<string, number> = { ...fingerprint.confidence };
  const seen: Record<string, true> = { ...fingerprint.seen };
  for (const [id, mark] of marks) {
    const key = `${id} ${failure.code} ${failure.class}`;
    const weight = Object.hasOwn(seen, key) ? mark * 0.1 : mark;
    if (Object.keys(seen).length < mostSeen) seen[key] = true;
    const before = confidence[id] ?? 0;
    // Independent signs combine like probabilities; none is certain.
    confidence[id] = Math.min(0.99, Math.round((1 - (1 - before) * (1 - weight)) * 1000) / 1000);
  }
  return {
    ...fingerprint,
    confidence,
    seen,
    titles,
    failures: fingerprint.failures + 1,
    // Once established, only another established dialect replaces it.
    firm: firmDialect(confidence) ?? fingerprint.firm,
  };
}

/** True if `after` may decode earlier failures differently than `before`. */
export function hasFirmedUp(before: Fingerprint, after: Fingerprint): boolean {
  return after.firm !== null && after.firm !== before.firm;
}

function firmDialect(confidence: Record<string, number>): string | null {
  let best: string | null = null;
  let highest = 0;
  let second = 0;
  for (const [id, value] of Object.entries(confidence)) {
    if (value > highest) {
      second = highest;
      highest = value;
      best = id;
    } else if (value > second) second = value;
  }
  return highest >= firmAt && highest - second >= 0.1 ? best : null;
}

const mostTitles = 200;
const mostSeen = 300;

function withTitle(titles: Fingerprint['titles'], failure: Failure): Fingerprint['titles'] {
  const { type, title } = failure.problem ?? {};
  if (type === undefined || title === undefined || type === 'about:blank' || type === '__proto__') return titles;
  if (Object.hasOwn(titles, type) || Object.keys(titles).length >= mostTitles) return titles;
  return { ...titles, [type]: title.slice(0, 200) };
}
