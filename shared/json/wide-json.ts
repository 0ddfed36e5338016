// Truncates JSON with so many members or values that parsing it would block the app: a million names take seconds, and 60 MB of empty
// objects take gigabytes. Drops what comes after the first ones. The caller keeps and shows the whole text.

import { stringEnd } from './json-reader.ts';

const memberLimit = 20_000;
const shortest = 200_000;
/** Objects and arrays of a whole text. */
const valueLimit = 1_000_000;
/** A text with more of them has at least three characters for each. */
const shortestWithMany = 3 * valueLimit;
/** V8 takes minutes to parse five million levels. */
const mostLevels = 2_000_000;

/** The members of a message itself are kept at any position. */
const ownMember = /[\s,]{0,1000}"(?:jsonrpc|id|method|params|result|error)"\s{0,1000}:/y;

/** The same text without the excess; null if there is none. Throws if it is nested too deeply to be parsed. */
export function withoutExcess(text: string): string | null {
  return hasExcess(text) ? trimmed(text) : null;
}

/** Also true for some texts without excess: quick to find out. */
function hasExcess(text: string): boolean {
  if (text.length < shortest) return false;
  if (hasMany(text, ':', memberLimit)) return true;
  return text.length >= shortestWithMany && (hasMany(text, '{', valueLimit / 2) || hasMany(text, '[', valueLimit / 2));
}

function hasMany(text: string, sign: string, count: number): boolean {
  let left = count;
  for (let at = text.indexOf(sign); at >= 0 && left > 0; at = text.indexOf(sign, at + 1)) left -= 1;
  return left === 0;
}

function trimmed(text: string): string | null {
  const kept: string[] = [];
  /** The number of members of each open object; -1 for arrays. */
  const open: number[] = [];
  let from = 0;
  /** The depth of the object that is being truncated; 0 if none. */
  let leaving = 0;
  /** Objects and arrays that are kept. */
  let values = 0;
  // By character, because reading tokens takes longer than parsing.
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = stringEnd(text, at);
        break;
      case '{':
        open.push(1);
        if (from >= 0) values += 1;
        break;
      case '[':
        open.push(-1);
        if (from >= 0) values += 1;
        if (open.length > mostLevels) throw new RangeError('It is nested too deeply.');
        break;
      case '}':
      case ']':
        if (leaving > 0 && open.length === leaving) {
          if (from < 0) from = at;
          leaving = 0;
        }
        open.pop();
        break;
      case ',': {
        const depth = open.length;
        const members = open[depth - 1] ?? -1;
        if (leaving > 0 && leaving !== depth) break;
        if (members >= 0) open[depth - 1] = members + 1;
        if (members < memberLimit && values < valueLimit) break;
        const isOwn = depth === 1 && startsOwn(text, at);
        if (!isOwn && from >= 0) {
          kept.push(text.slice(from, at));
          from = -1;
        } else if (isOwn && from < 0) from = at;
        leaving = depth;
        break;
      }
    }
  }
  if (kept.length === 0) return null;
  if (from >= 0) kept.push(text.slice(from));
  return kept.join('');
}

function startsOwn(text: string, comma: number): boolean {
  ownMember.lastIndex = comma;
  return ownMember.test(text);
}
