// Replays many failures at once, such as all failures of a server after a fix: first lists what would be sent, then sends it. Owns which
// failure represents which call, and the limit of concurrent calls.

import { rowHasFailed } from '../../../shared/filter/row-facts.ts';
import { isObject, type Json, parseJson } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Log } from '../../inspector/log/log.ts';
import type { LogQueries } from '../../inspector/log/queries.ts';
import type { ReadableLog } from '../../inspector/log/rows/readable-log.ts';
import { type RecordedCall, readCall } from './recorded-call.ts';
import type { ReplayRun } from './replay-run.ts';

export interface Chosen {
  call: RecordedCall;
  alike: number;
}

interface Choice {
  chosen: Chosen[];
  leftOut: string[];
}

const mostCalls = 1000;
const concurrency = 2;
const page = 500;

/** The failures that pass a filter; '' matches all. A string is what is wrong with the filter. */
export async function chooseFailures(log: Log, reading: LogQueries, filter: string): Promise<Choice | string> {
  const opened = await reading.openView({ filter: filter.trim() === '' ? 'is:failed' : filter });
  if (!opened.ok) return opened.error.message;
  const { view, total } = opened.value;
  const sorter = new Sorter(log);
  for (let from = 0; from < total; from += page) {
    const read = await reading.rows({ view, from, count: page });
    if (!read.ok || read.value.rows.length === 0) break;
    for (const row of read.value.rows) sorter.take(row);
  }
  return sorter.choice();
}

/** From rows in order, those that represent a failing call. */
export function chooseFrom(log: CallLog, rows: Iterable<Row>): Choice {
  const sorter = new Sorter(log);
  for (const row of rows) sorter.take(row);
  return sorter.choice();
}

type CallLog = Pick<ReadableLog, 'store' | 'failureOf'>;

class Sorter {
  readonly #log: CallLog;
  readonly #byCall = new Map<string, Chosen>();
  readonly #left = new Map<string, number>();

  constructor(log: CallLog) {
    this.#log = log;
  }

  take(row: Row): void {
    if (!rowHasFailed(row)) return;
    const call = readCall(this.#log, row);
    const why = this.#whyNot(call);
    if (why !== null) {
      this.#left.set(why, (this.#left.get(why) ?? 0) + 1);
      return;
    }
    const parsed = parseJson(call.params === '' ? 'null' : call.params);
    const key = JSON.stringify([
      row.server,
      call.method,
      parsed.ok ? jsonText(withoutMeta(parsed.value), true) : call.raw,
    ]);
    const known = this.#byCall.get(key);
    if (known) known.alike += 1;
    else if (this.#byCall.size < mostCalls) this.#byCall.set(key, { call, alike: 0 });
    else this.#left.set('more', (this.#left.get('more') ?? 0) + 1);
  }

  choice(): Choice {
    const leftOut = [...this.#left].map(([why, count]) => leftOutWords(why as Why, count));
    return { chosen: [...this.#byCall.values()], leftOut };
  }

  #whyNot({ row, method, problem }: RecordedCall): Why | null {
    if (row.kind !== 'call') return 'no call';
    if (row.direction !== 'out') return 'asked by the server';
    if (method === 'initialize') return 'connecting';
    if (row.outcome === 'cancelled') return 'cancelled';
    if (row.rehearsed !== null) return 'rehearsed';
    if (problem !== '') return 'not kept';
    return row.chain !== null && this.#passedLater(row, row.chain) ? 'passed later' : null;
  }

  #passedLater(row: Row, chain: number): boolean {
    return this.#log.store.chainRows(chain, 1000).some(({ id, outcome }) => id > row.id && outcome === 'answered');
  }
}

/** `_meta` is new in every attempt at the same call. */
function withoutMeta(params: Json): Json {
  if (!isObject(params) || !Object.hasOwn(params, '_meta')) return params;
  const { _meta, ...rest } = params;
  return rest;
}

type Why =
  | 'no call'
  | 'asked by the server'
  | 'connecting'
  | 'cancelled'
  | 'rehearsed'
  | 'not kept'
  | 'passed later'
  | 'more';

function leftOutWords(why: Why, count: number): string {
  const one = count === 1;
  switch (why) {
    case 'no call':
      return one ? '1 row is not a call' : `${count} rows are not calls`;
    case 'asked by the server':
      return one ? '1 call was asked by the server' : `${count} calls were asked by the server`;
    case 'connecting':
      return one ? '1 call was part of connecting' : `${count} calls were part of connecting`;
    case 'cancelled':
      return one ? '1 call was canceled' : `${count} calls were canceled`;
    case 'rehearsed':
      return one ? '1 failure was rehearsed' : `${count} failures were rehearsed`;
    case 'not kept':
      return one ? '1 message was not kept whole' : `${count} messages were not kept whole`;
    case 'passed later':
      return one ? '1 failed call passed on a later try' : `${count} failed calls passed on a later try`;
    case 'more':
      return `${count} more, beyond the first ${mostCalls} calls`;
    default:
      return why satisfies never;
  }
}

/** In order, a few at once. Those canceled meanwhile end without being sent. */
export async function runAll(runs: readonly ReplayRun[]): Promise<void> {
  const waiting = [...runs];
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await run.start();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
