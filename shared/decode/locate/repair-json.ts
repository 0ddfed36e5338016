// Repairs cut-off JSON: closes what is open after the last complete value, so that the start of a long message can still be read. Does
// not handle texts that are broken in the middle.

import { type Json, parseJson } from '../../json/json.ts';
import { JsonReader } from '../../json/json-reader.ts';

const longest = 256 * 1024;

/** The value of the complete part of a cut text; undefined if it is not the start of JSON. */
export function repairJson(text: string): Json | undefined {
  const source = text.length > longest ? text.slice(0, longest) : text;
  const reader = new JsonReader(source);
  // Where to cut the text so that only closing brackets are missing, and those brackets.
  let safe = -1;
  let missing = 0;
  const keepTo = (end: number) => {
    safe = end;
    missing = reader.depth;
  };
  while (reader.next()) {
    const { kind } = reader;
    if (kind === 'string') {
      if (!reader.isWhole) break;
      if (!reader.isName) keepTo(reader.end);
    } else if (kind === '{' || kind === '[') keepTo(reader.end);
    else if (kind === '}' || kind === ']') {
      if (!reader.isWhole) return undefined;
      keepTo(reader.end);
      if (reader.depth === 0) break;
    } else if (kind === ',') keepTo(reader.start); // Everything before a comma is complete, including numbers and words.
  }
  if (reader.kind === 'string' && !reader.isWhole && !reader.isName) {
    const repaired = read(`${source.slice(0, withoutEscape(source))}"${reader.closing()}`);
    if (repaired !== undefined) return repaired;
  }
  return safe < 0 ? undefined : read(source.slice(0, safe) + reader.closing(missing));
}

function read(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** The end of the text without a cut-off escape: `\`, `\u00`. */
function withoutEscape(text: string): number {
  const backslash = text.lastIndexOf('\\');
  if (backslash < text.length - 6) return text.length;
  let run = 0;
  for (let index = backslash; index >= 0 && text.charCodeAt(index) === 92; index--) run++;
  if (run % 2 === 0) return text.length;
  const needed = text.charCodeAt(backslash + 1) === 117 ? 6 : 2;
  return text.length - backslash < needed ? backslash : text.length;
}
