// Trying again: answers everything the api asks about replays. Owns the replays of this run of Misfire and what was agreed to.
// What to send is attempt.ts's, when is schedule.ts's, whether it may be sent is guard.ts's.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  type Answer,
  type ApiError,
  type Checked,
  done,
  type Method,
  type Results,
  refused,
} from '../../../shared/api.ts';
import { isObject, member, parseJson } from '../../../shared/json.ts';
import type { ReplayGuard, ReplayRequest, ReplayView } from '../../../shared/replay.ts';
import { planHint, planPolicy } from '../../../shared/retry/plan.ts';
import type { Row } from '../../../shared/timeline.ts';
import { now } from '../../transports/clock.ts';
import type { Connection, Connections } from '../connections.ts';
import type { Log } from '../log/log.ts';
import type { ToolList } from '../tool-list.ts';
import { identityOfRow, readFailure, sendAttempt } from './attempt.ts';
import { Agreements, type GuardedCall, guardCall } from './guard.ts';
import { type RecordedCall, readCall } from './recorded-call.ts';
import { ReplayRun } from './run.ts';
import { createSchedule } from './schedule.ts';
import { ToolHints } from './tool-hints.ts';

export interface ReplayServiceOptions {
  log: Log;
  connections: Connections;
  version: string;
  /** The tools of an open connection; null when they cannot be had. */
  listTools: (connection: Connection) => Promise<ToolList | null>;
  /** Something changed; `takeChanged` has it. */
  onChange: () => void;
  dice?: () => number;
}

type Ask<M extends Method> = (input: Checked<M>) => Promise<Answer<Results[M]>>;

/** Replays that are over are forgotten beyond this many. */
const memory = 2000;

export class ReplayService {
  readonly #options: ReplayServiceOptions;
  readonly #hints: ToolHints;
  readonly #agreements = new Agreements();
  readonly #runs = new Map<string, ReplayRun>();
  readonly #changed = new Set<ReplayRun>();
  #count = 0;
  #closed = false;

  constructor(options: ReplayServiceOptions) {
    this.#options = options;
    this.#hints = new ToolHints(options.log, options.listTools);
  }

  /** Views of what changed since the last time; null when nothing did. */
  takeChanged(): ReplayView[] | null {
    if (this.#changed.size === 0) return null;
    const views = [...this.#changed].map((run) => run.view());
    this.#changed.clear();
    return views;
  }

  /** Ends every replay; nothing is sent after this. */
  close(): void {
    this.#closed = true;
    for (const run of this.#runs.values()) run.control('cancel');
  }

  readonly draftReplay: Ask<'draftReplay'> = async ({ row: id }) => {
    const call = this.#call(id);
    if (!call) return noRow();
    const { row, method, params, raw, problem } = call;
    const connection = this.#options.connections.get(row.server);
    const source = this.#hintSource(call);
    return done({
      row,
      method,
      params,
      raw,
      guard: await this.#guard(guardedCall(row.server, raw), row),
      hinted: source.failure && planHint(source.failure.retry),
      headers: connection ? headerNames(connection) : [],
      problem,
    });
  };

  readonly simulatePolicy: Ask<'simulatePolicy'> = async ({ policy }) => done(planPolicy(policy));

  readonly startReplay: Ask<'startReplay'> = async (request) => {
    const call = this.#call(request.row);
    if (!call) return noRow();
    if (this.#closed || call.problem !== '') return refused('refused', call.problem || 'Misfire is closing.');
    const to = request.to.kind === 'server' ? request.to.server : call.row.server;
    const connection = this.#options.connections.get(to);
    if (!connection)
      return refused('not_found', `There is no server "${to}" in the list. Choose another to send it to.`);
    if (request.to.kind === 'same' && !connection.session?.isOpen) return notConnected(connection);
    const bad = badMessage(request) ?? badHeaders(request.headers);
    if (bad) return bad;
    const guarded = guardedCall(to, textToSend(request, call));
    const guard = await this.#guard(guarded, call.row);
    if (!this.#agreements.answer(guarded, guard, request.confirm)) return refused('needs_confirmation', guard.because);
    const run = this.#create(call, connection, request, null);
    if ('problem' in run) return refused('refused', run.problem);
    void run.start();
    return done({ replay: run.id });
  };

  readonly controlReplay: Ask<'controlReplay'> = async ({ replay, action }) => {
    const runs = [...this.#runs.values()].filter(({ id, bulk }) => id === replay || bulk === replay);
    if (runs.length === 0) return refused('not_found', 'There is no such replay any more.');
    const acted = runs.map((run) => run.control(action)).some(Boolean);
    return acted ? done(null) : refused('refused', 'That is not possible in its present state.');
  };

  readonly replays: Ask<'replays'> = async () => done({ replays: [...this.#runs.values()].map((run) => run.view()) });

  readonly planBulk: Ask<'planBulk'> = async () => refused('refused', 'Soon.');
  readonly startBulk: Ask<'startBulk'> = async () => refused('refused', 'Soon.');
  readonly diffAnswers: Ask<'diffAnswers'> = async () => refused('refused', 'Soon.');
  readonly reproSet: Ask<'reproSet'> = async () => refused('refused', 'Soon.');
  readonly snippet: Ask<'snippet'> = async () => refused('refused', 'Soon.');

  /** With the guard eased by what was agreed to. */
  async #guard(call: GuardedCall, row: Row): Promise<ReplayGuard> {
    const { method, target, server } = call;
    const connection = this.#options.connections.get(server);
    const epoch = server === row.server ? row.epoch : 0;
    const isTool = method === 'tools/call' && target !== null;
    const hints = isTool ? await this.#hints.find(server, epoch, connection, target) : null;
    return this.#agreements.ease(call, guardCall(call, hints));
  }

  #create(
    call: RecordedCall,
    connection: Connection,
    request: Pick<ReplayRequest, 'message' | 'to' | 'when' | 'times' | 'untilChange' | 'headers'>,
    bulk: string | null,
  ): ReplayRun | { problem: string } {
    const { log, connections, version, dice = Math.random } = this.#options;
    const source = this.#hintSource(call);
    const schedule = createSchedule({
      when: request.when,
      times: request.times,
      untilChange: request.untilChange,
      failure: source.failure,
      failedAt: source.row.endAt ?? source.row.at,
      now: now(),
      dice,
    });
    if ('problem' in schedule) return schedule;
    this.#count += 1;
    const sent = guardedCall(connection.id, textToSend(request, call));
    const run: ReplayRun = new ReplayRun({
      id: `replay-${this.#count}`,
      source: call.row.id,
      server: call.row.server,
      to: connection.id,
      method: sent.method ?? call.method,
      target: sent.target,
      bulk,
      before: () => identityOfRow(call.row, readFailure(log, call.row.id)),
      schedule,
      prepare: async () => {
        if (request.to.kind === 'fresh') await connections.restart(connection);
        else if (!connection.session?.isOpen) await connections.connect(connection);
        return connection.state === 'connected' ? '' : connection.reason || 'The connection was closed.';
      },
      send: () => {
        const { session } = connection;
        if (!session?.isOpen) return { problem: `${connection.config.name} is not connected any more.` };
        const clientInfo = { name: 'misfire', version };
        return sendAttempt({ log, session, call, message: request.message, headers: request.headers, clientInfo });
      },
      onChange: () => {
        this.#changed.add(run);
        this.#options.onChange();
      },
    });
    this.#runs.set(run.id, run);
    this.#forget();
    this.#changed.add(run);
    this.#options.onChange();
    return run;
  }

  #forget(): void {
    for (const [id, run] of this.#runs) {
      if (this.#runs.size <= memory) return;
      if (run.isOver) this.#runs.delete(id);
    }
  }

  /** Where the chain went on after this row, the server's newest word counts. */
  #hintSource(call: RecordedCall): Pick<RecordedCall, 'row' | 'failure'> {
    const { store } = this.#options.log;
    if (call.row.chain === null) return call;
    const later = store.chainRows(call.row.chain, 1000).filter(({ id }) => id > call.row.id);
    for (const row of later.reverse()) {
      const failure = row.failure && readFailure(this.#options.log, row.id);
      if (failure && row.endAt !== null && failure.retry.afterMs !== null) return { row, failure };
    }
    return call;
  }

  #call(id: number): RecordedCall | null {
    this.#options.log.flush();
    const row = this.#options.log.store.row(id);
    return row && readCall(this.#options.log.store, row);
  }
}

const noRow = () => refused('not_found', 'There is no such row in the log.');

function notConnected({ config }: Connection) {
  return refused('not_connected', `${config.name} is not connected. Connect it, or send to a new connection.`);
}

function headerNames({ config }: Connection): string[] {
  return config.transport.kind === 'stdio' ? [] : Object.keys(config.transport.headers);
}

/** What a text would do, as far as it can be told. */
function guardedCall(server: string, text: string): GuardedCall {
  const parsed = parseJson(text);
  const method = parsed.ok && isObject(parsed.value) ? member(parsed.value, 'method') : undefined;
  if (!parsed.ok || typeof method !== 'string') return { server, method: null, target: null };
  const name = member(member(parsed.value, 'params'), 'name');
  return { server, method, target: method === 'tools/call' && typeof name === 'string' ? name : null };
}

function textToSend({ message }: Pick<ReplayRequest, 'message'>, call: RecordedCall): string {
  switch (message.kind) {
    case 'as_sent':
      return call.raw;
    case 'raw':
      return message.text;
    case 'params':
      return `{"method":${JSON.stringify(message.method)},"params":${message.params.trim() || '{}'}}`;
    default:
      return message satisfies never;
  }
}

type Refusal = { ok: false; error: ApiError };

function badMessage({ message }: ReplayRequest): Refusal | null {
  if (message.kind === 'raw') return message.text === '' ? refused('bad_input', 'There is no text to send.') : null;
  if (message.kind === 'as_sent' || message.params.trim() === '') return null;
  const parsed = parseJson(message.params);
  return parsed.ok ? null : refused('bad_input', `The parameters are not JSON yet: ${parsed.problem}.`);
}

function badHeaders(headers: ReplayRequest['headers']): Refusal | null {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      if (value !== null) validateHeaderValue(name, value);
    } catch {
      return refused('bad_input', `The header “${name.slice(0, 60)}” has characters that a header cannot have.`);
    }
  }
  return null;
}
