// The position of a quote in the raw message. A quote is a decoded string; the message has it with escapes, twice escaped for JSON inside
// a text. Pure.

import type { Quote } from '../../shared/failure.ts';
import { JsonReader } from '../../shared/json/json-reader.ts';

export interface TextSpan {
  start: number;
  /** Exclusive. */
  end: number;
}

const mostLevels = 3;

/** null: it is not in this text. */
export function quotePlace(text: string, { text: said, path }: Pick<Quote, 'text' | 'path'>): TextSpan | null {
  if (said === '') return null;
  return inStrings(text, said, path, 0) ?? plainPlace(text, said);
}

function plainPlace(text: string, said: string): TextSpan | null {
  const start = text.indexOf(said);
  return start < 0 ? null : { start, end: start + said.length };
}

/** In the string at the path, else in the first that contains it. */
function inStrings(text: string, said: string, path: string, level: number): TextSpan | null {
  let first: TextSpan | null = null;
  for (const { start, end, at } of stringsIn(text)) {
    const isNamed = level === 0 && at !== '' && (path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`));
    if (first !== null && !isNamed) continue;
    const found = inString(text.slice(start, end), said, path, level);
    if (found === null) continue;
    const span = { start: start + found.start, end: start + found.end };
    if (isNamed) return span;
    first ??= span;
  }
  return first;
}

interface StringPlace extends TextSpan {
  /** `result.content[0].text` */
  at: string;
}

/** The string values; in a cut text, those before the cut. */
function* stringsIn(text: string): Generator<StringPlace> {
  const reader = new JsonReader(text);
  /** By depth: the next field name or item index. */
  const steps: (string | number)[] = [];
  while (reader.next()) {
    const { kind, depth } = reader;
    if (kind === 'odd') return;
    if (kind === '{' || kind === '[') steps[depth - 1] = kind === '[' ? 0 : '';
    else if (kind === ',' && !reader.inObject) steps[depth - 1] = Number(steps[depth - 1] ?? 0) + 1;
    else if (kind === 'string' && reader.isName) steps[depth - 1] = unescaped(reader.written) ?? '';
    else if (kind === 'string' && reader.isWhole)
      yield { start: reader.start, end: reader.end, at: pathOf(steps.slice(0, depth)) };
  }
}

const pathOf = (steps: readonly (string | number)[]): string =>
  steps.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`)).join('');

/** `written`: with its quotation marks. */
function inString(written: string, said: string, path: string, level: number): TextSpan | null {
  const value = unescaped(written);
  if (value === null) return null;
  const found =
    plainPlace(value, said) ?? (level < mostLevels && isJson(value) ? inStrings(value, said, path, level + 1) : null);
  return found && { start: writtenAt(written, found.start), end: writtenAt(written, found.end) };
}

const isJson = (text: string): boolean => /^\s{0,100}[[{]/.test(text);

function unescaped(written: string): string | null {
  try {
    return JSON.parse(written) as string;
  } catch {
    return null;
  }
}

/** Where unit `index` of the decoded string starts in the raw text. */
function writtenAt(written: string, index: number): number {
  let at = 1;
  for (let unit = 0; unit < index; unit += 1) at += written[at] !== '\\' ? 1 : written[at + 1] === 'u' ? 6 : 2;
  return at;
}
