// Secrets in text: logs, messages, command lines, URLs, settings, XML. This file handles sentences and XML; separate files handle named
// values, command lines and recognizable shapes. Linear in the length of the text: every search uses fixed letters or bounded runs.
// secret-names.ts and plain-values.ts judge names and values.

import { findCards, findEmails, findPrivateKeys, findRandom, findUserInfo } from './find-by-shape.ts';
import { findNetrc, findOptions } from './find-in-commands.ts';
import { findInCode, findInManifest, findInTables, findPgpass } from './find-in-settings.ts';
import { findNamed } from './find-named.ts';
import { findDigests, findRecoveryCodes, findSeedPhrases } from './find-phrases.ts';
import { findForeign } from './foreign-names.ts';
import type { Add, SecretKind } from './kinds.ts';
import { isNoValue, isOrdinaryWord, isPlainValue, isTellingWord } from './plain-values.ts';
import type { QuickScan } from './quick-scan.ts';
import { kindOfName } from './secret-names.ts';
import { knownTokens, others } from './token-shapes.ts';

/** `name`: the name of the whole text, if it is the value of a field. */
export function findInText(text: string, name: string, seen: QuickScan, found: SecretKind[]): void {
  const add: Add = (from, to, kind, quote) => {
    if (to <= from || text.charCodeAt(from) === 0x2039) return;
    found.push(quote === undefined ? { from, to, kind } : { from, to, kind, quote });
  };
  if (seen.names) {
    findNamed(text, add);
    findPgpass(text, add);
    findInManifest(text, add);
  }
  if (seen.run >= 12) {
    for (const match of text.matchAll(knownTokens)) add(match.index, match.index + match[0].length, 'token');
    for (const [kind, pattern] of others)
      for (const match of text.matchAll(pattern)) add(match.index, match.index + match[0].length, kind);
  }
  if (seen.names || seen.run >= 20) findDigests(text, add);
  if (seen.run >= 24) findRandom(text, name, add);
  if (seen.blanks >= 11) findSeedPhrases(text, add);
  if (seen.words || seen.beyond) findForeign(text, add);
  if (seen.words) {
    findInCode(text, add);
    findInTables(text, add);
    findRecoveryCodes(text, add);
    findSchemes(text, add);
    findSpoken(text, add);
    findNetrc(text, add);
  }
  if (seen.angle) findInXml(text, add);
  if (seen.options) {
    findPrivateKeys(text, add);
    findOptions(text, add);
  }
  if (seen.at) {
    findUserInfo(text, add);
    findEmails(text, add);
  }
  if (seen.digits >= 15) findCards(text, add);
}

const schemes = /(?<![A-Za-z])(Bearer|Basic|Negotiate|ApiKey|Token|DPoP|Bot),? {1,4}([A-Za-z0-9+/=_.~-]{8,4000})/gi;

/** `Bearer …` anywhere: letters only count if they are longer than any word. */
function findSchemes(text: string, add: Add): void {
  for (const match of text.matchAll(schemes)) {
    const [whole, scheme = '', value = ''] = match;
    const from = match.index + whole.length - value.length;
    const bare = value.replace(/[.=-]{1,40}$/, '');
    const isToken = /\d/.test(bare) || bare.length >= 24 || /[a-z][A-Z]|[+/_~]/.test(bare);
    const isOpaque = /^(?:bearer|negotiate|dpop)$/i.test(scheme)
      ? isToken
      : isToken && /\d|[+/=]/.test(value) && bare.length >= 12;
    // "--access-token=TOKEN --host=…": another option.
    if (isOpaque && !value.startsWith('--') && !isNoValue(bare) && !/^[\d.]+$/.test(bare))
      add(from, from + value.replace(/\.{1,40}$/, '').length, 'credential');
  }
}

const spoken =
  /(?<![A-Za-z0-9])(pass(?:word|wd|phrase|code)|pwd|pin(?:[ -]?code)?|otp|secret|token|(?:api|access|secret|private|signing|master)[ _-]?key|credentials?)(?: \w{1,20}){0,2}? (?:is|was|are|were|equals|set to|changed to|reset to|will be|reads|=) ?(?:now |still |currently )?["'“`‘]?([^\s"'”`’]{3,400})/gi;
const saidBeside =
  /(?<![A-Za-z0-9])(?:pass(?:word|wd|phrase|code)|secret|token|api[ _-]?key|pin) (?:["'“`‘]([^"'”`’\r\n]{3,200})["'”`’]|([^\s"'“”`‘’,;:()<>{}[\]=]{6,400}))/gi;

/** "The password is hunter2", "with password 'x y'". Ordinary words about it stay: "The password is wrong". */
function findSpoken(text: string, add: Add): void {
  for (const match of text.matchAll(spoken)) {
    const raw = match[2] as string;
    const value = raw.replace(/[.,;:!?)}\]…]{1,40}$/, '');
    const from = match.index + match[0].length - raw.length;
    const quoted = /["'“`‘]$/.test(match[0].slice(0, -raw.length));
    if (value.length < 3 || isNoValue(value) || isTellingWord(value)) continue;
    if (
      quoted ||
      isOddWord(value) ||
      (/^p(?:ass|wd)/i.test(match[1] as string) && endsSentence(text, from + raw.length))
    )
      add(from, from + value.length, /^(?:pass|pwd|pin|otp)/i.test(match[1] as string) ? 'password' : 'token');
  }
  for (const match of text.matchAll(saidBeside)) {
    const value = (match[1] ?? match[2] ?? '').replace(/[.,;:!?]{1,40}$/, '');
    if (isPlainValue(value)) continue;
    if (match[1] === undefined && !(isOddWord(value) && /\d/.test(value) && /[A-Za-z]/.test(value))) continue;
    const from = match.index + match[0].indexOf(value, 3);
    // 'token "abc"' in a JSON error message names a piece of text, not a key.
    if (match[1] !== undefined && !/^pass/i.test(match[0]) && !(isOddWord(value) && value.length >= 6)) continue;
    add(from, from + value.length, /^p/i.test(match[0]) ? 'password' : 'token');
  }
}

/** A digit, a sign inside, or mixed case: not an ordinary word. */
const isOddWord = (word: string): boolean =>
  !isOrdinaryWord(word) &&
  /\d|[^A-Za-z0-9’'-]|[a-z][A-Z]/.test(word) &&
  !/^(?:\d+(?:st|nd|rd|th)|v?\d+(?:\.\d+)*)$/i.test(word);

const endsSentence = (text: string, at: number): boolean =>
  /^[.!?"'”’)]{0,3}(?:\s{0,4}$|\s{0,4}[\r\n])/.test(text.slice(at, at + 12));

const element = /<([A-Za-z][\w.:-]{0,80})((?:\s[^<>]{0,400})?)>(?:<!\[CDATA\[)?([^<\]]{1,4000})/g;
const attributes = /<[A-Za-z][\w.:-]{0,80}\s([^<>]{1,1000})>/g;

/** `<password>x</password>`, `<add key="ApiKey" value="x"/>`, `<property name="password">x</property>`. */
function findInXml(text: string, add: Add): void {
  for (const match of text.matchAll(element)) {
    const [whole, tag = '', inside = '', value = ''] = match;
    const local = tag.includes(':') ? (tag.split(':').at(-1) as string) : tag;
    const own = /\s(?:name|key|id|property)\s{0,4}=\s{0,4}["']([^"']{1,100})["']/i.exec(inside)?.[1];
    const kind = kindOfName(local) ?? (own === undefined ? null : kindOfName(own));
    const shown = value.trim();
    if (kind === null || isPlainValue(shown)) continue;
    // "Bearer <token> or Basic <pair>": placeholders in a sentence, not elements.
    if (value.startsWith(' ') && !text.startsWith('</', match.index + whole.length)) continue;
    const from = match.index + whole.length - value.length + value.indexOf(shown);
    add(from, from + shown.length, kind);
  }
  for (const match of text.matchAll(attributes)) {
    const inside = match[1] as string;
    const own = /(?:^|\s)(?:name|key|id|property)\s{0,4}=\s{0,4}["']([^"']{1,100})["']/i.exec(inside)?.[1];
    const kind = own === undefined ? null : kindOfName(own);
    const isField = /(?:^|\s)type\s{0,4}=\s{0,4}["']?password/i.test(inside);
    if (kind === null && !isField) continue;
    const held = /(?:^|\s)(?:value|content|default)\s{0,4}=\s{0,4}(["'])([^"']{1,2000})\1/i.exec(inside);
    if (!held || isPlainValue(held[2] as string)) continue;
    const from = match.index + match[0].indexOf(inside) + held.index + held[0].length - 1 - (held[2] as string).length;
    add(from, from + (held[2] as string).length, kind ?? 'password');
  }
}
