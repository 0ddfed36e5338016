// Values after a name and a separator: `password: x`, `TOKEN=x`, `?key=x`, headers.

import { credentialParts, isAuthName, isBasicPair } from './credential-parts.ts';
import { readBelow } from './find-in-settings.ts';
import type { Add, MaskKind } from './kinds.ts';
import { goesOn, isNameInSentence, isNoValue, isOrdinaryWord, isPlainValue, isTellingWord } from './plain-values.ts';
import { kindOfName, type NamePlace } from './secret-names.ts';

/** A name, optionally quoted, and a separator. Starts only at word boundaries, so that each word is checked once. */
const named =
  /(?<![\w.$\u00c0-\u1fff\u3041-\ud7ff\uf900-\ufdff-])(-{0,2}[A-Za-z_$\u00c0-\u1fff\u3041-\ud7ff\uf900-\ufdff][\w.$\u00c0-\u1fff\u3041-\ud7ff\uf900-\ufdff-]{0,200})(\\{0,7}["'`]?\]?)[ \t]{0,4}(=>|:=|[:=：])(?!=)[ \t]{0,4}(?:\r?\n[ \t]{1,20}(?=["']))?/g;
const bareAfterColon = /[^\s"'<>\\]{1,4000}/y;
const bareAfterEquals = /[^\s"'`<>\\;&|,(){}[\]]{1,4000}/y;
const bareVariable = /[^\s"'`\\]{1,4000}/y;
const bareInQuery = /[^&#\s"'<>\\]{1,4000}/y;
const restOfLine = /[^\r\n"\\]{1,4000}/y;

export function findNamed(text: string, add: Add): void {
  let until = 0;
  for (const match of text.matchAll(named)) {
    // A header's value extends to the end of its line; nothing in it counts as another header.
    if (match.index < until) continue;
    const [whole, name = '', closed = '', sign = ''] = match;
    // A list item or block that a row shows on one line: `passwords: - x`, `password: | x`.
    const item =
      sign === ':' &&
      /^(?:-|[|>][-+\d]{0,3}) {1,4}(?=\S)/.exec(
        text.slice(match.index + whole.length, match.index + whole.length + 10),
      );
    const from = match.index + whole.length + (item ? item[0].length : 0);
    if (text.startsWith('//', from)) continue;
    const before = text[match.index - 1] ?? '';
    const place = placeOf(name, sign, before);
    const kind = kindOfName(name.replace(/^-+/, ''), place);
    if (kind !== null) {
      until = readValue(text, from, { name, kind, place, sign, closed }, add);
      if (sign === ':') readBelow(text, match.index, match.index + whole.trimEnd().length, kind, add);
    } else if (isAuthName(name)) {
      bareAfterEquals.lastIndex = from + (/^\\{0,7}["'`]/.exec(text.slice(from, from + 9))?.[0].length ?? 0);
      const start = bareAfterEquals.lastIndex;
      const value = bareAfterEquals.exec(text)?.[0] ?? '';
      if (isBasicPair(value)) add(start, start + value.length, 'credential');
    }
  }
}

function placeOf(name: string, sign: string, before: string): NamePlace {
  if (name.startsWith('-')) return 'option';
  if (sign === '=' && (before === '?' || before === '&' || before === '#')) return 'query';
  if (sign === '=' && /^[A-Z][A-Z0-9_]*$/.test(name)) return 'variable';
  return 'member';
}

interface Named {
  name: string;
  kind: MaskKind;
  place: NamePlace;
  sign: string;
  /** The quote after the name, with as many escapes as its text. */
  closed: string;
}

/** Returns the position up to which the text was read. */
function readValue(text: string, from: number, it: Named, add: Add): number {
  const opening = /^(?:Some\(|Just |Ok\()?\\{0,7}["'`]/.exec(text.slice(from, from + 14))?.[0];
  if (opening !== undefined) {
    const start = from + opening.length;
    const to = closing(text, start, opening);
    const value = text.slice(start, to);
    if (!isPlainValue(value)) addCredential(it, value, start, to, add);
    return from;
  }
  // A bare value after a quoted name is a number or a JSON keyword.
  const quote = /^\\{0,7}["']$/.test(it.closed) ? it.closed : undefined;
  if (it.sign === ':' && it.kind === 'credential' && quote === undefined) return readHeader(text, from, it, add);
  // A shell resolves `${NAME}` and `$(command)`.
  if (/^\$[{(]/.test(text.slice(from, from + 2))) return from;
  const pattern = bareValue(it);
  pattern.lastIndex = from;
  const raw = pattern.exec(text)?.[0] ?? '';
  const value = raw.replace(it.sign === '=' ? /[,;)}\]]{1,40}$/ : /[.,;:!?)}\]…]{1,40}$/, '');
  // `|` and `>` start a YAML block, and the value is below.
  if (/^[|>][-+\d]{0,3}$/.test(raw)) return from;
  if (value !== '' && isValue(text, from + value.length, value, it)) add(from, from + value.length, it.kind, quote);
  return from;
}

function bareValue({ place, sign }: Named): RegExp {
  if (place === 'query') return bareInQuery;
  if (place === 'variable') return bareVariable;
  return sign === '=' ? bareAfterEquals : bareAfterColon;
}

/** `--access-token=TOKEN` in a program's help. */
const isMeta = /^\[?(?:[A-Z]{1,20}_){0,3}(?:TOKEN|KEY|SECRET|PASSWORD|PAT|VALUE)\]?$/;

/** Whether a bare value is a value, not the start of a sentence or a count. */
function isValue(text: string, end: number, value: string, { kind, sign, place, name }: Named): boolean {
  if (isNoValue(value) || value.startsWith('‹') || (place === 'option' && isMeta.test(value))) return false;
  // A location, not a credential.
  if (/pwd$/i.test(name) && /^(?:[/~.]|[A-Za-z]:\\)/.test(value)) return false;
  if (/^[+-]?[\d.]+$/.test(value)) {
    const digits = value.replace(/\D/g, '').length;
    if (place === 'query') return true;
    return kind === 'token' ? digits > 9 : digits >= 4;
  }
  if (sign === '=' || sign === '=>' || sign === ':=')
    return kind === 'password' || place === 'variable' || value.length >= 3;
  if (isTellingWord(value)) return false;
  if (kind !== 'password' && isNameInSentence(name, value, text, end)) return false;
  if (!isOrdinaryWord(value)) return value.length >= 3;
  // "password: Use the form", "token: expired", "secret: it" are words about a secret; a single word on its line may be one.
  return kind === 'password' && !goesOn(text, end);
}

function readHeader(text: string, from: number, { name, kind }: Named, add: Add): number {
  restOfLine.lastIndex = from;
  const line = restOfLine.exec(text)?.[0].trimEnd() ?? '';
  // Quoted on a command line: `-H 'Cookie: a=b' https://…`
  const quoted = text[from - name.length - 1] === "'" || text[from - name.length - 3] === "'" ? line.indexOf("'") : -1;
  const value = quoted < 0 ? line : line.slice(0, quoted);
  const end = from + value.length;
  // In Digest only the response is secret, and find-phrases.ts finds it.
  if (value === '' || isPlainValue(value) || /^Digest /i.test(value)) return end;
  const parts = credentialParts(name, value);
  for (const part of parts) {
    const held = /cookie/i.test(name) ? { from: 0, to: part.value.length } : heldByScheme(part.value);
    if (held !== null && !isNoValue(part.value)) add(from + part.from + held.from, from + part.from + held.to, kind);
  }
  if (parts.length > 0) return end;
  const first = /^\S+/.exec(value)?.[0] ?? '';
  if (isNameInSentence(name, first, value, first.length)) return end;
  // "Authorization: you may not" is a sentence.
  if (first.length === value.length ? !isTellingWord(value) : !isOrdinaryWord(first))
    add(from, from + first.replace(/[,;]{1,40}$/, '').length, kind);
  return end;
}

/**
 * Which of the words after `Bearer` is a credential: "Bearer or Circle-Token header" has none, and "Bearer x7… was refused" only the
 * first word. A single word is one, unless it is a word about the token.
 */
function heldByScheme(value: string): { from: number; to: number } | null {
  const words = [...value.matchAll(/\S+/g)];
  if (words.length === 1) {
    const bare = value.replace(/[.,;:!?)]{1,40}$/, '');
    return isTellingWord(value) || isNoValue(bare) ? null : { from: 0, to: value.length };
  }
  const held = words.filter(([word], index) => looksHeld(word, index === 0));
  const first = held[0];
  const last = held.at(-1);
  return first && last ? { from: first.index, to: last.index + last[0].length } : null;
}

/** Long, or with a digit or a sign inside; mixed case counts only in a credential's position. */
function looksHeld(word: string, isFirst: boolean): boolean {
  const bare = word.replace(/^[("'“‘]{1,4}/, '').replace(/[.,;:!?)"'”’…]{1,40}$/, '');
  if (isNoValue(bare) || isTellingWord(bare) || /^\d{1,6}$/.test(bare)) return false;
  return bare.length >= 24 || /\d|[^A-Za-z’'-]/.test(bare) || (isFirst && /[a-z][A-Z]/.test(bare));
}

function addCredential({ name, kind }: Named, value: string, from: number, to: number, add: Add): void {
  const parts = kind === 'credential' ? credentialParts(name, value) : [];
  if (parts.length === 0) add(from, to, kind);
  for (const part of parts) add(from + part.from, from + part.to, kind);
}

/** Where a quoted text ends; a quote inside it has one more backslash than the opening one. */
function closing(text: string, from: number, quote: string): number {
  const sign = quote.at(-1) as string;
  const depth = quote.split('\\').length - 1;
  const limit = Math.min(text.length, from + 20_000);
  for (let at = text.indexOf(sign, from); at >= 0 && at < limit; at = text.indexOf(sign, at + 1)) {
    let slashes = 0;
    while (at - 1 - slashes >= from && text.charCodeAt(at - 1 - slashes) === 92) slashes += 1;
    if (slashes <= depth) return at - slashes;
  }
  return limit;
}
