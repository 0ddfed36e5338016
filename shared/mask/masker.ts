// Puts a sign where each secret was, the same for the same secret, and remembers what was hidden: a value that was found once
// is hidden wherever it comes back. One masker a view, an export or a copy; it never gives a secret back.

import { compileRegex } from '../filter/regex.ts';
import { credentialParts } from './credential-parts.ts';
import { findKnown, findSecrets, merged } from './find.ts';
import { type MaskKind, maskKinds, maskWords, type Secret, valuesOf } from './kinds.ts';
import { fewLengths, type KnownPlace, KnownValues, type Lookup, partsOfValue } from './known-values.ts';
import { type OwnPattern, ownPatterns } from './own-patterns.ts';
import { isPlainValue } from './plain-values.ts';
import { isCredentialHeader } from './secret-names.ts';

export interface MaskerOptions {
  /** Further values to hide, each a regular expression; one that is wrong hides nothing (see `checkPattern`). */
  patterns?: readonly string[];
  /** Kinds that a person chose to leave as they are. */
  keep?: readonly string[];
  /** Secrets that stay as they are, since a person is looking at them. */
  revealed?: ReadonlySet<string>;
  /** Told once for each secret, by whoever may show it again. */
  onSign?: (sign: string, secret: string) => void;
}

export interface MaskSummary {
  kind: MaskKind;
  label: string;
  count: number;
  /** How some of them look now, with what stood before them. */
  examples: string[];
}

const exampleLimit = 3;
const cleanLimit = 5000;
const rememberedLength = 300;
/** So many values are looked for again; a log with more of them is one of random values. */
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
  /** Short texts in which nothing was found: sentences that come again and again. */
  readonly #clean = new Set<string>();

  constructor({ patterns = [], keep = [], revealed = new Set(), onSign }: MaskerOptions = {}) {
    this.#keep = new Set(keep);
    this.#revealed = revealed;
    this.#onSign = onSign;
    this.#patterns = ownPatterns(patterns);
  }

  /** Where the secrets are that this masker hides. `also`: further values that are looked for. */
  find(text: string, also?: Lookup): Secret[] {
    const known = also === undefined || also.size === 0 ? this.#known : both(this.#known, also);
    let found: Secret[];
    if (this.#clean.has(text)) found = known.find(text).map(asSecret);
    else {
      found = findSecrets(text, known, this.#patterns);
      if (found.length === 0 && text.length < rememberedLength && !/[\\%&{[]/.test(text)) this.#noteClean(text);
    }
    if (this.#keep.size > 0) found = found.filter(({ kind }) => !this.#keep.has(kind));
    if (this.#revealed.size === 0) return found;
    return found.filter((secret) => !this.#revealed.has(secretOf(text, secret)));
  }

  mask(text: string, also?: Lookup): string {
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

  /** A whole message or body. A number alone stays JSON: what takes its place is a string. */
  message(text: string): string {
    const masked = this.mask(text);
    return masked !== text && jsonNumber.test(text) ? JSON.stringify(masked) : masked;
  }

  /** Where its secrets are; from now on they have signs and are hidden wherever they come back. */
  read(text: string, also?: Lookup): Secret[] {
    const found = this.find(text, also);
    // What was found here for the first time may stand a second time, without the name that gave it away.
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

  /** Every string in a JSON value, keys excepted; a member's name tells what its value is. */
  value<T>(value: T): T {
    return JSON.parse(this.mask(JSON.stringify(value))) as T;
  }

  /** What stands for a secret. */
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

  /** Values that are known now, wherever they stand in a text that was searched already. */
  #again(text: string): Secret[] {
    return findKnown(text, this.#known).filter(
      (secret) => !this.#keep.has(secret.kind) && !this.#revealed.has(secretOf(text, secret)),
    );
  }

  /** Whether there is a value among them that was not known before. */
  #learn(text: string, secrets: readonly Secret[]): boolean {
    const before = this.#known.size;
    for (const secret of secrets) for (const value of valuesOf(text, secret)) this.#know(secret.kind, value);
    return this.#known.size > before;
  }

  #know(kind: MaskKind, value: string): void {
    if (this.#known.size >= knownLimit || !isTelling(kind, value)) return;
    this.#known.add(value, kind);
    // A key in lines may come back in pieces.
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
    const example = text.slice(-40).replace(/\s+/g, ' ');
    if (known.examples.length < exampleLimit && !known.examples.includes(example)) known.examples.push(example);
    this.#summary.set(kind, known);
  }
}

const jsonNumber = /^\s{0,100}-?\d{1,5000}(?:\.\d{1,5000})?(?:[eE][+-]?\d{1,10})?\s{0,100}$/;

const secretOf = (text: string, { from, to, value }: Secret): string => value ?? text.slice(from, to);

const asSecret = ({ from, to, kind, value }: KnownPlace): Secret => ({ from, to, kind, value });

const both = (first: Lookup, second: Lookup): Lookup => ({
  size: first.size + second.size,
  find: (text) => [...first.find(text), ...second.find(text)],
});

/** Whether it may be looked for everywhere. Words would be missed: `default` may be a password, and is a word all the same. */
export function isTelling(kind: MaskKind, value: string): boolean {
  if (kind === 'email' || kind === 'card' || value.length < 6 || value.length > 20_000) return false;
  if (/[A-Za-z]/.test(value) && /\d/.test(value)) return true;
  if (/^\d+$/.test(value)) return kind === 'password' && value.length >= 8;
  if (/^[A-Za-z]+(?:[_\-./ ][A-Za-z]+)*$/.test(value)) return kind === 'password' && value.length >= 12;
  return value.length >= 8;
}
