// Finds secrets in any text: JSON or not, complete or cut, and in other encodings. Checks values in JSON, words elsewhere. Owns that
// order; masker.ts replaces the secrets.

import { findInJson, movedInto } from './find-in-json.ts';
import { findInText } from './find-in-text.ts';
import { jsonStart } from './json-tokens.ts';
import { type SecretKind, secretValues } from './kinds.ts';
import type { ValueLookup } from './known-values.ts';
import { findOwn, type OwnPattern } from './own-patterns.ts';
import { isPlainValue } from './plain-values.ts';
import { hasNothingToMask, type QuickScan, quickScan } from './quick-scan.ts';
import { kindOfName } from './secret-names.ts';
import { readEscapes, readField, readRuns } from './undo-encodings.ts';

/** JSON in JSON, base64 in JSON in base64: real traffic has no deeper nesting. */
const deepest = 8;

/** `own`: the user's patterns, which mask each matching value. */
export function findSecrets(text: string, known?: ValueLookup, own: readonly OwnPattern[] = []): SecretKind[] {
  return merged(text, findAll(text, '', 0, { known, own, onlyKnown: false }));
}

/** Only known values, in any encoding; values that only look like a secret stay. */
export function findKnown(text: string, known: ValueLookup): SecretKind[] {
  return known.size === 0 ? [] : merged(text, findAll(text, '', 0, { known, own: [], onlyKnown: true }));
}

interface Search {
  known: ValueLookup | undefined;
  own: readonly OwnPattern[];
  onlyKnown: boolean;
}

function findAll(text: string, name: string, depth: number, search: Search): SecretKind[] {
  const found: SecretKind[] = [];
  const isShort = text.length < 6 && search.own.length === 0;
  // Of a document each text is scanned by itself.
  const isDocument = !isShort && beginsDocument.test(text) && depth <= deepest;
  const seen = isDocument || isShort ? null : quickScan(text);
  const isEmpty = isShort || (seen !== null && hasNothingToMask(seen));
  if (isEmpty || depth > deepest) {
    addKnown(text, search, found);
    findOwn(text, search.own, found);
    if (!isEmpty && !search.onlyKnown) findInText(text, name, seen ?? quickScan(text), found);
    return found;
  }
  const within = (value: string, called: string): SecretKind[] => findAll(value, called, depth + 1, search);
  // A message that is one JSON string: replacements in it must be escaped.
  const string = depth === 0 ? wholeString.exec(text) : null;
  if (string !== null && isJson(text)) {
    const from = (string[1] as string).length + 1;
    const raw = text.slice(from, from + (string[2] as string).length);
    return movedInto(raw, from, (value) => within(value, name));
  }
  const look = (from: number, to: number): void => {
    if (from === 0 && to === text.length) lookInWords(text, name, seen ?? quickScan(text), depth, search, found);
    else if (to - from >= 4) {
      const words = text.slice(from, to);
      const here: SecretKind[] = [];
      lookInWords(words, name, quickScan(words), depth, search, here);
      for (const secret of here) found.push({ ...secret, from: secret.from + from, to: secret.to + from });
    }
  };
  let free = 0;
  // A complete document is read from its first bracket, regardless of its first element.
  const hasBrackets = seen === null || seen.brackets;
  let first: number | undefined = depth === 0 && hasBrackets ? documentStart(text) : undefined;
  for (let at = 0; hasBrackets; ) {
    jsonStart.lastIndex = at;
    const start: number | undefined = first ?? jsonStart.exec(text)?.index;
    first = undefined;
    if (start === undefined) break;
    const inside: SecretKind[] = [];
    const { end, members } = findInJson(text, start, nameBefore(text, free, start), within, inside, !search.onlyKnown);
    at = Math.max(end, start + 1);
    if (members === 0) continue;
    look(free, start);
    for (const secret of inside) found.push(secret);
    free = end;
  }
  look(free, text.length);
  return found;
}

const beginsDocument = /^\s{0,100}[{[]/;
const partOfAddress = /[^\s"'<>&#=?]+/g;
const wholeString = /^(\s{0,1000})"([\s\S]*)"\s{0,1000}$/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The start of a JSON document that the bracket search would miss; undefined if the search finds it or there is none. */
function documentStart(text: string): number | undefined {
  const start = text.search(/\S/);
  if (start < 0 || (text[start] !== '[' && text[start] !== '{')) return undefined;
  jsonStart.lastIndex = start;
  const found = jsonStart.exec(text)?.index;
  return found !== start && isJson(text) ? start : undefined;
}

/** `password = ["x"]`, `variable "password" {`: the name before an object or list. */
function nameBefore(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(from, to - 80), to);
  return (
    (/([A-Za-z][\w.-]{0,60})\s{0,4}[:=]\s{0,4}$/.exec(before) ?? /"([\w.-]{1,60})"\s{1,4}$/.exec(before))?.[1] ?? ''
  );
}

function lookInWords(
  text: string,
  name: string,
  seen: QuickScan,
  depth: number,
  search: Search,
  found: SecretKind[],
): void {
  addKnown(text, search, found);
  findOwn(text, search.own, found);
  if (!search.onlyKnown) findInText(text, name, seen, found);
  const reading = seen.escapes ? readEscapes(text) : null;
  if (reading !== null) {
    for (const secret of merged(reading.text, findAll(reading.text, name, depth + 1, search))) {
      const [from, to] = reading.back(secret.from, secret.to);
      const quote = secret.quote === undefined ? {} : { quote: JSON.stringify(secret.quote).slice(1, -1) };
      const value = secret.value ?? reading.text.slice(secret.from, secret.to);
      found.push({ ...secret, from, to, value, ...quote });
    }
  }
  // Lines in a part of a URL: the start of a line counts, and the URL ends before the first break.
  if (seen.escapes && /%0[ad]/i.test(text)) {
    for (const match of text.matchAll(partOfAddress)) {
      if (!/%0[ad]/i.test(match[0]) || match[0].length === text.length) continue;
      const part: SecretKind[] = [];
      lookInWords(match[0], name, quickScan(match[0]), depth + 1, search, part);
      for (const secret of part)
        found.push({ ...secret, from: secret.from + match.index, to: secret.to + match.index });
    }
  }
  if (seen.names && (seen.escapes || text.includes('+'))) lookInFields(text, depth, search, found);
  if (seen.run < 12) return;
  for (const run of readRuns(text)) {
    const here = findAll(run.text, '', depth + 1, search);
    const [first] = here;
    if (first === undefined) continue;
    const isAll = first.from === 0 && first.to === run.text.length;
    const within = here.flatMap((secret) => secretValues(run.text, secret));
    found.push({ from: run.from, to: run.to, kind: first.kind, ...(isAll ? { value: run.text } : { within }) });
  }
}

const formField = /(?<![^\s"'?&#])([^\s"'?&#=<>\\]{1,200})=([^\s"'&#<>\\]{1,20000})/g;

/** Fields of forms and URLs: `password=two+words`, `q=the+token+is+x`. A plus is a space there, and a space does not end the value. */
function lookInFields(text: string, depth: number, search: Search, found: SecretKind[]): void {
  for (const match of text.matchAll(formField)) {
    const [field, name = '', raw = ''] = match;
    const hasPlus = field.includes('+');
    if (!hasPlus && !field.includes('%')) continue;
    const from = match.index + name.length + 1;
    const { text: value, back } = readField(raw);
    const called = readField(name).text;
    const kind = search.onlyKnown ? null : kindOfName(called, match.index === 0 ? 'member' : 'query');
    let here: SecretKind[] = [];
    if (kind !== null && !isPlainValue(value)) here = [{ from: 0, to: value.length, kind }];
    // Without a plus the text was already read this way.
    else if (hasPlus) here = merged(value, findAll(value, called, Math.max(depth + 1, deepest - 2), search));
    for (const secret of here) {
      const [start, end] = back(secret.from, secret.to);
      found.push({ ...secret, from: from + start, to: from + end, value: secretValues(value, secret)[0] as string });
    }
  }
}

function addKnown(text: string, { known }: Search, found: SecretKind[]): void {
  if (known === undefined || known.size === 0) return;
  for (const { from, to, kind, value } of known.find(text)) found.push({ from, to, kind, value });
}

/** Maximum number of overlapping values remembered per position. */
const withinLimit = 32;

/**
 * Sorted and disjoint; overlapping ones become one, from the start of the first to the end of the last. Each may occur again without the
 * other, so it contains both.
 */
export function merged(text: string, found: SecretKind[]): SecretKind[] {
  if (found.length < 2) return found;
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const apart: SecretKind[] = [];
  for (const secret of found) {
    const last = apart.at(-1);
    if (!last || secret.from >= last.to) {
      apart.push({ ...secret });
      continue;
    }
    if (secret.from === last.from && secret.to === last.to && secret.within === undefined) {
      // Decoded: other places know it in that form.
      if (last.value === undefined && secret.value !== undefined && secret.value !== text.slice(last.from, last.to)) {
        last.within = [...(last.within ?? []), text.slice(last.from, last.to)];
        last.value = secret.value;
      }
      continue;
    }
    if ((last.within?.length ?? 0) < withinLimit)
      last.within = [...new Set([...secretValues(text, last), ...secretValues(text, secret)])].slice(0, withinLimit);
    if (secret.to <= last.to) continue;
    last.to = secret.to;
    // The merged text is neither of the two.
    delete last.value;
  }
  return apart;
}
