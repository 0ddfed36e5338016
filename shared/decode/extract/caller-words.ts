// The caller's texts in the parameters of a call. A server that quotes them does not assert them, and what it reports as missing may be
// one of them.

import { isObject, type Json, member } from '../../json/json.ts';
import { type CallFacts, firstLine } from '../reading/reading.ts';

const most = 100;

/** Texts anywhere in a value, within bounds. */
export function textsIn(value: Json, texts: string[] = [], depth = 0): string[] {
  if (texts.length >= most) return texts;
  if (typeof value === 'string') texts.push(value.slice(0, 2000));
  else if (typeof value === 'object' && value !== null && depth <= 5) {
    const items = Array.isArray(value) ? value : Object.values(value);
    for (const item of items.length > most ? items.slice(0, most) : items) textsIn(item, texts, depth + 1);
  }
  return texts;
}

/** Names of the called tool and its arguments. A name is no statement: `rate_limit` is not a rate limit. */
export function namesIn({ target, params, inputSchema }: CallFacts): string[] {
  const names = target === undefined ? [] : [target];
  for (const holder of [member(params, 'arguments'), member(inputSchema, 'properties')])
    if (isObject(holder)) for (const name in holder) if (names.length < most) names.push(name);
  return names;
}

/** Several words only: a single word may also be the server's. */
const isPhrase = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;

/** Replaces each phrase of the caller with a placeholder, the longest first. */
export function withoutQuotes(text: string, sent: readonly string[]): string {
  const quoted = sent.filter((part) => part.length > 4 && text.includes(part) && isPhrase.test(part));
  if (quoted.length === 0) return text;
  let bare = text;
  for (const part of quoted.sort((one, other) => other.length - one.length)) bare = bare.replaceAll(part, ' xx ');
  return bare;
}

/** Where a text names a sent text or number, as a whole word; -1: nowhere. A short text may be part of any sentence. */
export function placeOfSent(text: string, sent: Json | undefined): number {
  if (!isObject(sent)) return -1;
  for (const value of Object.values(sent)) {
    const part = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const at = part === '' || part.length > 200 ? -1 : text.indexOf(part);
    if (at >= 0 && !inWord.test(text.charAt(at - 1)) && !inWord.test(text.charAt(at + part.length))) return at;
  }
  return -1;
}

const inWord = /\w/;

/** Whether a text starts with the caller's own text: such an echo is not a message of the server. */
export function isOfCaller(text: string, sent: Json | undefined): boolean {
  if (sent === undefined) return false;
  const line = firstLine(text.slice(0, 300)).trim();
  return line.length >= 12 && textsIn(sent).some((part) => part.includes(line));
}

/** Whether the caller asked a database for rows: then a list is the result, regardless of its column names. */
export function asksForRows(sent: Json | undefined): boolean {
  return sent !== undefined && textsIn(sent).some((part) => /^\s{0,20}(?:select|with|show|describe)\s/i.test(part));
}
