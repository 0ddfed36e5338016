// Secrets with a recognizable shape, without a name: passwords in URLs, private keys, email addresses, card numbers, random runs.

import { looksRandom } from './entropy.ts';
import type { Add } from './kinds.ts';
import { isPlaceholder } from './plain-values.ts';

const userInfo = /(?<=:\/\/)[^\s/@"'<>\\‹]{1,300}@/g;

/** `postgres://ann:x@host`: the user name stays visible; a name without a password is a token. */
export function findUserInfo(text: string, add: Add): void {
  for (const match of text.matchAll(userInfo)) {
    const to = match.index + match[0].length - 1;
    const from = match.index + match[0].indexOf(':') + 1;
    if (!isPlaceholder(text.slice(from, to))) add(from, to, 'url');
  }
}

/** PEM (RFC 7468), with real line breaks or with escaped ones from JSON; a cut one ends with its characters. */
export function findPrivateKeys(text: string, add: Add): void {
  let hasEnd = true;
  for (let at = text.indexOf('-----BEGIN '); at >= 0; ) {
    const label = /^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(at, at + 70))?.[0];
    let to = at + 11;
    if (label !== undefined) {
      const end: number = hasEnd ? text.indexOf('-----END ', at) : -1;
      hasEnd = end >= 0;
      if (end >= 0) to = Math.max(end + 9, text.indexOf('-----', end + 9) + 5);
      else to = at + label.length + (/^[A-Za-z0-9+/=\s\\:,-]*/.exec(text.slice(at + label.length))?.[0].length ?? 0);
      add(at, to, 'private_key');
    }
    at = text.indexOf('-----BEGIN ', to);
  }
}

const local = /[A-Za-z0-9._%+-]/;
const domain = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,60})(?:\.[A-Za-z0-9-]{1,60}){0,6}\.[A-Za-z]{2,24}(?![A-Za-z0-9-])/;

/** `postgres://ann:x@host`: the part before the @ is a password. */
const isUserInfo = (text: string, at: number): boolean =>
  /:\/\/[^\s/@]{0,200}$/.test(text.slice(Math.max(0, at - 220), at));

/** Searches outward from the @, so that long runs without one cost nothing. */
export function findEmails(text: string, add: Add): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && local.test(text[start - 1] as string)) start -= 1;
    // In a JSON text the letter may belong to an escape: `\nann@…`.
    if (text[start - 1] === '\\' && /[nrtbf]/.test(text[start] as string)) start += 1;
    if (start === at || isUserInfo(text, start)) continue;
    const host = domain.exec(text.slice(at + 1, at + 260))?.[0];
    if (host !== undefined && text.slice(start, at) !== 'git') add(start, at + 1 + host.length, 'email');
  }
}

const card = /(?<![\d.\w-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d.\w-])/g;

/** 15 or 16 digits that pass the Luhn check (ISO/IEC 7812), in groups or not. */
export function findCards(text: string, add: Add): void {
  for (const match of text.matchAll(card)) {
    const digits = match[0].replace(/\D/g, '');
    const sum = [...digits].reverse().reduce((total, digit, i) => {
      const value = i % 2 ? Number(digit) * 2 : Number(digit);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (digits.length >= 15 && digits.length <= 16 && sum % 10 === 0)
      add(match.index, match.index + match[0].length, 'card');
  }
}

const runs = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const nameBefore = /([A-Za-z][\w.-]{0,60})\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']?$/;
/** Names whose random-looking values are not secret: the last word of the name decides, so `paid` is not an `id`. */
const harmlessName =
  /^(?:ids?|cursor|hash|sha\d*|etag|checksum|digest|integrity|fingerprint|uuid|guid|ulid|data|blob|image|thumbnail|commit|revision|nonce|traceparent|tracestate|path|file|filename|url|uri|href)$/;

/** Root folders of file paths: no base64 starts with them. */
const folders = /^\/(?:tmp|var|home|root|Users|private|opt|usr|etc|mnt|srv|run)\//;

/** Long runs of letters and digits that look random. `name`: the name of the whole text. */
export function findRandom(text: string, name: string, add: Add): void {
  for (const match of text.matchAll(runs)) readRun(text, match.index, match[0], name, add);
}

function readRun(text: string, at: number, run: string, name: string, add: Add): void {
  if (run.length > 4000) return;
  // Checks a path or URL part by part, unless it is base64, which may contain slashes.
  const isPath = folders.test(run) || (run.includes('/') && !looksRandom(run.replaceAll('/', '')));
  const pieces = isPath ? run.split('/') : [run];
  let from = at;
  for (const piece of pieces) {
    if (looksRandom(piece) && !isNamedId(text, from, name)) add(from, from + piece.length, 'entropy');
    from += piece.length + 1;
  }
}

function isNamedId(text: string, at: number, name: string): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  const called = nameBefore.exec(before)?.[1] ?? (at === 0 ? name : '');
  const last = called
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .at(-1);
  return harmlessName.test(last ?? '') || /(?:sha\d{1,3}-|base64,|\/)$/.test(before);
}
