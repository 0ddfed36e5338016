// Converts rows to columns and back. One table names each column and says how it is written; the statements of sqlite-store.ts and the
// order in which rows are read follow from it.

import type { Ending } from '../../../../shared/ending/ending.ts';
import type { FailureFacts } from '../../../../shared/filter/row-facts.ts';
import type { Row, RowFailure, RowRemark } from '../../../../shared/timeline.ts';
import { recordingSpan, type SqlValue } from './log-schema.ts';
import type { RowPut } from './store.ts';

type Write = (put: RowPut) => SqlValue;

/** Columns that never change once a row exists, besides `ord`. */
const fixed = {
  id: ({ row }) => row.id,
  kind: ({ row }) => row.kind,
  server: ({ row }) => row.server,
  epoch: ({ row }) => row.epoch,
  direction: ({ row }) => row.direction,
  at: ({ row }) => row.at,
  method: ({ row }) => row.method,
  target: ({ row }) => row.target,
  args: ({ row }) => row.args,
} satisfies Record<string, Write>;

const changing = {
  rev: ({ row }) => row.rev,
  end_at: ({ row }) => row.endAt,
  latency: ({ row }) => row.latencyMs,
  outcome: ({ row }) => row.outcome,
  pending: ({ row }) => Number(row.pending),
  headline: ({ row }) => row.headline,
  detail: ({ row }) => row.detail,
  negative: ({ row }) => Number(row.negative),
  joined: (put) => put.joined,
} satisfies Record<string, Write>;

/** They say something about few rows: all others, the plain ones, have this value. */
const rare = {
  code: [({ row }) => row.code, null],
  chain: [({ row }) => row.chain, null],
  attempt: [({ row }) => row.attempt, 1],
  remarks: [({ row }) => row.remarks.join(' '), ''],
  failed: [({ failed }) => Number(failed), 0],
  class: [({ row }) => row.failure?.class ?? null, null],
  verdict: [({ row }) => row.failure?.verdict ?? null, null],
  after_ms: [({ row }) => row.failure?.afterMs ?? null, null],
  severity: [({ row }) => row.failure?.severity ?? null, null],
  origin: [({ row }) => row.failure?.origin ?? null, null],
  flagged: [({ row }) => (row.failure ? Number(row.failure.flagged) : null), null],
  title: [({ row }) => row.failure?.title ?? null, null],
  short: [({ row }) => row.failure?.short ?? null, null],
  tiny: [({ row }) => row.failure?.tiny ?? null, null],
  http: [({ http }) => http, null],
  layer: [({ layer }) => layer, null],
  carrier: [({ carrier }) => carrier, null],
  dialect: [({ dialect }) => dialect, null],
  problem: [({ problem }) => Number(problem), 0],
  issues: [({ issues }) => Number(issues), 0],
  notes: [({ notes }) => Number(notes), 0],
  words: [({ words }) => words.toWellFormed(), ''],
  times: [({ row }) => row.times, 1],
  grp: [({ row }) => row.group, null],
  actor: [({ row }) => (row.actor === 'you' ? null : row.actor), null],
  client: [({ row }) => row.client, null],
  incident: [({ row }) => row.incident, null],
  rehearsed: [({ row }) => row.rehearsed?.injected ?? null, null],
  ending: [({ row }) => row.ending?.kind ?? null, null],
  ended: [({ row }) => row.ending && endedText(row.ending), null],
} satisfies Record<string, [Write, SqlValue]>;

type Column = 'ord' | keyof typeof fixed | keyof typeof changing | keyof typeof rare;

const fixedWrites: readonly Write[] = Object.values(fixed);
const changingWrites: readonly Write[] = Object.values(changing);
const rareWrites: readonly Write[] = Object.values(rare).map(([write]) => write);
const plainValues: readonly SqlValue[] = Object.values(rare).map(([, plain]) => plain);

const names = <T extends object>(columns: T): (keyof T & Column)[] => Object.keys(columns) as (keyof T & Column)[];
const usual: readonly Column[] = ['ord', ...names(fixed), ...names(changing)];
const changes = [...names(changing), ...names(rare)].map((name) =>
  name === 'joined' ? 'joined = coalesce(?, joined)' : `${name} = ?`,
);

/** All of it is written, or what a plain row has besides the usual values. */
const insertInto = (columns: readonly Column[], others: readonly SqlValue[] = []): string =>
  `INSERT INTO rows (${columns.join(', ')}) VALUES (${[
    ...Array(columns.length - others.length).fill('?'),
    ...others.map((value) => (typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL'))),
  ].join(', ')})`;
const insertRow = insertInto([...usual, ...names(rare)]);
const insertPlainRow = insertInto([...usual, ...names(rare)], plainValues);
const updateRow = `UPDATE rows SET ${changes.join(', ')} WHERE ord = ?`;

/** The statement that stores a row at its place, and its values. */
export function storing(place: number, put: RowPut): [sql: string, ...values: SqlValue[]] {
  const now = changingWrites.map((write) => write(put));
  const facts = rareWrites.map((write) => write(put));
  if (!put.isNew) return [updateRow, ...now, ...facts, place];
  const first = fixedWrites.map((write) => write(put));
  // Binding all those values takes as long as the rest of storing a row.
  const isPlain = facts.every((value, index) => value === plainValues[index]);
  return isPlain ? [insertPlainRow, place, ...first, ...now] : [insertRow, place, ...first, ...now, ...facts];
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

const factNames = ['layer', 'carrier', 'dialect', 'problem', 'issues', 'notes', 'words'] as const;
const hidden: ReadonlySet<Column> = new Set<Column>([...factNames, 'failed', 'http', 'joined']);
const shown = [...usual, ...names(rare)].filter((name) => !hidden.has(name));

/** The columns of a row, in the order of `readRow`: arrays are read much faster than objects. */
export const shownColumns = shown.join(', ');
export const shownCount = shown.length;

/** Where each column of a row is read. */
const at = Object.fromEntries(shown.map((name, index) => [name, index])) as Record<Column, number>;

export function readRow(columns: readonly unknown[]): Row {
  const failure: RowFailure | null =
    columns[at.class] === null
      ? null
      : {
          class: columns[at.class] as RowFailure['class'],
          verdict: columns[at.verdict] as RowFailure['verdict'],
          afterMs: columns[at.after_ms] as number | null,
          severity: columns[at.severity] as RowFailure['severity'],
          origin: columns[at.origin] as RowFailure['origin'],
          flagged: columns[at.flagged] === 1,
          title: columns[at.title] as string,
          // NULL until the rows of an older log are derived again.
          short: (columns[at.short] as string | null) ?? (columns[at.title] as string),
          tiny: (columns[at.tiny] as string | null) ?? (columns[at.title] as string),
        };
  const remarks = columns[at.remarks] as string;
  return {
    id: columns[at.id] as number,
    ord: (columns[at.ord] as number) % recordingSpan,
    rev: columns[at.rev] as number,
    kind: columns[at.kind] as Row['kind'],
    server: columns[at.server] as string,
    epoch: columns[at.epoch] as number,
    direction: columns[at.direction] as Row['direction'],
    actor: (columns[at.actor] as Row['actor'] | null) ?? 'you',
    client: columns[at.client] as string | null,
    rehearsed: columns[at.rehearsed] === null ? null : { injected: columns[at.rehearsed] as string },
    at: columns[at.at] as number,
    endAt: columns[at.end_at] as number | null,
    latencyMs: columns[at.latency] as number | null,
    method: columns[at.method] as string | null,
    target: columns[at.target] as string | null,
    args: columns[at.args] as string,
    outcome: columns[at.outcome] as Row['outcome'],
    pending: columns[at.pending] === 1,
    headline: columns[at.headline] as string,
    detail: columns[at.detail] as string,
    code: columns[at.code] as string | null,
    failure,
    ending: readEnding(columns[at.ending] as string | null, columns[at.ended] as string | null),
    negative: columns[at.negative] === 1,
    chain: columns[at.chain] as number | null,
    attempt: columns[at.attempt] as number,
    times: columns[at.times] as number,
    group: columns[at.grp] as string | null,
    incident: columns[at.incident] as number | null,
    remarks: remarks === '' ? [] : (remarks.split(' ') as RowRemark[]),
  };
}

/** The facts of a failure, in the order of `readFacts`. */
export const factColumns = factNames.join(', ');

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
