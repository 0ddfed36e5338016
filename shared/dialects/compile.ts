// Compiles dialects: merges all tables into lookups by code, word, status and phrase. Compiled once per set of dialects and cached while
// that set is in use.

import type { Dialect, DialectMark, FieldRole, Meaning } from './dialect-schema.ts';
import { commonFields } from './fields.ts';
import { type OwnMeaning, ownMeanings } from './own-meanings.ts';
import { addPhrase, emptyPhrases, type Phrases, phrasesOf } from './phrase.ts';
import { type Place, placeOfStrength } from './places.ts';

/** One row of one dialect, compiled. */
export interface DialectRow {
  /** `http.404`, `not-found.unknown-tool`: for tests and messages. */
  id: string;
  dialect: Dialect;
  /** The dialect applies to every server, not only to those with its marks. */
  generic: boolean;
  meaning: Meaning;
  /** Its table. */
  table: 'code' | 'range' | 'word' | 'class' | 'status' | 'phrase' | 'issues';
  place: Place;
  /** How many conditions its `when` has: a narrower row decides before a wider one of its place. */
  conditions: number;
  /** Its position among all rows. */
  position: number;
  /** Phrases of `when.says`. */
  says: Phrases<true> | null;
  /** The documented message in lower case. */
  message: string | null;
  /** The reason, for the evidence. */
  reason: string;
}

export interface CompiledMark {
  dialect: Dialect;
  mark: DialectMark;
  member: string[] | null;
  beside: string[][];
}

interface CompiledRange {
  from: number;
  to: number;
  row: DialectRow;
}

/** One meaning of a code, with its dialects: the more share it, the likelier it is. */
interface CodeReading {
  meaning: Meaning;
  dialects: Dialect[];
  because: string;
}

export interface Lexicon {
  dialects: readonly Dialect[];
  byId: Map<string, Dialect>;
  codes: Map<number, DialectRow[]>;
  /** For codes: vendor rows that document a message, if it counts for the dialect. */
  documented: Map<number, DialectRow[]>;
  /** For ambiguous codes: their meanings, with agreeing dialects merged. */
  readings: Map<number, CodeReading[]>;
  ranges: CompiledRange[];
  words: Map<string, DialectRow[]>;
  classes: Map<string, DialectRow[]>;
  statuses: Map<number, DialectRow[]>;
  /** Rules that no table has. */
  own: Map<OwnMeaning, DialectRow>;
  phrases: Phrases<DialectRow | CompiledMark>;
  fields: Map<string, FieldRole>;
  /** Marks by the condition that makes them worth checking. */
  marksByCode: Map<number, CompiledMark[]>;
  marksByMember: Map<string, CompiledMark[]>;
  marksByRange: CompiledMark[];
  marksByHeader: CompiledMark[];
  marksByServer: CompiledMark[];
}

/** Where a row stands that names no place. */
const usualPlaces: Record<DialectRow['table'], Place> = {
  code: 'documented code',
  range: 'documented range',
  word: 'documented code',
  class: 'explicit field',
  status: 'telling status',
  phrase: 'plain words',
  issues: 'plain words',
};

const compiled = new WeakMap<readonly Dialect[], Lexicon>();

export function compile(dialects: readonly Dialect[]): Lexicon {
  return compiled.get(dialects) ?? compileAnew(dialects);
}

function compileAnew(dialects: readonly Dialect[]): Lexicon {
  const lexicon: Lexicon = {
    dialects,
    byId: new Map(dialects.map((dialect) => [dialect.id, dialect])),
    codes: new Map(),
    documented: new Map(),
    readings: new Map(),
    ranges: [],
    words: new Map(),
    classes: new Map(),
    statuses: new Map(),
    own: new Map(),
    phrases: emptyPhrases(),
    fields: new Map(commonFields),
    marksByCode: new Map(),
    marksByMember: new Map(),
    marksByRange: [],
    marksByHeader: [],
    marksByServer: [],
  };
  // Within a place, rules about the call itself come first, then a user's dialects, which are listed after the built-in ones.
  let position = 0;
  const next = () => position++;
  addOwn(lexicon, next);
  const last = dialects.findIndex(({ id }) => id === 'wording') + 1;
  for (const dialect of [...dialects.slice(last), ...dialects.slice(0, last)]) add(lexicon, dialect, next);
  // A dialect's own meaning of a name comes before the common one.
  for (const { fields } of dialects) for (const [name, role] of Object.entries(fields)) lexicon.fields.set(name, role);
  for (const [code, rows] of lexicon.codes) lexicon.readings.set(code, readingsOf(code, rows));
  compiled.set(dialects, lexicon);
  return lexicon;
}

function addOwn({ own, byId, dialects }: Lexicon, next: () => number): void {
  const dialect = byId.get('mcp') ?? dialects[0];
  if (dialect === undefined) return;
  for (const [name, { meaning, place, reason }] of Object.entries(ownMeanings))
    own.set(name as OwnMeaning, { ...row(dialect, 'issues', `own.${name}`, { ...meaning, place }, next()), reason });
}

/** Empty if the code is clear: the general meaning has no conditions, or there is only one meaning. */
function readingsOf(code: number, rows: readonly DialectRow[]): CodeReading[] {
  const isClear = rows.some(({ generic, meaning }) => generic && meaning.when === undefined && code !== uncoded);
  if (isClear || rows.every(({ generic, meaning }) => generic && meaning.when === undefined)) return [];
  const found = new Map<string, Omit<CodeReading, 'because'>>();
  for (const { dialect, meaning } of rows) {
    const key = `${meaning.class} ${wordKey(meaning.name ?? '')}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { meaning, dialects: [dialect] });
    else if (!known.dialects.includes(dialect)) known.dialects.push(dialect);
  }
  return [...found.values()].map(({ meaning, dialects }) => ({
    meaning,
    dialects,
    because: `In ${dialects.map(({ name }) => name).join(', ')} ${code} means ${meaning.name ?? meaning.class}.`,
  }));
}

/** Frameworks send it if an exception has no code. */
const uncoded = 0;

/** Words are looked up without case, spaces or separators, so that `NotFound`, `not_found` and `NOT_FOUND` match. */
export function wordKey(word: string): string {
  const lower = word.length > 200 ? '' : word.toLowerCase();
  return isPlain.test(lower) ? lower : lower.replaceAll(isAscii.test(lower) ? asciiSeparators : separators, '');
}

const isPlain = /^[a-z0-9]*$/;
const isAscii = /^[\0-\x7f]*$/;
const asciiSeparators = /[^a-z0-9]+/g;
const separators = /[^\p{L}\p{N}]/gu;

function add(lexicon: Lexicon, dialect: Dialect, next: () => number): void {
  const rows = (table: DialectRow['table'], key: string, meanings: Meaning | Meaning[]): DialectRow[] =>
    (Array.isArray(meanings) ? meanings : [meanings]).map((meaning) =>
      row(dialect, table, `${dialect.id}.${key}`, meaning, next()),
    );
  for (const [code, meanings] of Object.entries(dialect.codes)) {
    const found = rows('code', code, meanings);
    append(lexicon.codes, Number(code), ...found);
    if (dialect.kind !== 'vendor' || dialect.messageWeight === 0) continue;
    for (const one of found) if (one.message !== null) append(lexicon.documented, Number(code), one);
  }
  for (const [word, meanings] of Object.entries(dialect.words))
    append(lexicon.words, wordKey(word), ...rows('word', word, meanings));
  for (const [word, meanings] of Object.entries(dialect.classes))
    append(lexicon.classes, wordKey(word), ...rows('class', word, meanings));
  for (const [status, meanings] of Object.entries(dialect.statuses))
    append(lexicon.statuses, Number(status), ...rows('status', status, meanings));
  for (const { from, to, ...meaning } of dialect.ranges)
    lexicon.ranges.push({ from, to, row: row(dialect, 'range', `${dialect.id}.${from}`, meaning, next()) });
  for (const { says, id, yes: _yes, no: _no, beats: _beats, ...meaning } of dialect.phrases) {
    const tag = row(dialect, 'phrase', id ?? `${dialect.id}.${says[0]}`, meaning, next());
    for (const text of says) addPhrase(lexicon.phrases, text, tag);
  }
  for (const mark of dialect.marks) addMark(lexicon, dialect, mark);
}

/** Indexes a mark by its rarest condition; the others are checked if that one matches. */
function addMark(lexicon: Lexicon, dialect: Dialect, mark: DialectMark): void {
  const member = mark.member === undefined ? null : mark.member.split('.');
  const compiledMark: CompiledMark = {
    dialect,
    mark: { ...blankMark, ...mark, means: `${mark.means}: matches the ${dialect.name} dialect` },
    member,
    beside: (mark.beside ?? []).map((name) => name.split('.')),
  };
  if (member !== null) append(lexicon.marksByMember, member[0] as string, compiledMark);
  else if (mark.says !== undefined) for (const text of mark.says) addPhrase(lexicon.phrases, text, compiledMark);
  else if (mark.codes !== undefined) for (const code of mark.codes) append(lexicon.marksByCode, code, compiledMark);
  else if (mark.from !== undefined) lexicon.marksByRange.push(compiledMark);
  else if (mark.header !== undefined) lexicon.marksByHeader.push(compiledMark);
  else if (mark.serverInfo !== undefined) lexicon.marksByServer.push(compiledMark);
}

function append<K, V>(table: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = table.get(key);
  if (list === undefined) table.set(key, values);
  else list.push(...values);
}

function row(dialect: Dialect, table: DialectRow['table'], id: string, meaning: Meaning, position: number): DialectRow {
  const { when, strength, message } = meaning;
  const usual = table === 'status' && dialect.kind === 'vendor' ? 'documented code' : usualPlaces[table];
  return {
    id,
    dialect,
    generic: dialect.kind === 'generic',
    meaning: { ...blank, ...meaning },
    table,
    place: meaning.place ?? (strength === undefined ? usual : placeOfStrength(strength)),
    conditions: conditionsOf(when),
    position,
    says: when?.says === undefined ? null : phrasesOf(when.says),
    message: message === undefined ? null : message.toLowerCase(),
    reason: reasonOf(dialect, table, meaning),
  };
}

/** `refused: false` only excludes, so it makes no row narrower. */
function conditionsOf(when: Meaning['when']): number {
  if (when === undefined) return 0;
  return Object.keys(when).length - (when.refused === false ? 1 : 0);
}

/** All fields, in one order: engines read objects of one shape several times faster than objects with varying fields. */
const blank: Record<Exclude<keyof Meaning, 'class'>, undefined> = {
  name: undefined,
  category: undefined,
  title: undefined,
  sentence: undefined,
  explanation: undefined,
  verdict: undefined,
  severity: undefined,
  fault: undefined,
  remedy: undefined,
  message: undefined,
  place: undefined,
  strength: undefined,
  when: undefined,
  afterMs: undefined,
  backoff: undefined,
};
const blankMark: Record<Exclude<keyof DialectMark, 'weight' | 'means'>, undefined> = {
  codes: undefined,
  from: undefined,
  to: undefined,
  member: undefined,
  equals: undefined,
  oneOf: undefined,
  startsWith: undefined,
  type: undefined,
  beside: undefined,
  says: undefined,
  carrier: undefined,
  header: undefined,
  serverInfo: undefined,
};

function reasonOf(dialect: Dialect, table: DialectRow['table'], meaning: Meaning): string {
  const name = meaning.name ?? meaning.class.replaceAll('_', ' ');
  switch (table) {
    case 'code':
      return `code in ${dialect.name}: ${name}`;
    case 'range':
      return `not listed, but in a range of ${dialect.name}: ${meaning.category ?? name}`;
    case 'word':
      return `word of ${dialect.name}: ${name}`;
    case 'class':
      return `error class of ${dialect.name}: ${meaning.class}`;
    case 'status':
      return `HTTP status: ${name}`;
    case 'issues':
      return 'a list of what is wrong with the arguments';
    case 'phrase':
      return `the message means: ${name}`;
  }
}
