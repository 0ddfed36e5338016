// JSON text whose objects have so many members that reading them all would hold up the app: a million names take seconds.
// Leaves out what is past the first members of such an object. The text itself is kept and shown whole by whoever has it.

const memberLimit = 20_000;
const shortest = 200_000;

/** A message is still what it is, wherever its own members stand. */
const ownMember = /[\s,]{0,1000}"(?:jsonrpc|id|method|params|result|error)"\s{0,1000}:/y;

/** The same text without the excess; null when there is none. */
export function withoutExcess(text: string): string | null {
  return text.length < shortest || !hasMany(text, ':', memberLimit) ? null : trimmed(text);
}

function hasMany(text: string, sign: string, count: number): boolean {
  let left = count;
  for (let at = text.indexOf(sign); at >= 0 && left > 0; at = text.indexOf(sign, at + 1)) left -= 1;
  return left === 0;
}

function trimmed(text: string): string | null {
  const kept: string[] = [];
  /** Members seen of each object that is open; -1 for arrays. */
  const open: number[] = [];
  let from = 0;
  /** The depth of the object whose rest is left out; 0 while nothing is. */
  let leaving = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x7b: // {
        open.push(1);
        break;
      case 0x5b: // [
        open.push(-1);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        if (leaving > 0 && open.length === leaving) {
          if (from < 0) from = at;
          leaving = 0;
        }
        open.pop();
        break;
      case 0x2c: {
        // ,
        const depth = open.length;
        const members = open[depth - 1] ?? -1;
        if (members < 0 || (leaving > 0 && leaving !== depth)) break;
        open[depth - 1] = members + 1;
        if (members < memberLimit) break;
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

/** The place of the quotation mark that ends the string which begins at `start`; the end of the text where none does. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
