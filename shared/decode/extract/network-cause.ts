// A network failure that only stderr tells: the server answers "fetch failed", that nothing was found, or not at all. Owns which answers
// leave the cause open, and which line of stderr is the cause.

import { anyOf, inRow } from '../../dialects/patterns.ts';
import { idleLine, saidIn } from '../../stderr/last-words.ts';
import type { CallFacts, Reading } from '../reading/reading.ts';

const ofNetwork = anyOf(
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|getaddrinfo|no such host|connection refused)\b/i,
  /\bname (?:resolution|or service not known)\b|\b(?:could not|cannot|can't|failed to|unable to) resolve\b/i,
);
const ofProgress = /\b(?:INFO|DEBUG|TRACE)\b|^(?:info|debug):/;
const ofWarnings = /\b(?:WARN|WARNING)\b|^(?:warn|warning):/i;
/** A server sends these to its own collector. They have nothing to do with the call. */
const ofOwnReports = /\b(?:telemetry|analytics|update[ -]?(?:check|notifier)|new version|sentry|posthog)\b/i;
const looked = 100;

/** Says that the network failed, and neither where nor why. */
const bare = inRow(
  /(?:^|[:,-] )(?:the )?/i,
  [
    /fetch failed|failed to fetch|network (?:request )?(?:error|failed|failure)|connection (?:error|failed|failure)/i,
    /(?:request|operation|connection|call|query)? ?(?:timed out|timeout)|(?:unable|failed) to connect|could not connect/i,
  ],
  /[.!]?$/i,
);
/** Nothing was found, which servers also say if they could not look. */
const weak = anyOf(
  /^(?:no|none of the)\b[^\n]{0,80}\b(?:found|available|returned|results?|data|matches)\b/i,
  /^nothing (?:was )?(?:found|returned)\b|^(?:could not|couldn't|unable to|failed to) (?:find|get|fetch|retrieve|load)\b/i,
);
const longestAnswer = 200;

/** The last line that names a network failure, without its time and level; '' if there is none. */
export function networkLine(stderr: readonly string[], withWarnings: boolean): string {
  for (const whole of stderr.slice(-looked).toReversed()) {
    const line = saidIn(whole);
    if (!ofNetwork.test(line) || idleLine(line) || ofProgress.test(line) || ofOwnReports.test(line)) continue;
    if (withWarnings || !ofWarnings.test(line)) return line.replace(label, '');
  }
  return '';
}

/** `2026-03-01 09:00:00 - garden - ERROR - `, `[cause]: ` */
const label = /^(?:[^\n]{0,120}?\b(?:ERROR|CRITICAL|FATAL|WARN|WARNING)\b[\]:]{0,2}(?: - | )|\[cause\]: )/;

/** What stderr says about an answer that leaves the cause open; null if the answer says more, or stderr nothing. */
export function networkCause({ stderr }: CallFacts, { messages }: Pick<Reading, 'messages'>): string | null {
  const said = messages[0]?.value ?? '';
  if (stderr === undefined || said.length > longestAnswer) return null;
  const isBare = bare.test(said);
  if ((!isBare && !weak.test(said)) || ofNetwork.test(said)) return null;
  return networkLine(stderr, isBare) || null;
}
