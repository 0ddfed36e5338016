// A recording, or its rows that pass a filter, as file text: capture, HAR or report. Produced in parts of a few milliseconds each, so that
// a million messages block nothing. Every part is masked.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { looksForHeader, type ServerLook } from '../../../shared/api/past-servers.ts';
import type { RecordingView } from '../../../shared/api/views.ts';
import { firstSeq } from '../../../shared/exchange/ledger.ts';
import { writeEvent, writeHeader } from '../../../shared/formats/write-capture.ts';
import { HarPlan, harEntry, harHead } from '../../../shared/formats/write-har.ts';
import type { Json, JsonObject } from '../../../shared/json/json.ts';
import { maskEvent } from '../../../shared/mask/mask-event.ts';
import type { StoredEvent, WireEvent } from '../../../shared/wire.ts';
import { exportedMarks } from './export-marks.ts';
import { type ReportSource, reportPage } from './report-text.ts';

export interface ExportSource extends ReportSource {
  /** `header`: unknown header fields of the capture it was imported from, as JSON. */
  recording: Pick<RecordingView, 'name' | 'isNamed' | 'note' | 'startedAt'> & { header: string | null };
  /** How far it is, from 0 to 1: kept up to date for those who show it. */
  progress?: { share: number };
}

const sliceMs = 8;
/** Page size in events and in text: the text takes the time, not the number of events. */
const eventPage = 200;
const pageLength = 200_000;
const rowPage = 100;

export async function* exportText(source: ExportSource): AsyncGenerator<string> {
  switch (source.options.format) {
    case 'jsonl':
      yield* asCapture(source);
      return;
    case 'har':
      yield* asHar(source);
      return;
    case 'html':
      yield* reportPage(source);
  }
}

/** Events in order, a page at a time: the whole recording, or the events of the matching rows. */
export async function* eventsOf({ log, view, progress }: ExportSource, weight = 1): AsyncGenerator<StoredEvent[]> {
  log.flush();
  const { store } = log;
  const reach = (share: number) => {
    if (progress) progress.share = Math.min(1, share) * weight;
  };
  if (!view) {
    const last = store.lastSeq();
    let first: number | null = null;
    for (let after = 0, count = 1; ; ) {
      const events = store.eventsAfter(after, count);
      if (events.length === 0) return;
      yield events;
      after = (events.at(-1) as StoredEvent).seq;
      first ??= (events[0] as StoredEvent).seq;
      reach((after - first + 1) / Math.max(1, last - first + 1));
      count = nextCount(events);
      await nextTurn();
    }
  }
  // Rows overlap in time, so the order of their events is only known once all are read.
  const seqs = new Set<number>();
  let started = performance.now();
  for (let from = 0; from < view.ords.length; from += rowPage) {
    for (const { id } of store.rowsAt(view.ords.slice(from, from + rowPage)))
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
    reach(from / sorted.length);
    count = nextCount(events);
    await nextTurn();
  }
}

/** Number of events in the next page, from their size in the last one: pages of large events grow slowly. */
function nextCount(events: readonly WireEvent[]): number {
  const length = events.reduce((sum, event) => sum + textLength(event), 0);
  if (length > pageLength) return 1;
  const room = Math.floor(pageLength / (length / Math.max(1, events.length) + 1));
  return Math.max(1, Math.min(eventPage, room, events.length * 4));
}

/** The amount of text in an event. */
export function textLength(event: WireEvent): number {
  if (event.lane === 'http') return (event.http.body?.length ?? 0) + (event.http.requestBody?.length ?? 0);
  return event.lane === 'life' ? (event.message?.length ?? 0) : event.text.length;
}

async function* asCapture(source: ExportSource): AsyncGenerator<string> {
  const { recording, masker, log } = source;
  const { header } = recording;
  const more = {
    ...(header === null ? {} : (JSON.parse(masker.mask(header)) as JsonObject)),
    ...(recording.isNamed ? { name: masker.mask(recording.name) } : {}),
    ...(recording.note ? { note: masker.mask(recording.note) } : {}),
    ...marksMember(source),
    ...looksForHeader(looksOf(source)),
  };
  let started: number | null = null;
  const numbered = new Set<string>();
  /** What was written, in order: the header is line 1. */
  const written: number[] = [];
  for await (const events of eventsOf(source)) {
    let text = '';
    for (const event of events) {
      if (started === null) {
        started = Math.floor(event.at);
        text += `${writeHeader(started, more)}\n`;
      }
      if (event.epoch !== 1) numbered.add(event.server);
      const { copyOf, ...named } = maskEvent(masker, { ...event, server: log.serverName(event.server) });
      const original = copyOf === undefined ? -1 : placeIn(written, firstSeq(copyOf));
      written.push(event.seq);
      const line = original < 0 ? named : { ...named, copyOf: original + 2 };
      text += `${writeEvent(line as WireEvent, started, numbered.has(event.server))}\n`;
    }
    yield text;
  }
  if (started === null) yield `${writeHeader(recording.startedAt, more)}\n`;
}

/** The marks of current servers; marks of an opened file are already in its header. */
function looksOf({ log, masker }: ExportSource): (ServerLook & { name: string })[] {
  return log.serverIds.flatMap((id) => {
    const look = log.serverLook?.(id) ?? null;
    return look === null ? [] : [{ name: masker.mask(log.serverName(id)), ...look }];
  });
}

/** Without a mark the header omits them. */
function marksMember({ log, view, masker }: ExportSource): { marks?: Json } {
  const marks = exportedMarks(log, masker, (row) => view === null || view.ords.indexOf(row.ord) >= 0);
  return marks.length === 0 ? {} : { marks: marks as unknown as Json };
}

/** Planning reads every event once, writing reads, masks and writes it. */
const planShare = 0.3;

async function* asHar(source: ExportSource): AsyncGenerator<string> {
  const { recording, masker, log, version } = source;
  const plan = new HarPlan();
  for await (const events of eventsOf(source, planShare)) {
    for (const event of events) plan.take(event);
    // Nothing to write yet, but a turn in which the export can be canceled.
    yield '';
  }
  const head = JSON.stringify(harHead(version, masker.mask(recording.name))).slice(0, -1);
  yield `{"log":${head},"pages":[],"entries":[`;
  let page = '';
  let before = '\n';
  let written = 0;
  for (const seqs of plan.entries()) {
    const events = seqs.flatMap((seq) => log.store.event(seq) ?? []);
    written += seqs.length;
    if (events.length === 0) continue;
    const named = events.map((event) => maskEvent(masker, { ...event, server: log.serverName(event.server) }));
    page += `${before}${JSON.stringify(harEntry(named))}`;
    before = ',\n';
    if (page.length < pageLength) continue;
    yield page;
    page = '';
    if (source.progress) source.progress.share = planShare + (1 - planShare) * (written / plan.size);
    await nextTurn();
  }
  if (source.progress) source.progress.share = 1;
  yield page;
  yield '\n]}}\n';
}

/** Index of a number in a sorted list; -1 if it is missing. */
function placeIn(rising: readonly number[], wanted: number): number {
  let from = 0;
  for (let to = rising.length; from < to; ) {
    const middle = (from + to) >> 1;
    if ((rising[middle] as number) < wanted) from = middle + 1;
    else to = middle;
  }
  return rising[from] === wanted ? from : -1;
}
