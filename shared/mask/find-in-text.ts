// Secrets in words: logs, messages, command lines, addresses, settings, XML. Linear in the length of the text: every search is
// for fixed letters or for runs of bounded length. What a name or a value means is secret-names.ts's and plain-values.ts's.

import { credentialParts } from './credential-parts.ts';
import { looksRandom } from './entropy.ts';
import type { Glance } from './glance.ts';
import type { MaskKind, Secret } from './kinds.ts';
import { isNoValue, isOrdinaryWord, isPlaceholder, isPlainValue, isTellingWord } from './plain-values.ts';
import { kindOfName, kindOfOption, type NamePlace } from './secret-names.ts';
import { knownTokens, others } from './token-shapes.ts';

type Add = (from: number, to: number, kind: MaskKind, quote?: string) => void;

/** `name`: what the whole text is called, where it is the value of a member. */
export function findInText(text: string, name: string, seen: Glance, found: Secret[]): void {
  const add: Add = (from, to, kind, quote) => {
    if (to <= from || text.charCodeAt(from) === 0x2039) return;
    found.push(quote === undefined ? { from, to, kind } : { from, to, kind, quote });
  };
  if (seen.names) findNamed(text, add);
  if (seen.run >= 12) {
    for (const match of text.matchAll(knownTokens)) add(match.index, match.index + match[0].length, 'token');
    for (const [kind, pattern] of others)
      for (const match of text.matchAll(pattern)) add(match.index, match.index + match[0].length, kind);
  }
  if (seen.run >= 24) for (const match of text.matchAll(runs)) readRun(text, match.index, match[0], name, add);
  if (seen.words) {
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
    for (const match of text.matchAll(userInfo)) {
      const to = match.index + match[0].length - 1;
      // Who it is may be seen; a name without a password is a token.
      const colon = match[0].indexOf(':');
      const from = match.index + colon + 1;
      if (!isPlaceholder(text.slice(from, to))) add(from, to, 'url');
    }
    findEmails(text, add);
  }
  if (seen.digits >= 15) findCards(text, add);
}

/** A name, perhaps in quotes, and a sign that a value follows. Begins where a word does, so each is looked at once. */
const named =
  /(?<![\w.$-])(-{0,2}[A-Za-z_$][\w.$-]{0,200})(\\{0,7}["'`]?\]?)[ \t]{0,4}(=>|:=|[:=])(?!=)[ \t]{0,4}(?:\r?\n[ \t]{1,20}(?=["']))?/g;
const bareAfterColon = /[^\s"'<>\\]{1,4000}/y;
const bareAfterEquals = /[^\s"'`<>\\;&|,(){}[\]]{1,4000}/y;
const bareVariable = /[^\s"'`\\]{1,4000}/y;
const bareInQuery = /[^&#\s"'<>\\]{1,4000}/y;
const restOfLine = /[^\r\n"\\]{1,4000}/y;

function findNamed(text: string, add: Add): void {
  let until = 0;
  for (const match of text.matchAll(named)) {
    // A header's value is read to the end of its line; nothing in it is read as a header again.
    if (match.index < until) continue;
    const [whole, name = '', closed = '', sign = ''] = match;
    const from = match.index + whole.length;
    if (text.startsWith('//', from)) continue;
    const before = text[match.index - 1] ?? '';
    const place = placeOf(name, sign, before);
    const kind = kindOfName(name.replace(/^-+/, ''), place);
    if (kind !== null) until = readValue(text, from, { name, kind, place, sign, closed }, add);
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
  /** The quote after the name, escaped as often as its text is. */
  closed: string;
}

/** Gives the place up to which the text was read. */
function readValue(text: string, from: number, it: Named, add: Add): number {
  const opening = /^\\{0,7}["'`]/.exec(text.slice(from, from + 9))?.[0];
  if (opening !== undefined) {
    const start = from + opening.length;
    const to = closing(text, start, opening);
    const value = text.slice(start, to);
    if (!isPlainValue(value)) addCredential(it, value, start, to, add);
    return from;
  }
  // A bare value after a quoted name is a number or a word of JSON.
  const quote = /^\\{0,7}["']$/.test(it.closed) ? it.closed : undefined;
  if (it.sign === ':' && it.kind === 'credential' && quote === undefined) return readHeader(text, from, it, add);
  // `${NAME}` and `$(command)` are filled in by a shell.
  if (/^\$[{(]/.test(text.slice(from, from + 2))) return from;
  const pattern = bareValue(it);
  pattern.lastIndex = from;
  const raw = pattern.exec(text)?.[0] ?? '';
  const value = raw.replace(it.sign === '=' ? /[,;)}\]]{1,40}$/ : /[.,;:!?)}\]…]{1,40}$/, '');
  if (value !== '' && isValue(text, from + value.length, value, it)) add(from, from + value.length, it.kind, quote);
  return from;
}

function bareValue({ place, sign }: Named): RegExp {
  if (place === 'query') return bareInQuery;
  if (place === 'variable') return bareVariable;
  return sign === '=' ? bareAfterEquals : bareAfterColon;
}

/** Whether a bare value is one, and not the beginning of a sentence or a count. */
function isValue(text: string, end: number, value: string, { kind, sign, place, name }: Named): boolean {
  if (isNoValue(value) || value.startsWith('‹')) return false;
  // Where one is, not how one gets in.
  if (/pwd$/i.test(name) && /^(?:[/~.]|[A-Za-z]:\\)/.test(value)) return false;
  if (/^[+-]?[\d.]+$/.test(value)) {
    const digits = value.replace(/\D/g, '').length;
    if (place === 'query') return true;
    return kind === 'token' ? digits > 9 : digits >= 4;
  }
  if (sign === '=' || sign === '=>' || sign === ':=')
    return kind === 'password' || place === 'variable' || value.length >= 3;
  if (isTellingWord(value)) return false;
  if (!isOrdinaryWord(value)) return value.length >= 3;
  // "password: Use the form", "token: expired", "secret: it" are words about one; a word alone on its line may be one.
  return kind === 'password' && !goesOn(text, end);
}

/** An ordinary word follows on the same line: a sentence. */
function goesOn(text: string, end: number): boolean {
  return /^[.,;:!?]{0,3}[ \t]{1,4}["'“(]?[A-Za-z]{1,30}(?![\w=:@])/.test(text.slice(end, end + 45));
}

function readHeader(text: string, from: number, { name, kind }: Named, add: Add): number {
  restOfLine.lastIndex = from;
  const line = restOfLine.exec(text)?.[0].trimEnd() ?? '';
  // Quoted on a command line: `-H 'Cookie: a=b' https://…`
  const quoted = text[from - name.length - 1] === "'" || text[from - name.length - 3] === "'" ? line.indexOf("'") : -1;
  const value = quoted < 0 ? line : line.slice(0, quoted);
  const end = from + value.length;
  if (value === '' || isPlainValue(value)) return end;
  const parts = credentialParts(name, value);
  for (const part of parts) if (!isNoValue(part.value)) add(from + part.from, from + part.to, kind);
  if (parts.length > 0) return end;
  const first = /^\S+/.exec(value)?.[0] ?? '';
  // "Authorization: you may not" is a sentence.
  if (first.length === value.length ? !isTellingWord(value) : !isOrdinaryWord(first))
    add(from, from + first.replace(/[,;]{1,40}$/, '').length, kind);
  return end;
}

function addCredential({ name, kind }: Named, value: string, from: number, to: number, add: Add): void {
  const parts = kind === 'credential' ? credentialParts(name, value) : [];
  if (parts.length === 0) add(from, to, kind);
  for (const part of parts) add(from + part.from, from + part.to, kind);
}

/** Where a quoted text ends; a quote inside it has one more backslash than the one it began with. */
function closing(text: string, from: number, quote: string): number {
  const sign = quote.at(-1) as string;
  const depth = quote.length - 1;
  const limit = Math.min(text.length, from + 20_000);
  for (let at = text.indexOf(sign, from); at >= 0 && at < limit; at = text.indexOf(sign, at + 1)) {
    let slashes = 0;
    while (at - 1 - slashes >= from && text.charCodeAt(at - 1 - slashes) === 92) slashes += 1;
    if (slashes <= depth) return at - slashes;
  }
  return limit;
}

const schemes = /(?<![A-Za-z])(Bearer|Basic|Negotiate|ApiKey|Token|DPoP|Bot) {1,4}([A-Za-z0-9+/=_.~-]{8,4000})/gi;

/** `Bearer …` anywhere: of letters alone only where no word is that long. */
function findSchemes(text: string, add: Add): void {
  for (const match of text.matchAll(schemes)) {
    const [whole, scheme = '', value = ''] = match;
    const from = match.index + whole.length - value.length;
    const bare = value.replace(/[.=-]{1,40}$/, '');
    const isToken = /\d/.test(bare) || bare.length >= 24 || /[a-z][A-Z]|[+/_~]/.test(bare);
    const isOpaque = /^(?:bearer|negotiate|dpop)$/i.test(scheme)
      ? isToken
      : isToken && /\d|[+/=]/.test(value) && bare.length >= 12;
    if (isOpaque && !isNoValue(bare) && !/^[\d.]+$/.test(bare))
      add(from, from + value.replace(/\.{1,40}$/, '').length, 'credential');
  }
}

const spoken =
  /(?<![A-Za-z0-9])(pass(?:word|wd|phrase|code)|pwd|pin(?:[ -]?code)?|otp|secret|token|(?:api|access|secret|private|signing|master)[ _-]?key|credentials?)(?: \w{1,20}){0,2}? (?:is|was|are|were|equals|set to|changed to|reset to|will be|reads|=) ?(?:now |still |currently )?["'“`‘]?([^\s"'”`’]{3,400})/gi;
const saidBeside =
  /(?<![A-Za-z0-9])(?:pass(?:word|wd|phrase|code)|secret|token|api[ _-]?key|pin) (?:["'“`‘]([^"'”`’\r\n]{3,200})["'”`’]|([^\s"'“”`‘’,;:()<>{}[\]=]{6,400}))/gi;

/** "The password is hunter2", "with password 'x y'". Ordinary words that tell about it stay: "The password is wrong". */
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
    // 'token "abc"' in a message about JSON names a piece of text, not a key.
    if (match[1] !== undefined && !/^pass/i.test(match[0]) && !(isOddWord(value) && value.length >= 6)) continue;
    add(from, from + value.length, /^p/i.test(match[0]) ? 'password' : 'token');
  }
}

/** A digit, a sign within, or capitals among small letters: no word that people write. */
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
    const from = match.index + whole.length - value.length + value.indexOf(shown);
    add(from, from + shown.length, kind);
  }
  for (const match of text.matchAll(attributes)) {
    const inside = match[1] as string;
    const own = /(?:^|\s)(?:name|key|id|property)\s{0,4}=\s{0,4}["']([^"']{1,100})["']/i.exec(inside)?.[1];
    if (own === undefined || kindOfName(own) === null) continue;
    const held = /(?:^|\s)(?:value|content|default)\s{0,4}=\s{0,4}(["'])([^"']{1,2000})\1/i.exec(inside);
    if (!held || isPlainValue(held[2] as string)) continue;
    const from = match.index + match[0].indexOf(inside) + held.index + held[0].length - 1 - (held[2] as string).length;
    add(from, from + (held[2] as string).length, kindOfName(own) as MaskKind);
  }
}

const option =
  /(?<![\w-])(--?[A-Za-z][\w.-]{1,60})[ \t]{1,4}(?![-|<>&‹])("[^"\r\n]{1,400}"|'[^'\r\n]{1,400}'|[^\s"',]{1,400})/g;
const userOption =
  /(?<![\w-])(?:-u|-U|--user|--proxy-user)(?:[ \t]{1,4}|=)?["']?([^\s:"'=-][^\s:"']{0,100}):([^\s"'/][^\s"']{0,300})/g;
/** Programs whose -p, -P, -a or -w is a password. */
const passwordProgram =
  /(?<![\w-])(?:mysql\w{0,12}|mariadb[\w-]{0,12}|mongo\w{0,10}|sshpass|sqlcmd|bcp|isql|redis-cli|ldap\w{1,10}|smbclient|mosquitto_\w{3}|unzip|zip|7z|htpasswd|(?:docker|podman|az|oc|cf|helm|helm registry|npm|nerdctl) login|kinit|expect|vncviewer|rabbitmqadmin|influx)\s(?:[^\n|;&]{0,300}?\s)?-[pPaw][ =]?["']?([^\s"'-][^\s"']{0,200})/g;
const userAndPassword =
  /\s(?:-u|--user|--username|-U|--login)[ =]?\S{1,80}(?:\s\S{1,40}){0,2}?\s-[pP][ =]?["']?([^\s"'-][^\s"']{1,200})/g;
const passIn = /(?<![\w-])-?pass(?:in|out)?[ =]?pass:([^\s"']{1,200})/g;

function findOptions(text: string, add: Add): void {
  for (const match of text.matchAll(option)) {
    const [whole, name = '', raw = ''] = match;
    const kind = kindOfOption(name);
    if (kind === null) continue;
    const isQuoted = /^["']/.test(raw);
    const value = isQuoted ? raw.slice(1, -1) : raw;
    const from = match.index + whole.length - raw.length + (isQuoted ? 1 : 0);
    if (isNoValue(value) || isMeta(value) || value.length < 2) continue;
    // `--password string   Password to use`: the help of a program.
    if (!isQuoted && isOrdinaryWord(value) && (isTellingWord(value) || goesOn(text, from + value.length))) continue;
    if (/^\d{1,9}$/.test(value) && kind === 'token') continue;
    add(from, from + value.length, kind === 'credential' ? 'token' : kind);
  }
  for (const match of text.matchAll(userOption)) {
    const [whole, user = '', password = ''] = match;
    // `docker run -u 1000:1000`, `-u node:node`
    if (/^\d+$/.test(user) || user === password || isNoValue(password)) continue;
    add(match.index + whole.length - password.length, match.index + whole.length, 'password');
  }
  for (const pattern of [passwordProgram, userAndPassword, passIn]) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] as string;
      if (isNoValue(value) || isMeta(value) || (pattern === userAndPassword && /^\d{1,5}$/.test(value))) continue;
      add(match.index + match[0].length - value.length, match.index + match[0].length, 'password');
    }
  }
}

/** As help writes what is to be filled in: TOKEN, API_KEY, [token]. */
const isMeta = (value: string): boolean => /^\[?[A-Z][A-Z_]{1,40}\]?[:,]?$/.test(value);

const netrc =
  /(?<![\w-])(?:(?:machine|login|account)\s{1,20}\S{1,200}|default)\s{1,20}(?:(?:login|account)\s{1,20}\S{1,200}\s{1,20}){0,2}password\s{1,20}("[^"\r\n]{1,200}"|\S{1,200})/g;

function findNetrc(text: string, add: Add): void {
  for (const match of text.matchAll(netrc)) {
    const value = match[1] as string;
    if (!isNoValue(value)) add(match.index + match[0].length - value.length, match.index + match[0].length, 'password');
  }
}

const userInfo = /(?<=:\/\/)[^\s/@"'<>\\‹]{1,300}@/g;

/** PEM (RFC 7468), with real line ends or with those of a JSON text; one that was cut ends where its letters do. */
function findPrivateKeys(text: string, add: Add): void {
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

/** `postgres://ann:x@host`: what stands before the @ is a password. */
const isUserInfo = (text: string, at: number): boolean =>
  /:\/\/[^\s/@]{0,200}$/.test(text.slice(Math.max(0, at - 220), at));

/** From the @ outwards, so that long runs of letters without one cost nothing. */
function findEmails(text: string, add: Add): void {
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

/** 15 or 16 digits that pass the check of ISO/IEC 7812, in groups or not. */
function findCards(text: string, add: Add): void {
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
/** Names whose random-looking values are no secrets: the last word of the name decides, so `paid` is no `id`. */
const harmlessName =
  /^(?:ids?|cursor|hash|sha\d*|etag|checksum|digest|integrity|fingerprint|uuid|guid|ulid|data|blob|image|thumbnail|commit|revision|nonce|traceparent|tracestate|path|file|filename|url|uri|href)$/;

/** Where the files of a machine lie: no base64 begins so. */
const folders = /^\/(?:tmp|var|home|root|Users|private|opt|usr|etc|mnt|srv|run)\//;

function readRun(text: string, at: number, run: string, name: string, add: Add): void {
  if (run.length > 4000) return;
  // A path or an address is looked at piece by piece, and only where it is no base64, which has a slash now and then.
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
