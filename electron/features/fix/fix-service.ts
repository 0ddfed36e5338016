// Answers the methods of "Fix until it works", and keeps its runs until Misfire exits. fix-run.ts follows the steps; attempts are sent over
// the server's connection like replays, but count as the user's own.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Actor, isCounted } from '../../../shared/actors.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { valuesIn } from '../../../shared/correct/list-tool.ts';
import { mostMs } from '../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { member } from '../../../shared/json/json.ts';
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
    if (!row) return refused('not_found', 'There is no such row in the log.');
    const call = readCall(log, row);
    if (call.problem !== '') return refused('refused', call.problem);
    if (row.outcome === 'answered') return refused('refused', 'This call works: there is nothing to fix.');
    const isEvidence = recordings.isEvidence(id);
    if (isEvidence && server === undefined) return refused('refused', chooseServer);
    const masked = isEvidence ? whyNotSent(call.raw) : '';
    if (masked !== '') return refused('refused', masked);
    if (call.method === 'tools/call' && toolNamed(call.params) === null)
      return refused('refused', 'Its parameters do not name a single tool. Edit the call instead.');
    const wanted = connections.get(server ?? row.server);
    if (!wanted) return refused('not_found', `There is no server "${server ?? row.server}" in the list.`);
    const connection = connections.ownOf(wanted);
    const problem = await this.#connected(connection);
    if (problem !== '') return refused('not_connected', problem);
    // With the tool's schema, the log reads the failure again.
    await this.#tools(connection);
    await settled(log);
    const known = readCall(log, log.store.row(id) ?? row);
    const run = new FixRun(this.#partsOf(known, connection, log, confirm));
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
    const row = run && recordings.logOf(run.last.row).store.row(run.last.row);
    if (!row) return noRun();
    const connection = connections.get(row.server);
    const behind = serverBehind(recordings.logOf(row.id).store, row, connection);
    const added = setOfRun(run, connection?.config.name ?? row.server, behind);
    const joined = into.trim() === '' ? { text: added } : joinSets(into, added);
    return 'problem' in joined ? refused('bad_input', joined.problem) : done(joined);
  };

  #partsOf(call: RecordedCall, connection: Connection, log: Log, confirm: string): FixParts {
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
      first: madeOf(log, call),
      examples: row.target === null ? {} : pastArguments(listed, connection.id, row.target),
      confirm,
      tools: () => this.#tools(connection),
      send: async (params, timeoutMs) => {
        const problem = await this.#connected(connection);
        const { session } = connection;
        if (problem !== '' || !session?.isOpen) return { problem: problem || 'The connection was closed.' };
        const { live } = recordings;
        if (recordings.logOf(row.id) === live) live.recall(row);
        const sent = sendAttempt({
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
      restart: async () => {
        await connections.restart(connection);
        return connection.state === 'connected' ? '' : connection.reason || 'The connection was closed.';
      },
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

function madeOf(log: Log, { row, method, params, failure }: RecordedCall): MadeAttempt {
  return {
    row: row.id,
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
