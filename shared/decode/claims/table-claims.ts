// What the tables say about the codes, words and statuses of a failure. An unlisted code inside a documented range takes the meaning of
// the range.

import { type DialectRow, type Lexicon, wordKey } from '../../dialects/compile.ts';
import { inRow } from '../../dialects/patterns.ts';
import { isStronger, type Place } from '../../dialects/places.ts';
import type { Json } from '../../json/json.ts';
import { matchWord } from '../extract/match-phrases.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';
import type { Claim, Witness } from './claim.ts';
import { isUsable } from './row-holds.ts';

/** Where the claims go, and what decides whether a row applies. */
interface Tables {
  lexicon: Lexicon;
  reading: Reading;
  trust: Trust;
  claims: Claim[];
}

/** A name that only says that something failed: "UPSTREAM_ERROR: missing 1 required argument" is about the argument. */
const catchAll = inRow(
  /^/i,
  [/upstream|internal|server|\w{0,40}api|tool|adapter|execution|generic|service|backend|request|operation/i],
  /[_ -]?(?:error|failure|exception|failed)$/i,
);

export function tableClaims(lexicon: Lexicon, reading: Reading, trust: Trust): Claim[] {
  const tables: Tables = { lexicon, reading, trust, claims: [] };
  for (const found of reading.classes) {
    const key = wordKey(found.value);
    // A class that no dialect documents may be a word that one does.
    if (add(tables, lexicon.classes.get(key), found) || add(tables, lexicon.words.get(key), found)) continue;
    add(tables, matchWord(lexicon, found.value), found);
  }
  for (const found of reading.words) {
    // What caused an error says more than its name.
    const atMost = found.isOuter === true ? 'vague words' : undefined;
    if (add(tables, lexicon.words.get(wordKey(found.value)), found, atMost)) continue;
    add(tables, matchWord(lexicon, found.value), found, catchAll.test(found.value) ? 'catch-all' : atMost);
  }
  for (const found of reading.numbers) addNumber(tables, found);
  for (const found of reading.statuses) add(tables, lexicon.statuses.get(found.value), found);
  const status = reading.call.http?.status ?? null;
  // The payload is closer to the cause than the HTTP status around it.
  if (status !== null && status >= 300 && reading.statuses.length === 0)
    add(tables, lexicon.statuses.get(status), { value: status, path: 'http.status' });
  return tables.claims;
}

/** Adds the claims of the rows that apply; false if none does. */
function add(
  { reading, trust, claims }: Tables,
  rows: readonly DialectRow[] | undefined,
  found: FoundValue<Json>,
  atMost?: Place,
): boolean {
  if (rows === undefined) return false;
  const before = claims.length;
  for (const row of rows) {
    if (!isUsable(row, reading, trust)) continue;
    const place = atMost !== undefined && isStronger(row.place, atMost) ? atMost : row.place;
    claims.push({ by: witnessOf(row), row, place, path: found.path, value: found.sent ?? found.value, message: -1 });
  }
  return claims.length > before;
}

function witnessOf({ table }: DialectRow): Witness {
  return table === 'phrase' ? 'words' : table === 'status' ? 'status' : 'dialect';
}

/** A code: its rows, else its range. A row comes before general ranges; ranges of other servers do not count. */
function addNumber(tables: Tables, found: FoundValue<number>): void {
  const { lexicon, reading, trust, claims } = tables;
  const before = claims.length;
  const rows = lexicon.codes.get(found.value) ?? statusRows(tables, found.value);
  const isListed = add(
    tables,
    reading.call.isOffered === true ? rows?.filter((row) => fits(row, reading)) : rows,
    found,
  );
  if (isListed && claims.slice(before).some(({ row }) => !row.generic)) return;
  if (isListed && trust.trusted === null) return;
  for (const { from, to, row } of lexicon.ranges) {
    if (found.value < from || found.value > to || !isUsable(row, reading, trust)) continue;
    if (!isListed || !row.generic) add(tables, [row], found);
  }
}

/** A server that has the method means something else by "method not found", unless its text says just that: the words tell. */
function fits({ generic, meaning, message }: DialectRow, { messages, call }: Reading): boolean {
  if (!generic || meaning.class !== 'method_not_found') return true;
  // If the server lists the tool, its text mentions another one.
  if (meaning.title !== undefined) return call.inputSchema === undefined;
  return message !== null && messages[0]?.value.toLowerCase() === message;
}

/** A status used as a JSON-RPC code has its HTTP meaning: 404, and -404 and -32404 of servers that want a negative code. */
function statusRows({ lexicon, reading }: Tables, code: number): readonly DialectRow[] | undefined {
  const status = code < -32399 ? -32000 - code : Math.abs(code);
  return status >= 400 && status < 600 && reading.statuses.length === 0 ? lexicon.statuses.get(status) : undefined;
}
