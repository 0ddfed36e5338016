// Readings of answers that came before: servers repeat themselves, clients retry, and reading the same error once is enough.
// Decoding stays a pure function; this only spares it work. What names the server or the tool is told anew.
// Nothing is kept that depends on the clock or on telling headers.

import type { Dialect } from '../dialects/schema.ts';
import type { Failure } from '../failure.ts';
import type { DecodeOptions } from './decode.ts';
import { explain, type Story } from './explain.ts';
import type { Fingerprint } from './fingerprint.ts';
import { remedies } from './remedy.ts';
import type { Subject } from './subject.ts';

interface Reading {
  failure: Failure;
  story: Story;
  dialects: readonly Dialect[] | undefined;
  pinned: string | undefined;
  confidence: Fingerprint['confidence'] | undefined;
  titles: Fingerprint['titles'] | undefined;
  serverInfo: string | undefined;
}

// At most some 30 MB: a text or two, and a failure of two or three kilobytes for it; usually a tenth of that.
const mostReadings = 5000;
const longestText = 2000;
const readings = new Map<string, Reading>();
/** The same, as told of one server and one tool. */
const tellings = new Map<string, { failure: Failure; reading: Reading }>();

/** The answer without its id, where the same one may come again; null where it is not worth asking. */
export function repeatable(subject: Subject): string | null {
  const { answer, http } = subject;
  if (answer === undefined || subject.schemaIssues !== undefined) return null;
  const { text } = answer;
  if (text === '' || text.length > longestText) return null;
  if (http !== undefined && hasTellingHeader(http.headers)) return null;
  return withoutId(text);
}

/** What makes two failed calls the same, but for whom they are told of. */
function readingKey({ method, http }: Subject, body: string): string {
  return `${method ?? ''}\n${http === undefined ? '' : http.status}\n${body}`;
}

/** Headers that say something about a failure (extract/headers.ts): they vary, so such an answer is read each time. */
function hasTellingHeader(headers: Record<string, string>): boolean {
  for (const name in headers) {
    if (
      name.startsWith('retry') ||
      name.startsWith('ratelimit') ||
      name.startsWith('x-') ||
      name.startsWith('anthropic-')
    )
      return true;
    if (name === 'www-authenticate' || name === 'location' || name === 'grpc-status') return true;
  }
  return false;
}

const idFirst = '{"jsonrpc":"2.0","id":';

/** The text without a numeric id where SDKs put it, at the beginning or at the end; any other text as it is. */
function withoutId(text: string): string {
  if (text.startsWith(idFirst)) {
    const end = digitsEnd(text, idFirst.length);
    return end > idFirst.length && text.charCodeAt(end) === 44 ? text.slice(end) : text;
  }
  const at = text.lastIndexOf('"id":');
  if (at < 0 || text.length - at > 30) return text;
  const end = digitsEnd(text, at + 5);
  return end > at + 5 && end === text.length - 1 ? text.slice(0, at) : text;
}

function digitsEnd(text: string, from: number): number {
  let index = from;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) break;
    index++;
  }
  return index;
}

export function recall(body: string, subject: Subject, context: DecodeOptions): Failure | null {
  const { method, target, http } = subject;
  const whole = `${context.server}\n${target ?? ''}\n${method ?? ''}\n${http === undefined ? '' : http.status}\n${body}`;
  const before = tellings.get(whole);
  if (before !== undefined && stillHolds(before.reading, context)) return before.failure;
  const reading = readings.get(readingKey(subject, body));
  if (reading === undefined || !stillHolds(reading, context)) return null;
  const story: Story = { ...reading.story, subject, context };
  const failure = { ...reading.failure, explanation: explain(story), remedy: remedies(story, reading.failure.retry) };
  if (tellings.size >= mostReadings) tellings.clear();
  tellings.set(whole, { failure, reading });
  return failure;
}

function stillHolds(known: Reading, { dialects, pinnedDialect, fingerprint }: DecodeOptions): boolean {
  return (
    known.dialects === dialects &&
    known.pinned === pinnedDialect &&
    known.confidence === fingerprint?.confidence &&
    known.titles === fingerprint?.titles &&
    known.serverInfo === fingerprint?.serverInfo
  );
}

export function remember(body: string, subject: Subject, context: DecodeOptions, failure: Failure, story: Story): void {
  if (readings.size >= mostReadings) readings.clear();
  const { dialects, pinnedDialect, fingerprint } = context;
  readings.set(readingKey(subject, body), {
    failure,
    // The subject holds the whole message: only what sentences need of it is kept.
    story: { ...story, subject: { method: story.subject.method, target: story.subject.target } },
    dialects,
    pinned: pinnedDialect,
    confidence: fingerprint?.confidence,
    titles: fingerprint?.titles,
    serverInfo: fingerprint?.serverInfo,
  });
}

/** For measuring what a first reading costs. */
export function forgetReadings(): void {
  readings.clear();
  tellings.clear();
}
