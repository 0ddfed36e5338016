// An inspector in memory with real servers, for tests of replays. Only tests import it.

import { onTestFinished } from 'vitest';
import type { Answer, Input } from '../../../shared/contract/api.ts';
import { replayMethods } from '../../../shared/features/replay/methods.ts';
import type { ReplayView } from '../../../shared/retry/replay.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { openInspector } from '../../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector-handle.ts';
import { findSample } from '../sample-config.ts';

export function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

export const sample = (id: string): ServerConfig => findSample(id) as ServerConfig;

/** The test's own server, on stdio. */
export const script = (file: string, env: Record<string, string> = {}, name = 'script'): ServerConfig =>
  serverConfigSchema.parse({ name, transport: { kind: 'stdio', command: process.execPath, args: [file], env } });

export class TryOut {
  readonly inspector: InspectorHandle;
  /** Every view that was pushed, in order. */
  readonly pushed: ReplayView[] = [];

  private constructor(inspector: InspectorHandle) {
    this.inspector = inspector;
    inspector.onBatch(({ replays }) => this.pushed.push(...(replays ?? [])));
  }

  /** With a folder the log is stored there. */
  static async open(dataDir?: string): Promise<TryOut> {
    const inspector = await openInspector({
      dataDir: dataDir ?? '',
      version: '0',
      abilities: { openExternal: false, secureStorage: false },
      ...(dataDir === undefined ? { ephemeral: true } : {}),
    });
    onTestFinished(() => inspector.close());
    return new TryOut(inspector);
  }

  get api(): InspectorHandle['api'] {
    return this.inspector.api;
  }

  async connect(config: ServerConfig): Promise<string> {
    const { server } = value(await this.api.addServer({ config, connect: false }));
    value(await this.api.connect({ server }));
    return server;
  }

  /** A finished tool call. */
  async callTool(server: string, name: string, args: object = {}): Promise<Row> {
    const params = JSON.stringify({ name, arguments: args });
    const { id } = value(await this.api.call({ server, method: 'tools/call', params }));
    return this.until(async () => {
      const { row } = value(await this.api.rowDetail({ id }));
      return row.pending ? null : row;
    });
  }

  async detail(id: number): Promise<RowDetail> {
    return value(await this.api.rowDetail({ id }));
  }

  /** Everything but the row has its default: as sent, same connection, now, once. */
  start(row: number, more: Partial<Input<'startReplay'>> = {}) {
    return this.api.startReplay(
      replayMethods.startReplay.input.parse({
        row,
        message: { kind: 'as_sent' },
        to: { kind: 'same' },
        when: { kind: 'now' },
        ...more,
      }),
    );
  }

  async view(replay: string): Promise<ReplayView> {
    const { replays } = value(await this.api.replays({}));
    return replays.find(({ id }) => id === replay) as ReplayView;
  }

  /** The replay once it is over, or once `wanted` returns true. */
  async replay(replay: string, wanted: (view: ReplayView) => boolean = isOver): Promise<ReplayView> {
    return this.until(async () => {
      const view = await this.view(replay);
      return wanted(view) ? view : null;
    });
  }

  async replayNow(row: number, more: Partial<Input<'startReplay'>> = {}): Promise<ReplayView> {
    return this.replay(value(await this.start(row, more)).replay);
  }

  /** Checks after each batch. */
  until<T>(look: () => Promise<T | null>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = this.inspector.onBatch(() => void again());
      const again = async () => {
        try {
          const found = await look();
          if (found === null) return;
          end();
          resolve(found);
        } catch (problem) {
          end();
          reject(problem);
        }
      };
      void again();
    });
  }
}

export const isOver = ({ state }: ReplayView): boolean =>
  state === 'done' || state === 'cancelled' || state === 'failed';
