// Compiles dialects: merges all tables into lookups by code, word, status and phrase. Compiled once per set of dialects and cached while
// that set is in use.

import { type Ordered, strengthsOf } from './beats.ts';
import type { Dialect, FieldRole, Mark, Meaning } from './dialect-schema.ts';
import { commonFields } from './fields.ts';
import { type OwnMeaning, ownMeanings } from './own-meanings.ts';
import { addPhrase, emptyPhrases, type Phrases, phrasesOf } from './phrase.ts';

/** One row of one dialect, compiled. */
export interface Row {
  dialect: Dialect;
  /** The dialect applies to every server, not only to those with its marks. */
  generic: boolean;
  meaning: Meaning;
  /** Its table. */
  table: 'code' | 'range' | 'word' | 'class' | 'status' | 'phrase' | 'issues';
  strength: number;
  /** Phrases of `when.says`. */
  says: Phrases<true> | null;
  /** The documented message in lower case. */
  message: string | null;
  /** The reason, for the evidence. */
  reason: string;
}

export interface CompiledMark {
  dialect: Dialect;
  mark: Mark;
  member: string[] | null;
  beside: string[][];
}

export interface CompiledRange {
  from: number;
  to: number;
  row: Row;
}

/** One meaning of a code, with its dialects: the more share it, the likelier it is. */
export interface CodeReading {
  meaning: Meaning;
  dialects: Dialect[];
  because: string;
}

export interface Lexicon {
  dialects: readonly Dialect[];
  byId: Map<string, Dialect>;
  codes: Map<number, Row[]>;
  /** For codes: vendor rows that document a message, if it counts for the dialect. */
  documented: Map<number, Row[]>;
  /** For ambiguous codes: their meanings, with agreeing dialects merged. */
  readings: Map<number, CodeReading[]>;
  ranges: CompiledRange[];
  words: Map<string, Row[]>;
  classes: Map<string, Row[]>;
  statuses: Map<number, Row[]>;
  /** Rules that no table has. */
  own: Map<OwnMeaning, Row>;
  phrases: Phrases<Row | CompiledMark>;
  /** For phrases: those that name what they beat. */
  ordered: (Ordered & { row: Row })[];
  fields: Map<string, FieldRole>;
  /** Marks by the condition that makes them worth checking. */
  marksByCode: Map<number, CompiledMark[]>;
  marksByMember: Map<string, CompiledMark[]>;
  marksByRange: CompiledMark[];
  marksByHeader: CompiledMark[];
  marksByServer: CompiledMark[];
}

const strengths = { code: 9, range: 6, word: 9, class: 10, status: 7, phrase: 4, issues: 4.95 } as const;

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
    ordered: [],
    fields: new Map(commonFields),
    marksByCode: new Map(),
    marksByMember: new Map(),
    marksByRange: [],
    marksByHeader: [],
    marksByServer: [],
  };
  for (const dialect of dialects) add(lexicon, dialect);
  addOwn(lexicon);
  orderPhrases(lexicon);
  for (const [code, rows] of lexicon.codes) lexicon.readings.set(code, readingsOf(code, rows));
  compiled.set(dialects, lexicon);
  return lexicon;
}

function addOwn({ own, byId, dialects }: Lexicon): void {
  const dialect = byId.get('mcp') ?? dialects[0];
  if (dialect === undefined) return;
  for (const [name, { meaning, strength, reason }] of Object.entries(ownMeanings))
    own.set(name as OwnMeaning, { ...row(dialect, 'issues', meaning), strength, reason });
}

/** Rows that name what they beat get their strength from that. */
function orderPhrases({ ordered, byId }: Lexicon): void {
  const strengths = strengthsOf(ordered, (name) => tableStrength(byId, name));
  for (const { id, row } of ordered) row.strength = strengths.get(id) ?? row.strength;
}

/** `http.404`, `json-rpc.-32602`, `own.unfit`: a table row by dialect name and key. */
export function tableStrength(byId: ReadonlyMap<string, Dialect>, name: string): number | undefined {
  const dot = name.indexOf('.');
  const key = name.slice(dot + 1);
  if (name.startsWith('own.')) return ownMeanings[key as OwnMeaning]?.strength;
  const dialect = byId.get(name.slice(0, dot));
  const given = dialect?.statuses[key] ?? dialect?.codes[key];
  if (given === undefined) return undefined;
  const [first] = Array.isArray(given) ? given : [given];
  return first?.strength ?? strengths[dialect?.statuses[key] === undefined ? 'code' : 'status'];
}

/** Empty if the code is clear: the general meaning has no conditions, or there is only one meaning. */
function readingsOf(code: number, rows: readonly Row[]): CodeReading[] {
  const isClear = rows.some(({ generic, meaning, strength }) => generic && meaning.when === undefined && strength >= 1);
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

/** Words are looked up without case, spaces or separators, so that `NotFound`, `not_found` and `NOT_FOUND` match. */
export function wordKey(word: string): string {
  const lower = word.length > 200 ? '' : word.toLowerCase();
  return isPlain.test(lower) ? lower : lower.replaceAll(isAscii.test(lower) ? asciiSeparators : separators, '');
}

const isPlain = /^[a-z0-9]*$/;
const isAscii = /^[\0-\x7f]*$/;
const asciiSeparators = /[^a-z0-9]+/g;
const separators = /[^\p{L}\p{N}]/gu;

function add(lexicon: Lexicon, dialect: Dialect): void {
  const rows = (table: Row['table'], meanings: Meaning | Meaning[]): Row[] =>
    (Array.isArray(meanings) ? meanings : [meanings]).map((meaning) => row(dialect, table, meaning));
  for (const [code, meanings] of Object.entries(dialect.codes)) {
    const found = rows('code', meanings);
    append(lexicon.codes, Number(code), ...found);
    if (dialect.kind !== 'vendor' || dialect.messageWeight === 0) continue;
    for (const one of found) if (one.message !== null) append(lexicon.documented, Number(code), one);
  }
  for (const [word, meanings] of Object.entries(dialect.words))
    append(lexicon.words, wordKey(word), ...rows('word', meanings));
  for (const [word, meanings] of Object.entries(dialect.classes))
    append(lexicon.classes, wordKey(word), ...rows('class', meanings));
  for (const [status, meanings] of Object.entries(dialect.statuses))
    append(lexicon.statuses, Number(status), ...rows('status', meanings));
  for (const range of dialect.ranges)
    lexicon.ranges.push({ from: range.from, to: range.to, row: row(dialect, 'range', range) });
  for (const { says, id, beats, ...meaning } of dialect.phrases) {
    const tag = row(dialect, 'phrase', meaning);
    if (id !== undefined && beats !== undefined) lexicon.ordered.push({ id, beats, row: tag });
    for (const text of says) addPhrase(lexicon.phrases, text, tag);
  }
  // A dialect's own meaning of a name comes before the common one.
  for (const [name, role] of Object.entries(dialect.fields)) lexicon.fields.set(name, role);
  for (const mark of dialect.marks) addMark(lexicon, dialect, mark);
}

/** Indexes a mark by its rarest condition; the others are checked if that one matches. */
function addMark(lexicon: Lexicon, dialect: Dialect, mark: Mark): void {
  const member = mark.member === undefined ? null : mark.member.split('.');
  const compiledMark: CompiledMark = {
    dialect,
    mark: { ...blankMark, ...mark, means: `${mark.means}: speaks for ${dialect.name}` },
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

function row(dialect: Dialect, table: Row['table'], meaning: Meaning): Row {
  return {
    dialect,
    generic: dialect.kind === 'generic',
    meaning: { ...blank, ...meaning },
    table,
    strength: meaning.strength ?? strengths[table],
    says: meaning.when?.says === undefined ? null : phrasesOf(meaning.when.says),
    message: meaning.message === undefined ? null : meaning.message.toLowerCase(),
    reason: reasonOf(dialect, table, meaning),
  };
}

/** All fields, in one order: engines read objects of one shape several times faster than objects with varying fields. */
const blank: Record<Exclude<keyof Meaning, 'class'>, undefined> = {
  name: undefined,
  category: undefined,
  title: undefined,
  explanation: undefined,
  verdict: undefined,
  severity: undefined,
  fault: undefined,
  remedy: undefined,
  message: undefined,
  strength: undefined,
  when: undefined,
  afterMs: undefined,
  backoff: undefined,
};
const blankMark: Record<Exclude<keyof Mark, 'weight' | 'means'>, undefined> = {
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

function reasonOf(dialect: Dialect, table: Row['table'], meaning: Meaning): string {
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
      return `the words say: ${name}`;
  }
}
