// What a message's text says that its parsed value does not: a name that comes twice, a number that no double holds, no
// `jsonrpc`. Each is legal enough to be read and odd enough to be read otherwise by the other side, so the row is badged.

import { type Json, member } from '../json.ts';
import type { RowRemark } from '../timeline.ts';
import { isBeyondDouble } from './exact-number.ts';
import { readMessage } from './message.ts';

/** Recording looks so far into a text; the card looks further. */
const recordedLength = 64_000;
/** Any number that is shorter and has no exponent fits a double. */
const safeDigits = 16;

export function frameRemarks(text: string, value: Json, most = recordedLength): RowRemark[] {
  const messages = (Array.isArray(value) ? value : [value]).filter((message) => readMessage(message).kind !== 'odd');
  if (messages.length === 0) return [];
  const remarks: RowRemark[] = [];
  if (messages.some((message) => member(message, 'jsonrpc') !== '2.0')) remarks.push('no_jsonrpc');
  const { twice, beyond } = scan(text, Math.min(text.length, most));
  if (twice) remarks.push('duplicate_keys');
  if (beyond) remarks.push('big_number');
  return remarks;
}

interface Found {
  twice: boolean;
  beyond: boolean;
}

/** One pass over a text that JSON.parse took; strings are skipped by searching, so that long ones cost little. */
function scan(text: string, end: number): Found {
  const found: Found = { twice: false, beyond: false };
  /** Names of each object that is open, as they are written; null for arrays. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < end && !(found.twice && found.beyond); at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      const close = stringEnd(text, at);
      if (isName) found.twice = addsTwice(open.at(-1), text.slice(at + 1, close)) || found.twice;
      isName = false;
      at = close;
    } else if (unit === 0x7b) {
      open.push(new Set());
      isName = true;
    } else if (unit === 0x5b) {
      open.push(null);
      isName = false;
    } else if (unit === 0x7d || unit === 0x5d) {
      open.pop();
      isName = false;
    } else if (unit === 0x2c) {
      isName = open.at(-1) !== null;
    } else if ((unit >= 0x30 && unit <= 0x39) || unit === 0x2d) {
      let last = at + 1;
      while (isNumberSign(text.charCodeAt(last))) last += 1;
      const written = text.slice(at, last);
      if (written.length >= safeDigits || /[eE]/.test(written)) found.beyond = found.beyond || isBeyondDouble(written);
      at = last - 1;
    }
  }
  return found;
}

function addsTwice(names: Set<string> | null | undefined, written: string): boolean {
  if (!names) return false;
  const name = written.includes('\\') ? unescaped(written) : written;
  if (names.has(name)) return true;
  names.add(name);
  return false;
}

function unescaped(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}

function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Digits, point, signs and the letter of an exponent. */
function isNumberSign(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2b || unit === 0x2d || unit === 0x65 || unit === 0x45
  );
}
