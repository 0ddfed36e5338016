// Searches any text for values known to be secret: plain, in base64 (both alphabets, at any offset) and in hex. undo-encodings.ts
// resolves escapes first. One pass over the text, for any number of values with any common prefix: a rolling hash looks up each stretch
// among all values of its length.

import { toBase64 } from '../text/base64.ts';
import { readPercent } from '../text/percent.ts';
import type { MaskKind } from './kinds.ts';
import { base64Bytes } from './undo-encodings.ts';
import { fromUtf8, toUtf8 } from './utf8.ts';

export interface KnownPlace {
  from: number;
  to: number;
  value: string;
  kind: MaskKind;
}

interface Spelling {
  text: string;
  value: string;
  kind: MaskKind;
  /** Too short to search within words. */
  isWord: boolean;
  /** Characters of a longer run: the adjacent ones also contain bits of the value. */
  isRun: boolean;
}

/** Shorter ones are too common: `yes`, `80`. */
const leastLength = 4;
/** Shorter ones count only as a whole word. */
const tellingLength = 6;
const keyLength = 4;

/** The part of a cut value that is left to recognize, and the most of it that is searched. */
const cutLength = 8;
const longestCut = 200;

/** Something that can locate known values. */
export interface ValueLookup {
  readonly size: number;
  find(text: string): KnownPlace[];
}

/** Spellings of one length and prefix, by the hash of all their characters. */
interface SameLength {
  length: number;
  power: number;
  byNumber: Map<number, Spelling[]>;
}

/** For values that others choose: each length with a common prefix costs one lookup per possible start. */
export const fewLengths = 48;

export class KnownValues implements ValueLookup {
  readonly #mostLengths: number;
  readonly #byKey = new Map<number, SameLength[]>();
  readonly #values = new Set<string>();
  /** Values by their beginning, for those that were cut: `sk-live-9f8a…`. */
  readonly #byStart = new Map<string, string[]>();
  #compared = 0;
  #looked = 0;
  /** Bits for the prefixes of all spellings: most positions need no further check. */
  readonly #starts = new Uint8Array(8192);

  /** `mostLengths`: maximum number of different lengths with a common prefix; further ones are ignored. */
  constructor(mostLengths = Number.POSITIVE_INFINITY) {
    this.#mostLengths = mostLengths;
  }

  get size(): number {
    return this.#values.size;
  }

  /** How many spellings were compared character by character, for tests. */
  get compared(): number {
    return this.#compared;
  }

  /** How often a stretch of text was looked up. */
  get looked(): number {
    return this.#looked;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  add(value: string, kind: MaskKind = 'token'): void {
    if (value.length < leastLength || this.#values.has(value)) return;
    this.#values.add(value);
    const isWord = value.length < tellingLength;
    this.#index({ text: value, value, kind, isWord, isRun: false });
    // As command lines and forms encode them.
    if (value.includes("'"))
      this.#index({ text: value.replaceAll("'", "'\\''"), value, kind, isWord: false, isRun: false });
    if (value.includes(' '))
      this.#index({ text: value.replaceAll(' ', '+'), value, kind, isWord: false, isRun: false });
    if (isWord) return;
    this.#noteStart(value);
    const bytes = toUtf8(value);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    for (const text of new Set([hex, hex.toUpperCase()]))
      this.#index({ text, value, kind, isWord: false, isRun: false });
    for (const text of base64Cores(bytes)) this.#index({ text, value, kind, isWord: false, isRun: true });
  }

  find(text: string): KnownPlace[] {
    const found: KnownPlace[] = [];
    if (this.#values.size === 0 || text.length < leastLength) return found;
    const last = text.length - keyLength;
    const starts = this.#starts;
    let sums: Int32Array | null = null;
    for (let i = 0; i <= last; i += 1) {
      const key = keyAt(text, i);
      if (starts[key & 8191] === 0) continue;
      const lengths = this.#byKey.get(key);
      if (lengths === undefined) continue;
      sums ??= sumsOf(text);
      const best = this.#longest(text, i, sums, lengths);
      if (best === null) continue;
      const to = i + best.text.length;
      const from = best.isRun && isBase64(text.charCodeAt(i - 1)) ? i - 1 : i;
      found.push({ from, to: best.isRun ? runEnd(text, to) : to, value: best.value, kind: best.kind });
      i = to - 1;
    }
    const cut = [...this.#cutOnes(text)];
    return cut.length === 0 ? found : [...found, ...cut].sort((one, other) => one.from - other.from);
  }

  #noteStart(value: string): void {
    if (value.length <= cutLength) return;
    const start = value.slice(0, cutLength);
    const same = this.#byStart.get(start) ?? [];
    if (same.length === 0) this.#byStart.set(start, same);
    if (same.length < this.#mostLengths) same.push(value);
  }

  /** The beginning of a value before an ellipsis: words were shortened before they were masked. */
  *#cutOnes(text: string): Generator<KnownPlace> {
    let after = 0;
    for (let to = text.indexOf('…'); to >= 0; to = text.indexOf('…', after)) {
      for (let from = Math.max(after, to - longestCut); from <= to - cutLength; from += 1) {
        const same = this.#byStart.get(text.slice(from, from + cutLength));
        const value = same?.find((one) => one.startsWith(text.slice(from, to)));
        if (value === undefined) continue;
        yield { from, to, value, kind: 'token' };
        break;
      }
      after = to + 1;
    }
  }

  #longest(text: string, at: number, sums: Int32Array, lengths: readonly SameLength[]): Spelling | null {
    let best: Spelling | null = null;
    for (const { length, power, byNumber } of lengths) {
      if (at + length > text.length || (best !== null && length <= best.text.length)) continue;
      this.#looked += 1;
      const number = ((sums[at + length] as number) - Math.imul(sums[at] as number, power)) | 0;
      for (const spelling of byNumber.get(number) ?? []) {
        this.#compared += 1;
        if (stands(text, at, spelling)) {
          best = spelling;
          break;
        }
      }
    }
    return best;
  }

  #index(spelling: Spelling): void {
    const key = keyAt(spelling.text, 0);
    this.#starts[key & 8191] = 1;
    const lengths = this.#byKey.get(key) ?? [];
    if (lengths.length === 0) this.#byKey.set(key, lengths);
    const { length } = spelling.text;
    if (lengths.length >= this.#mostLengths && !lengths.some((one) => one.length === length)) return;
    const same = lengths.find((one) => one.length === length) ?? {
      length,
      power: powerOf(length),
      byNumber: new Map(),
    };
    if (same.byNumber.size === 0) lengths.push(same);
    const number = sumsOf(spelling.text)[length] as number;
    const alike = same.byNumber.get(number);
    if (alike) alike.push(spelling);
    else same.byNumber.set(number, [spelling]);
  }
}

const base = 0x01000193;

/** Prefix sums that give the hash of any stretch: `sums[to] - sums[from] * base ** (to - from)`, in 32 bits. */
function sumsOf(text: string): Int32Array {
  const sums = new Int32Array(text.length + 1);
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    sum = (Math.imul(sum, base) + text.charCodeAt(i) + 1) | 0;
    sums[i + 1] = sum;
  }
  return sums;
}

function powerOf(exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i += 1) power = Math.imul(power, base);
  return power;
}

function keyAt(text: string, at: number): number {
  let key = text.charCodeAt(at);
  for (let i = 1; i < keyLength; i += 1) key = (Math.imul(key, 2654435) + text.charCodeAt(at + i)) | 0;
  return key ^ (key >>> 15);
}

function stands(text: string, at: number, { text: wanted, isWord }: Spelling): boolean {
  if (!text.startsWith(wanted, at)) return false;
  return !isWord || !(isLetter(text.charCodeAt(at - 1)) || isLetter(text.charCodeAt(at + wanted.length)));
}

/** The one character after the core that still contains bits of the value, and the padding. */
function runEnd(text: string, to: number): number {
  let end = isBase64(text.charCodeAt(to)) ? to + 1 : to;
  while (end < to + 3 && text.charCodeAt(end) === 61) end += 1;
  return end;
}

const isLetter = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95;
const isBase64 = (unit: number): boolean => isLetter(unit) || unit === 43 || unit === 47 || unit === 45;

/** Base64 depends on one of three offsets; these are the characters that depend only on the value. */
function* base64Cores(bytes: Uint8Array): Generator<string> {
  const seen = new Set<string>();
  for (const shift of [0, 1, 2]) {
    const padded = new Uint8Array(shift + bytes.length);
    padded.set(bytes, shift);
    const text = toBase64(padded);
    const first = Math.ceil((shift * 8) / 6);
    const after = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = text.slice(first, after);
    for (const spelling of [core, core.replaceAll('+', '-').replaceAll('/', '_')]) {
      if (spelling.length < 6 || seen.has(spelling)) continue;
      seen.add(spelling);
      yield spelling;
    }
  }
}

const scheme = /^(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate|Bot) +/i;

/** What one value may reappear as: without its scheme, the two halves of Basic, the parts of a cookie or URL, its lines. */
export function partsOfValue(value: string): string[] {
  const parts = new Set([value]);
  const bare = value.replace(scheme, '').trim();
  parts.add(bare);
  if (/^Basic +/i.test(value)) {
    const read = fromUtf8(base64Bytes(bare)) ?? '';
    const at = read.indexOf(':');
    if (at >= 0) {
      parts.add(read);
      parts.add(read.slice(at + 1));
    }
  }
  for (const match of value.matchAll(/(?:^|;)\s{0,4}[\w.-]{1,100}=([^;]{6,4000})/g))
    parts.add((match[1] as string).trim());
  const user = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^/?#@:]{0,200}:([^/?#@]{1,300})@/i.exec(value);
  if (user?.[1]) {
    parts.add(user[1]);
    parts.add(readPercent(user[1]));
  }
  if (value.includes('\n'))
    for (const line of value.split(/\r?\n/)) if (line.trim().length >= 12) parts.add(line.trim());
  return [...parts].filter(({ length }) => length >= leastLength);
}
