// Finds secrets in any text: JSON or not, whole or cut. Linear in the length of the text: every search is for fixed letters
// or for runs of bounded length. Owns what counts as a secret; what stands in its place is masker.ts's.

import { looksRandom } from './entropy.ts';
import { knownTokens, others } from './formats.ts';
import type { MaskKind, Secret } from './kinds.ts';

/** Names of members, parameters, headers and options whose value is a secret. Compared in lower case without signs. */
const secretNames: [MaskKind, RegExp][] = [
  [
    'credential',
    /^(?:x?(?:proxy)?authorization|(?:set)?cookie2?|mcpsessionid|xamzsecuritytoken|xgoogiamauthoritytoken|jsessionid|phpsessid|sessioncookie|connectsid)$/,
  ],
  ['password', /(?:password|passwd|passphrase|passcode|pwd)$|^(?:pass|pin|otp|totp|mfacode|cvv|cvc|ssn)$/],
  [
    'token',
    /(?:token|secret|apikey|accesskey|accesskeyid|secretkey|privatekey|signingkey|encryptionkey|masterkey|authkey|sharedkey|accountkey|servicekey|subscriptionkey|webhookkey|credential|credentials|clientsecret|authcode|codeverifier|sessionkey|refreshtoken|idtoken|bearer|xapikey|connectionstring|seedphrase|mnemonic|recoverycode|licensekey|sharedaccesssignature)$/,
  ],
];
/** They end like a secret and are none. */
const plainNames =
  /^(?:progresstoken|nexttoken|nextpagetoken|pagetoken|continuationtoken|synctoken|maxtoken|tokentype|stoptoken|canceltoken|cancellationtoken|idempotencytoken|designtoken|methodsignature|functionsignature)$/;

/** Anything that can end with a secret's name and stand before its value. */
const nameBefore =
  /(?:token|secret|key|keyid|passw(?:or)?d|passphrase|passcode|pwd|pass|pin|otp|mfa_?code|cvv|cvc|ssn|credentials?|authorization|authenticate|cookie2?|session-?id|jsessionid|phpsessid|sid|bearer|verifier|auth_?code|recovery_?code|string|phrase|mnemonic|signature)(?=\\{0,3}["']?\s{0,4}[:=])/gi;
const queryNames = /[?&;]([A-Za-z0-9_.~-]{1,60})=([^&#\s"'<>\\;]{1,4000})/g;
const queryOnly =
  /^(?:code|state|sig|signature|sas|key|auth|token|secret|password|pass|session|sessionid|sid|assertion|samlresponse|ticket|xamzsignature|xamzcredential|xgoogsignature|awsaccesskeyid)$/;
const userInfo = /(?<=:\/\/)[^\s/@"'<>\\‹]{1,300}@/g;
const optionValue =
  /(?<=(?:^|\s)--?(?:[A-Za-z-]{0,30})(?:token|secret|password|passwd|key|credential|auth)[ =])(?!-)[^\s"'‹,]{4,400}/gi;
/** `["--token", "…"]`, as argument lists are written. */
const listedOption =
  /--?[A-Za-z-]{0,30}(?:token|secret|password|passwd|key|credential|auth)(\\{0,3}["'])\s{0,4},\s{0,4}\\{0,3}["']/gi;
const runs = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const idName =
  /(?:id|ids|cursor|hash|sha\d*|etag|checksum|digest|integrity|fingerprint|uuid|guid|ulid|data|blob|image|thumbnail|commit|revision|nonce|traceparent|tracestate|path|file|filename|url|uri|href)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?$/i;

const worthALook = /[@=:]|[A-Za-z0-9+_.-]{14}|\d{4}[ -]\d{4}|-[a-z]|Bearer|Basic|Digest|Token|ApiKey|Negotiate/;

/** Whether it is worth looking closer: most short texts hold nothing that any secret must have. */
export function mayHold(text: string): boolean {
  return text.length > 5 && worthALook.test(text);
}

export function findSecrets(text: string): Secret[] {
  const found: Secret[] = [];
  const add: Add = (from, to, kind, quote) => {
    if (to > from && !isPlain(text, from, to))
      found.push(quote === undefined ? { from, to, kind } : { from, to, kind, quote });
  };
  for (const match of text.matchAll(nameBefore)) readNamed(text, match.index, match.index + match[0].length, add);
  for (const match of text.matchAll(knownTokens)) add(match.index, match.index + match[0].length, 'token');
  for (const [kind, pattern] of others) {
    for (const match of text.matchAll(pattern)) {
      const scheme = kind === 'credential' ? match[0].length - match[0].replace(/^\w+ +/, '').length : 0;
      add(match.index + scheme, match.index + match[0].length, kind);
    }
  }
  findPrivateKeys(text, add);
  if (text.includes('=')) {
    for (const match of text.matchAll(queryNames)) {
      const name = (match[1] as string).toLowerCase().replace(/[^a-z0-9]/g, '');
      const start = match.index + match[0].length - (match[2] as string).length;
      if (queryOnly.test(name) || kindOf(name)) add(start, match.index + match[0].length, 'url');
    }
  }
  if (text.includes('-')) {
    for (const match of text.matchAll(optionValue)) add(match.index, match.index + match[0].length, 'token');
    for (const match of text.matchAll(listedOption)) {
      const from = match.index + match[0].length;
      add(from, closing(text, from, match[1] as string), 'token');
    }
  }
  if (text.includes('@')) {
    for (const match of text.matchAll(userInfo)) add(match.index, match.index + match[0].length - 1, 'url');
    findEmails(text, add);
  }
  findCards(text, add);
  for (const match of text.matchAll(runs)) readRun(text, match.index, match[0], add);
  return merged(found);
}

type Add = (from: number, to: number, kind: MaskKind, quote?: string) => void;

/** Already hidden, empty, or a word that means nothing. */
function isPlain(text: string, from: number, to: number): boolean {
  if (text.charCodeAt(from) === 0x2039) return true;
  const value = to - from <= 12 ? text.slice(from, to) : '';
  return /^(?:null|true|false|none|undefined|string|object|number|\*+|x+|\.+|…)$/i.test(value);
}

function kindOf(name: string): MaskKind | null {
  if (plainNames.test(name)) return null;
  return secretNames.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** `"access_token": "…"`, `password=…`, `Authorization: …`, at any depth of escaping. */
function readNamed(text: string, at: number, end: number, add: Add): void {
  let start = at;
  while (start > 0 && at - start < 40 && /[A-Za-z0-9_.-]/.test(text[start - 1] as string)) start -= 1;
  const kind = kindOf(
    text
      .slice(start, end)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  );
  if (!kind) return;
  const opening = /^(\\{0,3}["'])?\s{0,4}[:=]\s{0,4}(\\{0,3}["'])?/.exec(text.slice(end, end + 20));
  if (!opening) return;
  const from = end + opening[0].length;
  const quote = opening[2];
  if (quote === undefined) {
    // A bare value in JSON is a number or a word; elsewhere it goes on to the next gap, a header's to the end of the line.
    const isJson = opening[1] !== undefined;
    const bare = (
      isJson
        ? /^-?[\w.+]{4,200}(?=\s{0,4}[,}\]])/
        : kind === 'credential'
          ? /^[^\r\n"\\]{3,4000}/
          : /^[^\s,;&"'<>(){}[\]\\]{3,4000}/
    ).exec(text.slice(from, from + 4000))?.[0];
    if (bare !== undefined && !(isJson && /^-?\d{1,9}(?:\.\d+)?$/.test(bare) && kind === 'token'))
      add(from, from + bare.length, kind, opening[1]);
    return;
  }
  const to = closing(text, from, quote);
  if (to > from) add(from, to, kind);
}

/** Where a quoted text ends; a quote inside it has one more backslash than the one it began with. */
function closing(text: string, from: number, quote: string): number {
  const sign = quote.at(-1) as string;
  const depth = quote.length - 1;
  for (let at = text.indexOf(sign, from); at >= 0 && at - from < 20_000; at = text.indexOf(sign, at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes <= depth) return at - slashes;
  }
  return Math.min(text.length, from + 20_000);
}

/** PEM (RFC 7468), with real line ends or with those of a JSON text; one that was cut ends where its letters do. */
function findPrivateKeys(text: string, add: Add): void {
  let hasEnd = true;
  for (let at = text.indexOf('-----BEGIN '); at >= 0; ) {
    const label = /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(at, at + 70))?.[0];
    let to = at + 11;
    if (label !== undefined) {
      const end: number = hasEnd ? text.indexOf('-----END ', at) : -1;
      hasEnd = end >= 0;
      if (end >= 0) to = Math.max(end + 9, text.indexOf('-----', end + 9) + 5);
      else to = at + label.length + (/^[A-Za-z0-9+/=\s\\]*/.exec(text.slice(at + label.length))?.[0].length ?? 0);
      add(at, to, 'private_key');
    }
    at = text.indexOf('-----BEGIN ', to);
  }
}

const local = /[A-Za-z0-9._%+-]/;
const domain = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,60})(?:\.[A-Za-z0-9-]{1,60}){0,6}\.[A-Za-z]{2,24}(?![A-Za-z0-9-])/;

/** From the @ outwards, so that long runs of letters without one cost nothing. */
function findEmails(text: string, add: Add): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && local.test(text[start - 1] as string)) start -= 1;
    // In a JSON text the letter may belong to an escape: `\nann@…`.
    if (text[start - 1] === '\\' && /[nrtbf]/.test(text[start] as string)) start += 1;
    const host = domain.exec(text.slice(at + 1, at + 260))?.[0];
    if (start < at && host !== undefined && text.slice(start, at) !== 'git') add(start, at + 1 + host.length, 'email');
  }
}

/** 15 or 16 digits that pass the check of ISO/IEC 7812, in groups or not. */
function findCards(text: string, add: Add): void {
  for (const match of text.matchAll(/(?<![\d.\w-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d.\w-])/g)) {
    const digits = match[0].replace(/\D/g, '');
    const sum = [...digits].reverse().reduce((total, digit, i) => {
      const value = i % 2 ? Number(digit) * 2 : Number(digit);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (digits.length >= 15 && digits.length <= 16 && sum % 10 === 0)
      add(match.index, match.index + match[0].length, 'card');
  }
}

function readRun(text: string, at: number, run: string, add: Add): void {
  if (run.length > 4000) return;
  // A path or an address is looked at piece by piece, and only where it is no base64, which has a slash now and then.
  const pieces = run.includes('/') && !looksRandom(run.replaceAll('/', '')) ? run.split('/') : [run];
  let from = at;
  for (const piece of pieces) {
    if (looksRandom(piece) && !isNamedId(text, from)) add(from, from + piece.length, 'entropy');
    from += piece.length + 1;
  }
}

function isNamedId(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 60), at);
  return idName.test(before) || /(?:sha\d{1,3}-|base64,|\/)$/.test(before);
}

/** In order and apart; where two overlap, one from the beginning of the first to the end of the last. */
export function merged(found: Secret[]): Secret[] {
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const apart: Secret[] = [];
  for (const secret of found) {
    const last = apart.at(-1);
    if (last && secret.from < last.to) last.to = Math.max(last.to, secret.to);
    else apart.push({ ...secret });
  }
  return apart;
}
