// Implements the API for replays. Owns the replays until Misfire exits, and what the user agreed to. replay-attempt.ts decides what to send,
// schedule.ts when, guard.ts whether it may be sent.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, noSuchRow, refused } from '../../../shared/contract/api.ts';
import { identityOfRow } from '../../../shared/diff/verdict.ts';
import type { BulkItem, ReplayGuard, ReplayRequest, ReplayView } from '../../../shared/retry/replay.ts';
import { planHint, planPolicy } from '../../../shared/retry/retry-plan.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import { LogQueries } from '../../inspector/log/queries.ts';
import type { ToolList } from '../../inspector/offers/tool-list.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';
import { now } from '../../transports/clock.ts';
import { chooseFailures, runAll } from './bulk.ts';
import { Copies } from './copies.ts';
import { Agreements, type GuardedCall, guardCall } from './guard.ts';
import { type RecordedCall, readCall } from './recorded-call.ts';
import { sendAttempt } from './replay-attempt.ts';
import { chooseServer, placeholdersIn, whyNotSent } from './replay-evidence.ts';
import { ReplayRun } from './replay-run.ts';
import { badRequest, guardedCall, textToSend } from './request-check.ts';
import { createSchedule } from './schedule.ts';
import { ToolHints } from './tool-hints.ts';

interface ReplayServiceOptions {
  logs: Logs;
  connections: Connections;
  version: string;
  /** The tools of an open connection; null if they are not available. */
  listTools: (connection: Connection) => Promise<ToolList | null>;
  /** Something changed; `takeChanged` returns it. */
  onChange: () => void;
  dice?: () => number;
}

/** Finished replays beyond this number are dropped. */
const memory = 2000;

export class ReplayService {
  readonly #options: ReplayServiceOptions;
  readonly #hints: ToolHints;
  readonly #agreements = new Agreements();
  readonly #copies: Copies;
  readonly #runs = new Map<string, ReplayRun>();
  readonly #changed = new Set<ReplayRun>();
  #count = 0;
  #closed = false;

  constructor(options: ReplayServiceOptions) {
    this.#options = options;
    this.#hints = new ToolHints(options.logs, options.listTools);
    this.#copies = new Copies(options.logs, options.connections);
  }

  /** Views that changed since the last call; null if none did. */
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
    if (!call) return noSuchRow();
    const { row, method, params, raw, problem } = call;
    const isEvidence = this.#options.logs.isEvidence(row.id);
    const connection = isEvidence ? undefined : this.#options.connections.get(row.server);
    const source = this.#hintSource(call);
    return done({
      row,
      method,
      params,
      raw,
      // Viewing a row sends nothing: what the log does not know is requested when the call is to be sent.
      guard: await this.#guard(guardedCall(row.server, raw), row, 'seen'),
      hinted: source.failure && planHint(source.failure.retry),
      headers: connection ? headerNames(connection) : [],
      problem,
      evidence: isEvidence ? { placeholders: placeholdersIn(raw) } : null,
    });
  };

  readonly simulatePolicy: Ask<'simulatePolicy'> = async ({ policy }) => done(planPolicy(policy));

  readonly startReplay: Ask<'startReplay'> = async (request) => {
    const call = this.#call(request.row);
    if (!call) return noSuchRow();
    if (this.#closed || call.problem !== '') return refused('refused', call.problem || 'Misfire is closing.');
    const isEvidence = this.#options.logs.isEvidence(call.row.id);
    // A server with the same name need not be the recorded one.
    if (isEvidence && request.to.kind !== 'server') return refused('refused', chooseServer);
    const masked = isEvidence ? whyNotSent(textToSend(request.message, call)) : '';
    if (masked !== '') return refused('refused', masked);
    const to = request.to.kind === 'server' ? request.to.server : call.row.server;
    const wanted = this.#options.connections.get(to);
    if (!wanted) return refused('not_found', `There is no server "${to}" in the list. Choose another to send it to.`);
    // A watched connection belongs to another program; calls go through a separate connection, opened for them.
    const connection = this.#options.connections.ownOf(wanted);
    if (request.to.kind === 'same' && connection === wanted && connection.state !== 'connected')
      return notConnected(connection);
    const bad = badRequest(request);
    if (bad) return bad;
    const guarded = guardedCall(to, textToSend(request.message, call));
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

  readonly planBulk: Ask<'planBulk'> = async ({ filter }) => {
    const { shown } = this.#options.logs;
    const choice = await chooseFailures(shown, new LogQueries(shown), filter);
    if (typeof choice === 'string') return refused('bad_filter', choice);
    const guards = await this.#guardAll(choice.chosen.map(({ call }) => call));
    const items: BulkItem[] = choice.chosen.map(({ call: { row, method }, alike }, index) => {
      const { guard } = guards[index] as (typeof guards)[number];
      return { row: row.id, server: row.server, method, target: row.target, headline: row.headline, guard, alike };
    });
    return done({ items, leftOut: choice.leftOut });
  };

  readonly startBulk: Ask<'startBulk'> = async ({ rows, to, confirm }) => {
    const calls = rows.map((row) => this.#call(row));
    if (!calls.every((call) => call !== null)) return noSuchRow();
    const problem = this.#closed ? 'Misfire is closing.' : calls.find((call) => call.problem !== '')?.problem;
    if (problem) return refused('refused', problem);
    const evidence = calls.filter(({ row }) => this.#options.logs.isEvidence(row.id));
    if (evidence.length > 0 && to === undefined) return refused('refused', chooseServer);
    const masked = evidence.map(({ raw }) => whyNotSent(raw)).find((words) => words !== '');
    if (masked !== undefined) return refused('refused', masked);
    const servers = new Set(calls.map(({ row }) => to ?? row.server));
    const missing = [...servers].find((server) => !this.#options.connections.get(server));
    if (missing !== undefined) {
      return refused('not_found', `There is no server "${missing}" in the list. Choose another to send them to.`);
    }
    const guards = await this.#guardAll(calls, to);
    // The list was shown before, so starting it answers simple questions. A destructive tool still needs its typed name.
    const unnamed = guards.filter(({ guard }) => guard.need === 'type_name' && !confirm.includes(guard.name));
    if (unnamed.length > 0) {
      const names = [...new Set(unnamed.map(({ guard }) => guard.name))].join(', ');
      return refused('needs_confirmation', `Type the names of what is marked as destructive: ${names}.`);
    }
    for (const { guarded, guard } of guards) this.#agreements.answer(guarded, guard, guard.name || 'yes');
    this.#count += 1;
    const bulk = `bulk-${this.#count}`;
    const runs = calls.flatMap((call) => {
      const connection = this.#options.connections.ownOf(
        this.#options.connections.get(to ?? call.row.server) as Connection,
      );
      const run = this.#create(call, connection, onceAsSent, bulk);
      return 'problem' in run ? [] : [run];
    });
    void runAll(runs);
    return done({ bulk });
  };

  readonly diffAnswers: Ask<'diffAnswers'> = async (input) => this.#copies.diffAnswers(input);
  readonly reproSet: Ask<'reproSet'> = async (input) => this.#copies.reproSet(input);
  readonly snippet: Ask<'snippet'> = async (input) => this.#copies.snippet(input);

  /** With the guard relaxed by what the user agreed to. */
  async #guard(call: GuardedCall, row: Row, known: 'seen' | 'asked' = 'asked'): Promise<ReplayGuard> {
    const { method, target, server } = call;
    const connection = this.#options.connections.get(server);
    const epoch = server === row.server ? row.epoch : 0;
    const isTool = method === 'tools/call' && target !== null;
    const look = () =>
      known === 'seen'
        ? this.#hints.seen(server, epoch, connection, target as string)
        : this.#hints.find(server, epoch, connection, target as string);
    const hints = isTool ? await look() : null;
    return this.#agreements.ease(call, guardCall(call, hints));
  }

  /** One question per tool, however many calls of it there are. */
  async #guardAll(
    calls: readonly RecordedCall[],
    to?: string,
  ): Promise<{ guarded: GuardedCall; guard: ReplayGuard }[]> {
    const known = new Map<string, ReplayGuard>();
    const guards: { guarded: GuardedCall; guard: ReplayGuard }[] = [];
    for (const { row, raw } of calls) {
      const guarded = guardedCall(to ?? row.server, raw);
      const key = JSON.stringify(guarded);
      // A server with the name from a capture is not asked: it need not be the recorded one.
      const isOfNobody = to === undefined && this.#options.logs.isEvidence(row.id);
      const guard = known.get(key) ?? (await this.#guard(guarded, row, isOfNobody ? 'seen' : 'asked'));
      known.set(key, guard);
      guards.push({ guarded, guard });
    }
    return guards;
  }

  #create(
    call: RecordedCall,
    connection: Connection,
    request: Pick<ReplayRequest, 'message' | 'to' | 'when' | 'times' | 'untilChange' | 'headers' | 'timeoutMs'>,
    bulk: string | null,
  ): ReplayRun | { problem: string } {
    const { logs, connections, version, dice = Math.random } = this.#options;
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
    const sent = guardedCall(connection.id, textToSend(request.message, call));
    const run: ReplayRun = new ReplayRun({
      id: `replay-${this.#count}`,
      source: call.row.id,
      server: call.row.server,
      to: connection.id,
      method: sent.method ?? call.method,
      target: sent.target,
      bulk,
      passedBefore: call.row.outcome === 'answered',
      before: () => identityOfRow(call.row, logs.logOf(call.row.id).failureOf(call.row.id)),
      schedule,
      prepare: () => {
        if (request.to.kind !== 'fresh' && connection.state === 'connected') return '';
        const ready = request.to.kind === 'fresh' ? connections.restart(connection) : connections.connect(connection);
        return ready.then(() =>
          connection.state === 'connected' ? '' : connection.reason || 'The connection was closed.',
        );
      },
      send: (withdrawn) => {
        const { session, state } = connection;
        // A session is open as soon as its handshake starts, and nothing may be sent before the handshake ends.
        if (!session?.isOpen || state !== 'connected')
          return { problem: `${connection.config.name} is not connected any more.` };
        const log = logs.live;
        if (logs.logOf(call.row.id) === log) log.recall(call.row);
        const clientInfo = { name: 'misfire', version };
        const { message, headers, timeoutMs } = request;
        return sendAttempt({ log, session, call, message, headers, timeoutMs, clientInfo, withdrawn });
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

  /** If the chain continued after this row, the server's newest hint counts. */
  #hintSource(call: RecordedCall): Pick<RecordedCall, 'row' | 'failure'> {
    const log = this.#options.logs.logOf(call.row.id);
    const { store } = log;
    if (call.row.chain === null) return call;
    const later = store.chainRows(call.row.chain, 1000).filter(({ id }) => id > call.row.id);
    for (const row of later.reverse()) {
      const failure = log.failureOf(row);
      if (failure && row.endAt !== null && failure.retry.afterMs !== null) return { row, failure };
    }
    return call;
  }

  #call(id: number): RecordedCall | null {
    const log = this.#options.logs.logOf(id);
    const row = log.store.row(id);
    return row && readCall(log, row);
  }
}

const onceAsSent = {
  to: { kind: 'same' },
  message: { kind: 'as_sent' },
  when: { kind: 'now' },
  times: 1,
  untilChange: false,
  headers: {},
} as const;

function notConnected({ config }: Connection) {
  return refused('not_connected', `${config.name} is not connected. Connect it, or send to a new connection.`);
}

function headerNames({ config }: Connection): string[] {
  return config.transport.kind === 'stdio' ? [] : Object.keys(config.transport.headers);
}
