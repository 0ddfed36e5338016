// Secrets in files of other programs, recognized by position: .pgpass, YAML blocks and lists, Kubernetes secrets, SQL, forms, tables with
// a password column. One line of such a file is enough.

import type { Add, MaskKind } from './kinds.ts';
import { isNoValue, isOrdinaryWord, isPlainValue } from './plain-values.ts';
import { kindOfName } from './secret-names.ts';

const pgpass =
  /(?<![\w.:*[\]-])([\w.*-]{1,200}):(\d{2,5}|\*):([\w.*$-]{1,100}):([\w.*@-]{1,100}):((?:[^\s:"'\\,;]|\\[:\\]){3,200})(?![\w:])/g;

/** `host:port:database:user:password`. */
export function findPgpass(text: string, add: Add): void {
  for (const match of text.matchAll(pgpass)) {
    const [whole, host = '', , database = '', , value = ''] = match;
    // Times, IPv6 and hardware addresses also have colons.
    if (/^\d+$/.test(host) || /^\d+$/.test(database) || /^[0-9a-f:]+$/i.test(whole) || isPlainValue(value)) continue;
    add(match.index + whole.length - value.length, match.index + whole.length, 'password');
  }
}

const identified = /\bIDENTIFIED\s{1,4}(?:WITH\s{1,4}\S{1,60}\s{1,4})?(?:BY|AS)\s{1,4}(["'])([^"'\r\n]{1,300})\1/gi;
const inForm =
  /[; ]name="([^"\r\n]{1,100})"[^\r\n]{0,200}\r?\n(?:[A-Za-z-]{1,60}:[^\r\n]{0,300}\r?\n){0,4}\r?\n([^\r\n]{1,4000})/g;
/** The same on one line, as a row shows it. */
const inFormLine = /form-data; name="([^"\r\n]{1,100})"[ \t]{1,8}([^\s"]{1,4000})/g;
const twoStrings = /["']([A-Za-z_][\w.-]{1,100})["'][ \t]{0,4},[ \t]{0,4}(["'])([^"'\r\n]{3,400})\2/g;
const called = /(?<![\w.])[\w.]{0,60}(?:password|passwd|secret|token|apikey|api_key)\w{0,20}\(([^()\r\n]{0,300})\)/gi;

export function findInCode(text: string, add: Add): void {
  for (const match of text.matchAll(identified)) {
    const end = match.index + match[0].length - 1;
    if (!isNoValue(match[2] as string)) add(end - (match[2] as string).length, end, 'password');
  }
  for (const pattern of [inForm, inFormLine])
    for (const match of text.matchAll(pattern)) addNamed(match, match[1] as string, match[2] as string, add);
  // `define('DB_PASSWORD', 'x')`; of two adjacent names neither is a value.
  for (const match of text.matchAll(twoStrings)) {
    const [whole, name = '', , value = ''] = match;
    const kind = kindOfName(name);
    if (kind === null || isPlainValue(value) || kindOfName(value) !== null || isOrdinaryWord(value)) continue;
    const end = match.index + whole.length - 1;
    add(end - value.length, end, kind);
  }
  // `setPassword("ann", "x")`: the last string is the new one.
  for (const match of text.matchAll(called)) {
    const inside = match[1] as string;
    const last = /["']([^"']{4,200})["']\s{0,4}$/.exec(inside);
    if (!last || isPlainValue(last[1] as string) || !isOdd(last[1] as string)) continue;
    const from = match.index + match[0].length - 1 - inside.length + last.index + 1;
    add(from, from + (last[1] as string).length, 'password');
  }
}

function addNamed(match: RegExpExecArray, name: string, value: string, add: Add): void {
  const kind = kindOfName(name);
  const end = match.index + match[0].length;
  if (kind !== null && !isPlainValue(value)) add(end - value.length, end, kind);
}

/** A digit, a sign inside, or mixed case: not an ordinary word. */
export const isOdd = (word: string): boolean =>
  !/\s/.test(word) && !isOrdinaryWord(word) && /\d|[^A-Za-z0-9’'-]|[a-z][A-Z]/.test(word);

/**
 * YAML lines below a name, from the end of the name's line: a block (`|`, `>`), a list, or one value on a separate line. Only lines with
 * a deeper indent belong to it.
 */
export function readBelow(text: string, nameAt: number, from: number, kind: MaskKind, add: Add): void {
  const head = /^[ \t]{0,4}([|>][-+\d]{0,3})?[ \t]{0,4}\r?\n/.exec(text.slice(from, from + 20));
  if (!head) return;
  const isBlock = head[1] !== undefined;
  // Words may precede it: a log adds its own before the first line.
  const start = text.lastIndexOf('\n', nameAt - 1) + 1;
  const indent = /^[ \t]{0,200}/.exec(text.slice(start, Math.min(nameAt, start + 200)))?.[0].length ?? 0;
  let at = from + head[0].length;
  for (let lines = 0; at < text.length && lines < 200; lines += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + 4000));
    const within = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const content = line.trim();
    if (content !== '') {
      if (within <= indent) return;
      const item = isBlock ? null : /^-[ \t]{1,4}/.exec(content);
      const value = content.slice(item?.[0].length ?? 0);
      // `token:` above other fields is an object, and a sentence below it is about it.
      if (!isBlock && (/\s|:$/.test(value) || isOrdinaryWord(value))) return;
      const place = at + line.indexOf(content) + (item?.[0].length ?? 0);
      if (!isPlainValue(value)) add(place, place + value.length, kind);
      if (!isBlock && item === null) return;
    }
    at = end + 1;
  }
}

const secretKind = /(?<![\w-])kind:[ \t]{1,4}["']?Secret(?![\w-])/;
/** The same on one line, as a row shows it. */
const oneLineData = /(?<![\w-])(?:data|stringData): [\w.-]{1,100}: (\S{1,4000})/g;
const dataHead = /^([ \t]{0,20})(?:data|stringData):[ \t]{0,4}\r?\n/gm;

/** A Kubernetes manifest: everything below `data` of a secret. */
export function findInManifest(text: string, add: Add): void {
  if (!text.includes('Secret') || !secretKind.test(text)) return;
  for (const match of text.matchAll(oneLineData)) {
    const end = match.index + match[0].length;
    if (!isPlainValue(match[1] as string)) add(end - (match[1] as string).length, end, 'token');
  }
  for (const match of text.matchAll(dataHead)) {
    const indent = (match[1] as string).length;
    let at = match.index + match[0].length;
    for (let lines = 0; at < text.length && lines < 200; lines += 1) {
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const line = /^([ \t]{1,200})[^\s:][^:]{0,200}:[ \t]{1,4}(\S.{0,4000})$/.exec(text.slice(at, end).trimEnd());
      if (!line || (line[1] as string).length <= indent) break;
      const value = line[2] as string;
      const from = at + line[0].length - value.length;
      if (!isPlainValue(value)) add(from, from + value.length, 'token');
      at = end + 1;
    }
  }
}

const separators = ['|', '\t', ';', ','];

/** CSV and Markdown tables: a column whose header names a secret. */
export function findInTables(text: string, add: Add): void {
  findInOneLine(text, add);
  if (!text.includes('\n')) return;
  let columns: { separator: string; count: number; kinds: (MaskKind | null)[] } | null = null;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = end - at > 4000 ? '' : text.slice(at, end);
    const cells: string[] | null = columns === null ? null : line.split(columns.separator);
    if (columns !== null && cells?.length === columns.count) {
      let from = at;
      for (const [index, cell] of cells.entries()) {
        const kind = columns.kinds[index] ?? null;
        const value = cell.trim().replace(/^"([^"]*)"$/, '$1');
        const start = from + cell.indexOf(value);
        if (kind !== null && !isPlainValue(value) && !/^:?-+:?$/.test(value)) add(start, start + value.length, kind);
        from += cell.length + columns.separator.length;
      }
    } else columns = headOf(line);
    at = end + 1;
  }
}

const twoLists =
  /(?<![\w,;-])([\w-]{1,40}(?:,[\w-]{1,40}){1,20})[ \t]{1,4}(?=([^\s,]{1,400}(?:,[^\s,]{1,400}){1,20}))/g;

/** `user,password ann,x`: a table on one line, as a row shows it. */
function findInOneLine(text: string, add: Add): void {
  for (const match of text.matchAll(twoLists)) {
    const names = (match[1] as string).split(',');
    const values = (match[2] as string).split(',');
    if (names.length !== values.length || names.length < 2) continue;
    let from = match.index + match[0].length;
    for (const [index, value] of values.entries()) {
      const kind = kindOfName(names[index] as string);
      if (kind !== null && isOdd(value) && !isPlainValue(value)) add(from, from + value.length, kind);
      from += value.length + 1;
    }
  }
}

function headOf(line: string): { separator: string; count: number; kinds: (MaskKind | null)[] } | null {
  if (line.length > 1000) return null;
  for (const separator of separators) {
    const cells = line.split(separator);
    if (cells.length < 2 || !cells.every((cell) => /^[ \t]{0,40}"?[\w .:-]{0,80}"?[ \t\r]{0,40}$/.test(cell))) continue;
    const kinds = cells.map((cell) => kindOfName(cell.trim().replaceAll('"', '')));
    if (kinds.some((kind) => kind !== null)) return { separator, count: cells.length, kinds };
  }
  return null;
}
