// Durations and failure counts of operations since the start, as OTLP metrics. Owns the sums: one per set of attributes.

import type { Failure } from '../failure.ts';
import { type AttributeValue, attributes, cumulative, nanos } from './otlp.ts';
import { errorType, type FinishedCall, operationOf } from './spans.ts';

/** Seconds, as the MCP conventions require. */
const bounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** Beyond this many different operations, the rest are counted without a name, so that a hostile server cannot fill the memory. */
const mostSeries = 2_000;

interface Series<Sum> {
  said: Record<string, AttributeValue>;
  sum: Sum;
}
interface Durations {
  count: number;
  sum: number;
  buckets: number[];
}

export class Measures {
  readonly #since: number;
  readonly #durations = new Map<string, Series<Durations>>();
  readonly #failures = new Map<string, Series<{ count: number }>>();

  /** How many were recorded so far. */
  noted = 0;

  constructor(since: number) {
    this.#since = since;
  }

  note(exchange: FinishedCall): void {
    const { row, failure, serverName } = exchange;
    // An injected failure says nothing about the server.
    if (row.rehearsed !== null) return;
    this.noted += 1;
    const error = errorType(exchange);
    const operation = operationOf(exchange);
    if (row.latencyMs !== null && row.direction === 'out') {
      const { sum } = seriesOf(this.#durations, { ...operation, 'error.type': error }, newDurations);
      const seconds = row.latencyMs / 1000;
      sum.count += 1;
      sum.sum += seconds;
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      const at = bucket < 0 ? bounds.length : bucket;
      sum.buckets[at] = (sum.buckets[at] ?? 0) + 1;
    }
    if (failure) this.noteFailure(failure, serverName, row.method);
  }

  /** `method`: null if it is not a call. */
  noteFailure(failure: Failure, server: string, method: string | null): void {
    this.noted += 1;
    const said = {
      'misfire.failure.class': failure.class,
      'misfire.failure.fault': failure.fault,
      'misfire.server': server,
      'mcp.method.name': method,
    };
    seriesOf(this.#failures, said, () => ({ count: 0 })).sum.count += 1;
  }

  /** The current sums; [] if there are none. */
  read(now: number) {
    const times = { startTimeUnixNano: nanos(this.#since), timeUnixNano: nanos(now) };
    const durations = [...this.#durations.values()].map(({ said, sum }) => ({
      ...times,
      attributes: attributes(said),
      count: String(sum.count),
      sum: sum.sum,
      bucketCounts: sum.buckets.map(String),
      explicitBounds: bounds,
    }));
    const failures = [...this.#failures.values()].map(({ said, sum }) => ({
      ...times,
      attributes: attributes(said),
      asInt: String(sum.count),
    }));
    return [
      ...(durations.length === 0
        ? []
        : [
            {
              name: 'mcp.client.operation.duration',
              unit: 's',
              histogram: { aggregationTemporality: cumulative, dataPoints: durations },
            },
          ]),
      ...(failures.length === 0
        ? []
        : [
            {
              name: 'misfire.failures',
              unit: '{failure}',
              sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints: failures },
            },
          ]),
    ];
  }
}

const newDurations = (): Durations => ({
  count: 0,
  sum: 0,
  buckets: Array.from({ length: bounds.length + 1 }, () => 0),
});

function seriesOf<Sum>(
  known: Map<string, Series<Sum>>,
  said: Record<string, AttributeValue>,
  create: () => Sum,
): Series<Sum> {
  const isFull = known.size >= mostSeries && !known.has(JSON.stringify(said));
  const told = isFull ? { 'otel.metric.overflow': true } : said;
  const key = JSON.stringify(told);
  let series = known.get(key);
  if (!series) {
    series = { said: told, sum: create() };
    known.set(key, series);
  }
  return series;
}
