// Everything that was read about one failed exchange, without judging: where the failure was found, and each fact with its path. locate/
// finds the places, extract/ fills the rest in; claims and sentences only read it.

import type { Account, DecodeContext } from '../../account/account.ts';
import type { CompiledMark } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/dialect-schema.ts';
import type { Carrier, FieldIssue, Layer, Origin, Problem } from '../../failure.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { pointerPart } from '../../json/json-pointer.ts';
import type { Fingerprint } from './fingerprint.ts';

/** One place that describes the failure. */
export interface Site {
  path: string;
  value: Json;
}

/** Where a failure was found and which transport carried it. */
export interface Located {
  layer: Layer;
  carrier: Carrier;
  origin: Origin;
  /** false: the server reported the failure as success. */
  flagged: boolean;
  sites: readonly Site[];
  /** Protocol violations of the response, as lint ids. */
  oddities: readonly string[];
}

export function located(
  layer: Layer,
  carrier: Carrier,
  origin: Origin,
  sites: readonly Site[] = [],
  oddities: readonly string[] = [],
  flagged = true,
): Located {
  return { layer, carrier, origin, flagged, sites, oddities };
}

/** The request and what came back for it. */
export type CallFacts = Pick<
  Account,
  | 'method'
  | 'target'
  | 'params'
  | 'inputSchema'
  | 'listedTools'
  | 'isOffered'
  | 'seenNames'
  | 'isFromServer'
  | 'answer'
  | 'http'
  | 'stderr'
>;

export interface FoundValue<T> {
  value: T;
  path: string;
  /** The original text, if `value` is derived from it: "5" rather than 5000. */
  sent?: Json | undefined;
}

export interface FoundWord extends FoundValue<string> {
  /** The name of an error around the one that caused it. */
  isOuter?: true;
}

export interface ReadText extends FoundValue<string> {
  /** Split by match-phrases.ts on first use. */
  words?: readonly string[] | undefined;
}

export interface Reading extends Located {
  call: CallFacts;
  context: DecodeOptions;
  /** The server's numeric codes, outermost first. HTTP statuses are separate. */
  numbers: FoundValue<number>[];
  /** Codes that are words: `not_found`, `RESOURCE_EXHAUSTED`, `ThrottlingException`. */
  words: FoundWord[];
  /** `error_class` and similar: a word that says how to react. */
  classes: FoundValue<string>[];
  statuses: FoundValue<number>[];
  messages: ReadText[];
  retryable: FoundValue<boolean> | null;
  afterMs: FoundValue<number> | null;
  /** A wait in Retry-After that the body contradicts. */
  rivalWait: FoundValue<number> | null;
  /** The wait comes from a sentence, so a field found later replaces it. */
  waitIsSpoken: boolean;
  maxAttempts: FoundValue<number> | null;
  backoff: FoundValue<'fixed' | 'exponential'> | null;
  jitter: FoundValue<number> | null;
  /** A retry hint was present, even if it is empty. */
  hint: string | null;
  issues: FieldIssue[];
  /**
   * Where the arguments break the tool's listed inputSchema, regardless of the server's message. Paths are JSON Pointers into the
   * arguments; `code` is the keyword (`required`, `type`, `enum` …). Empty if they match or nothing is listed.
   */
  argumentIssues: readonly FieldIssue[];
  /** Texts in the call's parameters, which the server may quote: they are not its own message. */
  sent: readonly string[];
  /** The same, and the names of the tool and its arguments: repeated in a message, they state nothing. */
  repeatable: readonly string[];
  problem: Problem | null;
  /** Concrete values for sentences: `uri`, `limit`, `window`, `timeoutMs`, `scope`, `field` … */
  values: Map<string, FoundValue<Json>>;
  /** The server's suggestions. */
  suggestions: string[];
  links: { label: string; url: string }[];
  /** Objects that look like the error itself, outermost first: marks are looked up in these. */
  objects: FoundValue<JsonObject>[];
  /** Paths of the fields that dialects look for, in reading order. */
  marked: { marks: readonly CompiledMark[]; object: FoundValue<JsonObject> }[];
  /** One of them carries a stack trace. */
  stack: boolean;
  /** Implausible retry values, for lint. */
  oddRetry: FoundValue<Json>[];
  remainder: { path: string; value: Json }[];
  /** Remaining budget of fields to examine: hostile payloads must not cost more than ordinary ones. */
  budget: number;
  /** When the response arrived, for dates. */
  receivedAt: number;
}

// Most failures name no values: they share this object, which is never written to.
const noValues: Reading['values'] = new Map();

export function emptyReading(
  call: CallFacts,
  context: DecodeOptions,
  { layer, carrier, origin, flagged, sites, oddities }: Located,
): Reading {
  return {
    call,
    context,
    layer,
    carrier,
    origin,
    flagged,
    sites,
    oddities,
    numbers: [],
    words: [],
    classes: [],
    statuses: [],
    messages: [],
    retryable: null,
    afterMs: null,
    rivalWait: null,
    waitIsSpoken: false,
    maxAttempts: null,
    backoff: null,
    jitter: null,
    hint: null,
    issues: [],
    argumentIssues: [],
    sent: [],
    repeatable: [],
    problem: null,
    values: noValues,
    suggestions: [],
    links: [],
    objects: [],
    marked: [],
    stack: false,
    oddRetry: [],
    remainder: [],
    budget: 600,
    receivedAt: context.receivedAt,
  };
}

export const longestMessage = 4000;
const headLength = 3000;
const mostIssues = 100;
const mostRemainder = 60;

export function addMessage(reading: Reading, path: string, text: string, sent?: string): void {
  // The start and the end of a long text: the failure is often named last.
  const trimmed =
    text.length > longestMessage
      ? `${text.slice(0, headLength)} … ${text.slice(headLength - longestMessage)}`
      : text.trim();
  if (trimmed === '') return;
  const source = sent ?? (text.length > longestMessage ? text : undefined);
  reading.messages.push({ value: trimmed, path, sent: source?.slice(0, 2000), words: undefined });
}

export function addWord(reading: Reading, path: string, value: string): void {
  if (value === 'error' || value === 'Error' || value === 'text' || value === 'about:blank') return;
  if (reading.words.length < 12) reading.words.push({ value: value.slice(0, 200), path });
}

/** A code or status in a text counts once. */
export function addNumber(numbers: FoundValue<number>[], value: number, path: string): void {
  if (!numbers.some((known) => known.value === value)) numbers.push({ value, path });
}

/** A code rather than a sentence: no spaces, not too long, and in no script that writes sentences without spaces. */
export function looksLikeWord(value: string): boolean {
  return value.length <= 120 && !space.test(value) && !unspaced.test(value);
}

const space = /\s/;
const unspaced = /[\u3040-\u30ff\u3400-\u9fff]/;

export function addIssue(reading: Reading, issue: FieldIssue): void {
  const { issues } = reading;
  if (issues.length >= mostIssues) return;
  const known = issues.findIndex(({ path, message }) => path === issue.path && message === issue.message);
  if (known < 0) issues.push(issue);
  // Present as text and as data: the one with a code is more specific.
  else if (issues[known]?.code === undefined && issue.code !== undefined) issues[known] = issue;
}

/** Issues present as text and again as data, perhaps in other words: those with a code win, each path once. */
export function dropToldTwice(reading: Reading): void {
  const coded = new Set(reading.issues.filter(({ code }) => code !== undefined).map(({ path }) => path));
  if (coded.size === 0 || reading.issues.every(({ code }) => code !== undefined)) return;
  reading.issues = reading.issues.filter(({ path, code }) => code !== undefined || !coded.has(path));
}

export function addRemainder(reading: Reading, path: string, value: Json): void {
  if (reading.remainder.length < mostRemainder) reading.remainder.push({ path, value: shallow(value, 3) });
}

export function setValue(reading: Reading, name: string, path: string, value: Json): void {
  if (reading.values === noValues) reading.values = new Map();
  if (!reading.values.has(name)) reading.values.set(name, { value, path });
}

export function addLink(reading: Reading, label: string, url: Json | undefined): void {
  if (typeof url !== 'string' || url.length > 2000 || !/^https?:\/\//i.test(url)) return;
  if (reading.links.length < 10 && !reading.links.some((link) => link.url === url)) reading.links.push({ label, url });
}

/** A copy that is safe to print and send: bounded in depth, breadth and length. */
export function shallow(value: Json, depth: number): Json {
  if (typeof value === 'string') return value.length > 2000 ? `${value.slice(0, 2000)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth <= 0) return '…';
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => shallow(item, depth - 1));
  const copy: JsonObject = {};
  let left = 20;
  for (const name of Object.keys(value)) {
    if (left-- === 0) break;
    Object.defineProperty(copy, name, {
      value: shallow(value[name] as Json, depth - 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

/** A JSON Pointer (RFC 6901) from path segments. */
export function pointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${pointerPart(String(segment))}`).join('');
}

const dottedSigns = /[.[\]~/]/;

/** `a.b[0].c` as a JSON Pointer. */
export function pointerFromDotted(dotted: string): string {
  if (dotted === '') return '';
  // Most names are a single word.
  if (!dottedSigns.test(dotted)) return `/${dotted}`;
  return pointer(
    dotted
      .replaceAll('[', '.')
      .replaceAll(']', '')
      .split('.')
      .filter((part) => part !== ''),
  );
}

export function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}

/** Keys of `_meta` have a vendor prefix before a slash: `com.example/retry_after`. */
export function withoutNamespace(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** What the decoder knows besides the account. */
export interface DecodeOptions extends DecodeContext {
  /** The connection's fingerprint so far. */
  fingerprint?: Fingerprint;
  /** A dialect that the user chose for this server. */
  pinnedDialect?: string;
  /** Built-in dialects and the user's own; only the built-in ones if omitted. */
  dialects?: readonly Dialect[];
}

/** Whether a text has no visible content. */
export function isBlank(text: string): boolean {
  // A visible last letter decides nearly every case; only other texts are scanned.
  const last = text.charCodeAt(text.length - 1);
  return !(last > 32 && last < 127) && text.trim() === '';
}
