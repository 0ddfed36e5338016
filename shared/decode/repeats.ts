// Readings of answers that came before: a client that retries gets the same error again and again, and reading it once is enough.
// Decoding stays a pure function; this only spares it work. Nothing is kept that depends on the clock or on HTTP.

import type { Dialect } from '../dialects/schema.ts';
import type { Failure } from '../failure.ts';
import type { DecodeOptions } from './decode.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Subject } from './subject.ts';

interface Reading {
  failure: Failure;
  dialects: readonly Dialect[] | undefined;
  pinned: string | undefined;
  confidence: Fingerprint['confidence'] | undefined;
  titles: Fingerprint['titles'] | undefined;
  serverInfo: string | undefined;
}

// At most some 20 MB: a text, and a failure of two or three kilobytes for it.
const mostReadings = 5000;
const longestText = 2000;
const readings = new Map<string, Reading>();

/** What makes two failed calls the same, but for their ids; null where it is not worth asking. */
export function repeatKey(subject: Subject, context: DecodeOptions): string | null {
  const { answer } = subject;
  if (answer === undefined || subject.http !== undefined || subject.schemaIssues !== undefined) return null;
  const { text } = answer;
  if (text === '' || text.length > longestText) return null;
  const body = withoutId(text);
  if (body === null) return null;
  return `${subject.method ?? ''}\n${subject.target ?? ''}\n${context.server}\n${body}`;
}

const idFirst = '{"jsonrpc":"2.0","id":';

/** The text without a numeric id where SDKs put it: at the beginning or at the end. */
function withoutId(text: string): string | null {
  if (text.startsWith(idFirst)) {
    const end = digitsEnd(text, idFirst.length);
    return end > idFirst.length && text.charCodeAt(end) === 44 ? text.slice(end) : null;
  }
  const at = text.lastIndexOf('"id":');
  if (at < 0 || text.length - at > 30) return null;
  const end = digitsEnd(text, at + 5);
  return end > at + 5 && end === text.length - 1 ? text.slice(0, at) : null;
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

export function recall(key: string, { dialects, pinnedDialect, fingerprint }: DecodeOptions): Failure | null {
  const known = readings.get(key);
  if (known === undefined || known.dialects !== dialects || known.pinned !== pinnedDialect) return null;
  if (known.confidence !== fingerprint?.confidence || known.titles !== fingerprint?.titles) return null;
  return known.serverInfo === fingerprint?.serverInfo ? known.failure : null;
}

export function remember(key: string, { dialects, pinnedDialect, fingerprint }: DecodeOptions, failure: Failure): void {
  if (readings.size >= mostReadings) readings.clear();
  readings.set(key, {
    failure,
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
}
