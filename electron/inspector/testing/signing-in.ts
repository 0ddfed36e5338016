// For tests: the protected sample as a separate process, an inspector, and a user with a browser.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServerView } from '../../../shared/api/views.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { openInspector } from '../../app/open-inspector.ts';
import { builtSample } from '../../launch/testing/built-program.ts';
import type { InspectorHandle } from '../inspector-handle.ts';
import { filesBelow } from './files-below.ts';

export interface RunningSample {
  url: string;
  /** How the sign-in breaks from now on, see samples/gatehouse/faults.ts; '' for not at all. */
  fault(names: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startGatehouse(...args: string[]): Promise<RunningSample> {
  const child: ChildProcess = spawn(process.execPath, [builtSample('gatehouse'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout!), 'line');
  const { url } = JSON.parse(String(line)) as { url: string };
  return {
    url,
    async fault(names) {
      await fetch(new URL('/faults', url), { method: 'POST', body: names });
    },
    async stop() {
      const exited = once(child, 'exit');
      child.stdin?.end();
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export class Desk {
  readonly folder = mkdtempSync(join(tmpdir(), 'misfire-sign-in-'));
  inspector!: InspectorHandle;

  async open(): Promise<this> {
    const abilities = { openExternal: false, secureStorage: false };
    this.inspector = await openInspector({ dataDir: this.folder, version: '0.0.0', abilities });
    return this;
  }

  async close(): Promise<void> {
    await this.inspector.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Adds a server and waits until the connection succeeded or failed. */
  async add(config: Omit<ServerConfig, 'callTimeoutMs'>): Promise<string> {
    const { api } = this.inspector;
    const added = await api.addServer({ config: serverConfigSchema.parse(config), connect: false });
    if (!added.ok) throw new Error(added.error.message);
    await api.connect({ server: added.value.server });
    return added.value.server;
  }

  async server(id: string): Promise<ServerView> {
    const answer = await this.inspector.api.snapshot({});
    const found = answer.ok ? answer.value.servers.find((server) => server.id === id) : undefined;
    if (!found) throw new Error(`There is no server ${id}.`);
    return found;
  }

  /** Starts a sign-in and returns the page where the user continues. */
  async beginSignIn(server: string): Promise<string> {
    const answer = await this.inspector.api.signIn({ server });
    if (!answer.ok) throw new Error(answer.error.message);
    if (answer.value.url === null) throw new Error(answer.value.words);
    return answer.value.url;
  }

  async signInState(server: string): Promise<string> {
    return (await this.server(server)).signIn.state;
  }

  /** A server whose tools need a token, and whose first call was refused without one. */
  async addRefused(sample: RunningSample, fault = ''): Promise<string> {
    await sample.fault(fault);
    const server = await this.add({ name: 'gate', transport: { kind: 'http', url: sample.url, headers: {} } });
    const { outcome } = await this.call(server, 'list_notes');
    if (outcome !== 'sign_in') throw new Error(`The call was not refused: ${outcome}.`);
    return server;
  }

  async rows(filter = ''): Promise<Row[]> {
    const { api } = this.inspector;
    const view = await api.openView({ filter });
    if (!view.ok) throw new Error(view.error.message);
    const rows = await api.rows({ view: view.value.view, from: 0, count: 500 });
    return rows.ok ? rows.value.rows : [];
  }

  async detail(id: number): Promise<RowDetail> {
    const answer = await this.inspector.api.rowDetail({ id });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  }

  /** Sends a call and returns its row when it is over. */
  async call(server: string, name: string, args: object = {}): Promise<Row> {
    const sent = await this.inspector.api.call({
      server,
      method: 'tools/call',
      params: JSON.stringify({ name, arguments: args }),
    });
    if (!sent.ok) throw new Error(sent.error.message);
    for (;;) {
      const { row } = await this.detail(sent.value.id);
      if (!row.pending) return row;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** The contents of all files, including the log's, as one text. */
  kept(except: readonly string[] = []): string {
    return filesBelow(this.folder)
      .filter(({ name }) => !except.includes(name) && /\.(db|json)/.test(name))
      .map(({ text }) => text)
      .join('\n');
  }
}

/** What a user does on Gatehouse's page. Returns the address that the browser was redirected to. */
export async function decide(page: string, choice: 'allow' | 'deny' = 'allow'): Promise<string> {
  const html = await (await fetch(page)).text();
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1];
  if (request === undefined) throw new Error(`This is not the page where one decides: ${html.slice(0, 300)}`);
  const body = new URLSearchParams({ request, choice });
  const answer = await fetch(new URL('/consent', page), { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}
