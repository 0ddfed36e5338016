// Rows of a recording as records of the Parquet tables. All values come from the row and its finding: nothing is judged here.
// parquet-columns.ts defines the columns, the writer the file format.

import { endingKindOf } from '../../../shared/ending/ending.ts';
import { bodyOf, paramsText } from '../../../shared/exchange/row-event.ts';
import type { Failure } from '../../../shared/failure.ts';
import { countsAsFailed, rowHasFailed } from '../../../shared/filter/row-facts.ts';
import { failedCallOf } from '../../../shared/incident/failed-calls.ts';
import { parseJson } from '../../../shared/json/json.ts';
import type { Masker } from '../../../shared/mask/masker.ts';
import { unawareOf } from '../../../shared/seen/loss-summary.ts';
import { readServerAnswer } from '../../../shared/seen/read-server-answer.ts';
import { beganAt, type HintJudgement, type Row } from '../../../shared/timeline.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { ReadOnlyLog } from '../log/read-only-log.ts';
import { type ClientInfo, clientAt } from '../log/rows/client-version.ts';
import { attemptLimit, judgeAttempts } from '../log/rows/row-detail.ts';
import { versionAt } from '../log/rows/server-version.ts';
import { type ParquetTable, parquetVersion } from './parquet-columns.ts';

export type ParquetValue = string | number | bigint | boolean | Date | null;
export type ParquetRecord = Record<string, ParquetValue>;

interface RecordSource {
  log: ReadOnlyLog;
  machine: string;
  masker: Masker;
  /** Arguments, results and sentences too. */
  content: boolean;
  now: number;
}

interface Messages {
  request: StoredEvent | null;
  /** '' if none came. */
  answer: string;
}

const contentLimit = 16_000;
const messageLimit = 500;

export class ParquetRecords {
  readonly #source: RecordSource;
  /** For connections, by server and epoch. */
  readonly #versions = new Map<string, ClientInfo & { server: string | null }>();
  #chain: { id: number; judgements: HintJudgement[] } | null = null;

  constructor(source: RecordSource) {
    this.#source = source;
  }

  /** The records of these rows in each table. Rows in no table, such as a notification, have none. */
  *of(rows: readonly Row[]): Generator<{ table: ParquetTable; record: ParquetRecord }> {
    const shown = rows.filter((row) => rowHasFailed(row) || row.kind === 'call');
    const events = this.#source.log.store.eventsOfMany(shown.map(({ id }) => id));
    for (const row of shown) yield* this.#ofRow(row, this.#messages(row, events.get(row.id)));
  }

  #ofRow(row: Row, messages: Messages): { table: ParquetTable; record: ParquetRecord }[] {
    const failed = rowHasFailed(row);
    const isCall = row.kind === 'call';
    const failure = failed ? this.#source.log.failureOf(row) : null;
    const common = this.#common(row);
    return [
      ...(isCall
        ? [{ table: 'exchanges' as const, record: { ...common, ...this.#exchange(row, failure, messages) } }]
        : []),
      ...(failed
        ? [{ table: 'failures' as const, record: { ...common, ...this.#failure(row, failure, messages.answer) } }]
        : []),
      ...(isCall && (failed || row.chain !== null)
        ? [{ table: 'attempts' as const, record: { ...common, ...this.#attempt(row) } }]
        : []),
    ];
  }

  #common(row: Row): ParquetRecord {
    const { log, machine } = this.#source;
    const known = this.#connection(row);
    return {
      format: parquetVersion,
      machine,
      recording: BigInt(log.store.recording),
      id: BigInt(row.id),
      time: new Date(beganAt(row)),
      server: this.#masked(log.serverName(row.server)),
      server_version: this.#masked(known.server),
      client: this.#masked(row.client ?? known.name),
      client_version: this.#masked(known.version),
      actor: row.actor,
      rehearsed: row.rehearsed?.injected ?? null,
      method: row.method,
      tool: row.method === 'tools/call' ? this.#masked(row.target) : null,
    };
  }

  #connection({ server, epoch }: Row): ClientInfo & { server: string | null } {
    const { store } = this.#source.log;
    const key = `${epoch}\n${server}`;
    let known = this.#versions.get(key);
    if (!known) {
      known = { ...clientAt(store, server, epoch), server: versionAt(store, server, epoch) };
      this.#versions.set(key, known);
    }
    return known;
  }

  /** The request, and the last message in the other direction. */
  #messages({ id, direction }: Row, events = this.#eventsOf(id)): Messages {
    const [request = null, ...joined] = events;
    const other = direction === 'out' ? 'in' : 'out';
    const answer = joined.findLast((event) => event.lane === other || (event.lane === 'http' && event.http.body));
    return { request, answer: answer === undefined ? '' : bodyOf(answer).text };
  }

  #eventsOf(id: number): StoredEvent[] {
    const { store } = this.#source.log;
    return store.eventPage(id, 0, 20).seqs.flatMap((seq) => store.event(seq) ?? []);
  }

  #exchange(row: Row, failure: Failure | null, { request, answer }: Messages): ParquetRecord {
    const { content } = this.#source;
    return {
      direction: row.direction,
      target: this.#masked(row.target),
      pending: row.pending,
      failed: rowHasFailed(row),
      ...this.#finding(row, failure),
      ...chainOf(row),
      recovered: row.remarks.includes('recovered'),
      request_bytes: request === null ? null : BigInt(Buffer.byteLength(bodyOf(request).text)),
      response_bytes: answer === '' ? null : BigInt(Buffer.byteLength(answer)),
      arguments: content ? this.#masked(paramsText(row, request) || null, contentLimit) : null,
      result: content ? this.#masked(answer || null, contentLimit) : null,
    };
  }

  #finding(row: Row, failure: Failure | null): ParquetRecord {
    const failedCall = rowHasFailed(row) ? BigInt(failedCallOf(row)) : null;
    return {
      outcome: row.outcome,
      ending: endingKindOf(row),
      ended_by: row.ending?.by ?? null,
      limit_ms: row.ending?.limitMs ?? null,
      late_ms: row.ending?.lateMs ?? null,
      class: failure?.class ?? null,
      owner: failure?.owner ?? null,
      certainty: failure?.certainty ?? null,
      verdict: failure?.retry.verdict ?? null,
      wait_asked_ms: failure?.retry.afterMs ?? null,
      code: failure?.code == null ? null : this.#masked(String(failure.code)),
      failure_group: row.group,
      incident: failedCall,
      failed_call: failedCall,
    };
  }

  #failure(row: Row, failure: Failure | null, answer: string): ParquetRecord {
    const { log, content } = this.#source;
    return {
      kind: row.kind,
      ...this.#finding(row, failure),
      fault: failure?.fault ?? null,
      severity: failure?.severity ?? null,
      layer: failure?.layer ?? null,
      carrier: failure?.carrier ?? null,
      origin: failure?.origin ?? null,
      dialect: failure?.dialect.id ?? null,
      flagged: failure?.flagged ?? null,
      unaware_models: row.method === 'tools/call' ? unawareModels(answer) : null,
      counted: countsAsFailed(row),
      expected: row.group !== null && log.marks.quiet.has(row.group),
      title: failure?.title ?? row.headline,
      message: this.#masked(failure?.message || null, messageLimit),
      sentence: content ? this.#masked(failure?.sentence ?? null) : null,
    };
  }

  #attempt(row: Row): ParquetRecord {
    const judged = this.#judgements(row).find((judgement) => judgement.row === row.id);
    return {
      ...chainOf(row),
      outcome: row.outcome,
      passed: row.outcome === 'answered',
      class: row.failure?.class ?? null,
      verdict: row.failure?.verdict ?? null,
      wait_asked_ms: judged?.toldMs ?? null,
      wait_actual_ms: judged?.didMs ?? null,
      obedience: judged?.finding ?? null,
    };
  }

  /** Attempts of a chain follow one another, so the last one is often needed again. */
  #judgements(row: Row): HintJudgement[] {
    const { log, now } = this.#source;
    const id = row.chain ?? row.id;
    if (this.#chain?.id !== id) {
      const attempts = row.chain === null ? [row] : log.store.chainRows(row.chain, attemptLimit);
      this.#chain = { id, judgements: judgeAttempts(log, attempts, now) };
    }
    return this.#chain.judgements;
  }

  /** Masked before it is cut: half a secret is a secret too. */
  #masked(text: string | null, limit = messageLimit): string | null {
    return text === null ? null : this.#source.masker.mask(text).slice(0, limit).toWellFormed();
  }
}

const chainOf = ({ chain, attempt, latencyMs }: Row): ParquetRecord => ({
  chain: chain === null ? null : BigInt(chain),
  attempt,
  latency_ms: latencyMs,
});

/** null: there is no tool result. */
function unawareModels(answer: string): number | null {
  const parsed = answer === '' ? null : parseJson(answer);
  const read = parsed?.ok ? readServerAnswer(parsed.value) : null;
  return read?.ok ? unawareOf(read.answer).length : null;
}
