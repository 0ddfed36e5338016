// An inspector for one command: servers are started when needed and are gone when the command ends. What happens is kept
// only where a command asks for it. Owns connecting, and waiting until a call or a replay is over.

import { setTimeout as pause } from 'node:timers/promises';
import type { Failure } from '../../../../shared/failure.ts';
import { findingLines } from '../../../../shared/findings/finding-words.ts';
import type { ReplayView } from '../../../../shared/retry/replay.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { nameMark } from '../../../../shared/text/visible-text.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { openInspector } from '../../../app/open-inspector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { sendAndWait, settle } from '../../../inspector/send-and-wait.ts';
import type { TelemetryFlags } from '../../../telemetry/settings.ts';
import { collectorForInspector } from '../../collector.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { openDataFolder } from './open-data-folder.ts';

/** Why a server could not be reached: one sentence, and the decoded failure where one was recorded. */
export class Unreachable extends Error {
  readonly failed: RowDetail | null;
  constructor(message: string, failed: RowDetail | null = null) {
    super(message);
    this.failed = failed;
  }
}

export interface CommandInspector {
  api: InspectorHandle['api'];
  onBatch: InspectorHandle['onBatch'];
  /** The server's id, once it is connected. Throws Unreachable. */
  connect(config: ServerConfig): Promise<string>;
  /** Sends a call and waits until it is over. */
  call(server: string, method: string, params: string): Promise<RowDetail>;
  /** Waits until a replay is over; `onChange` sees each step. */
  watch(replay: string, onChange: (view: ReplayView) => Promise<void>): Promise<ReplayView>;
}

/** `record`: the data folder whose log keeps what happens; left out, nothing is kept. */
export async function withInspector<T>(
  run: CommandRun,
  work: (inspector: CommandInspector) => Promise<T>,
  { record, ...flags }: { record?: { data: string | undefined } } & TelemetryFlags = {},
): Promise<T> {
  const { output } = run;
  const collector = collectorForInspector(flags, run.io.env);
  const inspector = await openInspector({
    ...collector.options,
    env: run.io.env,
    folder: run.io.folder,
    dataDir: record ? openDataFolder(run, record.data) : '',
    version: appVersion(),
    abilities: { openExternal: false, secureStorage: false },
    ...(record ? {} : { ephemeral: true }),
  });
  collector.attach(inspector);
  const release = run.cleanUpWhenStopped(() => inspector.close());
  // Batches alone do not keep a process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    if (record) await checkKept(inspector);
    const result = await work(createCommandInspector(inspector));
    if (record) await sayIfNotKept(run, inspector);
    return result;
  } finally {
    clearInterval(alive);
    await inspector.close();
    const lost = await collector.close();
    if (lost) output.printMaskedMessage(lost);
    await release();
  }
}

async function checkKept(inspector: InspectorHandle): Promise<void> {
  const hello = await inspector.api.hello({});
  if (hello.ok && hello.value.store.kind === 'sqlite') return;
  const why = hello.ok ? hello.value.store.notice : hello.error.message;
  throw new UsageError(`Recording is not possible right now. ${why}`);
}

/** So often the file is given another chance, a tenth of a second apart: what it has not taken ends with the command. */
const chances = 40;

/** The file took what came at the start, and later no more. */
async function sayIfNotKept({ output }: CommandRun, inspector: InspectorHandle): Promise<void> {
  for (let chance = 1; ; chance += 1) {
    const hello = await inspector.api.hello({});
    if (!hello.ok || !hello.value.store.isWaiting) return;
    if (chance === chances)
      return output.printMaskedMessage(`Some traffic was not recorded. ${hello.value.store.notice}`);
    await pause(100);
  }
}

function createCommandInspector(inspector: InspectorHandle): CommandInspector {
  const { api } = inspector;
  const reach = async (server: string, name: string) => {
    const connected = await api.connect({ server });
    if (!connected.ok)
      throw new Unreachable(`${name} could not be reached: ${connected.error.message}`, await whatFailed(api, server));
  };
  return {
    api,
    onBatch: (listener) => inspector.onBatch(listener),
    async connect(config) {
      const added = await api.addServer({ config, connect: false, reuse: true });
      if (!added.ok) throw new Unreachable(added.error.message);
      const { server } = added.value;
      try {
        await reach(server, config.name);
      } catch (problem) {
        // An address may speak the older transport or the newer era; who wrote down which it is has said so.
        if (config.transport.kind !== 'http' || config.era !== undefined) throw problem;
        const found = await api.detectEra({ server });
        if (!found.ok) throw problem;
        await reach(server, config.name);
      }
      return server;
    },
    async call(server, method, params) {
      const called = await sendAndWait(inspector, { server, method, params });
      if (!called.ok) throw new Unreachable(called.error.message);
      return called.value;
    },
    watch(replay, onChange) {
      return settle(inspector, async () => {
        const all = await api.replays({});
        const view = all.ok ? all.value.replays.find(({ id }) => id === replay) : undefined;
        if (!view) throw new Error('The replay no longer exists.');
        await onChange(view);
        return view.state === 'done' || view.state === 'failed' || view.state === 'cancelled' ? view : null;
      });
    },
  };
}

/** Rows are written a moment after the event. If there is none by then, there will be none. */
const rowPatienceMs = 1_000;
/** With the schema known, the check follows within a turn or two; only a busy machine takes longer. */
const schemaPatienceMs = 10_000;
/** Enough to hold the attempts of one connecting. */
const lookBack = 50;

/** The row that explains why the server could not be reached: its handshake's, else the last failure. */
export async function whatFailed(api: InspectorHandle['api'], server: string): Promise<RowDetail | null> {
  for (const until = Date.now() + rowPatienceMs; Date.now() < until; ) {
    const view = await api.openView({ filter: 'is:failed' });
    if (!view.ok) return null;
    const { view: name, total } = view.value;
    const page = await api.rows({ view: name, from: Math.max(0, total - lookBack), count: lookBack });
    const failed = page.ok ? page.value.rows.filter((row) => row.server === server && row.failure !== null) : [];
    const row = failed.findLast(({ method }) => method === 'initialize') ?? failed.at(-1);
    if (row) {
      const detail = await api.rowDetail({ id: row.id });
      return detail.ok ? detail.value : null;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}

/**
 * A refused call of a tool, judged by the tool's schema too: the list is asked for where nothing was listed yet, and the failure is
 * read again.
 */
export async function judgedBySchema({ api }: CommandInspector, server: string, detail: RowDetail): Promise<RowDetail> {
  const { row, failure } = detail;
  if (row.method !== 'tools/call' || failure?.class !== 'validation' || failure.check !== null) return detail;
  const listed = await api.tools({ server, refresh: false });
  const tool = listed.ok ? listed.value.tools.find(({ name }) => name === row.target) : undefined;
  if (tool === undefined || tool.inputSchema === null) return detail;
  for (const until = Date.now() + schemaPatienceMs; Date.now() < until; ) {
    const again = await api.rowDetail({ id: row.id });
    if (again.ok && again.value.failure !== null && again.value.failure.check !== null) return again.value;
    await pause(20);
  }
  return detail;
}

/** A failure as `--json` prints it, with what is known of the call it belongs to. */
export function failedCall(server: string, { row, failure }: RowDetail): Partial<Failure> & Record<string, unknown> {
  const { method, target, outcome, latencyMs } = row;
  const mark = { ...nameMark(server), ...nameMark(target ?? '') };
  return { server, method, target, ...mark, outcome, latencyMs, ...failure };
}

/** A server that could not be reached, reported in the format of the command. */
export function tellUnreachable(
  { output }: CommandRun,
  { failed, message }: Unreachable,
  server: string,
  json: boolean,
): void {
  if (json && failed) output.printMaskedJson(failedCall(server, failed));
  output.printMaskedMessage(`misfire: ${message}`);
  const failure = failed?.failure;
  if (failure) {
    const lines = message.includes(failure.sentence)
      ? findingLines(failure)
      : [failure.sentence, ...findingLines(failure)];
    for (const line of lines) output.printMaskedMessage(line);
    for (const step of failure.remedy) output.printMaskedMessage(`- ${step}`);
  }
}
