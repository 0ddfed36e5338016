// Compiles a filter to SQL. SQLite calls our functions to match text, so that case and patterns mean the same everywhere. Every part is
// true or false, never NULL, so that NOT works.

import type { Filter, HasWord, IsWord, NumberKey, WordKey } from '../../../../shared/filter/filter.ts';
import { compileWords } from '../../../../shared/filter/filter-words.ts';
import { compileCode, compileGlob, compileText, searchText } from '../../../../shared/filter/match.ts';
import type { SeenState, SeenWord } from '../../../../shared/filter/seen-state.ts';
import type { SqlValue } from './log-schema.ts';

interface SqlCondition {
  sql: string;
  values: SqlValue[];
  /** The functions that `passes(n, …)` in the SQL calls. */
  tests: TextTest[];
  /** The condition mainly selects a few targets, which the index of targets finds. */
  byTarget: boolean;
}

export type TextTest = (...columns: (string | null)[]) => boolean;

export interface Servers {
  ids: readonly string[];
  name: (id: string) => string;
}

/** What the store knows to answer a query faster. */
interface Knowledge {
  /** Failure groups that the user marked as expected. */
  expected?: ReadonlySet<string> | undefined;
  /** Every value of a key, so that a pattern becomes a list. */
  known?: ((key: string) => readonly string[] | null) | undefined;
  /** Which rows contain some words, as a JSON list of positions relative to `base`. */
  text?: { find: (words: string) => string | null; base: number } | null;
}

export function toSql(filter: Filter, now: number, servers: Servers, knowledge: Knowledge = {}): SqlCondition {
  const values: SqlValue[] = [];
  const tests: TextTest[] = [];
  const sql = new Writer(now, servers, knowledge, values, tests).write(filter);
  return { sql, values, tests, byTarget: asksForTarget(filter, knowledge) };
}

function asksForTarget(filter: Filter, knowledge: Knowledge): boolean {
  if (filter.op === 'and') return filter.terms.some((term) => asksForTarget(term, knowledge));
  if (filter.op !== 'glob' || filter.key !== 'tool') return false;
  const fitting = knowledge.known?.('tool')?.filter(compileGlob(filter.pattern));
  return fitting !== undefined && fitting.length > 0 && fitting.length <= fewValues;
}

class Writer {
  readonly #now: number;
  readonly #servers: Servers;
  readonly #knowledge: Knowledge;
  readonly #values: SqlValue[];
  readonly #tests: TextTest[];

  constructor(now: number, servers: Servers, knowledge: Knowledge, values: SqlValue[], tests: TextTest[]) {
    this.#now = now;
    this.#servers = servers;
    this.#knowledge = knowledge;
    this.#values = values;
    this.#tests = tests;
  }

  write(filter: Filter): string {
    switch (filter.op) {
      case 'and':
      case 'or': {
        if (filter.terms.length === 0) return 'TRUE';
        const parts = filter.terms.map((term) => this.write(term));
        return `(${parts.join(filter.op === 'and' ? ' AND ' : ' OR ')})`;
      }
      case 'not':
        return `(NOT ${this.write(filter.term)})`;
      case 'is':
        if (filter.word === 'expected') return this.#expected();
        return isIt(filter.word);
      case 'has':
        return hasIt(filter.word);
      case 'word':
        if (filter.key === 'seen') return seenAs(filter.word as SeenWord);
        return `(${wordColumns[filter.key]} IS ${this.#value(filter.word)})`;
      case 'number':
        return `((${numberColumns[filter.key]} ${filter.comparison} ${this.#value(filter.value)}) IS TRUE)`;
      case 'since':
        return `(at >= ${this.#value(this.#now - filter.ms)})`;
      case 'before':
        return `(at < ${this.#value(this.#now - filter.ms)})`;
      case 'from':
        return `(at >= ${this.#value(filter.at)})`;
      case 'until':
        return `(at < ${this.#value(filter.at)})`;
      case 'group':
        return `(grp IS NOT NULL AND grp = ${this.#value(filter.id)})`;
      case 'glob':
        return this.#glob(filter);
      case 'code': {
        return this.#matching('code', 'code', compileCode(filter.pattern));
      }
      case 'regex':
        return this.#search(filter);
      case 'text':
        return this.#saying(filter.words) ?? this.#search(filter);
    }
  }

  #expected(): string {
    const groups = JSON.stringify([...(this.#knowledge.expected ?? [])]);
    return `(grp IS NOT NULL AND grp IN (SELECT value FROM json_each(${this.#value(groups)})))`;
  }

  #search(filter: Filter & { op: 'regex' | 'text' }): string {
    const passes = compileText(filter);
    return this.#test(searched, (server, ...texts) => passes(searchText([this.#nameOf(server), ...texts])));
  }

  /** Rows known to contain the words, and all rows of a server whose name does. */
  #saying(words: string): string | null {
    const { text } = this.#knowledge;
    const places = text?.find(words) ?? null;
    if (!text || places === null) return null;
    const found = `ord IN (SELECT ${text.base} + value FROM json_each(${this.#value(places)}))`;
    const named = this.#servers.ids.filter((id) => compileWords(words)(this.#servers.name(id)));
    if (named.length === 0) return `(${found})`;
    return `(${found} OR server IN (SELECT value FROM json_each(${this.#value(JSON.stringify(named))})))`;
  }

  /** A pattern over one column: a list of the matching values, if all values are known. */
  #matching(key: string, column: string, passes: (text: string) => boolean): string {
    const known = this.#knowledge.known?.(key);
    if (!known) return `(${column} IS NOT NULL AND ${this.#test(column, (text) => text != null && passes(text))})`;
    const fitting = known.filter(passes);
    if (fitting.length === 0) return 'FALSE';
    const list = this.#value(JSON.stringify(fitting));
    // For many values, reading the rows in order is faster; the plus keeps SQLite from using the index.
    const asked = fitting.length > fewValues ? `+${column}` : column;
    return `(${column} IS NOT NULL AND ${asked} IN (SELECT value FROM json_each(${list})))`;
  }

  #glob({ key, pattern }: Filter & { op: 'glob' }): string {
    const passes = compileGlob(pattern);
    if (key !== 'server') return this.#matching(key, globColumns[key], passes);
    const ids = this.#servers.ids.filter((id) => passes(id) || passes(this.#servers.name(id)));
    return `(server IN (SELECT value FROM json_each(${this.#value(JSON.stringify(ids))})))`;
  }

  #value(value: SqlValue): string {
    this.#values.push(value);
    return '?';
  }

  #test(columns: string, test: TextTest): string {
    return `(passes(${this.#tests.push(test) - 1}, ${columns}) = 1)`;
  }

  #nameOf(server: string | null | undefined): string {
    return server == null ? '' : this.#servers.name(server);
  }
}

const fewValues = 3;
const searched = 'server, method, target, args, headline, detail, code, words';
const globColumns = { tool: 'target', method: 'method', dialect: 'dialect', client: 'client' } as const;

const wordColumns: Record<Exclude<WordKey, 'seen'>, string> = {
  class: 'class',
  retry: 'verdict',
  severity: 'severity',
  origin: 'origin',
  layer: 'layer',
  carrier: 'carrier',
  outcome: 'outcome',
  ending: "coalesce(ending, CASE WHEN pending THEN 'running' WHEN outcome = 'answered' THEN 'answered' END)",
  kind: 'kind',
  // Rows of a person, which nearly all are, have no value.
  by: "coalesce(actor, 'you')",
};

const numberColumns: Record<NumberKey, string> = {
  http: 'http',
  dur: 'latency',
  wait: 'after_ms',
  attempt: 'attempt',
  epoch: 'epoch',
  times: 'times',
};

/** `word` comes from a closed list, so it can be part of the SQL. */
const remark = (word: string): string => `(instr(' ' || remarks || ' ', ' ${word} ') > 0)`;

/** As seenStateOf: the first that holds. */
const seenCase = `(CASE WHEN ${remark('never_sent')} THEN 'never_sent'
  WHEN ${remark('ambiguous')} AND NOT ${remark('joined')} THEN 'not_joined' WHEN ${remark('lost')} THEN 'lost'
  WHEN ${remark('differs')} THEN 'changed' WHEN ${remark('arrived')} THEN 'same' WHEN ${remark('joined')} THEN 'not_known'
  WHEN ${remark('transcript')} THEN 'transcript'
  WHEN kind = 'call' AND actor IS 'client' AND method IS 'tools/call' THEN 'wire' END)`;

function seenAs(word: SeenWord): string {
  if (word === 'unexpected') return remark(word);
  if (word === 'differs') return `(coalesce(${seenCase}, '') IN ('changed', 'lost', 'never_sent'))`;
  return `(${seenCase} IS '${word satisfies SeenState}')`;
}

function isIt(word: Exclude<IsWord, 'expected'>): string {
  switch (word) {
    case 'failed':
      return 'failed = 1'; // Spelled as in the index of failed rows.
    case 'ok':
      return `(outcome IS 'answered')`;
    case 'pending':
      return 'pending = 1';
    case 'retried':
      return '(chain IS NOT NULL)';
    case 'negative':
      return '(negative = 1)';
    case 'unflagged':
      return '(flagged IS 0)';
    case 'rehearsed':
      return '(rehearsed IS NOT NULL)';
    case 'recovered':
    case 'late':
    case 'duplicate':
      return remark(word);
    case 'in':
    case 'out':
      return `(direction = '${word}')`;
    default:
      return `(kind = '${word}')`;
  }
}

function hasIt(word: HasWord): string {
  switch (word) {
    case 'problem':
    case 'issues':
    case 'notes':
      return `(${word} = 1)`;
    case 'wait':
      return '(after_ms IS NOT NULL)';
    case 'http':
      return `(http IS NOT NULL OR kind = 'http')`;
    case 'code':
      return '(code IS NOT NULL)';
    case 'progress':
    case 'noise':
      return remark(word);
  }
}
