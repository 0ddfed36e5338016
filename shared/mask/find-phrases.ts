// Recovery codes, seed phrases, HTTP Digest responses and password hashes: recognized by their shape and the words before.

import type { Add } from './kinds.ts';

const codesHead =
  /(?<![A-Za-z])(?:recovery|backup|rescue|emergency|scratch|one[- ]time|verification)[ _-]?(?:codes?|keys?)(?: (?:are|is|were))?[ \t]{0,4}[:=]?[ \t]{0,4}(?:\r?\n)?/gi;
/** One code and the separator to the next: a number with a dot, a bullet, a comma, a line break. */
const code =
  /[ \t]{0,8}(?:\r?\n){0,2}[ \t]{0,8}(?:\d{1,2}[.)][ \t]{1,4}|[-*•][ \t]{1,4})?(\d{4} \d{4}(?!\d)|[A-Za-z0-9]{3,12}(?:[-_][A-Za-z0-9]{3,12}){1,5}|[A-Za-z]{0,11}\d[A-Za-z0-9]{5,15}|[A-Za-z]{1,8}\d[A-Za-z0-9]{3,12})(?![\w-])[,;]?/y;

/** "Your recovery codes:" and a list. A hyphenated word is not a code: "Backup codes: read-only". */
export function findRecoveryCodes(text: string, add: Add): void {
  for (const head of text.matchAll(codesHead)) {
    code.lastIndex = head.index + head[0].length;
    for (let count = 0; count < 50; count += 1) {
      const match = code.exec(text);
      if (match === null) break;
      const value = match[1] as string;
      const from = match.index + match[0].search(/[A-Za-z0-9]/);
      const start = match[0].endsWith(value) ? match.index + match[0].length - value.length : text.indexOf(value, from);
      if (!/\d/.test(value) && !/^[A-Z]{3,}(?:-[A-Z]{3,})+$/.test(value)) break;
      add(start, start + value.length, 'password');
    }
  }
}

const seedLengths = new Set([12, 15, 18, 21, 24]);
/** Words common in sentences that are not in any seed word list. */
const commonWord =
  /^(?:the|and|for|are|was|were|has|had|from|have|not|but|its|our|your|his|her|been|which|does|did|than|because|could|should|would|cannot|could|per|via|who|whose|any|some|each|these|those|their|them|being|between)$/;
const phrase =
  /(?<![A-Za-z][ \t]?)(?<![A-Za-z.,;:'’-])[a-z]{3,8}(?:[ \t]{1,2}[a-z]{3,8}){11,23}(?![A-Za-z'’-]|[ \t]{1,2}[A-Za-z])/g;
const seedHead =
  /(?<![A-Za-z])(?:(?:seed|recovery|secret|backup|mnemonic|wallet)[ _-]?(?:phrase|words)|mnemonic)(?: (?:is|was|are))?[ \t]{0,4}[:=]?[ \t\r\n]{1,4}["'“]?((?:[a-z]{3,8}[ \t\r\n]{1,2}){11,23}[a-z]{3,8})/gi;

/** Twelve to 24 short words that are not a sentence; fewer checks if the words before name them. */
export function findSeedPhrases(text: string, add: Add): void {
  for (const match of text.matchAll(seedHead)) {
    const value = match[1] as string;
    add(match.index + match[0].length - value.length, match.index + match[0].length, 'password');
  }
  for (const match of text.matchAll(phrase)) {
    const words = match[0].split(/[ \t]+/);
    if (!seedLengths.has(words.length) || words.some((word) => commonWord.test(word))) continue;
    add(match.index, match.index + match[0].length, 'password');
  }
}

/** RFC 7616: with the nonce, passwords can be tried against a recorded response. Its value is group 1. */
export const digestNonce = /(?<![\w-])(?:c?nonce|opaque)=\\?"?([^\s",\\]{6,200})/gi;
const digest = /(?<![\w-])response\s{0,4}=\s{0,4}"?([0-9a-f]{32,128})(?![0-9a-f])/gi;
const hash =
  /(?<![\w$])\$(?:2[abxy]|1|5|6|7|y|apr1|argon2id?|argon2i|scrypt|pbkdf2[\w-]{0,20})\$[./A-Za-z0-9$=,+-]{20,250}/g;

export function findDigests(text: string, add: Add): void {
  for (const match of text.matchAll(digest)) {
    const end = match.index + match[0].length;
    add(end - (match[1] as string).length, end, 'credential');
  }
  if (/digest /i.test(text))
    for (const match of text.matchAll(digestNonce)) {
      const end = match.index + match[0].length;
      add(end - (match[1] as string).length, end, 'credential');
    }
  for (const match of text.matchAll(hash)) add(match.index, match.index + match[0].length, 'password');
}
