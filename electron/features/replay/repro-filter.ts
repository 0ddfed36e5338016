// Which calls of a repro set a filter selects. Owns how a call in a file looks to the filter language.

import { compileFilter } from '../../../shared/filter/match.ts';
import { parseFilter } from '../../../shared/filter/parse-filter.ts';
import { noFailureFacts } from '../../../shared/filter/row-facts.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { ReproCall } from './repro-set.ts';

/** A string says what is wrong with the filter. */
export function filterCalls(calls: readonly ReproCall[], filter: string): ReproCall[] | string {
  const parsed = parseFilter(filter);
  if (!parsed.ok) return parsed.problem;
  const passes = compileFilter(parsed.filter, Date.now());
  return calls.filter((call) => {
    const { failure } = call;
    return passes({
      ...noFailureFacts,
      row: rowOf(call),
      serverName: call.server,
      http: null,
      layer: failure?.layer ?? null,
      carrier: failure?.carrier ?? null,
      issues: (failure?.fields.length ?? 0) > 0,
      words: call.title,
    });
  });
}

function rowOf({ server, method, target, title, params, failure }: ReproCall): Omit<Row, 'ord' | 'rev'> {
  return {
    id: 0,
    kind: 'call',
    server,
    epoch: 1,
    direction: 'out',
    actor: 'you',
    client: null,
    rehearsed: null,
    at: 0,
    endAt: 0,
    latencyMs: null,
    method,
    target,
    args: params.slice(0, 120),
    ending: null,
    outcome: failure === null ? 'answered' : failure.layer === 'tool' ? 'tool_error' : 'rpc_error',
    pending: false,
    headline: title,
    detail: '',
    code: failure?.code === undefined || failure.code === null ? null : String(failure.code),
    failure: failure && {
      class: failure.class,
      verdict: 'unknown',
      afterMs: null,
      severity: 'error',
      origin: 'wire',
      flagged: true,
      title,
      short: title,
      tiny: title,
    },
    negative: false,
    chain: null,
    attempt: 1,
    times: 1,
    incident: null,
    group: null,
    remarks: [],
  };
}
