// Filters over the log as lists of places, built in slices from the newest row back, and kept true while rows change.
// A view's name holds its filter, so one that was dropped is simply built again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { dependsOnNow, type Filter, isEmpty, withNames, wordsIn } from '../../../../shared/filter/filter.ts';
import { searchedOfBurst } from '../../../../shared/filter/left-out.ts';
import { compileFilter, type Predicate } from '../../../../shared/filter/match.ts';
import { parseFilter } from '../../../../shared/filter/parse.ts';
import { compileWords } from '../../../../shared/filter/words.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { FactRow, Found, Question, Selection } from '../store/store.ts';
import { ViewOrds } from './view-ords.ts';
import { WordHits } from './word-hits.ts';

/** The rows that pass one filter. Rows are looked at from the newest on, so the beginning of the list is the last to be known. */
export interface OpenView {
  name: string;
  filter: Filter;
  /** The words that it names. */
  words: string[];
  now: number;
  passes: Predicate;
  ords: ViewOrds;
  /** Rows that changed and are looked at again before the next answer: only another thread can tell what their messages say. */
  waiting: Set<number>;
  settling: Promise<void>;
  /** Rows from this ord on have been looked at, and changes keep them true. */
  looked: number;
  /** All rows have been looked at. */
  done: boolean;
  ready: Promise<void>;
  /** There is something to show, or something to say: nothing so far. */
  soon: Promise<void>;
  /** Bursts that were looked at only in part, and did not say the words there. */
  cut: Set<number>;
  /** Names everything that the result was made of. */
  of: string;
}

interface Source {
  total(): number;
  select(question: Question, from: number, to: number): Selection;
  servers(): Question['servers'];
  values: NonNullable<Question['values']>;
  expected: ReadonlySet<string>;
  /** Every name that a group of failures has had since the one given. */
  namesOf: (group: string) => readonly string[];
  /** Rows of a stretch that say some words; null when they have to be looked at here. */
  find(words: string, from: number, below: number, most: number): Promise<Found | null>;
  /** Whether the messages of a row say some words, by looking at them. */
  said: (row: Row) => (words: string) => boolean;
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
/** A view that nobody asks for while so many rows change is dropped. */
const waitingLimit = 200_000;
/** Rows that changed are looked at together with those between them, if they are no more than this. */
const nearby = 50;
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
    if (known?.done && known.of === of && !dependsOnNow(parsed.filter)) return this.#answer(known, 'done');
    // Whoever has it whole is not given less.
    const wanted = known?.done ? 'done' : when;
    // Opened anew each time: `since:` counts from the moment of asking.
    const now = this.#source.now();
    const total = this.#source.total();
    const named = withNames(parsed.filter, this.#source.namesOf);
    let tell = (): void => {};
    const view: OpenView = {
      name,
      filter: named,
      words: wordsIn(named),
      waiting: new Set(),
      cut: new Set(),
      settling: Promise.resolve(),
      now,
      passes: compileFilter(named, now),
      ords: new ViewOrds(total),
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
    await this.#settle(view);
    if (view.done) return view;
    if (when === 'soon' && this.#views.get(view.name) === view) return view;
    // Dropped while it was being built: for the same filter asked again, or for newer ones.
    return this.#views.has(view.name)
      ? this.get(view.name, when)
      : { problem: 'Newer filters took the place of this one.' };
  }

  /** The same text while no row changed and no server was renamed. */
  #inputs(): string {
    const { ids, name } = this.#source.servers();
    const names = [...ids].map((id) => `${id} ${name(id)}`);
    return [this.#updates, this.#source.total(), ...names].join('\n');
  }

  /** A row is new or has changed. */
  update(facts: FactRow): void {
    const { ord } = facts.row;
    this.#updates += 1;
    for (const view of this.#views.values()) {
      if (view.words.length > 0) {
        view.waiting.add(ord);
        if (view.waiting.size > waitingLimit) this.#views.delete(view.name);
        // Below, the scan will come to it.
      } else if (ord >= view.looked) view.ords.put(ord, this.#passes(view, facts));
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
    const slices = this.#look(view, 0, total, (looked) => {
      // Not past what is told first, though slices grow.
      const untold = enough.looked - (total - looked);
      return untold > 0 ? untold : Number.POSITIVE_INFINITY;
    });
    for await (const { from, ords } of slices) {
      view.ords.lookBack(ords);
      view.looked = from;
      const isMuch = view.ords.length >= enough.rows || total - from >= enough.looked;
      if (isMuch || performance.now() - began > enough.ms) tell();
    }
    view.done = view.looked <= 0;
  }

  /** Looks again at the rows that changed; those that the scan has not come to yet wait until it has. */
  #settle(view: OpenView): Promise<void> {
    view.settling = view.settling
      .catch(() => {}) // Whoever asked then has heard of it.
      .then(async () => {
        const ords = [...view.waiting].filter((ord) => ord >= view.looked);
        for (const ord of ords) view.waiting.delete(ord);
        for (const [low, high] of stretches(ords)) {
          for await (const { from, to, ords: found } of this.#look(view, low, high)) {
            const passing = new Set(found);
            for (let ord = from; ord < to; ord += 1) view.ords.put(ord, passing.has(ord));
          }
        }
      });
    return view.settling;
  }

  /** The rows of a stretch that pass, newest first, slice by slice; `most` limits how many rows the next slice may have. */
  async *#look(
    view: OpenView,
    low: number,
    high: number,
    most = (_looked: number) => Number.POSITIVE_INFINITY,
  ): AsyncGenerator<{ from: number; to: number; ords: Iterable<number> }> {
    let hits: Map<string, WordHits> | null = new Map(
      view.words.map((words) => [words, new WordHits((...asked) => this.#source.find(words, ...asked), high)]),
    );
    let step = slice.first;
    for (let to = high; to > low && !this.#closed && this.#views.get(view.name) === view; ) {
      if (hits && !(await findMore(hits, low, to))) hits = null;
      const started = performance.now();
      const known = hits ? [...hits.values()].map(({ from }) => from) : [];
      const alone = this.#wordsAlone(view, hits);
      const from = Math.max(low, to - Math.min(alone ? slice.most : step, most(to)), ...known);
      yield { from, to, ords: alone?.within(from, to) ?? this.#select(view, hits, from, to) };
      to = from;
      const pace = sliceMs / Math.max(0.1, performance.now() - started);
      step = Math.round(Math.min(slice.most, Math.max(slice.least, step * Math.min(growth, pace))));
      if (to > low) await nextTurn();
    }
  }

  /** Words alone need no look at the rows, unless a server is called so. */
  #wordsAlone({ filter }: OpenView, hits: ReadonlyMap<string, WordHits> | null): WordHits | undefined {
    if (filter.op !== 'text') return undefined;
    const { ids, name } = this.#source.servers();
    const says = compileWords(filter.words);
    return ids.some((id) => says(name(id))) ? undefined : hits?.get(filter.words);
  }

  /** Newest first. `hits` is null where rows have to be looked at for their words. */
  #select(
    view: OpenView,
    hits: ReadonlyMap<string, WordHits> | null,
    from: number,
    to: number,
  ): Uint32Array | number[] {
    const { values, expected } = this.#source;
    const servers = this.#source.servers();
    const question: Question = { filter: view.filter, now: view.now, servers, values, expected };
    if (hits) question.saying = new Map([...hits].map(([words, found]) => [words, found.within(from, to)]));
    const found = this.#source.select(question, from, to);
    const looked = found.candidates.filter((facts) => this.#passes(view, facts)).map(({ row }) => row.ord);
    return [...found.ords, ...looked].sort((a, b) => b - a);
  }

  #passes(view: OpenView, facts: FactRow): boolean {
    const { row } = facts;
    const said = this.#source.said(row);
    return view.passes({
      ...facts,
      serverName: this.#source.servers().name(row.server),
      expected: row.group !== null && this.#source.expected.has(row.group),
      said: (words) => {
        const isSaid = said(words);
        if (!isSaid && row.times > searchedOfBurst) view.cut.add(row.ord);
        return isSaid;
      },
    });
  }
}

/** Finds more of the words whose rows below `to` are not known yet; false when that cannot be told. */
async function findMore(hits: ReadonlyMap<string, WordHits>, low: number, to: number): Promise<boolean> {
  for (const found of hits.values()) if (found.from >= to && !(await found.more(low))) return false;
  return true;
}

/** The rows in stretches, newest first, each from its first to beyond its last. */
function stretches(ords: readonly number[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const ord of [...ords].sort((a, b) => b - a)) {
    const last = found.at(-1);
    if (last && last[0] - ord <= nearby) last[0] = ord;
    else found.push([ord, ord + 1]);
  }
  return found;
}
