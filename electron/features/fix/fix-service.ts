// Answers the methods of "Fix until it works", and keeps its runs until Misfire exits. fix-run.ts follows the steps; attempts are sent over
// the server's connection like replays, but count as the user's own.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Actor, isCounted } from '../../../shared/actors.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, noSuchRow, refused } from '../../../shared/contract/api.ts';
import { valuesIn } from '../../../shared/correct/list-tool.ts';
import { isHandshake } from '../../../shared/ending/handshake.ts';
import { type FixChange, mostMs } from '../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { member } from '../../../shared/json/json.ts';
import { type Launch, type LaunchWords, launchOf } from '../../../shared/server/launch-words.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Connection } from '../../inspector/connections/connections.ts';
import type { Core } from '../../inspector/core.ts';
import type { Log } from '../../inspector/log/log.ts';
import { toolNamed } from '../replay/guard.ts';
import { type RecordedCall, readCall } from '../replay/recorded-call.ts';
import { sendAttempt } from '../replay/replay-attempt.ts';
import { chooseServer, whyNotSent } from '../replay/replay-evidence.ts';
import { serverBehind } from '../replay/server-behind.ts';
import { type FixParts, FixRun, type MadeAttempt } from './fix-run.ts';
import { joinSets, setOfRun } from './fixed-set.ts';
import { nearWord } from './near-word.ts';
import { pastArguments, pastListed } from './past-values.ts';

/** Finished runs beyond this number are dropped. */
const memory = 200;

export class FixService {
  readonly #core: Core;
  readonly #runs = new Map<string, FixRun>();
  readonly #changed = new Set<FixRun>();
  #count = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  takeChanged(): FixView[] | null {
    if (this.#changed.size === 0) return null;
    const views = [...this.#changed].map((run) => run.view());
    this.#changed.clear();
    return views;
  }

  close(): void {
    for (const run of this.#runs.values()) run.stop();
  }

  readonly startFix: Ask<'startFix'> = async ({ row: id, server, confirm }) => {
    const { recordings, connections } = this.#core;
    const log = recordings.logOf(id);
    const row = log.store.row(id);
    if (!row) return noSuchRow();
    const isStart = isStartRow(row);
    const call = readCall(log, row);
    const isEvidence = recordings.isEvidence(id);
    const problem = isStart ? whyNoStart(row, isEvidence) : whyNoFix(call, isEvidence, server !== undefined);
    if (problem !== '') return refused('refused', problem);
    const wanted = connections.get(server ?? row.server);
    if (!wanted) return refused('not_found', `There is no server "${server ?? row.server}" in the list.`);
    const connection = connections.ownOf(wanted);
    if (isStart && connection.state === 'connected')
      return refused('refused', 'The server is connected now: there is nothing to fix.');
    const unreached = isStart ? null : await this.#failedStart(connection);
    if (typeof unreached === 'string') return refused('not_connected', unreached);
    // With the tool's schema, the log reads the failure again.
    await this.#tools(connection);
    await settled(log);
    const known = readCall(log, log.store.row(id) ?? row);
    const first = isStart ? startOf(log, row, launchOf(connections.launchOf(connection))) : madeOf(log, known);
    const parts = this.#partsOf(known, connection, confirm);
    const run = new FixRun({ ...parts, first: unreached === null ? [first] : [first, unreached] });
    this.#runs.set(run.id, run);
    for (const [other, old] of this.#runs) if (this.#runs.size > memory && old.isOver) this.#runs.delete(other);
    void run.run();
    return done({ fix: run.id });
  };

  readonly answerFix: Ask<'answerFix'> = async ({ fix, answer }) => {
    const run = this.#runs.get(fix);
    if (!run) return noRun();
    const problem = await run.answer(answer);
    return problem === '' ? done(null) : refused('refused', problem);
  };

  readonly stopFix: Ask<'stopFix'> = async ({ fix }) => {
    const run = this.#runs.get(fix);
    if (!run) return noRun();
    return run.stop() ? done(null) : refused('refused', 'It is over already.');
  };

  readonly fixes: Ask<'fixes'> = async () => done({ fixes: [...this.#runs.values()].map((run) => run.view()) });

  readonly fixReproSet: Ask<'fixReproSet'> = async ({ fix, into }) => {
    const run = this.#runs.get(fix);
    const { recordings, connections } = this.#core;
    if (!run) return noRun();
    const { lastCall, attempts } = run;
    const row = lastCall && recordings.logOf(lastCall.row).store.row(lastCall.row);
    if (!row) return refused('refused', 'Only calls belong in a repro set, and no call was sent.');
    const connection = connections.get(row.server);
    const behind = serverBehind(recordings.logOf(row.id).store, row, connection);
    const added = setOfRun(attempts[0] ?? lastCall, lastCall, connection?.config.name ?? row.server, behind);
    const joined = into.trim() === '' ? { text: added } : joinSets(into, added);
    return 'problem' in joined ? refused('bad_input', joined.problem) : done(joined);
  };

  #partsOf(call: RecordedCall, connection: Connection, confirm: string): Omit<FixParts, 'first'> {
    const { recordings, connections, options } = this.#core;
    this.#count += 1;
    const { row } = call;
    const listed = recordings.live.store;
    const run = (): FixRun | undefined => this.#runs.get(id);
    const id = `fix-${this.#count}`;
    return {
      id,
      server: row.server,
      to: connection.id,
      examples: row.target === null ? {} : pastArguments(listed, connection.id, row.target),
      confirm,
      tools: () => this.#tools(connection),
      send: async (params, timeoutMs) => {
        const problem = await this.#connected(connection);
        const { session } = connection;
        if (problem !== '' || !session?.isOpen) return { problem: problem || 'The connection was closed.' };
        const { live } = recordings;
        if (recordings.logOf(row.id) === live) live.recall(row);
        const sent = await sendAttempt({
          log: live,
          session,
          call,
          message: { kind: 'params', method: call.method, params },
          headers: {},
          timeoutMs,
          clientInfo: { name: 'misfire', version: options.version },
          actor: this.#actor(call),
        });
        const result = sent.result;
        if (result === null) return { problem: 'Nothing answers what was sent.' };
        return { cancel: () => sent.cancel(), result: result.then(async () => readAttempt(live, sent.row, params)) };
      },
      listedBefore: ({ tool, path, sent, because }) => pastListed(listed, connection.id, { tool, path, sent, because }),
      list: async (pick) => {
        const tool = (await this.#tools(connection)).find(({ name }) => name === pick.tool);
        // What counts is what the server says now, not what it said when it was offered.
        if (tool?.hints.readOnly !== true || tool.hints.destructive === true)
          return { problem: `${pick.tool} is not marked as read-only any more, so it is not called.` };
        const session = await connections.settled(connection);
        if (!session) return { problem: 'The connection was closed.' };
        const params = JSON.stringify({ name: pick.tool, arguments: {} });
        const { settled: answer } = session.request('tools/call', params, { timeoutMs: mostMs, actor: options.actor });
        const ended = await answer;
        const result = ended.kind === 'answered' ? member(ended.message, 'result') : undefined;
        return result === undefined ? { problem: `${pick.tool} did not answer with values.` } : valuesIn(result, pick);
      },
      near: (wrong) => nearWord(connections.launchOf(connection), wrong, this.#core.machine.env),
      launch: () => launchOf(connections.launchOf(connection)),
      start: (changes) => {
        connections.setForRun(connection, { words: wordsOf(changes) });
        if (recordings.logOf(row.id) === recordings.live) recordings.live.recall(row);
        return {
          cancel: () => void connections.disconnect(connection),
          result: connections.restart(connection, row.id).then(() => this.#startMade(connection)),
        };
      },
      giveUp: () => connections.setForRun(connection, { words: null }),
      onChange: () => {
        const changed = run();
        if (changed) this.#changed.add(changed);
        this.#core.changed();
      },
    };

    function readAttempt(live: Log, seq: number, params: string): Promise<MadeAttempt> {
      return settled(live).then(() => {
        const made = live.store.row(seq);
        if (!made) throw new Error('The attempt is missing in the log.');
        return { ...madeOf(live, { ...call, row: made, failure: live.failureOf(made) }), params };
      });
    }
  }

  /** How its last start went, as the log has it. */
  async #startMade(connection: Connection): Promise<MadeAttempt> {
    const { live } = this.#core.recordings;
    await settled(live);
    const epoch = connection.session?.epoch;
    const rows = live.store
      .rowsBefore(connection.id, Number.MAX_SAFE_INTEGER, rowsOfStart)
      .filter((row) => row.epoch === epoch && isStartRow(row));
    const row = rows.find(({ method }) => isHandshake(method)) ?? rows.findLast(({ failure }) => failure !== null);
    if (row === undefined) throw new Error(connection.reason || 'The start is missing in the log.');
    const launch = launchOf(this.#core.connections.launchOf(connection));
    return { ...startOf(live, row, launch), passed: connection.state === 'connected' };
  }

  /** null: it is connected. A text says why it cannot be, where the log has no failed start. */
  async #failedStart(connection: Connection): Promise<MadeAttempt | string | null> {
    const problem = await this.#connected(connection);
    if (problem === '') return null;
    return this.#startMade(connection).catch(() => problem);
  }

  /** The user's own, unless the failed call did not count: then its copies do not either. */
  #actor({ row }: RecordedCall): Actor {
    return isCounted(row.actor) ? (this.#core.options.actor ?? 'you') : 'replay';
  }

  async #connected(connection: Connection): Promise<string> {
    if (connection.state !== 'connected') await this.#core.connections.connect(connection);
    return connection.state === 'connected' ? '' : connection.reason || 'The connection was closed.';
  }

  async #tools(connection: Connection) {
    const list = await this.#core.serverApi.toolsOf(connection, false).catch(() => null);
    return list?.tools ?? [];
  }
}

/** Written, and read again if the tool's schema has become known. */
async function settled(log: Log): Promise<void> {
  log.flush();
  // What a tool list teaches is applied in the next turn.
  await nextTurn();
  await log.settled;
  log.flush();
}

const rowsOfStart = 100;

const isStartRow = ({ kind, direction, method }: Row): boolean =>
  kind === 'life' || (direction === 'out' && isHandshake(method));

/** '' if the start can be fixed. */
function whyNoStart({ failure }: Row, isEvidence: boolean): string {
  if (failure === null) return 'This did not fail: there is nothing to fix.';
  return isEvidence ? 'This recording is read-only: its servers cannot be started.' : '';
}

/** '' if the call can be fixed. `isChosen`: the server was chosen for it. */
function whyNoFix({ row, method, params, raw, problem }: RecordedCall, isEvidence: boolean, isChosen: boolean): string {
  if (problem !== '') return problem;
  if (row.outcome === 'answered') return 'This call works: there is nothing to fix.';
  if (isEvidence && !isChosen) return chooseServer;
  if (isEvidence && whyNotSent(raw) !== '') return whyNotSent(raw);
  return method === 'tools/call' && toolNamed(params) === null
    ? 'Its parameters do not name a single tool. Edit the call instead.'
    : '';
}

/** Variables are set already. */
const wordsOf = (changes: readonly FixChange[]): LaunchWords =>
  Object.fromEntries(changes.flatMap(({ path, after }) => (path.startsWith('/env/') ? [] : [[path, String(after)]])));

function startOf(log: Log, row: Row, launch: Launch | null): MadeAttempt {
  const failure = log.failureOf(row);
  return {
    row: row.id,
    isStart: true,
    method: row.method ?? 'initialize',
    target: null,
    params: JSON.stringify(launch ?? {}),
    changes: [],
    passed: false,
    failure,
    showedWork: false,
    headline: row.headline,
    latencyMs: row.latencyMs,
  };
}

function madeOf(log: Log, { row, method, params, failure }: RecordedCall): MadeAttempt {
  return {
    row: row.id,
    isStart: false,
    method,
    target: row.target,
    params,
    changes: [],
    passed: row.outcome === 'answered',
    failure: log.failureOf(row) ?? failure,
    showedWork: row.remarks.includes('progress'),
    headline: row.headline,
    latencyMs: row.latencyMs,
  };
}

const noRun = () => refused('not_found', 'There is no such fix any more.');
