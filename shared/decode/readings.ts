// Readings of answers that came before: servers repeat themselves, clients retry, and reading the same error once is enough.
// Decoding stays a pure function; this only spares it work. What names the server or the tool is told anew.
// Nothing is kept that depends on the clock or on telling headers.

import type { Lexicon } from '../dialects/compile.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Judgement } from '../failure.ts';
import type { DecodeOptions } from './decode.ts';
import type { Story } from './explain.ts';
import { hasTellingHeader } from './extract/headers.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Subject } from './subject.ts';

interface Known<T> {
  failure: T;
  story: Story;
  method: string | undefined;
  status: number | null | undefined;
  dialects: readonly Dialect[] | undefined;
  pinned: string | undefined;
  confidence: Fingerprint['confidence'] | undefined;
  titles: Fingerprint['titles'] | undefined;
  serverInfo: string | undefined;
  /** The same answer to another method, or under other circumstances. */
  next: Known<T> | null;
}

// At most some 20 MB: a text, and a judgement of one or two kilobytes for it; usually a tenth of that.
const mostReadings = 5000;
const longestText = 2000;
const mostOthers = 8;

/** Held by whoever reads a stream of messages, and passed to `judge` or `decode`. */
export class Readings<T extends Judgement> {
  /** By the answer alone: one text is hashed, and nothing is joined to it. */
  readonly #known = new Map<string, Known<T>>();
  #kept = 0;

  recall(
    body: string,
    subject: Subject,
    context: DecodeOptions,
    lexicon: Lexicon,
    retell: (known: T, story: Story) => T,
  ): T | null {
    let known = this.#known.get(body) ?? null;
    if (known === null) return null;
    const { method, target, http } = subject;
    const kind = kindOf(method, lexicon);
    while (known !== null && !(known.method === kind && known.status === http?.status && holds(known, context)))
      known = known.next;
    if (known === null) return null;
    const { story } = known;
    const isSame = story.context.server === context.server && story.subject.target === target;
    if (isSame && story.subject.method === method) return known.failure;
    return retell(known.failure, { ...story, subject, context });
  }

  remember(body: string, context: DecodeOptions, lexicon: Lexicon, failure: T, story: Story): void {
    if (this.#kept++ >= mostReadings) this.forget();
    const { dialects, pinnedDialect, fingerprint } = context;
    const { facts } = story;
    const { method, target, http } = story.subject;
    const kind = kindOf(method, lexicon);
    this.#known.set(body, {
      failure,
      // The subject and the facts hold the whole message: only what sentences need of them is kept.
      story: {
        subject: { method, target },
        context: { server: context.server, receivedAt: 0 },
        facts: { numbers: facts.numbers, issues: facts.issues, values: facts.values, suggestions: facts.suggestions },
        class: story.class,
        meaning: story.meaning,
        message: story.message,
        afterMs: story.afterMs,
        candidates: story.candidates,
      },
      method: kind,
      status: http?.status,
      dialects,
      pinned: pinnedDialect,
      confidence: fingerprint?.confidence,
      titles: fingerprint?.titles,
      serverInfo: fingerprint?.serverInfo,
      // What was read under other circumstances of the same call gives way; only other calls stay beside this one.
      next: others(this.#known.get(body) ?? null, kind, http?.status, mostOthers),
    });
  }

  forget(): void {
    this.#kept = 0;
    this.#known.clear();
  }
}

/** The answer without its id, where the same one may come again; null where it is not worth asking. */
export function repeatable(subject: Subject, lexicon: Lexicon): string | null {
  const { answer, http } = subject;
  if (answer === undefined || subject.schemaIssues !== undefined) return null;
  const { text } = answer;
  if (text === '' || text.length > longestText) return null;
  // Such headers vary, so that the answer is read each time.
  if (http !== undefined && (lexicon.marksByHeader.length > 0 || hasTellingHeader(http.headers))) return null;
  return withoutId(text);
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

/** Methods that nobody asks about are all the same; lint asks for tool calls. */
function kindOf(method: string | undefined, { methods }: Lexicon): string | undefined {
  return method === undefined || method === 'tools/call' || methods.has(method) ? method : '';
}

function holds(known: Known<unknown>, context: DecodeOptions): boolean {
  const { fingerprint } = context;
  return (
    known.dialects === context.dialects &&
    known.pinned === context.pinnedDialect &&
    known.confidence === fingerprint?.confidence &&
    known.titles === fingerprint?.titles &&
    known.serverInfo === fingerprint?.serverInfo
  );
}

/** The others that were read of the same answer, newest first; few, so that looking through them stays quick. */
function others<T>(
  first: Known<T> | null,
  method: string | undefined,
  status: Known<T>['status'],
  most: number,
): Known<T> | null {
  if (first === null || most === 0) return null;
  if (first.method === method && first.status === status) return first.next;
  first.next = others(first.next, method, status, most - 1);
  return first;
}
