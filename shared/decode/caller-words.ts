// What the caller wrote: texts in the parameters of a call. A server that quotes them does not say them, and what it finds missing
// may be one of them.

import type { Json } from '../json.ts';
import type { Subject } from './facts/subject.ts';

const most = 100;

/** Texts anywhere in a value, within bounds. */
export function textsIn(value: Json, texts: string[] = [], depth = 0): string[] {
  if (texts.length >= most) return texts;
  if (typeof value === 'string') texts.push(value.slice(0, 2000));
  else if (typeof value === 'object' && value !== null && depth <= 5)
    for (const item of Object.values(value).slice(0, most)) textsIn(item, texts, depth + 1);
  return texts;
}

/** Several words: one by itself is also a word of the server's. */
const isPhrase = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;

/** Names and texts of the call that a message could quote, the longest first. */
export function quotable({ params }: Subject): string[] {
  if (params === undefined) return [];
  return textsIn(params)
    .filter((text) => text.length > 4)
    .sort((one, other) => other.length - one.length);
}

/** A text with a word in place of each phrase that the caller wrote. */
export function withoutQuotes(text: string, quoted: readonly string[]): string {
  let bare = text;
  for (const part of quoted) if (bare.includes(part) && isPhrase.test(part)) bare = bare.replaceAll(part, ' xx ');
  return bare;
}
