// Judgements of answers that came before: servers repeat themselves, clients retry, and reading the same error once is enough.
// Decoding stays a pure function; this only spares it work. A judgement names neither the server nor the tool: what the same
// words mean does not depend on them. Nothing is kept that depends on the clock or on telling headers.

import type { Lexicon } from '../dialects/compile.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Judgement } from '../failure.ts';
import type { DecodeOptions } from './decode.ts';
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

interface Known {
  judgement: Judgement;
  kind: string | undefined | typeof anyKind;
  status: number | null | undefined;
  under: Circumstances;
  /** The same answer to another method, or under other circumstances. */
  next: Known | null;
}

// At most some 20 MB: a text, and a judgement of one or two kilobytes for it; usually a tenth of that.
const mostReadings = 5000;
const longestText = 2000;
const mostOthers = 8;

/** Held by whoever reads a stream of messages, and passed to `judge`. */
export class Readings {
  /** By the answer alone: one text is hashed, and nothing is joined to it. */
  readonly #known = new Map<string, Known>();
  #kept = 0;
  /** Those of the last answer that was kept: they change seldom, and most readings share them. */
  #under: Circumstances = {
    dialects: undefined,
    pinned: undefined,
    confidence: undefined,
    titles: undefined,
    serverInfo: undefined,
  };

  recall(body: string, { method, http }: Subject, context: DecodeOptions, lexicon: Lexicon): Judgement | null {
    const status = http?.status;
    for (let known = this.#known.get(body) ?? null; known !== null; known = known.next) {
      const isSame = known.status === status && holds(known.under, context);
      if (isSame && (known.kind === anyKind || known.kind === kindOf(method, lexicon))) return known.judgement;
    }
    return null;
  }

  remember(body: string, { http }: Subject, context: DecodeOptions, kind: Known['kind'], judgement: Judgement): void {
    if (this.#kept++ >= mostReadings) this.forget();
    const status = http?.status;
    if (!holds(this.#under, context)) this.#under = circumstancesOf(context);
    // What was read under other circumstances of the same call gives way; only other calls stay beside this one.
    const first = this.#known.get(body);
    const next = first === undefined ? null : others(first, kind, status, mostOthers);
    this.#known.set(body, { judgement, kind, status, under: this.#under, next });
  }

  forget(): void {
    this.#kept = 0;
    this.#known.clear();
  }
}

/** Where the error stands in an answer that begins as those do that SDKs make of one, after the id; -1 in others: then it is worth looking up before it is looked into. */
export function findError(text: string): number {
  if (!text.startsWith(idSecond)) return -1;
  const end = digitsEnd(text, idSecond.length);
  return text.startsWith(',"error":{', end) ? end : -1;
}

/** The answer without its id, where the same one may come again; null where it is not worth asking. */
export function repeatable(subject: Subject, lexicon: Lexicon, errorAt: number): string | null {
  const { answer, http } = subject;
  if (answer === undefined || subject.schemaIssues !== undefined) return null;
  const { text } = answer;
  if (text === '' || text.length > longestText) return null;
  // Such headers vary, so that the answer is read each time.
  if (http !== undefined && (lexicon.marksByHeader.length > 0 || hasTellingHeader(http.headers))) return null;
  return errorAt > idSecond.length ? text.slice(errorAt) : withoutId(text);
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
function others(first: Known | null, kind: Known['kind'], status: Known['status'], most: number): Known | null {
  if (first === null || most === 0) return null;
  if ((first.kind === kind || kind === anyKind) && first.status === status)
    return others(first.next, kind, status, most);
  first.next = others(first.next, kind, status, most - 1);
  return first;
}
