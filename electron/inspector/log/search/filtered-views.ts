// Filtered views of the log as lists of positions. A view is built in slices from the newest row back and updated as rows change. Its name
// contains its filter, so a dropped view can be rebuilt.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { dependsOnNow, type Filter, isEmpty, withNames, wordsIn } from '../../../../shared/filter/filter.ts';
import { compileWords } from '../../../../shared/filter/filter-words.ts';
import { searchedOfBurst } from '../../../../shared/filter/left-out.ts';
import { compileFilter, type Predicate } from '../../../../shared/filter/match.ts';
import { parseFilter } from '../../../../shared/filter/parse-filter.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { FactRow, FoundRows, Selection, StoreQuestion } from '../store/store.ts';
import { ViewOrds } from './view-ords.ts';
import { WordHits } from './word-hits.ts';

/** The rows that pass one filter. The scan starts at the newest row, so the start of the list is known last. */
export interface OpenView {
  name: string;
  filter: Filter;
  /** The words in the filter. */
  words: string[];
  now: number;
  passes: Predicate;
  ords: ViewOrds;
  /** Changed rows to check again before the next answer: only the search thread knows what their messages contain. */
  waiting: Set<number>;
  settling: Promise<void>;
  /** Rows from this ord on have been scanned, and changes keep them up to date. */
  looked: number;
  /** All rows have been scanned. */
  done: boolean;
  ready: Promise<void>;
  /** Resolves when there are rows to show, or when it is clear that there are none so far. */
  soon: Promise<void>;
  /** Bursts that were scanned only in part and had no match there. */
  cut: Set<number>;
  /** Identifies all inputs of the result. */
  of: string;
}

interface Source {
  total(): number;
  select(question: StoreQuestion, from: number, to: number): Selection;
  servers(): StoreQuestion['servers'];
  values: NonNullable<StoreQuestion['values']>;
  expected: ReadonlySet<string>;
  /** The group's name and every later name of it. */
  namesOf: (group: string) => readonly string[];
  /** Rows of a range that contain some words; null if the caller must scan them. */
  find(words: string, from: number, below: number, most: number): Promise<FoundRows | null>;
  /** Whether a row's messages contain some words, by scanning them. */
  said: (row: Row) => (words: string) => boolean;
  now(): number;
}

/** Each view is updated with every new row, so there are few. */
const viewLimit = 4;
/** Target duration of a slice. */
const sliceMs = 4;
const slice = { first: 400, least: 20, most: 1_000_000 };
/** Matching rows are unevenly distributed, so one slice may cost far more than the last. It grows by at most this factor. */
const growth = 2;
/** A view is shown at this many rows, after this many scanned rows, or after this time. It grows from then on. */
const enough = { rows: 200, looked: 50_000, ms: 100 };
/** A view is dropped if this many rows change before the next query. */
const waitingLimit = 200_000;
/** Changed rows at most this far apart are checked together with the rows between them. */
const nearby = 50;
const namePrefix = 'filter:';

type ViewProblem = { problem: string };

export class Views {
  readonly #views = new Map<string, OpenView>();
  readonly #source: Source;
  #closed = false;
  #updates = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** null: no filter, the timeline itself. `soon`: resolves with the newest rows, while the view still grows. */
  async open(filter: string, when: 'done' | 'soon' = 'done'): Promise<OpenView | ViewProblem | null> {
    const parsed = parseFilter(filter);
    if (!parsed.ok) return { problem: parsed.problem };
    if (isEmpty(parsed.filter)) return null;
    const name = namePrefix + filter;
    const of = this.#inputs();
    const known = this.#views.get(name);
    if (known?.done && known.of === of && !dependsOnNow(parsed.filter)) return this.#answer(known, 'done');
    // A caller that had the complete view does not get a partial one.
    const wanted = known?.done ? 'done' : when;
    // Opened again each time: `since:` counts from the time of the query.
    const now = this.#source.now();
    const total = this.#source.total();
    const named = withNames(parsed.filter, this.#source.namesOf);
    let showSoon = (): void => {};
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
        showSoon = resolve;
      }),
    };
    this.#views.delete(name);
    this.#views.set(name, view);
    if (this.#views.size > viewLimit) this.#views.delete(this.#views.keys().next().value as string);
    view.ready = this.#scan(view, showSoon);
    view.ready.catch(() => {}); // Callers that await it get the error.
    return this.#answer(view, wanted);
  }

  /** The view with that name, rebuilt if needed. */
  async get(name: string, when: 'done' | 'soon' = 'done'): Promise<OpenView | ViewProblem | null> {
    if (name === '') return null;
    const known = this.#views.get(name);
    // A caller that asks for rows of a dropped view knew the complete one.
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
    // Dropped while it was built: for a repeated query of the same filter, or for newer filters.
    return this.#views.has(view.name)
      ? this.get(view.name, when)
      : { problem: 'Newer filters took the place of this one.' };
  }

  /** Unchanged while no row changed and no server was renamed. */
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
        // The scan will reach rows below.
      } else if (ord >= view.looked) view.ords.put(ord, this.#passes(view, facts));
    }
  }

  /** These filters now match other rows, so their views are rebuilt on the next query. */
  drop(concerns: (filter: Filter) => boolean): void {
    for (const [name, { filter }] of this.#views) if (concerns(filter)) this.#views.delete(name);
  }

  close(): void {
    this.#closed = true;
    this.#views.clear();
  }

  async #scan(view: OpenView, showSoon: () => void): Promise<void> {
    const began = performance.now();
    const total = view.looked;
    const slices = this.#look(view, 0, total, (looked) => {
      // Slices grow, but must not pass the first report.
      const untilShown = enough.looked - (total - looked);
      return untilShown > 0 ? untilShown : Number.POSITIVE_INFINITY;
    });
    for await (const { from, ords } of slices) {
      view.ords.lookBack(ords);
      view.looked = from;
      const isMuch = view.ords.length >= enough.rows || total - from >= enough.looked;
      if (isMuch || performance.now() - began > enough.ms) showSoon();
    }
    view.done = view.looked <= 0;
  }

  /** Checks changed rows again. Rows the scan has not reached yet wait for it. */
  #settle(view: OpenView): Promise<void> {
    view.settling = view.settling
      .catch(() => {}) // The earlier caller got the error.
      .then(async () => {
        const ords = [...view.waiting].filter((ord) => ord >= view.looked);
        for (const ord of ords) view.waiting.delete(ord);
        for (const [low, high] of rangesIn(ords)) {
          for await (const { from, to, ords: found } of this.#look(view, low, high)) {
            const passing = new Set(found);
            for (let ord = from; ord < to; ord += 1) view.ords.put(ord, passing.has(ord));
          }
        }
      });
    return view.settling;
  }

  /** The matching rows of a range, newest first, slice by slice. `most` limits the number of rows in the next slice. */
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

  /** A filter of words alone needs no row scan, unless a server's name contains them. */
  #wordsAlone({ filter }: OpenView, hits: ReadonlyMap<string, WordHits> | null): WordHits | undefined {
    if (filter.op !== 'text') return undefined;
    const { ids, name } = this.#source.servers();
    const says = compileWords(filter.words);
    return ids.some((id) => says(name(id))) ? undefined : hits?.get(filter.words);
  }

  /** Newest first. `hits` is null if rows must be scanned for words. */
  #select(
    view: OpenView,
    hits: ReadonlyMap<string, WordHits> | null,
    from: number,
    to: number,
  ): Uint32Array | number[] {
    const { values, expected } = this.#source;
    const servers = this.#source.servers();
    const question: StoreQuestion = { filter: view.filter, now: view.now, servers, values, expected };
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

/** Finds more rows with words below `to`; false if the search cannot answer. */
async function findMore(hits: ReadonlyMap<string, WordHits>, low: number, to: number): Promise<boolean> {
  for (const found of hits.values()) if (found.from >= to && !(await found.more(low))) return false;
  return true;
}

/** The rows as ranges, newest first, each from its first row to one past its last. */
function rangesIn(ords: readonly number[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const ord of [...ords].sort((a, b) => b - a)) {
    const last = found.at(-1);
    if (last && last[0] - ord <= nearby) last[0] = ord;
    else found.push([ord, ord + 1]);
  }
  return found;
}
