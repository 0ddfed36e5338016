// Filters over the log as lists of places, built in slices so that nothing else waits, and kept true while rows change.
// A view's name holds its filter, so one that was dropped is simply built again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Filter, isEmpty, wordsIn } from '../../../shared/filter/filter.ts';
import { compileFilter, type Predicate } from '../../../shared/filter/match.ts';
import { parseFilter } from '../../../shared/filter/parse.ts';
import type { FactRow, Question, Selection, Texts } from './store.ts';

/** The rows that pass one filter, by ord, ascending. */
export interface OpenView {
  name: string;
  filter: Filter;
  now: number;
  passes: Predicate;
  ords: number[];
  /** Rows below this ord have been looked at. */
  scanned: number;
  /** All rows have been looked at; from then on changes keep it true. */
  done: boolean;
  ready: Promise<void>;
}

interface Source {
  total(): number;
  select(question: Question, from: number, to: number): Selection;
  servers(): Question['servers'];
  values: NonNullable<Question['values']>;
  expected: ReadonlySet<string>;
  texts(): Texts | null;
  now(): number;
}

/** Each is kept true row by row while rows come in, so there are few. */
const viewLimit = 4;
/** Rows are looked at in slices of about this long. */
const sliceMs = 6;
const slice = { first: 60, least: 20, most: 50_000 };
const namePrefix = 'filter:';

export type ViewProblem = { problem: string };

export class Views {
  readonly #views = new Map<string, OpenView>();
  readonly #source: Source;
  #closed = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** null: no filter, the timeline itself. */
  async open(filter: string): Promise<OpenView | ViewProblem | null> {
    const parsed = parseFilter(filter);
    if (!parsed.ok) return { problem: parsed.problem };
    if (isEmpty(parsed.filter)) return null;
    const name = namePrefix + filter;
    // Opened anew each time: `since:` counts from the moment of asking.
    const now = this.#source.now();
    const view: OpenView = {
      name,
      filter: parsed.filter,
      now,
      passes: compileFilter(parsed.filter, now),
      ords: [],
      scanned: 0,
      done: false,
      ready: Promise.resolve(),
    };
    this.#views.delete(name);
    this.#views.set(name, view);
    if (this.#views.size > viewLimit) this.#views.delete(this.#views.keys().next().value as string);
    view.ready = this.#scan(view);
    return this.#finished(view);
  }

  /** The view of that name, built again if need be. */
  async get(name: string): Promise<OpenView | ViewProblem | null> {
    if (name === '') return null;
    const known = this.#views.get(name);
    if (!known)
      return name.startsWith(namePrefix)
        ? this.open(name.slice(namePrefix.length))
        : { problem: 'There is no such view.' };
    this.#views.delete(name);
    this.#views.set(name, known);
    return this.#finished(known);
  }

  async #finished(view: OpenView): Promise<OpenView | ViewProblem | null> {
    await view.ready;
    if (view.done) return view;
    // Dropped while it was being built: for the same filter asked again, or for newer ones.
    return this.#views.has(view.name) ? this.get(view.name) : { problem: 'Newer filters took the place of this one.' };
  }

  /** A row is new or has changed. */
  update(facts: FactRow): void {
    const { ord } = facts.row;
    for (const view of this.#views.values()) {
      if (!view.done && ord >= view.scanned) continue; // The scan will come to it.
      const at = placeIn(view.ords, ord);
      const isThere = view.ords[at] === ord;
      // Found by the words of a message that the row no longer shows: a burst only gets more of them.
      const saysMore = isThere && facts.row.times > 1 && wordsIn(view.filter).length > 0;
      const belongs = saysMore || this.#passes(view, facts);
      if (belongs && !isThere) view.ords.splice(at, 0, ord);
      else if (!belongs && isThere) view.ords.splice(at, 1);
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

  async #scan(view: OpenView): Promise<void> {
    const said = await this.#lookUp(view.filter);
    const alone = view.filter.op === 'text' ? said.saying?.get(view.filter.words) : undefined;
    if (alone) {
      // Words alone need no look at the rows.
      view.ords = Array.from(alone);
      view.scanned = said.indexed ?? 0;
    }
    let step = slice.first;
    while (!this.#closed && view.scanned < this.#source.total() && this.#views.get(view.name) === view) {
      const started = performance.now();
      const to = Math.min(this.#source.total(), view.scanned + step);
      const question = {
        filter: view.filter,
        now: view.now,
        servers: this.#source.servers(),
        values: this.#source.values,
        expected: this.#source.expected,
        ...said,
      };
      const found = this.#source.select(question, view.scanned, to);
      const looked = found.candidates.filter((facts) => this.#passes(view, facts)).map(({ row }) => row.ord);
      const ords = looked.length === 0 ? found.ords : [...found.ords, ...looked].sort((a, b) => a - b);
      for (const ord of ords) view.ords.push(ord);
      view.scanned = to;
      const pace = sliceMs / Math.max(0.1, performance.now() - started);
      step = Math.round(Math.min(slice.most, Math.max(slice.least, step * Math.min(4, pace))));
      await nextTurn();
    }
    view.done = view.scanned >= this.#source.total();
  }

  /** The rows that say each of the filter's words, as far as they are indexed. */
  async #lookUp(filter: Filter): Promise<Pick<Question, 'saying' | 'indexed'>> {
    const texts = this.#source.texts();
    const sought = wordsIn(filter);
    if (!texts || sought.length === 0) return {};
    const { indexed } = texts;
    const saying = new Map<string, Uint32Array>();
    for (const words of sought) {
      const ords = await texts.find(words);
      if (ords) saying.set(words, ords);
    }
    return { saying, indexed };
  }

  #passes(view: OpenView, facts: FactRow): boolean {
    const { row } = facts;
    return view.passes({
      ...facts,
      serverName: this.#source.servers().name(row.server),
      expected: row.group !== null && this.#source.expected.has(row.group),
    });
  }
}

/** Where `ord` is or would be. */
export function placeIn(ords: ArrayLike<number>, ord: number): number {
  let low = 0;
  let high = ords.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ords[middle] as number) < ord) low = middle + 1;
    else high = middle;
  }
  return low;
}
