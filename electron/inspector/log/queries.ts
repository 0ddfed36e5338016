// Reads the log for the windows, in the shapes of shared/contract/api.ts: pages of a view, changes, one row, one body. Holds no data of its own.
// Pending rows are flushed before any answer.

import type { View } from '../../../shared/api/views.ts';
import type { Ask, Input } from '../../../shared/contract/api.ts';
import { done, noSuchRow, refused } from '../../../shared/contract/api.ts';
import { bodyOf, hexOf } from '../../../shared/exchange/row-event.ts';
import { searchWords } from '../../../shared/filter/filter.ts';
import { countsAsFailed, rowHasFailed } from '../../../shared/filter/row-facts.ts';
import { isPlainOrder, type Sort } from '../../../shared/filter/sort-rows.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Log } from './log.ts';
import { readDetail, readEvents } from './rows/row-detail.ts';
import { seenTool, seenTools } from './rows/seen-tool.ts';
import type { OpenView } from './search/filtered-views.ts';
import { readSorted, SortedViews, sortedName } from './search/sorted-views.ts';
import { textAround } from './search/text-around.ts';

const page = 200;
/** About the number of rows in a tall window. */
const newestCount = 60;

export class LogQueries {
  readonly #log: Log;
  /** The last requested body: long bodies are read in parts. */
  #body: { seq: number; text: string; bytes: Uint8Array | null } | null = null;

  readonly #sorted: SortedViews;
  readonly #until: () => number;

  /** `until`: the latest time for which there is data. */
  constructor(log: Log, until: () => number = Date.now) {
    this.#log = log;
    this.#until = until;
    this.#sorted = new SortedViews({
      rowsFrom: (from, count) => log.store.rowsFrom(from, count),
      rowsAt: (ords) => log.store.rowsAt(ords),
      serverName: (id) => log.serverName(id),
      rev: () => log.rev,
      now: () => performance.now(),
    });
  }

  readonly openView: Ask<'openView'> = async ({ filter, sort }) => {
    this.#log.flush();
    const isPlain = sort === undefined || isPlainOrder(sort);
    const view = await this.#log.views.open(filter, isPlain ? 'soon' : 'done');
    if (view && 'problem' in view) return refused('bad_filter', view.problem);
    const { rows } = this.#log.counters;
    if (!isPlain) {
      const total = (await this.#order(sort, view)).length;
      return done({ view: sortedName(sort, view?.name ?? ''), total, hidden: rows - total, rev: this.#log.rev });
    }
    const total = view ? view.ords.length : rows;
    const opened = { view: view?.name ?? '', total, hidden: rows - total, rev: this.#log.rev };
    const from = Math.max(0, total - newestCount);
    if (!view) return done({ ...opened, newest: { rows: this.#log.store.rowsFrom(from, newestCount) } });
    return done({
      ...opened,
      newest: this.#page(view, from, newestCount),
      ...growthOf(view),
    });
  };

  #order(sort: Sort, view: OpenView | null): Promise<readonly number[]> {
    const ords = view ? view.ords.slice(0, view.ords.length) : null;
    return this.#sorted.order(sort, view?.name ?? '', ords, this.#log.counters.rows);
  }

  readonly rows: Ask<'rows'> = async ({ view: name, from, count }) => {
    const { view: plain, sort } = readSorted(name);
    const view = await this.#view(plain, sort ? 'done' : 'soon');
    if (view && 'problem' in view) return refused('not_found', view.problem);
    const { rev } = this.#log;
    const { store } = this.#log;
    if (sort) {
      const order = await this.#order(sort, view);
      return done({ rows: this.#sorted.rows(order.slice(from, from + count)), total: order.length, rev });
    }
    if (!view) return done({ rows: store.rowsFrom(from, count), total: this.#log.counters.rows, rev });
    return done({ ...this.#page(view, from, count), total: view.ords.length, rev, ...growthOf(view) });
  };

  #page(view: OpenView, from: number, count: number): NonNullable<View['newest']> {
    const { store } = this.#log;
    const rows = store.rowsAt(view.ords.slice(from, from + count));
    const phrases = searchWords(view.filter);
    return phrases.length === 0 ? { rows } : { rows, hits: textAround(store, rows, phrases) };
  }

  readonly changes: Ask<'changes'> = async ({ rev, limit }) => {
    const current = this.#log.rev;
    const ords = this.#log.changes.since(rev, limit + 1);
    // More changed than is remembered, so the caller must reload everything.
    if (ords === null) return done({ rows: [], rev: current, truncated: true });
    const rows = this.#log.store.rowsAt([...ords].sort((a, b) => a - b)).sort((a, b) => a.rev - b.rev);
    if (rows.length <= limit) return done({ rows, rev: current, truncated: false });
    rows.length = limit;
    return done({ rows, rev: (rows.at(-1) as Row).rev, truncated: true });
  };

  readonly rowDetail: Ask<'rowDetail'> = async ({ id }) => {
    this.#log.flush();
    const row = this.#log.store.row(id);
    return row ? done(readDetail(this.#log, row, this.#until())) : noSuchRow();
  };

  readonly rowEvents: Ask<'rowEvents'> = async ({ id, from, count }) => {
    this.#log.flush();
    const { store } = this.#log;
    return store.row(id) ? done(readEvents(store, id, from, count)) : noSuchRow();
  };

  readonly seenTool: Ask<'seenTool'> = async ({ id }) => {
    this.#log.flush();
    const { store } = this.#log;
    const row = store.row(id);
    if (!row) return noSuchRow();
    const isTool = row.method === 'tools/call' && row.target !== null;
    return done(isTool ? seenTool(store, row.server, row.epoch, row.target as string) : null);
  };

  readonly seenTools: Ask<'seenTools'> = async ({ id }) => {
    this.#log.flush();
    const row = this.#log.store.row(id);
    if (!row) return noSuchRow();
    return done(seenTools(this.#log.store, row.server, row.epoch));
  };

  readonly locate: Ask<'locate'> = async ({ view: name, id, want }) => {
    const { view: plain, sort } = readSorted(name);
    const view = await this.#view(plain, 'done');
    if (view && 'problem' in view) return refused('not_found', view.problem);
    const { store } = this.#log;
    if (sort) return done(this.#inOrder(await this.#order(sort, view), id, want));
    if (want === 'newest_failure') return done(this.#newestFailure(view));
    const row = store.row(id);
    if (!row) return done(null);
    if (want === 'self') return done(placed(view, row));
    return done(this.#failure(view, row.ord, want === 'next_failure' ? 'newer' : 'older'));
  };

  /** The same in a sorted list, where the next failure is the one below. */
  #inOrder(order: readonly number[], id: number, want: Input<'locate'>['want']): { index: number; id: number } | null {
    const ord = this.#log.store.row(id)?.ord;
    const at = ord === undefined ? -1 : order.indexOf(ord);
    if (want === 'self') return at < 0 ? null : { index: at, id };
    const step = want === 'next_failure' ? 1 : -1;
    let from = want === 'newest_failure' || at < 0 ? (step > 0 ? 0 : order.length - 1) : at + step;
    for (; from >= 0 && from < order.length; from += step * page) {
      const part = step > 0 ? order.slice(from, from + page) : order.slice(Math.max(0, from - page + 1), from + 1);
      const rows = this.#sorted.rows(part);
      const found = step > 0 ? rows.find(rowHasFailed) : rows.findLast(rowHasFailed);
      if (found) return { index: order.indexOf(found.ord), id: found.id };
    }
    return null;
  }

  /** `hex` has the bytes of the same range, counted in bytes, if they are not UTF-8. */
  readonly body: Ask<'body'> = async ({ seq, offset, length }) => {
    if (this.#body?.seq !== seq) {
      const event = this.#log.store.event(seq);
      if (!event) return refused('not_found', 'There is no such message in the log.');
      this.#body = { seq, ...bodyOf(event) };
    }
    const { text, bytes } = this.#body;
    const hex = bytes && hexOf(bytes.subarray(offset, offset + length));
    return done({ text: text.slice(offset, offset + length), length: text.length, hex });
  };

  async #view(name: string, when: 'done' | 'soon') {
    this.#log.flush();
    const view = await this.#log.views.get(name, when);
    this.#log.flush();
    return view;
  }

  /** Skips failures that Misfire provoked itself. For an incident, shows the row that explains it. */
  #newestFailure(view: OpenView | null): { index: number; id: number } | null {
    const { rows } = this.#log.counters;
    const found = this.#failure(view, rows, 'older', countsAsFailed) ?? (view && this.#failure(view, rows, 'older'));
    const row = found && this.#log.store.row(found.id);
    const head = row?.incident == null ? null : this.#log.store.row(row.incident);
    // For several attempts at one call, the last one is the news.
    return (head && row?.chain === null ? placed(view, head) : null) ?? found;
  }

  /** The nearest failure in the view. In the full list, failures that Misfire provoked are skipped. */
  #failure(
    view: OpenView | null,
    from: number,
    towards: 'newer' | 'older',
    counts: (row: Row) => boolean = view ? rowHasFailed : countsAsFailed,
  ): { index: number; id: number } | null {
    for (let ord = from; ; ) {
      const rows = this.#log.store.failedRows(ord, towards, page);
      for (const row of rows) {
        const isQuiet = row.group !== null && this.#log.figures.marks.quiet.has(row.group);
        const found = counts(row) && !isQuiet ? placed(view, row) : null;
        if (found) return found;
      }
      if (rows.length < page) return null;
      ord = (rows.at(-1) as Row).ord;
    }
  }
}

function placed(view: OpenView | null, row: Row): { index: number; id: number } | null {
  if (!view) return { index: row.ord, id: row.id };
  const index = view.ords.indexOf(row.ord);
  return index < 0 ? null : { index, id: row.id };
}

function growthOf({ ords, done, cut }: OpenView): Pick<View, 'behind' | 'growing' | 'cutBursts'> {
  return { behind: ords.behind, ...(done ? {} : { growing: true }), ...(cut.size > 0 ? { cutBursts: cut.size } : {}) };
}
