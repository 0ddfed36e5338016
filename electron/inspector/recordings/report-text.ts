// A recording, or its rows that pass a filter, as a report. Chooses the rows, cards and messages that fit, in parts of a few milliseconds
// each. Everything is masked here; shared/formats/report-page.ts defines the file.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import type { RecordingView } from '../../../shared/api/views.ts';
import { count } from '../../../shared/exchange/clip.ts';
import { rowHasFailed } from '../../../shared/filter/row-facts.ts';
import type { ReportedDetail, ReportedRow } from '../../../shared/formats/report-data.ts';
import { reportBlock, reportHead, reportTail } from '../../../shared/formats/report-page.ts';
import { maskAlong, maskDetail } from '../../../shared/mask/mask-detail.ts';
import type { Masker } from '../../../shared/mask/masker.ts';
import type { Row, RowEvent } from '../../../shared/timeline.ts';
import type { ReadableLog } from '../log/rows/readable-log.ts';
import { readDetail } from '../log/rows/row-detail.ts';
import type { OpenView } from '../log/search/filtered-views.ts';
import { reportViewer } from '../paths/report-viewer.ts';

export interface ReportSource {
  log: ReadableLog;
  recording: Pick<RecordingView, 'name' | 'note' | 'startedAt'>;
  /** null: everything. */
  view: OpenView | null;
  version: string;
  options: ExportOptions;
  masker: Masker;
}

const rowPage = 100;
/** A report is for reading: only this many of the newest rows. */
const rowLimit = 10_000;
/** Characters of messages and explanations: failures first, then the rest until the limit. */
const room = { failures: 24_000_000, all: 32_000_000, row: 200_000 };

export async function* reportPage(source: ReportSource): AsyncGenerator<string> {
  const { recording, masker, log, view, version, options } = source;
  log.flush();
  const { store } = log;
  const viewer = reportViewer();
  const madeAt = Date.now();
  const total = view ? view.ords.length : log.counters.rows;
  const leftOut = Math.max(0, total - rowLimit);
  const title = masker.mask(recording.name);
  // Server ids are internal to Misfire.
  const names = new Map(log.serverIds.map((id, index) => [id, `s${index + 1}`]));
  const lead = `${count(total, 'row')} of ${count(names.size, 'server')}, recorded by Misfire ${version}. Secrets are masked.`;
  yield reportHead({ title, lead }, viewer);
  yield reportBlock({
    part: 'recording',
    recording: {
      version,
      title,
      note: masker.mask(recording.note),
      filter: masker.mask(options.filter),
      startedAt: recording.startedAt,
      madeAt,
      leftOut,
      servers: [...names].map(([id, name]) => ({ id: name, name: masker.mask(log.serverName(id)) })),
      marks: log.marks.all().map((mark) => ({
        ...mark,
        // Left empty: rows use other server names here, and the group identifies the server.
        server: '',
        note: masker.mask(mark.note),
        words: masker.mask(mark.words),
      })),
    },
  });

  const pageAt = (from: number): Row[] => {
    const size = Math.min(rowPage, total - from);
    return view ? store.rowsAt(view.ords.slice(from, from + size)) : store.rowsFrom(from, size);
  };
  const listed = new Set<number>();
  const failed: number[] = [];
  const passed: number[] = [];
  for (let from = leftOut; from < total; from += rowPage) {
    for (const row of pageAt(from)) {
      listed.add(row.id);
      (rowHasFailed(row) ? failed : passed).push(row.id);
    }
    await nextTurn();
  }

  // Messages first: a secret in a row is often only recognized by its field name in the message.
  const hidden = new Map<number, Row>();
  const others = new Map<number, Row>();
  let used = 0;
  const stages = [
    { ids: failed.reverse(), until: room.failures },
    { ids: passed.reverse(), until: room.all },
  ];
  for (const { ids, until } of stages) {
    for (const id of ids) {
      if (used >= until) break;
      const row = store.row(id);
      if (!row) continue;
      const { attempts, breadcrumbs, incident, ...detail } = readDetail(log, row, madeAt);
      const together = incident?.rows ?? [];
      const bare = { attempts: [], breadcrumbs: [], incident: incident && { ...incident, rows: [] } };
      const masked = maskDetail(masker, { ...detail, ...bare });
      hidden.set(id, masked.row);
      for (const other of [...attempts, ...breadcrumbs, ...together])
        if (!listed.has(other.id)) others.set(other.id, other);
      const reported: ReportedDetail = {
        ...masked,
        row: id,
        events: bounded(masked.events, detail.events),
        attempts: attempts.map((other) => other.id),
        breadcrumbs: breadcrumbs.map((other) => other.id),
        incident: masked.incident && { ...masked.incident, rows: together.map((other) => other.id) },
      };
      const block = reportBlock({ part: 'details', details: [reported] });
      used += block.length;
      yield block;
      await nextTurn();
    }
  }

  const reportedRow = (row: Row): Row => ({
    ...(hidden.get(row.id) ?? masker.value(row)),
    // Never a secret, and the page finds rows by it.
    server: names.get(row.server) ?? row.server,
    group: row.group,
  });
  for (let from = leftOut; from < total; from += rowPage) {
    const rows = pageAt(from).map((row): ReportedRow => {
      const facts = row.failure ? store.factsOf(row.id) : null;
      return { row: reportedRow(row), ...(facts ? { facts: masker.value(facts) } : {}) };
    });
    yield reportBlock({ part: 'rows', rows });
    await nextTurn();
  }
  if (others.size > 0) yield reportBlock({ part: 'others', rows: [...others.values()].map(reportedRow) });
  // The report lists what was masked; the list contains only placeholders.
  yield reportBlock({ part: 'masked', masked: maskAlong(masker, [], masker.summary()) });
  yield reportTail(viewer);
}

/** What is not in the file is not offered: a cut text shows its full length. */
function bounded(events: readonly RowEvent[], came: readonly RowEvent[]): RowEvent[] {
  let left = room.row;
  return events.map(({ hex, ...event }, index) => {
    const text = event.text.slice(0, left);
    left -= text.length;
    const cut = event.cut ?? (text.length < event.length ? event.length : undefined);
    // Bytes would reveal what the text no longer shows.
    const isPlain = came[index]?.text === event.text;
    return {
      ...event,
      text,
      length: text.length,
      ...(cut === undefined ? {} : { cut }),
      ...(hex !== undefined && isPlain ? { hex } : {}),
    };
  });
}
