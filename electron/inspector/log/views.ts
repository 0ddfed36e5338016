// Filters over the log as lists of places, built in slices from the newest row back, and kept true while rows change.
// A view's name holds its filter, so one that was dropped is simply built again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { dependsOnNow, type Filter, isEmpty, wordsIn } from '../../../shared/filter/filter.ts';
import { compileFilter, type Predicate } from '../../../shared/filter/match.ts';
import { parseFilter } from '../../../shared/filter/parse.ts';
import type { Row } from '../../../shared/timeline.ts';
import { Places } from './places.ts';
import type { FactRow, Question, Selection, Texts } from './store.ts';
import type { WordHits } from './word-hits.ts';

/** The rows that pass one filter. Rows are looked at from the newest on, so the beginning of the list is the last to be known. */
export interface OpenView {
  name: string;
  filter: Filter;
  now: number;
  passes: Predicate;
  places: Places;
  /** Rows from this ord on have been looked at, and changes keep them true. */
  looked: number;
  /** All rows have been looked at. */
  done: boolean;
  ready: Promise<void>;
  /** There is something to show, or something to say: nothing so far. */
  soon: Promise<void>;
  /** Names everything that the result was made of. */
  of: string;
}

interface Source {
  total(): number;
  select(question: Question, from: number, to: number): Selection;
  servers(): Question['servers'];
  values: NonNullable<Question['values']>;
  expected: ReadonlySet<string>;
  texts(): Texts | null;
  /** What the messages of a row say, where no index knows. */
  said?: (row: Row) => string;
  now(): number;
}

/** Each is kept true row by row while rows come in, so there are few. */
const viewLimit = 4;
/** Rows are looked at in slices of about this long. */
const sliceMs = 4;
const slice = { first: 400, least: 20, most: 1_000_000 };
/** Rows that pass lie unevenly: a slice may turn out far dearer than the last, so it grows by no more than this. */
const growth = 2;
/** A view is shown with this many rows, or once this many were looked at, or after a while, and grows from then on. */
const enough = { rows: 200, looked: 50_000, ms: 100 };
const namePrefix = 'filter:';

export type ViewProblem = { problem: string };

export class Views {
  readonly #views = new Map<string, OpenView>();
  readonly #source: Source;
  #closed = false;
  #updates = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** null: no filter, the timeline itself. `soon`: with the newest rows at hand, while it still grows. */
  async open(filter: string, when: 'done' | 'soon' = 'done'): Promise<OpenView | ViewProblem | null> {
    const parsed = parseFilter(filter);
    if (!parsed.ok) return { problem: parsed.problem };
    if (isEmpty(parsed.filter)) return null;
    const name = namePrefix + filter;
    const of = this.#inputs();
    const known = this.#views.get(name);
    if (known?.done && known.of === of && !dependsOnNow(parsed.filter)) return known;
    // Whoever has it whole is not given less.
    const wanted = known?.done ? 'done' : when;
    // Opened anew each time: `since:` counts from the moment of asking.
    const now = this.#source.now();
    const total = this.#source.total();
    let tell = (): void => {};
    const view: OpenView = {
      name,
      filter: parsed.filter,
      now,
      passes: compileFilter(parsed.filter, now),
      places: new Places(total),
      looked: total,
      done: false,
      of,
      ready: Promise.resolve(),
      soon: new Promise((resolve) => {
        tell = resolve;
      }),
    };
    this.#views.delete(name);
    this.#views.set(name, view);
    if (this.#views.size > viewLimit) this.#views.delete(this.#views.keys().next().value as string);
    view.ready = this.#scan(view, tell);
    view.ready.catch(() => {}); // Whoever waits for it hears of it.
    return this.#answer(view, wanted);
  }

  /** The view of that name, built again if need be. */
  async get(name: string, when: 'done' | 'soon' = 'done'): Promise<OpenView | ViewProblem | null> {
    if (name === '') return null;
    const known = this.#views.get(name);
    // Whoever asks for rows of one that was dropped knew it whole.
    if (!known)
      return name.startsWith(namePrefix)
        ? this.open(name.slice(namePrefix.length))
        : { problem: 'There is no such view.' };
    this.#views.delete(name);
    this.#views.set(name, known);
    return this.#answer(known, when);
  }

  async #answer(view: OpenView, when: 'done' | 'soon'): Promise<OpenView | ViewProblem | null> {
    await (when === 'soon' ? Promise.race([view.soon, view.ready]) : view.ready);
    if (view.done) return view;
    if (when === 'soon' && this.#views.get(view.name) === view) return view;
    // Dropped while it was being built: for the same filter asked again, or for newer ones.
    return this.#views.has(view.name)
      ? this.get(view.name, when)
      : { problem: 'Newer filters took the place of this one.' };
  }

  /** The same text while no row changed, nothing more was indexed and no server was renamed. */
  #inputs(): string {
    const { ids, name } = this.#source.servers();
    const names = [...ids].map((id) => `${id} ${name(id)}`);
    const total = this.#source.total();
    const texts = this.#source.texts();
    return [this.#updates, total, texts?.indexed ?? 0, texts?.missing(total) ?? 0, ...names].join('\n');
  }

  /** A row is new or has changed. */
  update(facts: FactRow): void {
    const { ord } = facts.row;
    this.#updates += 1;
    for (const view of this.#views.values()) {
      if (ord < view.looked) continue; // The scan will come to it.
      // Found by the words of a message that the row no longer shows: a burst only gets more of them.
      const saysMore = facts.row.times > 1 && wordsIn(view.filter).length > 0 && view.places.indexOf(ord) >= 0;
      view.places.put(ord, saysMore || this.#passes(view, facts));
    }
  }

  /** What these ask for is true of other rows now: they are built again when somebody asks. */
  drop(concerns: (filter: Filter) => boolean): void {
    for (const [name, { filter }] of this.#views) if (concerns(filter)) this.#views.delete(name);
  }

  close(): void {
    this.#closed = true;
    this.#views.clear();
  }

  async #scan(view: OpenView, tell: () => void): Promise<void> {
    const began = performance.now();
    const total = view.looked;
    const { hits, indexed } = this.#lookUp(view.filter);
    // Words alone need no look at the rows.
    const alone = view.filter.op === 'text' ? hits.get(view.filter.words) : undefined;
    let step = slice.first;
    while (!this.#closed && view.looked > 0 && this.#views.get(view.name) === view) {
      if (!(await this.#findWords(hits, view.looked, indexed))) hits.clear();
      const started = performance.now();
      const to = view.looked;
      // Not past what is told first, though slices grow.
      const untold = enough.looked - (total - to);
      const from = lowest(hits, to - (untold > 0 ? Math.min(step, untold) : step), to, indexed);
      if (alone && hits.size > 0 && to <= indexed) view.places.lookBack(alone.within(from, to));
      else view.places.lookBack(this.#select(view, hits, indexed, from, to).reverse());
      view.looked = from;
      const pace = sliceMs / Math.max(0.1, performance.now() - started);
      step = Math.round(Math.min(slice.most, Math.max(slice.least, step * Math.min(growth, pace))));
      const isMuch = view.places.length >= enough.rows || total - from >= enough.looked;
      if (isMuch || performance.now() - began > enough.ms) tell();
      if (from > 0) await nextTurn();
    }
    view.done = view.looked <= 0;
  }

  #select(view: OpenView, hits: ReadonlyMap<string, WordHits>, indexed: number, from: number, to: number): number[] {
    const question: Question = {
      filter: view.filter,
      now: view.now,
      servers: this.#source.servers(),
      values: this.#source.values,
      expected: this.#source.expected,
    };
    if (hits.size > 0) {
      question.indexed = indexed;
      question.saying = new Map([...hits].map(([words, found]) => [words, found.within(from, to)]));
    }
    const found = this.#source.select(question, from, to);
    const looked = found.candidates.filter((facts) => this.#passes(view, facts)).map(({ row }) => row.ord);
    return looked.length === 0 ? found.ords : [...found.ords, ...looked].sort((a, b) => a - b);
  }

  /** The rows that say each of the filter's words, as far as they are indexed. */
  #lookUp(filter: Filter): { hits: Map<string, WordHits>; indexed: number } {
    const texts = this.#source.texts();
    const hits = new Map<string, WordHits>();
    for (const words of texts ? wordsIn(filter) : []) {
      const found = texts?.find(words);
      if (found) hits.set(words, found);
    }
    return { hits, indexed: texts?.indexed ?? 0 };
  }

  /** Looks further where nothing below `looked` is known yet; false when that cannot be told. */
  async #findWords(hits: ReadonlyMap<string, WordHits>, looked: number, indexed: number): Promise<boolean> {
    if (looked > indexed) return true;
    for (const found of hits.values()) {
      if (found.from >= looked && found.from > 0 && !(await found.more())) return false;
    }
    return true;
  }

  #passes(view: OpenView, facts: FactRow): boolean {
    const { row } = facts;
    const { said } = this.#source;
    return view.passes({
      ...facts,
      serverName: this.#source.servers().name(row.server),
      expected: row.group !== null && this.#source.expected.has(row.group),
      ...(said && this.#source.texts() === null ? { said: () => said(row) } : {}),
    });
  }
}

/** How far back a slice may go: not past what is known of the words, and not over the edge of what is indexed. */
function lowest(hits: ReadonlyMap<string, WordHits>, wanted: number, to: number, indexed: number): number {
  if (hits.size === 0) return Math.max(0, wanted);
  if (to > indexed) return Math.max(wanted, indexed);
  return Math.max(0, wanted, ...[...hits.values()].map(({ from }) => from));
}
