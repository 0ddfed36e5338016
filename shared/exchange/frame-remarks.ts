// Finds properties of a message's text that its parsed value loses: a duplicate key, a number that a double cannot hold, no
// `jsonrpc`. Two readers may read such a message differently, so its row gets a badge.

import { isObject, type Json, member } from '../json/json.ts';
import { JsonReader, stringEnd } from '../json/json-reader.ts';
import type { RowRemark } from '../timeline.ts';
import { isBeyondDouble } from './exact-number.ts';
import { readMessage } from './message.ts';

/** How far recording looks into a text. The card looks further. */
const recordedLength = 64_000;
/** Any shorter number without an exponent fits a double. */
const safeDigits = 16;

export function frameRemarks(text: string, value: Json, most = recordedLength): RowRemark[] {
  // Nearly all messages are plain. A fast check finds those, and only the others are read closely.
  if (text.length <= most && member(value, 'jsonrpc') === '2.0' && isPlain(text, value)) return [];
  const messages = (Array.isArray(value) ? value : [value]).filter((message) => readMessage(message).kind !== 'odd');
  if (messages.length === 0) return [];
  const remarks: RowRemark[] = [];
  if (messages.some((message) => member(message, 'jsonrpc') !== '2.0')) remarks.push('no_jsonrpc');
  const { twice, beyond } = scan(text, Math.min(text.length, most));
  if (twice) remarks.push('duplicate_keys');
  if (beyond) remarks.push('big_number');
  return remarks;
}

/** Checks that there are as many colons outside strings as members (no duplicate keys) and no number that could lose digits. */
function isPlain(text: string, value: Json): boolean {
  let colons = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = stringEnd(text, at);
    else if (unit === 0x3a) colons += 1;
    else if (isNumber(unit)) {
      const start = at;
      while (isNumber(text.charCodeAt(at + 1)) || text.charCodeAt(at + 1) === 0x2e) at += 1;
      if (at - start + 1 >= safeDigits || /[eE]/.test(text.charAt(at + 1))) return false;
    }
  }
  return colons === countMembers(value);
}

function countMembers(value: Json): number {
  let count = 0;
  const open: Json[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) {
      for (const item of one) if (typeof item === 'object') open.push(item);
    } else if (isObject(one)) {
      for (const name in one) {
        count += 1;
        if (typeof one[name] === 'object') open.push(one[name]);
      }
    }
  }
  return count;
}

interface Found {
  twice: boolean;
  beyond: boolean;
}

/** One pass over a text that JSON.parse accepted. */
function scan(text: string, to: number): Found {
  const found: Found = { twice: false, beyond: false };
  /** The keys of each open object as written; null for arrays. */
  const open: (Set<string> | null)[] = [];
  for (const reader = new JsonReader(text, { to }); reader.next() && !(found.twice && found.beyond); ) {
    switch (reader.kind) {
      case 'string':
        if (reader.isName && reader.isWhole && !found.twice)
          found.twice = addsTwice(open.at(-1), text.slice(reader.start + 1, reader.end - 1));
        break;
      case 'word':
        found.beyond ||= isNumber(text.charCodeAt(reader.start)) && losesDigits(reader.written);
        break;
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(null);
        break;
      case '}':
      case ']':
        open.pop();
        break;
    }
  }
  return found;
}

const isNumber = (first: number): boolean => (first >= 0x30 && first <= 0x39) || first === 0x2d;

const losesDigits = (written: string): boolean =>
  (written.length >= safeDigits || /[eE]/.test(written)) && isBeyondDouble(written);

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

/** Whether an object in this text has a duplicate key, which two readers may read differently. */
export const hasKeyTwice = (text: string): boolean => scan(text, text.length).twice;
