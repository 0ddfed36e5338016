// Inserts one member or one item at the end of an object or a list in JSON with comments. All other characters stay unchanged. Works on
// strings.

import { createScanner } from 'jsonc-parser';
import type { Json } from '../../../shared/json/json.ts';
import { type Edit, lineBreak } from './entry-edit.ts';
import type { ArraySpan, ObjectSpan } from './span-types.ts';

export const insertMember = (text: string, into: ObjectSpan, key: string, value: Json): Edit =>
  insertLast(text, into, value, `${JSON.stringify(key)}: `);

export const insertItem = (text: string, into: ArraySpan, value: Json): Edit => insertLast(text, into, value, '');

function insertLast(text: string, into: ObjectSpan | ArraySpan, value: Json, name: string): Edit {
  const parts =
    into.kind === 'array' ? into.items : into.members.map(({ keyStart, value: { end } }) => ({ start: keyStart, end }));
  const last = parts.at(-1);
  const { unit, eol } = layoutOf(text);
  const outer = indentOf(text, into.start);
  const start = last?.end ?? into.start + 1;
  // Comments up to the end of the object stay in front of what is inserted.
  const between = text.slice(start, into.end - 1);
  const kept = between.trimEnd();
  if (last && lineBefore(text, last.start).trim() !== '') {
    const comma = hasComma(text, start) ? '' : ',';
    return { start, end: start + kept.length, text: `${comma}${kept} ${name}${JSON.stringify(value)}` };
  }
  const inner = last ? indentOf(text, last.start) : outer + unit;
  const json = JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${inner}`);
  const line = `${kept}${eol}${inner}${name}${json}`;
  if (!last) return { start, end: start + between.length, text: `${line}${eol}${outer}` };
  return { start, end: start + kept.length, text: `${hasComma(text, start) ? '' : ','}${line}` };
}

/** Settings files with comments may also have a comma after the last member. */
function hasComma(text: string, from: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',';
}

const lineBefore = (text: string, place: number): string => text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
const indentOf = (text: string, place: number): string => /^[ \t]*/.exec(lineBefore(text, place))?.[0] ?? '';

/** Matches the layout of the file. */
function layoutOf(text: string): { unit: string; eol: string } {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { unit, eol: lineBreak(text) };
}
