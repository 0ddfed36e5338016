// Frameworks that mask errors name only the tool: the cause is on stderr, if anywhere. Owns what counts as masked, and which line is the
// cause.

import { inRow } from '../../dialects/patterns.ts';
import { lastWords, speaksOfTrouble } from '../../stderr/last-words.ts';
import type { CallFacts, Reading } from '../reading/reading.ts';
import { stripDot } from '../words/reason-words.ts';

const masked = inRow(
  /^/i,
  [
    /Error (?:executing|calling|running|invoking)(?: tool)? ['"`]?[^\s'"`:]{1,200}['"`]?/i,
    /(?:An? )?(?:internal|unexpected|unknown) (?:server )?error(?: occurred)?/i,
  ],
  /[.:]?$/i,
);

export function isMasked(message: string, stderrLine: string): boolean {
  return stderrLine !== '' && masked.test(message);
}

/** The line that names a problem, among those written while the call was open. A server that only logs its response adds nothing. */
export function stderrLineOf({ stderr }: CallFacts, message: string): string {
  if (stderr === undefined || stderr.length === 0) return '';
  const line = lastWords(stderr);
  const repeats = message !== '' && stripDot(line).endsWith(stripDot(message));
  return speaksOfTrouble(line) && !repeats && !masked.test(line) ? line : '';
}

/** `ValueError: …`, `httpx.ConnectError: …`, `panic: …`: the end of a traceback is the cause; other lines may only be near it. */
const thrown =
  /^(?:[A-Za-z_][\w$]{0,60}\.){0,8}(?:[A-Za-z_]{0,60}(?:Error|Exception|Timeout)|panic)(?: ?\[\w{1,40}\])?: \S/;

/** What was read about the cause of a masked error. */
export function readCause({ messages }: Pick<Reading, 'messages'>): string | undefined {
  return messages.length > 1 ? messages.find(({ path }) => path === 'stderr')?.value : undefined;
}

/** The exception that a masked error hides; null if nothing is masked, or stderr does not say. */
export function maskedCause(call: CallFacts, { messages }: Reading): string | null {
  const [only] = messages;
  if (only === undefined || messages.length > 1 || call.stderr === undefined) return null;
  const line = stderrLineOf(call, only.value);
  return isMasked(only.value, line) && thrown.test(line) ? line : null;
}

/** What the server answered, if the cause below it is shown instead. */
export function wireMessage(reading: Reading, message: string): string {
  return readCause(reading) === undefined
    ? message
    : (reading.messages.find(({ path }) => path !== 'stderr')?.value ?? message);
}
