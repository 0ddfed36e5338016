// What a failure says about itself, gathered without judging: every extractor writes here, every later stage reads here.
// Each fact keeps the path it came from, so that the card can show why something is believed.

import type { CompiledMark } from '../dialects/compile.ts';
import type { FieldIssue, Problem } from '../failure.ts';
import type { Json, JsonObject } from '../json.ts';

export interface Found<T> {
  value: T;
  path: string;
  /** As it stood in the message, where `value` is a reading of it: "5" rather than 5000. */
  sent?: Json;
}

export interface Facts {
  /** Numeric codes of the server's own, outermost first. HTTP statuses are kept apart. */
  numbers: readonly Found<number>[];
  /** Codes that are words: `not_found`, `RESOURCE_EXHAUSTED`, `ThrottlingException`. */
  words: readonly Found<string>[];
  /** `error_class` and its like: a word that says how to react. */
  classes: readonly Found<string>[];
  statuses: readonly Found<number>[];
  messages: readonly Found<string>[];
  retryable: Found<boolean> | null;
  afterMs: Found<number> | null;
  /** A wait in Retry-After that the body contradicts. */
  rivalWait: Found<number> | null;
  /** The wait was only found in a sentence: a field that says it later is believed instead. */
  waitIsSpoken: boolean;
  maxAttempts: Found<number> | null;
  backoff: Found<'fixed' | 'exponential'> | null;
  jitter: Found<number> | null;
  /** A retry hint was sent at all, whatever it holds. */
  hint: string | null;
  issues: readonly FieldIssue[];
  /**
   * Where the arguments that were sent break the tool's listed inputSchema, whatever the server says about them: paths are JSON
   * Pointers into the arguments, `code` is the keyword (`required`, `type`, `enum` …). Empty where they fit or nothing is listed.
   */
  argumentIssues: readonly FieldIssue[];
  problem: Problem | null;
  /** Concrete values for sentences: `uri`, `limit`, `window`, `timeoutMs`, `scope`, `field` … */
  values: ReadonlyMap<string, Found<Json>>;
  /** What the server itself suggests to do. */
  suggestions: readonly string[];
  links: readonly { label: string; url: string }[];
  /** Objects that look like the error itself, outermost first: marks look into these. */
  objects: readonly Found<JsonObject>[];
  /** Where in them a member is that dialects look for, in the order of reading. */
  marked: readonly { marks: readonly CompiledMark[]; object: Found<JsonObject> }[];
  /** One of them carries a stack trace. */
  stack: boolean;
  /** A message began with what SDKs put before it, `MCP error …`. */
  prefixed: boolean;
  /** Retry figures that make no sense, for lint. */
  oddRetry: readonly Found<Json>[];
  remainder: readonly { path: string; value: Json }[];
  /** Members still allowed to be looked at: hostile payloads must not cost more than ordinary ones. */
  budget: number;
  /** When the answer arrived, for dates. */
  receivedAt: number;
}

// Most failures say little: what they do not say is shared, and nobody can write to it. Lists grow by `added` alone.
const none: readonly never[] = Object.freeze([]);
const noValues: ReadonlyMap<string, Found<Json>> = new Map();

/** The list with one more in it: the same list, unless it was empty. */
export function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  (list as T[]).push(item);
  return list;
}

/** The first of a list. Asking an empty list that cannot be written to for what it has not is slow. */
export function first<T>(list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : list[0];
}

export function emptyFacts(receivedAt: number): Facts {
  return {
    numbers: none,
    words: none,
    classes: none,
    statuses: none,
    messages: none,
    retryable: null,
    afterMs: null,
    rivalWait: null,
    waitIsSpoken: false,
    maxAttempts: null,
    backoff: null,
    jitter: null,
    hint: null,
    issues: none,
    argumentIssues: none,
    problem: null,
    values: noValues,
    suggestions: none,
    links: none,
    objects: none,
    marked: none,
    stack: false,
    prefixed: false,
    oddRetry: none,
    remainder: none,
    budget: 600,
    receivedAt,
  };
}

export const longestMessage = 4000;
const headLength = 3000;
const mostIssues = 100;
const mostRemainder = 60;

export function addMessage(facts: Facts, path: string, text: string, sent?: string): void {
  // Of a long text the beginning and the end: what failed is often said last.
  const trimmed =
    text.length > longestMessage
      ? `${text.slice(0, headLength)} … ${text.slice(headLength - longestMessage)}`
      : trim(text);
  if (trimmed === '') return;
  const source = sent ?? (text.length > longestMessage ? text : undefined);
  facts.messages = added(
    facts.messages,
    source === undefined ? { value: trimmed, path } : { value: trimmed, path, sent: source.slice(0, 2000) },
  );
}

/** Texts that begin and end with a visible letter are as they should be. */
function trim(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > 32 && first < 127 && last > 32 && last < 127 ? text : text.trim();
}

export function addIssue(facts: Facts, issue: FieldIssue): void {
  const { issues } = facts;
  if (issues.length >= mostIssues) return;
  for (let index = 0; index < issues.length; index++) {
    const known = issues[index] as FieldIssue;
    if (known.path !== issue.path || known.message !== issue.message) continue;
    // Told twice, as text and as data: the one with a code says more.
    if (known.code === undefined && issue.code !== undefined) (issues as FieldIssue[])[index] = issue;
    return;
  }
  facts.issues = added(issues, issue);
}

export function addRemainder(facts: Facts, path: string, value: Json): void {
  if (facts.remainder.length < mostRemainder)
    facts.remainder = added(facts.remainder, { path, value: shallow(value, 3) });
}

export function setValue(facts: Facts, name: string, path: string, value: Json): void {
  if (facts.values === noValues) facts.values = new Map();
  if (!facts.values.has(name)) (facts.values as Map<string, Found<Json>>).set(name, { value, path });
}

export function addLink(facts: Facts, label: string, url: Json | undefined): void {
  if (typeof url !== 'string' || url.length > 2000 || !/^https?:\/\//i.test(url)) return;
  if (facts.links.length < 10 && !facts.links.some((link) => link.url === url))
    facts.links = added(facts.links, { label, url });
}

/** A copy that is safe to print and to send: bounded in depth, breadth and length. */
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
  let text = '';
  for (let index = 0; index < segments.length; index++) text += `/${escaped(String(segments[index]))}`;
  return text;
}

function escaped(segment: string): string {
  return special.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

const special = /[~/]/;
const dottedSigns = /[.[\]~/]/;

/** `a.b[0].c` as a JSON Pointer. */
export function pointerFromDotted(dotted: string): string {
  if (dotted === '') return '';
  // Most names are one word.
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
