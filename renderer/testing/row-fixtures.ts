// Rows for tests: an answered call, with changes per test.

import type { Row, RowFailure } from '../../shared/timeline.ts';

export function makeRow(changes: Partial<Row> = {}): Row {
  const { at = 1_000, endAt = at + 40 } = changes;
  return {
    id: 1,
    ord: 0,
    rev: 1,
    kind: 'call',
    server: 's1',
    epoch: 1,
    direction: 'out',
    actor: 'you',
    client: null,
    rehearsed: null,
    incident: null,
    at,
    endAt,
    latencyMs: endAt === null ? null : endAt - at,
    method: 'tools/call',
    target: 'get_order',
    args: '{id: "A"}',
    outcome: 'answered',
    pending: false,
    headline: 'Found',
    detail: '',
    code: null,
    failure: null,
    ending: null,
    negative: false,
    chain: null,
    attempt: 1,
    times: 1,
    group: null,
    remarks: [],
    ...changes,
  };
}

export function makeFailure(changes: Partial<RowFailure> = {}): RowFailure {
  return {
    class: 'not_found',
    verdict: 'never',
    afterMs: null,
    severity: 'note',
    origin: 'wire',
    flagged: true,
    title: 'Not found',
    short: 'No order A',
    tiny: 'No order A',
    ...changes,
  };
}
