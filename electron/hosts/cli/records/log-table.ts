// Rows of the log and recordings as tables for a terminal. A failure is its sentence, on as many lines as it needs; what went well is one line.

import { rowHasFailed } from '../../../../shared/filter/row-facts.ts';
import { type FailedCalls, failedCallWords } from '../../../../shared/incident/failed-calls.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { relativeTime } from '../../../../shared/text/relative-time.ts';
import { fitText } from '../../../../shared/text/text-width.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { type Row, shownWords } from '../../../../shared/timeline.ts';
import type { ReadOnlyLog } from '../../../inspector/log/read-only-log.ts';
import type { RecordingEntry } from '../../../inspector/log/store/recordings-file.ts';
import { recordingName } from '../../../inspector/recordings/recording-name.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { bold, cyan, dim, red, type Styled, type StyledSpan } from '../terminal/styled.ts';
import { type Column, rowLines, tableLines, widthsFor } from '../terminal/table.ts';

const said = 4;
const columns: readonly Column[] = [
  { shrink: 3, min: 8 },
  { shrink: 4, min: 8 },
  { shrink: 2, min: 14 },
  { shrink: 5, min: 6, align: 'right' },
  { shrink: 0, min: 20, wraps: true },
];

/** Prints rows as they come. The first ones decide about the widths, so that columns stay where they are. */
export function rowTable({ output }: CommandRun, width: number, isLive: boolean, masked: (text: string) => string) {
  let widths: number[] | null = null;
  return (rows: readonly Row[], log: ReadOnlyLog): void => {
    const now = Date.now();
    const cells = rows.map((row) => cellsOf(row, log, isLive ? clockTime(row.at) : relativeTime(row.at, now), masked));
    if (cells.length === 0) return;
    widths ??= widthsFor(columns, isLive ? [...cells, sample] : cells, width);
    for (const [at, row] of cells.entries()) {
      const last = row[said] as StyledSpan;
      const fitted = rowHasFailed(rows[at] as Row) ? last : { ...last, text: fitText(last.text, widths[said] ?? 0) };
      for (const line of rowLines(columns, [...row.slice(0, said), fitted], widths)) output.printStyled(line);
    }
  };
}

/** Room for rows that are still to come. */
const sample: Styled[] = ['', 'a-server-name', 'tools/call a_tool_name', '120 ms', 'x'.repeat(60)];

function cellsOf(row: Row, log: ReadOnlyLog, when: string, masked: (text: string) => string): Styled[] {
  const failure = log.failureOf(row);
  const target = row.target === null ? '' : visibleName(masked(row.target));
  // A tool by its name says more than that it was called.
  const call = row.method === 'tools/call' && target !== '' ? target : `${row.method ?? row.kind} ${target}`.trim();
  const times = row.times > 1 ? `× ${row.times.toLocaleString('en')} ` : '';
  const { headline, detail } = shownWords(row);
  const words = [headline === call ? '' : headline, detail].filter(Boolean).map(masked).join(' · ');
  const rehearsed = row.rehearsed === null ? '' : 'rehearsed · ';
  const text = failure === null ? `${rehearsed}${times}${words}` : `✗ ${rehearsed}${times}${masked(failure.sentence)}`;
  return [
    dim(when),
    cyan(visibleName(masked(log.serverName(row.server)))),
    rowHasFailed(row) ? bold(call) : call,
    dim(row.latencyMs === null ? '' : duration(row.latencyMs)),
    rowHasFailed(row) ? red(text.replaceAll('\n', ' ')) : dim(text.replaceAll('\n', ' ')),
  ];
}

const clockTime = (at: number): string => new Date(at).toTimeString().slice(0, 8);

/** A count that is cut says something else: only names shrink. Where that is not enough, the size goes first. */
const recordingColumns: readonly Column[] = [
  { shrink: 1, min: Infinity, align: 'right' },
  { shrink: 0, min: 16 },
  { shrink: 2, min: Infinity },
  { shrink: 3, min: Infinity },
  { shrink: 4, min: Infinity, align: 'right' },
  { shrink: 4, min: Infinity, align: 'right' },
  { shrink: 5, min: Infinity, align: 'right' },
];

export type CountedRecording = Omit<RecordingEntry, 'counted'> & { counted: FailedCalls | null };

export function recordingTable(recordings: readonly CountedRecording[], width: number): Styled[] {
  const now = Date.now();
  const rows = recordings.map((recording): Styled[] => [
    String(recording.id),
    bold(recordingName(recording)),
    dim(recording.kind),
    dim(relativeTime(recording.startedAt, now)),
    `${recording.rows.toLocaleString('en')} rows`,
    ((recording.counted?.failedCalls ?? 0) > 0 ? red : dim)(failedCallWords(recording.counted)),
    dim(`${Math.round(recording.bytes / 1000).toLocaleString('en')} kB`),
  ]);
  return tableLines(recordingColumns, rows, width);
}
