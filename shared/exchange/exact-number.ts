// Numbers as they were written. A double rounds 9007199254740993, so ids that it cannot hold are compared and shown by their
// digits. Different spellings of one value are one id: 1, 1.0 and 1e0 name the same call, as for every JSON reader.

import { type Json, member } from '../json/json.ts';
import { idKey } from './canonical.ts';
import { ownText } from './own-text.ts';
import { memberText } from './span.ts';

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Longer numbers are not written out. */
const mostZeros = 40;

/** The key of the id at `path` in this text. Reads the text only if a double may have lost digits. */
export function idKeyAt(id: Json, text: () => string, ...path: readonly string[]): string {
  if (typeof id !== 'number' || (Number.isSafeInteger(id) && id !== 0)) return idKey(id);
  const written = writtenAt(text(), ...path);
  // It outlives the message that it is a part of.
  return written === null ? idKey(id) : ownText(exactNumber(written));
}

/** The key of the request that these params of `notifications/cancelled` name; '': they name none. */
export function canceledKey(params: Json | undefined, text: () => string): string {
  const id = member(params, 'requestId');
  return id === undefined ? '' : idKeyAt(id, text, 'params', 'requestId');
}

/** The JSON text of the member at `path`, digit for digit; null if there is none. */
export function writtenAt(text: string, ...path: readonly string[]): string | null {
  let found: string | null = text;
  for (const name of path) found = found === null ? null : memberText(found, name);
  return found;
}

/** One text per value, at any size: `1`, `-0.5`, `9007199254740993`, `1e400`. */
export function exactNumber(written: string): string {
  const parts = numberParts.exec(written);
  if (!parts) return written;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const shift = Number(power) - fraction.length;
  const all = withoutLeadingZeros(whole + fraction);
  const digits = withoutTrailingZeros(all);
  if (digits === '') return '0';
  const exponent = shift + (all.length - digits.length);
  if (exponent >= 0 && exponent <= mostZeros) return sign + digits + '0'.repeat(exponent);
  if (exponent < 0 && -exponent < digits.length) return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
  if (exponent < 0 && -exponent <= mostZeros) return `${sign}0.${digits.padStart(-exponent, '0')}`;
  return `${sign}${digits}e${exponent}`;
}

/** Whether a client reads a different number than was written: an integer that a double cannot hold, or one beyond its range. */
export function isBeyondDouble(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  const exact = exactNumber(written);
  if (value === 0) return exact !== '0';
  if (exact.includes('.') || exact.includes('e-')) return false; // A fraction is read as the nearest double everywhere.
  // The text that a double prints is read back as the same double, digit for digit.
  if (exact === exactNumber(String(value))) return false;
  return !exact.includes('e') && BigInt(exact) !== BigInt(value);
}

function withoutLeadingZeros(digits: string): string {
  let at = 0;
  while (digits[at] === '0') at += 1;
  return digits.slice(at);
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
