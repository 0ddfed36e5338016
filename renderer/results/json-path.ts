// Describes a line of formatted JSON: its path from the root, and the text of its value.

import { JsonReader } from '../../shared/json/json-reader.ts';
import { holdersOf, type LineIndex } from './line-index.ts';

/** `result.content[0].text`; '' for the whole. */
export function pathOf(index: LineIndex, line: number): string {
  const own = firstLineOf(index, line);
  return [...holdersOf(index, own), own].reduce((path, at, place, all) => {
    const holder = all[place - 1];
    return holder === undefined ? path : path + stepOf(index, holder, at);
  }, '');
}

/** The value in a line, from its first character to its last, over all its lines. */
export function valueIn(index: LineIndex, line: number): string {
  const own = firstLineOf(index, line);
  let last = index.closes[own]! >= 0 ? index.closes[own]! : own;
  while (last + 1 < index.count && index.parts[last + 1] === 1) last++;
  const text = index.text.slice(index.starts[own]!, index.ends[last]!);
  return text.slice(keyLength(text)).trim().replace(/,$/, '').trimEnd();
}

/** A closing bracket and the parts of a long value belong to its first line. */
function firstLineOf(index: LineIndex, line: number): number {
  let own = line;
  while (own > 0 && index.parts[own] === 1) own--;
  if (!/^[}\]]/.test(index.text.slice(index.starts[own]!, index.starts[own]! + 1))) return own;
  for (let at = own - 1; at >= 0; at--) if (index.closes[at] === own) return at;
  return own;
}

function stepOf(index: LineIndex, holder: number, line: number): string {
  const opens = index.text[index.ends[holder]! - 1];
  if (opens === '{') {
    const text = index.text.slice(index.starts[line]!, index.ends[line]!);
    const quoted = text.slice(0, keyLength(text)).replace(/\s{0,40}:\s{0,40}$/, '');
    const name = readName(quoted);
    return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  }
  let place = 0;
  for (let at = holder + 1; at < line; at++) {
    if (index.parts[at] === 1) continue;
    place++;
    // Children of a sibling are not siblings, and neither is its closing bracket.
    if (index.closes[at]! >= 0) at = index.closes[at]!;
  }
  return `[${place}]`;
}

function readName(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.replace(/^"|"$/g, '');
  }
}

/** The length of the field name with colon and space; 0 for a bare value. */
function keyLength(text: string): number {
  const reader = new JsonReader(text);
  if (!reader.nextIs('string') || !reader.nextIs(':')) return 0;
  reader.next();
  return reader.start;
}

/** The line of the value at a JSON Pointer, or of its nearest existing parent, with the remaining path. */
export function lineOfPointer(
  index: LineIndex,
  pointer: string,
): { line: number; exact: boolean; rest: string } | null {
  if (!index.isJson) return null;
  const names = pointer === '' ? [] : pointer.split('/').slice(1).map(unescaped);
  let line = 0;
  for (const [at, name] of names.entries()) {
    const next = childOf(index, line, name);
    if (next === null) return { line, exact: false, rest: names.slice(at).join('.') };
    line = next;
  }
  return { line, exact: true, rest: '' };
}

function childOf(index: LineIndex, holder: number, name: string): number | null {
  const end = index.closes[holder]!;
  if (end < 0) return null;
  const isObject = index.text[index.ends[holder]! - 1] === '{';
  let place = 0;
  for (let at = holder + 1; at < end; at++) {
    if (index.parts[at] === 1) continue;
    const text = index.text.slice(index.starts[at]!, index.ends[at]!);
    const own = isObject ? readName(text.slice(0, keyLength(text)).replace(/\s{0,40}:\s{0,40}$/, '')) : String(place);
    if (own === name) return at;
    place++;
    if (index.closes[at]! >= 0) at = index.closes[at]!;
  }
  return null;
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
