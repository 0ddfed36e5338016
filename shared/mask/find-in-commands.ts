// Secrets on command lines: options, programs whose -p is a password, and .netrc.

import type { Add } from './kinds.ts';
import { goesOn, isNoValue, isOrdinaryWord, isTellingWord } from './plain-values.ts';
import { kindOfOption } from './secret-names.ts';

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

export function findOptions(text: string, add: Add): void {
  for (const match of text.matchAll(option)) {
    const [whole, name = '', raw = ''] = match;
    const kind = kindOfOption(name);
    if (kind === null) continue;
    const isQuoted = /^["']/.test(raw);
    const value = isQuoted ? raw.slice(1, -1) : raw;
    const from = match.index + whole.length - raw.length + (isQuoted ? 1 : 0);
    if (isNoValue(value) || isMeta(value) || value.length < 2) continue;
    // `--password string   Password to use`: a program's help.
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

/** Placeholders as help writes them: TOKEN, API_KEY, [token]. */
const isMeta = (value: string): boolean => /^\[?[A-Z][A-Z_]{1,40}\]?[:,]?$/.test(value);

const netrc =
  /(?<![\w-])(?:(?:machine|login|account)\s{1,20}\S{1,200}|default)\s{1,20}(?:(?:login|account)\s{1,20}\S{1,200}\s{1,20}){0,2}password\s{1,20}("[^"\r\n]{1,200}"|\S{1,200})/g;

export function findNetrc(text: string, add: Add): void {
  for (const match of text.matchAll(netrc)) {
    const value = match[1] as string;
    if (!isNoValue(value)) add(match.index + match[0].length - value.length, match.index + match[0].length, 'password');
  }
}
