// Filters over the log as lists of places, built in slices so that nothing else waits, and kept true while rows change.
// A view's name holds its filter, so one that was dropped is simply built again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEmpty } from '../../../shared/filter/filter.ts';
import { compileFilter, type Predicate } from '../../../shared/filter/match.ts';
import { parseFilter } from '../../../shared/filter/parse.ts';
import type { FactRow } from './store.ts';

/** The rows that pass one filter, by ord, ascending. */
export interface OpenView {
  name: string;
  passes: Predicate;
  ords: number[];
  /** Rows below this ord have been looked at. */
  scanned: number;
  ready: Promise<void>;
}

interface Source {
  total(): number;
  factsFrom(from: number, count: number): FactRow[];
  serverName(server: string): string;
  now(): number;
}

const viewLimit = 8;
const slice = 1000;
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
    const view: OpenView = {
      name,
      passes: compileFilter(parsed.filter, this.#source.now()),
      ords: [],
      scanned: 0,
      ready: Promise.resolve(),
    };
    this.#views.delete(name);
    this.#views.set(name, view);
    if (this.#views.size > viewLimit) this.#views.delete(this.#views.keys().next().value as string);
    view.ready = this.#scan(view);
    await view.ready;
    return view;
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
    await known.ready;
    return known;
  }

  /** A row is new or has changed. */
  update(facts: FactRow): void {
    const { ord } = facts.row;
    for (const view of this.#views.values()) {
      if (ord > view.scanned) continue; // The scan will come to it.
      if (ord === view.scanned) view.scanned += 1;
      const at = placeIn(view.ords, ord);
      const isThere = view.ords[at] === ord;
      const belongs = this.#passes(view, facts);
      if (belongs && !isThere) view.ords.splice(at, 0, ord);
      else if (!belongs && isThere) view.ords.splice(at, 1);
    }
  }

  close(): void {
    this.#closed = true;
    this.#views.clear();
  }

  async #scan(view: OpenView): Promise<void> {
    while (!this.#closed && view.scanned < this.#source.total() && this.#views.get(view.name) === view) {
      for (const facts of this.#source.factsFrom(view.scanned, slice)) {
        if (this.#passes(view, facts)) view.ords.push(facts.row.ord);
        view.scanned = facts.row.ord + 1;
      }
      await nextTurn();
    }
  }

  #passes(view: OpenView, facts: FactRow): boolean {
    return view.passes({ ...facts, serverName: this.#source.serverName(facts.row.server) });
  }
}

/** Where `ord` is or would be. */
export function placeIn(ords: readonly number[], ord: number): number {
  let low = 0;
  let high = ords.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ords[middle] as number) < ord) low = middle + 1;
    else high = middle;
  }
  return low;
}
