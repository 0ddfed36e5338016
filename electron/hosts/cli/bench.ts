// An inspector for one command: nothing is kept, servers are started when needed and are gone when the command ends.
// Owns connecting, and waiting until a call or a replay is over.

import type { ReplayView } from '../../../shared/replay.ts';
import type { ServerConfig } from '../../../shared/server-config.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { appVersion } from '../../inspector/app-paths.ts';
import type { InspectorHandle } from '../../inspector/contract.ts';
import { openInspector } from '../../inspector/inspector.ts';
import { watchStopSignals } from './stop-signals.ts';

/** Why a server could not be reached, in one sentence. */
export class Unreachable extends Error {}

export interface Bench {
  api: InspectorHandle['api'];
  /** The server's id, once it is connected. Throws Unreachable. */
  connect(config: ServerConfig): Promise<string>;
  /** Sends a call and waits until it is over. */
  call(server: string, method: string, params: string): Promise<RowDetail>;
  /** Waits until a replay is over; `onChange` sees each step. */
  watch(replay: string, onChange: (view: ReplayView) => Promise<void>): Promise<ReplayView>;
}

/** What a shell reports for a program that Ctrl-C ended. */
const stoppedCode = 130;

/** Being told to stop ends the servers, and then the program. */
export async function onBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const stop = watchStopSignals();
  const inspector = await openInspector({
    dataDir: '',
    version: appVersion(),
    abilities: { openExternal: false, secureStorage: false },
    passing: true,
  });
  void stop.asked.then(async () => {
    await inspector.close();
    process.exit(stoppedCode);
  });
  // Batches alone do not keep a process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    return await work(createBench(inspector));
  } finally {
    clearInterval(alive);
    await inspector.close();
  }
}

function createBench(inspector: InspectorHandle): Bench {
  const { api } = inspector;
  return {
    api,
    async connect(config) {
      const added = await api.addServer({ config, connect: false });
      if (!added.ok) throw new Unreachable(added.error.message);
      const connected = await api.connect({ server: added.value.server });
      if (!connected.ok) throw new Unreachable(`${config.name} could not be reached: ${connected.error.message}`);
      return added.value.server;
    },
    async call(server, method, params) {
      const sent = await api.call({ server, method, params });
      if (!sent.ok) throw new Unreachable(sent.error.message);
      const { id } = sent.value;
      return settle(inspector, async () => {
        const detail = await api.rowDetail({ id });
        return detail.ok && !detail.value.row.pending ? detail.value : null;
      });
    },
    watch(replay, onChange) {
      return settle(inspector, async () => {
        const all = await api.replays({});
        const view = all.ok ? all.value.replays.find(({ id }) => id === replay) : undefined;
        if (!view) throw new Error('The replay is gone.');
        await onChange(view);
        return view.state === 'done' || view.state === 'failed' || view.state === 'cancelled' ? view : null;
      });
    },
  };
}

/** Looks after each batch, one look at a time, until there is something. */
function settle<T>(inspector: InspectorHandle, look: () => Promise<T | null>): Promise<T> {
  return new Promise((resolve, reject) => {
    let looking = false;
    let again = false;
    const end = inspector.onBatch(() => void tryOnce());
    async function tryOnce(): Promise<void> {
      if (looking) {
        again = true;
        return;
      }
      looking = true;
      try {
        do {
          again = false;
          const found = await look();
          if (found === null) continue;
          end();
          resolve(found);
          return;
        } while (again);
      } catch (problem) {
        end();
        reject(problem);
      } finally {
        looking = false;
      }
    }
    void tryOnce();
  });
}
