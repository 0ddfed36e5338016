// Rows as columns and back. Owns the order of the columns, which the statements of sqlite-store.ts are written from.

import type { Row, RowFailure, RowRemark } from '../../../shared/timeline.ts';
import { type SqlValue, sessionSpan } from './schema.ts';
import type { RowPut } from './store.ts';

/** What never changes once a row is there, beside `ord`. */
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
  ];
}

export function readRow(columns: Record<string, unknown>): Row {
  const failure: RowFailure | null =
    columns.class === null
      ? null
      : {
          class: columns.class as RowFailure['class'],
          verdict: columns.verdict as RowFailure['verdict'],
          afterMs: columns.after_ms as number | null,
          severity: columns.severity as RowFailure['severity'],
          origin: columns.origin as RowFailure['origin'],
          flagged: columns.flagged === 1,
          title: columns.title as string,
        };
  return {
    id: columns.id as number,
    ord: (columns.ord as number) % sessionSpan,
    rev: columns.rev as number,
    kind: columns.kind as Row['kind'],
    server: columns.server as string,
    epoch: columns.epoch as number,
    direction: columns.direction as Row['direction'],
    at: columns.at as number,
    endAt: columns.end_at as number | null,
    latencyMs: columns.latency as number | null,
    method: columns.method as string | null,
    target: columns.target as string | null,
    args: columns.args as string,
    outcome: columns.outcome as Row['outcome'],
    pending: columns.pending === 1,
    headline: columns.headline as string,
    detail: columns.detail as string,
    code: columns.code as string | null,
    failure,
    negative: columns.negative === 1,
    chain: columns.chain as number | null,
    attempt: columns.attempt as number,
    remarks: (columns.remarks as string).split(' ').filter(Boolean) as RowRemark[],
  };
}
