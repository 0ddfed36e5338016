// Summarizes a result that is JSON: `3 orders`, `id: "INV-1042" · sent: true`. Pairs are written as those of arguments, so that masking
// recognizes a secret by its name.

import { isObject, type Json, parseJson } from '../json/json.ts';
import { count } from './clip.ts';

/** Longer ones are not parsed for one line. */
const longestText = 20_000;
const longestValue = 60;
const mostPairs = 8;
/** `{"data": {"order": {…}}}`: wrappers say nothing. */
const deepest = 3;

/** null: not JSON, or nothing in it fits on a line. `structured` is the same content, parsed, where the server sends it too. */
export function summarizeJson(text: string, structured: Json | undefined): string | null {
  if (!/^\s*[{[]/.test(text)) return null;
  if (structured !== undefined) return wordsOf(structured, 0);
  if (text.length > longestText) return null;
  const parsed = parseJson(text);
  return parsed.ok ? wordsOf(parsed.value, 0) : null;
}

function wordsOf(value: Json, depth: number): string | null {
  if (Array.isArray(value)) return count(value.length, 'item');
  if (!isObject(value)) return null;
  const members = Object.entries(value);
  const pairs = members.map(([name, of]) => pairOf(name, of)).filter((pair) => pair !== null);
  if (pairs.length > 0) return pairs.slice(0, mostPairs).join(' · ');
  const [only] = members;
  return only !== undefined && members.length === 1 && depth < deepest ? wordsOf(only[1], depth + 1) : null;
}

/** null: an object, or a value that is too long for a line. */
function pairOf(name: string, value: Json): string | null {
  if (name.length > longestValue) return null;
  if (Array.isArray(value)) return count(value.length, name.replace(/s$/, ''), name);
  if (typeof value === 'object') return null;
  if (typeof value === 'string' && value.length > longestValue) return null;
  return `${name}: ${JSON.stringify(value)}`;
}
