// For tests only: a whole inspector on its own data folder, and what tests commonly do with its API.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Answer, Results } from '../../../shared/contract/api.ts';
import type { AskView } from '../../../shared/server/connecting.ts';
import { serverConfigSchema } from '../../../shared/server/server-config.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { openInspector } from '../../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector-handle.ts';
import { everythingPath, startEverything } from './reference-server.ts';

export async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

const openOn = (dataDir: string): Promise<InspectorHandle> =>
  openInspector({ dataDir, version: '0.0.0', abilities: { openExternal: false, secureStorage: false } });

export class TestInspector {
  inspector: InspectorHandle;
  /** Its data folder. */
  readonly folder: string;
  readonly #children = new Set<ChildProcess>();

  private constructor(inspector: InspectorHandle, folder: string) {
    this.inspector = inspector;
    this.folder = folder;
  }

  static async open(): Promise<TestInspector> {
    const folder = await mkdtemp(join(tmpdir(), 'misfire-bench-'));
    return new TestInspector(await openOn(folder), folder);
  }

  /** Opens it as the next start of the app would. */
  async reopen(): Promise<void> {
    await this.inspector.close();
    this.inspector = await openOn(this.folder);
  }

  get api() {
    return this.inspector.api;
  }

  async close(): Promise<void> {
    await this.inspector.close();
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  async add(name: string, transport: object, settings: object = {}): Promise<string> {
    const config = serverConfigSchema.parse({ name, transport, ...settings });
    return (await value(this.api.addServer({ config, connect: false }))).server;
  }

  /** Adds a server and waits until it is connected. */
  async connect(name: string, transport: object, settings: object = {}): Promise<string> {
    const server = await this.add(name, transport, settings);
    await value(this.api.connect({ server }));
    return server;
  }

  async view(server: string): Promise<ServerView> {
    const { servers } = await value(this.api.snapshot({}));
    const found = servers.find(({ id }) => id === server);
    if (!found) throw new Error(`There is no server ${server}.`);
    return found;
  }

  /** Sends a request and returns its row. */
  async send(server: string, method: string, params: object = {}, more: object = {}): Promise<number> {
    return (await value(this.api.call({ server, method, params: JSON.stringify(params), ...more }))).id;
  }

  /** Calls a tool and waits for the row to be settled. */
  async callTool(server: string, name: string, args: object = {}, more: object = {}): Promise<RowDetail> {
    return this.settled(await this.send(server, 'tools/call', { name, arguments: args }, more));
  }

  async call(server: string, method: string, params: object = {}): Promise<RowDetail> {
    return this.settled(await this.send(server, method, params));
  }

  async settled(id: number): Promise<RowDetail> {
    return this.#until(async () => {
      const detail = await value(this.api.rowDetail({ id }));
      return detail.row.pending ? null : detail;
    });
  }

  /** The first question that waits for the user. */
  async ask(): Promise<AskView> {
    return this.#until(async () => (await value(this.api.asks({}))).asks[0] ?? null);
  }

  async answer(ask: AskView, result: object, keep = false): Promise<void> {
    const answer = { kind: 'result' as const, result: JSON.stringify(result) };
    await value(this.api.answerAsk({ ask: ask.id, answer, keep }));
  }

  async rows(): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const page = await value(this.api.rows({ view: '', from: rows.length, count: 500 }));
      rows.push(...page.rows);
      if (page.rows.length === 0) return rows;
    }
  }

  /** The shown recording, as a file. */
  async exported(options: Partial<ExportOptions> = {}): Promise<string> {
    let all = '';
    for await (const text of this.exportParts(options)) all += text;
    return all;
  }

  async *exportParts(options: Partial<ExportOptions> = {}): AsyncGenerator<string> {
    const wanted = { format: 'jsonl' as const, filter: '', patterns: [], keep: [], ...options };
    const { export: id } = await value(this.api.startExport(wanted));
    for (;;) {
      const { text, done } = await value(this.api.exportPart({ export: id }));
      yield text;
      if (done) return;
    }
  }

  /** Opens a file, in parts as a window sends them. */
  imported(text: string, file: { name?: string; part?: number } = {}) {
    return value(this.tryImport(text, file));
  }

  /** The same for files that may be refused at the end. */
  async tryImport(text: string, { name = 'mine.jsonl', part = 100_000 } = {}): Promise<Answer<Results['importPart']>> {
    const { import: id } = await value(this.api.startImport({ name }));
    for (let from = 0; ; from += part) {
      const last = from + part >= text.length;
      const answer = await this.api.importPart({ import: id, text: text.slice(from, from + part), last });
      if (last) return answer;
      await value(Promise.resolve(answer));
    }
  }

  /** Starts the reference server over HTTP and returns its address. */
  async everything(mode: 'sse' | 'streamableHttp'): Promise<string> {
    const { child, url } = await startEverything(mode);
    this.#children.add(child);
    return url;
  }

  async #until<T>(look: () => Promise<T | null>): Promise<T> {
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      await new Promise<void>((resolve) => {
        const stop = this.inspector.onBatch(() => {
          stop();
          resolve();
        });
      });
    }
  }
}

export const everythingStdio = { kind: 'stdio', command: process.execPath, args: [everythingPath, 'stdio'] };
