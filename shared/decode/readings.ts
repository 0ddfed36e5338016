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

/** What else a reading depends on. */
interface Circumstances {
  dialects: readonly Dialect[] | undefined;
  pinned: string | undefined;
  confidence: Fingerprint['confidence'] | undefined;
  titles: Fingerprint['titles'] | undefined;
  serverInfo: string | undefined;
}

interface Known<T> {
  failure: T;
  /** Of whom it was told. */
  server: string;
  method: string | undefined;
  target: string | undefined;
  story: Told;
  kind: string | undefined | typeof anyKind;
  status: number | null | undefined;
  under: Circumstances;
  /** The same answer to another method, or under other circumstances. */
  next: Known<T> | null;
}

/** The subject and the facts of a story hold the whole message: only what sentences need of it is kept. */
type Told = Omit<Story, 'subject' | 'context'>;

// At most some 20 MB: a text, and a judgement of one or two kilobytes for it; usually a tenth of that.
const mostReadings = 5000;
const longestText = 2000;
const mostOthers = 8;

/** Held by whoever reads a stream of messages, and passed to `judge` or `decode`. */
export class Readings<T extends Judgement> {
  /** By the answer alone: one text is hashed, and nothing is joined to it. */
  readonly #known = new Map<string, Known<T>>();
  #kept = 0;
  /** Those of the last answer that was kept: they change seldom, and most readings share them. */
  #under: Circumstances = {
    dialects: undefined,
    pinned: undefined,
    confidence: undefined,
    titles: undefined,
    serverInfo: undefined,
  };

  recall(
    body: string,
    subject: Subject,
    context: DecodeOptions,
    lexicon: Lexicon,
    retell: (known: T, story: Story) => T,
  ): T | null {
    let known = this.#known.get(body) ?? null;
    if (known === null) return null;
    const { method, target } = subject;
    const status = subject.http?.status;
    const kind = kindOf(method, lexicon);
    while (known !== null && !(isKind(known, kind) && known.status === status && holds(known.under, context)))
      known = known.next;
    if (known === null) return null;
    const { failure, story } = known;
    if (known.server === context.server && known.target === target && known.method === method) return failure;
    return retell(failure, {
      subject,
      context,
      facts: story.facts,
      class: story.class,
      meaning: story.meaning,
      message: story.message,
      because: story.because,
      issuesSaid: story.issuesSaid,
      afterMs: story.afterMs,
      candidates: story.candidates,
    });
  }

  remember(body: string, context: DecodeOptions, kind: Known<T>['kind'], failure: T, story: Story): void {
    if (this.#kept++ >= mostReadings) this.forget();
    const { facts } = story;
    const { method, target, http } = story.subject;
    const status = http?.status;
    if (!holds(this.#under, context)) this.#under = circumstancesOf(context);
    // What was read under other circumstances of the same call gives way; only other calls stay beside this one.
    const first = this.#known.get(body);
    this.#known.set(body, {
      failure,
      server: context.server,
      method,
      target,
      story: {
        facts: { numbers: facts.numbers, issues: facts.issues, values: facts.values, suggestions: facts.suggestions },
        class: story.class,
        meaning: story.meaning,
        message: story.message,
        because: story.because,
        issuesSaid: story.issuesSaid,
        afterMs: story.afterMs,
        candidates: story.candidates,
      },
      kind,
      status,
      under: this.#under,
      next: first === undefined ? null : others(first, kind, status, mostOthers),
    });
  }

  forget(): void {
    this.#kept = 0;
    this.#known.clear();
  }
}

/** Whether an answer begins as those do that SDKs make of an error: then it is worth looking up before it is looked into. */
export function beginsWithError(text: string): boolean {
  return text.startsWith(idSecond) && text.startsWith(',"error":{', digitsEnd(text, idSecond.length));
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

const version = '"jsonrpc":"2.0"';
const idSecond = `{${version},"id":`;
const idFirst = '{"id":';
/** How far from the end an id is looked for. */
const endings = 50;

/** The text without a numeric id where SDKs put it, among the first or the last members; any other text as it is. */
function withoutId(text: string): string {
  if (text.startsWith(idSecond)) {
    const end = digitsEnd(text, idSecond.length);
    return end > idSecond.length && text.charCodeAt(end) === 44 ? text.slice(end) : text;
  }
  if (text.startsWith(idFirst)) {
    const end = digitsEnd(text, idFirst.length);
    return end > idFirst.length && text.startsWith(version, end + 1) ? text.slice(end) : text;
  }
  // In a text or a name the quote would come after a backslash.
  const at = text.indexOf(',"id":', text.length - endings);
  if (at < 0) return text;
  const end = digitsEnd(text, at + 6);
  if (end === at + 6) return text;
  if (end === text.length - 1) return text.slice(0, at);
  // The comma tells these from those that name no version.
  return end + version.length + 2 === text.length && text.startsWith(version, end + 1) ? text.slice(0, at + 1) : text;
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

/** Of a reading that no method would change. */
export const anyKind = null;

function isKind(known: Known<unknown>, kind: string | undefined): boolean {
  return known.kind === kind || known.kind === anyKind;
}

/** Methods that nobody asks about are all the same; lint asks for tool calls. */
export function kindOf(method: string | undefined, { methods }: Lexicon): string | undefined {
  return method === undefined || method === 'tools/call' || methods.has(method) ? method : '';
}

function holds(under: Circumstances, context: DecodeOptions): boolean {
  const { fingerprint } = context;
  return (
    under.dialects === context.dialects &&
    under.pinned === context.pinnedDialect &&
    under.confidence === fingerprint?.confidence &&
    under.titles === fingerprint?.titles &&
    under.serverInfo === fingerprint?.serverInfo
  );
}

function circumstancesOf({ dialects, pinnedDialect, fingerprint }: DecodeOptions): Circumstances {
  return {
    dialects,
    pinned: pinnedDialect,
    confidence: fingerprint?.confidence,
    titles: fingerprint?.titles,
    serverInfo: fingerprint?.serverInfo,
  };
}

/** The others that were read of the same answer, newest first; few, so that looking through them stays quick. */
function others<T>(
  first: Known<T> | null,
  kind: Known<T>['kind'],
  status: Known<T>['status'],
  most: number,
): Known<T> | null {
  if (first === null || most === 0) return null;
  if ((first.kind === kind || kind === anyKind) && first.status === status)
    return others(first.next, kind, status, most);
  first.next = others(first.next, kind, status, most - 1);
  return first;
}
