// A session, or the rows of it that pass a filter, as the text of a file: capture, HAR or report. Given out in parts,
// a few milliseconds of work each, so that a million messages hold up nothing. Every part is masked.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportOptions } from '../../../shared/api.ts';
import {
  reportFailure,
  reportHead,
  reportRow,
  reportRowsHead,
  reportRowsTail,
  reportTail,
} from '../../../shared/formats/report.ts';
import { HarWriter, harHead } from '../../../shared/formats/write-har.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { maskDetail } from '../../../shared/mask/mask-detail.ts';
import { maskEvent } from '../../../shared/mask/mask-event.ts';
import type { Masker } from '../../../shared/mask/masker.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { SessionView } from '../../../shared/views.ts';
import type { StoredEvent, WireEvent } from '../../../shared/wire.ts';
import { writeEvent, writeHeader } from '../../../shared/write-capture.ts';
import { readDetail } from '../log/row-detail.ts';
import type { ReadableLog } from '../log/still-log.ts';
import type { OpenView } from '../log/views.ts';

export interface ExportSource {
  log: ReadableLog;
  /** `header`: what that of the capture which it was read from said beside, as JSON. */
  session: Pick<SessionView, 'name' | 'isNamed' | 'note' | 'startedAt'> & { header: string | null };
  /** null: everything. */
  view: OpenView | null;
  version: string;
  options: ExportOptions;
  masker: Masker;
}

const sliceMs = 8;
/** Events are read, masked and written in pages of so many, or of so much text: what takes time is text, not number. */
const eventPage = 200;
const pageLength = 200_000;
const rowPage = 100;
/** A report is for reading. */
const cardLimit = 500;
const reportRowLimit = 5000;

export async function* exportText(source: ExportSource): AsyncGenerator<string> {
  switch (source.options.format) {
    case 'jsonl':
      yield* asCapture(source);
      return;
    case 'har':
      yield* asHar(source);
      return;
    case 'html':
      yield* asReport(source);
  }
}

/** Events in order, a page at a time: all of the session, or those of the rows that pass. */
export async function* eventsOf({ log, view }: ExportSource): AsyncGenerator<StoredEvent[]> {
  log.flush();
  const { store } = log;
  if (!view) {
    for (let after = 0, count = 1; ; ) {
      const events = store.eventsAfter(after, count);
      if (events.length === 0) return;
      yield events;
      after = (events.at(-1) as StoredEvent).seq;
      count = nextCount(events);
      await nextTurn();
    }
  }
  // Rows overlap in time, so the order of their events is only known once all are.
  const seqs = new Set<number>();
  let started = performance.now();
  for (let from = 0; from < view.places.length; from += rowPage) {
    for (const { id } of store.rowsAt(view.places.slice(from, from + rowPage)))
      for (const seq of store.eventsOf(id)) seqs.add(seq);
    if (performance.now() - started < sliceMs) continue;
    await nextTurn();
    started = performance.now();
  }
  const sorted = [...seqs].sort((a, b) => a - b);
  for (let from = 0, count = 1; from < sorted.length; ) {
    const events = sorted.slice(from, from + count).flatMap((seq) => store.event(seq) ?? []);
    yield events;
    from += count;
    count = nextCount(events);
    await nextTurn();
  }
}

/** How many events the next page takes, from how long those of the last one were: a page of large ones grows slowly. */
function nextCount(events: readonly WireEvent[]): number {
  const length = events.reduce((sum, event) => sum + textLength(event), 0);
  if (length > pageLength) return 1;
  const room = Math.floor(pageLength / (length / Math.max(1, events.length) + 1));
  return Math.max(1, Math.min(eventPage, room, events.length * 4));
}

/** How much text an event carries. */
export function textLength(event: WireEvent): number {
  if (event.lane === 'http') return (event.http.body?.length ?? 0) + (event.http.requestBody?.length ?? 0);
  return event.lane === 'life' ? (event.message?.length ?? 0) : event.text.length;
}

async function* asCapture(source: ExportSource): AsyncGenerator<string> {
  const { session, masker, log } = source;
  const { header } = session;
  const more = {
    ...(header === null ? {} : (JSON.parse(masker.mask(header)) as JsonObject)),
    ...(session.isNamed ? { name: masker.mask(session.name) } : {}),
    ...(session.note ? { note: masker.mask(session.note) } : {}),
  };
  let started: number | null = null;
  for await (const events of eventsOf(source)) {
    let text = '';
    for (const event of events) {
      if (started === null) {
        started = Math.floor(event.at);
        text += `${writeHeader(started, more)}\n`;
      }
      const masked = maskEvent(masker, event);
      text += `${writeEvent({ ...masked, server: log.serverName(event.server) }, started)}\n`;
    }
    yield text;
  }
  if (started === null) yield `${writeHeader(session.startedAt, more)}\n`;
}

async function* asHar(source: ExportSource): AsyncGenerator<string> {
  const { session, masker, log, version } = source;
  const writer = new HarWriter();
  for await (const events of eventsOf(source)) {
    for (const event of events) writer.take({ ...maskEvent(masker, event), server: log.serverName(event.server) });
  }
  const head = JSON.stringify(harHead(version, masker.mask(session.name))).slice(0, -1);
  yield `{"log":${head},"pages":[],"entries":[`;
  const entries = writer.finish();
  let page = '';
  for (const [index, entry] of entries.entries()) {
    page += `${index > 0 ? ',' : ''}\n${JSON.stringify(entry)}`;
    if (page.length < pageLength) continue;
    yield page;
    page = '';
    await nextTurn();
  }
  yield page;
  yield '\n]}}\n';
}

async function* asReport(source: ExportSource): AsyncGenerator<string> {
  const { session, masker, log, view, version, options } = source;
  log.flush();
  const { store } = log;
  const total = view ? view.places.length : log.counters.rows;
  const failed = view ? failedIn(log, view) : log.counters.failures;
  const name = (row: Row): string => masker.mask(log.serverName(row.server));
  yield reportHead({
    title: masker.mask(session.name),
    note: masker.mask(session.note),
    filter: masker.mask(options.filter),
    startedAt: session.startedAt,
    rows: total,
    failures: failed,
    servers: log.serverIds.map((id) => masker.mask(log.serverName(id))),
    version,
  });
  let cards = 0;
  for (let ord = -1; cards < cardLimit; ) {
    const rows = store.failedRows(ord, 'newer', rowPage);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (cards === cardLimit || (view && !hasOrd(view, row.ord))) continue;
      cards += 1;
      yield reportFailure(maskDetail(masker, readDetail(log, row, Date.now())), name(row));
    }
    ord = (rows.at(-1) as Row).ord;
    await nextTurn();
  }
  yield reportRowsHead();
  const shown = Math.min(total, reportRowLimit);
  for (let from = 0; from < shown; from += rowPage) {
    const count = Math.min(rowPage, shown - from);
    const rows = view ? store.rowsAt(view.places.slice(from, from + count)) : store.rowsFrom(from, count);
    yield rows.map((row) => reportRow(masker.value(row), name(row))).join('');
    await nextTurn();
  }
  yield reportRowsTail(total - shown);
  yield reportTail;
}

function failedIn(log: ReadableLog, view: OpenView): number {
  let failed = 0;
  for (let ord = -1; ; ) {
    const rows = log.store.failedRows(ord, 'newer', 500);
    for (const row of rows) if (hasOrd(view, row.ord)) failed += 1;
    if (rows.length < 500) return failed;
    ord = (rows.at(-1) as Row).ord;
  }
}

function hasOrd({ places }: OpenView, ord: number): boolean {
  return places.indexOf(ord) >= 0;
}
