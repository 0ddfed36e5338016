// Decodes a text in several ways, each with a map back to original positions: escapes (JSON, percent, HTML), and runs of base64 or hex. A
// secret in another encoding is found in the decoded text.

import { fromUtf8 } from './utf8.ts';

export interface DecodedText {
  text: string;
  /** The original position of a stretch of decoded text. */
  back(from: number, to: number): [from: number, to: number];
}

const encoded =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])|(?:%[0-9a-fA-F]{2})+|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);/g;
const jsonEscape = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g;
const inField = /\+|(?:%[0-9a-fA-F]{2})+/g;
const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A JSON string, from the text between its quotes. */
export const readJsonText = (raw: string): DecodedText => read(raw, jsonEscape);

/** A name or value of a form (application/x-www-form-urlencoded): a plus is a space. */
export const readField = (raw: string): DecodedText => read(raw, inField);

/** All kinds of escapes resolved, one level; null if there are none. */
export function readEscapes(text: string): DecodedText | null {
  if (!/[\\%&]/.test(text)) return null;
  const decoded = read(text, encoded);
  return decoded.text === text ? null : decoded;
}

function read(text: string, pattern: RegExp): DecodedText {
  const parts: string[] = [];
  /** Positions of each escape, encoded and decoded: [raw from, raw to, read from, read to]. */
  const jumps: [number, number, number, number][] = [];
  let at = 0;
  let length = 0;
  for (const match of text.matchAll(pattern)) {
    const shown = undo(match[0]);
    length += match.index - at;
    parts.push(text.slice(at, match.index), shown);
    at = match.index + match[0].length;
    jumps.push([match.index, at, length, length + shown.length]);
    length += shown.length;
  }
  parts.push(text.slice(at));
  return {
    text: parts.join(''),
    back: (from, to) => [backTo(jumps, from, false), backTo(jumps, to, true)],
  };
}

/** Binary search; a position within an escape maps to the whole escape. */
function backTo(jumps: readonly [number, number, number, number][], place: number, isEnd: boolean): number {
  let low = 0;
  let high = jumps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((jumps[middle] as [number, number, number, number])[2] < place) low = middle + 1;
    else high = middle;
  }
  // The last jump that starts before the position; at its start nothing is skipped.
  const before = jumps[low - 1];
  const here = jumps[low];
  if (!isEnd && here && here[2] === place) return here[0];
  if (!before) return place;
  const [rawFrom, rawTo, , readTo] = before;
  if (place < readTo) return isEnd ? rawTo : rawFrom;
  return rawTo + (place - readTo);
}

function undo(written: string): string {
  const first = written[0];
  if (first === '+') return ' ';
  if (first === '\\') {
    const sign = written[1] as string;
    if (written.length > 2) return String.fromCharCode(Number.parseInt(written.slice(2), 16));
    return letters[sign] ?? sign;
  }
  if (first === '%') {
    try {
      return decodeURIComponent(written);
    } catch {
      return written.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  }
  const name = written.slice(1, -1);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return entities[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : written);
}

const base64Run = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const hexRun = /(?<![0-9A-Za-z])(?:0x)?((?:[0-9a-fA-F]{2}){6,})(?![0-9A-Za-z])/g;
/** Longer runs are images and files; their start shows whether they are text. */
const probe = 400;

export interface Run {
  from: number;
  to: number;
  text: string;
}

/** Runs that decode to readable text. */
export function* readRuns(text: string): Generator<Run> {
  for (const match of text.matchAll(base64Run)) {
    const read = fromRun(match[0]);
    if (read !== null) yield { from: match.index, to: match.index + match[0].length, text: read };
  }
  for (const match of text.matchAll(hexRun)) {
    const read = fromHex(match[1] as string);
    if (read !== null) yield { from: match.index, to: match.index + match[0].length, text: read };
  }
}

function fromRun(run: string): string | null {
  if (run.length > probe && readBytes(base64Bytes(run.slice(0, probe - (probe % 4))), true) === null) return null;
  return readBytes(base64Bytes(run), false);
}

const values = new Int8Array(128).fill(-1);
for (const [index, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  values[letter.charCodeAt(0)] = index;
values[45] = 62;
values[95] = 63;

/** Both alphabets of RFC 4648; a remainder at the end is dropped. */
export function base64Bytes(run: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((run.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < run.length; i += 1) {
    const value = values[run.charCodeAt(i)] as number;
    if (value < 0) break;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 255;
  }
  return bytes.subarray(0, at);
}

function fromHex(run: string): string | null {
  const bytes = new Uint8Array(Math.min(run.length, 200_000) >> 1);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(run.slice(i * 2, i * 2 + 2), 16);
  return readBytes(bytes, false);
}

/** null unless it is readable text. `isCut`: it may end within a character. */
function readBytes(bytes: Uint8Array, isCut: boolean): string | null {
  if (bytes.length < 4) return null;
  for (const byte of bytes) {
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127) return null;
  }
  return fromUtf8(isCut ? bytes.subarray(0, asciiEnd(bytes)) : bytes);
}

function asciiEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] as number) >= 0x80) end -= 1;
  return end;
}
