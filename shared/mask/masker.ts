// Replaces each secret with a placeholder, the same for equal secrets, and remembers it: a value found once is masked wherever it
// reappears. One masker per view, export or copy; it never returns a secret.

import { compileRegex } from '../filter/regex.ts';
import { credentialParts } from './credential-parts.ts';
import { findKnown, findSecrets, merged } from './find.ts';
import { type MaskKind, maskKinds, maskWords, type SecretKind, secretValues } from './kinds.ts';
import { fewLengths, type KnownPlace, KnownValues, partsOfValue, type ValueLookup } from './known-values.ts';
import { type OwnPattern, ownPatterns } from './own-patterns.ts';
import { isPlainValue } from './plain-values.ts';
import { isCredentialHeader } from './secret-names.ts';

interface MaskerOptions {
  /** Further values to mask, each a regular expression; an invalid one masks nothing (see `checkPattern`). */
  patterns?: readonly string[];
  /** Kinds that the user chose not to mask. */
  keep?: readonly string[];
  /** Secrets that stay visible, because the user revealed them. */
  revealed?: ReadonlySet<string>;
  /** Called once per secret, for code that may reveal it again. */
  onSign?: (sign: string, secret: string) => void;
}

export interface MaskSummary {
  kind: MaskKind;
  label: string;
  count: number;
  /** The current form of some of them, with their original text. */
  examples: string[];
}

const exampleLimit = 3;
const cleanLimit = 5000;
const rememberedLength = 300;
/** Maximum number of values to search again; a log with more of them has random values. */
const knownLimit = 20_000;

export function checkPattern(source: string): string | null {
  const compiled = compileRegex(source);
  return compiled.ok ? null : compiled.problem;
}

export class Masker {
  readonly #patterns: OwnPattern[];
  readonly #keep: ReadonlySet<string>;
  readonly #revealed: ReadonlySet<string>;
  readonly #onSign: ((sign: string, secret: string) => void) | undefined;
  readonly #numbers = new Map<string, string>();
  readonly #next = new Map<MaskKind, number>();
  readonly #summary = new Map<MaskKind, MaskSummary>();
  readonly #known = new KnownValues(fewLengths);
  /** Short texts without secrets: frequent sentences. */
  readonly #clean = new Set<string>();

  constructor({ patterns = [], keep = [], revealed = new Set(), onSign }: MaskerOptions = {}) {
    this.#keep = new Set(keep);
    this.#revealed = revealed;
    this.#onSign = onSign;
    this.#patterns = ownPatterns(patterns);
  }

  /** The positions of secrets to mask. `also`: further values to search. */
  find(text: string, also?: ValueLookup): SecretKind[] {
    const known = also === undefined || also.size === 0 ? this.#known : both(this.#known, also);
    let found: SecretKind[];
    if (this.#clean.has(text)) found = known.find(text).map(asSecret);
    else {
      found = findSecrets(text, known, this.#patterns);
      if (found.length === 0 && text.length < rememberedLength && !/[\\%&{[]/.test(text)) this.#noteClean(text);
    }
    if (this.#keep.size > 0) found = found.filter(({ kind }) => !this.#keep.has(kind));
    if (this.#revealed.size === 0) return found;
    return found.filter((secret) => !this.#revealed.has(secretOf(text, secret)));
  }

  mask(text: string, also?: ValueLookup): string {
    const secrets = this.read(text, also);
    if (secrets.length === 0) return text;
    const parts: string[] = [];
    let at = 0;
    for (const secret of secrets) {
      const sign = this.sign(secret.kind, secretOf(text, secret));
      const part = `${text.slice(at, secret.from)}${secret.quote ?? ''}${sign}${secret.quote ?? ''}`;
      parts.push(part);
      this.#note(secret.kind, part);
      at = secret.to;
    }
    parts.push(text.slice(at));
    return parts.join('');
  }

  /** A whole message or body. A single number stays JSON: its placeholder is a string. */
  message(text: string): string {
    const masked = this.mask(text);
    return masked !== text && jsonNumber.test(text) ? JSON.stringify(masked) : masked;
  }

  /** The positions of its secrets; from now on they are masked wherever they reappear. */
  read(text: string, also?: ValueLookup): SecretKind[] {
    const found = this.find(text, also);
    // A new secret may occur a second time, without the name that revealed it.
    const secrets =
      found.length > 0 && this.#learn(text, found) ? merged(text, [...found, ...this.#again(text)]) : found;
    for (const secret of secrets) this.sign(secret.kind, secretOf(text, secret));
    return secrets;
  }

  header(name: string, value: string): string {
    if (!isCredentialHeader(name) || this.#keep.has('credential')) return this.mask(value);
    if (isPlainValue(value) || this.#revealed.has(value)) return value;
    const parts = credentialParts(name, value);
    if (parts.length === 0) parts.push({ from: 0, to: value.length, value });
    let shown = '';
    let at = 0;
    for (const part of parts) {
      this.#know('credential', part.value);
      const hidden = this.#revealed.has(part.value) ? part.value : this.sign('credential', part.value);
      shown += value.slice(at, part.from) + hidden;
      at = part.to;
    }
    shown += value.slice(at);
    this.#note('credential', `${name}: ${shown}`);
    return shown;
  }

  headers(headers: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.header(name, value)]));
  }

  /** Every string in a JSON value except keys; a field's name describes its value. */
  value<T>(value: T): T {
    return JSON.parse(this.mask(JSON.stringify(value))) as T;
  }

  /** The placeholder of a secret. */
  sign(kind: MaskKind, secret: string): string {
    const known = this.#numbers.get(secret);
    if (known !== undefined) return known;
    const number = (this.#next.get(kind) ?? 0) + 1;
    this.#next.set(kind, number);
    const sign = `‹${maskWords[kind]} ${number}›`;
    this.#numbers.set(secret, sign);
    this.#onSign?.(sign, secret);
    return sign;
  }

  /** Known values, anywhere in a text that was already searched. */
  #again(text: string): SecretKind[] {
    return findKnown(text, this.#known).filter(
      (secret) => !this.#keep.has(secret.kind) && !this.#revealed.has(secretOf(text, secret)),
    );
  }

  /** Whether any of the values is new. */
  #learn(text: string, secrets: readonly SecretKind[]): boolean {
    const before = this.#known.size;
    for (const secret of secrets) for (const value of secretValues(text, secret)) this.#know(secret.kind, value);
    return this.#known.size > before;
  }

  #know(kind: MaskKind, value: string): void {
    if (this.#known.size >= knownLimit || !isTellingName(kind, value)) return;
    this.#known.add(value, kind);
    // A multi-line key may reappear in pieces.
    if (value.includes('\n')) for (const part of partsOfValue(value)) this.#known.add(part, kind);
  }

  #noteClean(text: string): void {
    if (this.#clean.size >= cleanLimit) this.#clean.clear();
    this.#clean.add(text);
  }

  get count(): number {
    return [...this.#summary.values()].reduce((total, { count }) => total + count, 0);
  }

  summary(): MaskSummary[] {
    return [...this.#summary.values()].sort((a, b) => b.count - a.count);
  }

  #note(kind: MaskKind, text: string): void {
    const known = this.#summary.get(kind) ?? { kind, label: maskKinds[kind], count: 0, examples: [] };
    known.count += 1;
    const example = endOf(text);
    if (known.examples.length < exampleLimit && !known.examples.includes(example)) known.examples.push(example);
    this.#summary.set(kind, known);
  }
}

/** The end of a long text, from the start of a word. */
function endOf(text: string): string {
  const end = text.slice(-40).replace(/\s+/g, ' ');
  if (text.length <= 40) return end;
  const word = end.search(/(?<=[\s"'{[(,;&?=])[\w‹]/);
  return `…${word === -1 ? end : end.slice(word)}`;
}

const jsonNumber = /^\s{0,100}-?\d{1,5000}(?:\.\d{1,5000})?(?:[eE][+-]?\d{1,10})?\s{0,100}$/;

const secretOf = (text: string, { from, to, value }: SecretKind): string => value ?? text.slice(from, to);

const asSecret = ({ from, to, kind, value }: KnownPlace): SecretKind => ({ from, to, kind, value });

const both = (first: ValueLookup, second: ValueLookup): ValueLookup => ({
  size: first.size + second.size,
  find: (text) => [...first.find(text), ...second.find(text)],
});

/** Whether to search for it everywhere. Not for words: `default` may be a password, but is also a word. */
export function isTellingName(kind: MaskKind, value: string): boolean {
  if (kind === 'email' || kind === 'card' || value.length < 6 || value.length > 20_000) return false;
  if (/[A-Za-z]/.test(value) && /\d/.test(value)) return true;
  if (/^\d+$/.test(value)) return kind === 'password' && value.length >= 8;
  if (/^[A-Za-z]+(?:[_\-./ ][A-Za-z]+)*$/.test(value)) return kind === 'password' && value.length >= 12;
  return value.length >= 8;
}
