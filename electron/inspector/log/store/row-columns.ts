// Converts rows to columns and back. Owns the order of the columns, which the statements in sqlite-store.ts use.

import type { Ending } from '../../../../shared/ending/ending.ts';
import type { FailureFacts } from '../../../../shared/filter/row-facts.ts';
import type { Row, RowFailure, RowRemark } from '../../../../shared/timeline.ts';
import { recordingSpan, type SqlValue, type Statement } from './log-schema.ts';
import type { RowPut } from './store.ts';

/** Columns that never change once a row exists, besides `ord`. */
export const fixedColumns = ['id', 'kind', 'server', 'epoch', 'direction', 'at', 'method', 'target', 'args'] as const;

export const changingColumns = [
  'rev',
  'end_at',
  'latency',
  'outcome',
  'pending',
  'headline',
  'detail',
  'code',
  'negative',
  'chain',
  'attempt',
  'remarks',
  'failed',
  'class',
  'verdict',
  'after_ms',
  'severity',
  'origin',
  'flagged',
  'title',
  'http',
  'layer',
  'carrier',
  'dialect',
  'problem',
  'issues',
  'notes',
  'words',
  'times',
  'grp',
  'joined',
  'actor',
  'client',
  'incident',
  'short',
  'tiny',
  'rehearsed',
  'ending',
  'ended',
] as const;

export function fixedValues({ row }: RowPut): SqlValue[] {
  const { id, kind, server, epoch, direction, at, method, target, args } = row;
  return [id, kind, server, epoch, direction, at, method, target, args];
}

export function changingValues(put: RowPut): SqlValue[] {
  const { row } = put;
  const { failure } = row;
  return [
    row.rev,
    row.endAt,
    row.latencyMs,
    row.outcome,
    Number(row.pending),
    row.headline,
    row.detail,
    row.code,
    Number(row.negative),
    row.chain,
    row.attempt,
    row.remarks.join(' '),
    Number(put.failed),
    failure?.class ?? null,
    failure?.verdict ?? null,
    failure?.afterMs ?? null,
    failure?.severity ?? null,
    failure?.origin ?? null,
    failure ? Number(failure.flagged) : null,
    failure?.title ?? null,
    put.http,
    put.layer,
    put.carrier,
    put.dialect,
    Number(put.problem),
    Number(put.issues),
    Number(put.notes),
    put.words.toWellFormed(),
    row.times,
    row.group,
    put.joined,
    row.actor === 'you' ? null : row.actor,
    row.client,
    row.incident,
    failure?.short ?? null,
    failure?.tiny ?? null,
    row.rehearsed?.injected ?? null,
    row.ending?.kind ?? null,
    row.ending && endedText(row.ending),
  ];
}

/** All of an ending but its kind, which has a column for filters: `client 60000 60000 20000`, with `-` for null. */
const endedText = ({ by, afterMs, limitMs, lateMs }: Ending): string =>
  [by, ...[afterMs, limitMs, lateMs].map((ms) => ms ?? '-')].join(' ');

function readEnding(kind: string | null, text: string | null): Ending | null {
  if (kind === null || text === null) return null;
  const [by, ...times] = text.split(' ');
  const [afterMs = null, limitMs = null, lateMs = null] = times.map((ms) => (ms === '-' ? null : Number(ms)));
  return { kind: kind as Ending['kind'], by: by as Ending['by'], afterMs, limitMs, lateMs };
}

/** A row without a failure, exchange, chain or remark, like nearly all rows: its other columns are always the same. */
export const plainInsert = `INSERT INTO rows (ord, id, kind, server, epoch, direction, at, method, target, args, rev, end_at, latency,
    outcome, pending, headline, detail, negative, joined, attempt, remarks, failed, problem, issues, notes, words)
  VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, 1, '', 0, 0, 0, 0, '')`;

export function isPlain(put: RowPut): boolean {
  const { failure, ending, code, chain, attempt, remarks, times, actor } = put.row;
  const alone =
    actor === 'you' &&
    chain === null &&
    attempt === 1 &&
    remarks.length === 0 &&
    times === 1 &&
    put.row.rehearsed === null;
  const well = !put.failed && failure === null && ending === null && code === null && put.http === null;
  const facts = put.layer ?? put.carrier ?? put.dialect;
  return alone && well && facts === null && !put.problem && !put.issues && !put.notes && put.words === '';
}

export function insertPlain(insert: Statement, place: number, { row, joined }: RowPut): void {
  insert.run(
    place,
    row.id,
    row.kind,
    row.server,
    row.epoch,
    row.direction,
    row.at,
    row.method,
    row.target,
    row.args,
    row.rev,
    row.endAt,
    row.latencyMs,
    row.outcome,
    row.pending ? 1 : 0,
    row.headline,
    row.detail,
    row.negative ? 1 : 0,
    joined,
  );
}

/** The columns of a row, in the order of `readRow`: arrays are read much faster than objects. */
export const shownColumns = [
  'ord',
  'id',
  'rev',
  'kind',
  'server',
  'epoch',
  'direction',
  'at',
  'end_at',
  'latency',
  'method',
  'target',
  'args',
  'outcome',
  'pending',
  'headline',
  'detail',
  'code',
  'negative',
  'chain',
  'attempt',
  'remarks',
  'class',
  'verdict',
  'after_ms',
  'severity',
  'origin',
  'flagged',
  'title',
  'times',
  'grp',
  'actor',
  'client',
  'incident',
  'short',
  'tiny',
  'rehearsed',
  'ending',
  'ended',
].join(', ');

export function readRow(columns: readonly unknown[]): Row {
  const failure: RowFailure | null =
    columns[22] === null
      ? null
      : {
          class: columns[22] as RowFailure['class'],
          verdict: columns[23] as RowFailure['verdict'],
          afterMs: columns[24] as number | null,
          severity: columns[25] as RowFailure['severity'],
          origin: columns[26] as RowFailure['origin'],
          flagged: columns[27] === 1,
          title: columns[28] as string,
          // NULL until the rows of an older log are derived again.
          short: (columns[34] as string | null) ?? (columns[28] as string),
          tiny: (columns[35] as string | null) ?? (columns[28] as string),
        };
  const remarks = columns[21] as string;
  return {
    id: columns[1] as number,
    ord: (columns[0] as number) % recordingSpan,
    rev: columns[2] as number,
    kind: columns[3] as Row['kind'],
    server: columns[4] as string,
    epoch: columns[5] as number,
    direction: columns[6] as Row['direction'],
    actor: (columns[31] as Row['actor'] | null) ?? 'you',
    client: columns[32] as string | null,
    rehearsed: columns[36] === null ? null : { injected: columns[36] as string },
    at: columns[7] as number,
    endAt: columns[8] as number | null,
    latencyMs: columns[9] as number | null,
    method: columns[10] as string | null,
    target: columns[11] as string | null,
    args: columns[12] as string,
    outcome: columns[13] as Row['outcome'],
    pending: columns[14] === 1,
    headline: columns[15] as string,
    detail: columns[16] as string,
    code: columns[17] as string | null,
    failure,
    ending: readEnding(columns[37] as string | null, columns[38] as string | null),
    negative: columns[18] === 1,
    chain: columns[19] as number | null,
    attempt: columns[20] as number,
    times: columns[29] as number,
    group: columns[30] as string | null,
    incident: columns[33] as number | null,
    remarks: remarks === '' ? [] : (remarks.split(' ') as RowRemark[]),
  };
}

/** The facts of a failure, in the order of `readFacts`. */
export const factColumns = 'layer, carrier, dialect, problem, issues, notes, words';

export function readFacts(columns: readonly unknown[]): FailureFacts {
  return {
    layer: columns[0] as FailureFacts['layer'],
    carrier: columns[1] as FailureFacts['carrier'],
    dialect: columns[2] as string | null,
    problem: columns[3] === 1,
    issues: columns[4] === 1,
    notes: columns[5] === 1,
    words: columns[6] as string,
  };
}
