// The client under test: Misfire's own inspector, which the app uses, driven like a patient user. The suite starts it with the URL of a
// server that misbehaves in one scenario, and judges what it sends there.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../../electron/app/open-inspector.ts';
import { openProxy } from '../../electron/features/watch/programs/proxy/proxy.ts';
import { ProxyCopy } from '../../electron/features/watch/programs/proxy/proxy-copy.ts';
import type { InspectorHandle } from '../../electron/inspector/inspector-handle.ts';
import type { ToolView } from '../../shared/api/views.ts';
import type { ServerConfig } from '../../shared/server/server-config.ts';
import { argumentsFor, isModern, plannedCalls } from './scenario-calls.ts';

const address = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Record<string, string>;
/** How often the user signs in again before canceling, for scenarios with rising scopes. */
const patience = 3;

const data = mkdtempSync(join(tmpdir(), 'misfire-conformance-client-'));
const between = process.env.MISFIRE_THROUGH === 'proxy' ? await startProxy(address) : null;

const config: ServerConfig = {
  name: 'conformance',
  transport:
    process.env.MISFIRE_THROUGH === 'bridge'
      ? {
          kind: 'stdio',
          command: process.execPath,
          args: [join(import.meta.dirname, '../../electron/hosts/cli/main.ts'), 'wrap', '--data', data, '--', address],
          env: {},
        }
      : { kind: 'http', url: between?.url ?? address, headers: {} },
  callTimeoutMs: 20_000,
  ...(isModern ? { era: 'modern' } : {}),
  clientSide: {
    roots: [],
    sampling: { kind: 'refuse' },
    // Accepts without changes: fields with a default use it.
    elicitation: { kind: 'canned', result: '{"action":"accept","content":{}}' },
  },
  ...(scenario === 'auth/basic-cimd'
    ? { signIn: { clientId: 'https://conformance-test.local/client-metadata.json' } }
    : {}),
  ...(context.client_id === undefined
    ? {}
    : {
        signIn: {
          clientId: context.client_id,
          ...(context.client_secret === undefined ? {} : { clientSecret: context.client_secret }),
        },
      }),
};

const inspector = await openInspector({
  dataDir: '',
  version: '0.0.0',
  abilities: { openExternal: false, secureStorage: false },
  ephemeral: true,
});
try {
  await play(inspector);
} finally {
  await inspector.close();
  await between?.close();
  rmSync(data, { recursive: true, force: true });
}

async function startProxy(url: string): Promise<{ url: string; close: () => Promise<void> }> {
  const copy = new ProxyCopy({ dataDir: data, name: 'conformance', url });
  const proxy = await openProxy({ url: new URL(url), port: 0, copy, onChallenge: () => {} });
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await copy.close();
    },
  };
}

async function play({ api }: InspectorHandle): Promise<void> {
  const added = await api.addServer({ config, connect: false });
  if (!added.ok) throw new Error(added.error.message);
  const { server } = added.value;
  for (let turn = 0; turn < patience; turn += 1) {
    const connected = await api.connect({ server });
    if (!connected.ok) console.error(connected.error.message);
    if (connected.ok && (await callAll(inspector, server))) return;
    if (!(await signIn(inspector, server))) break;
  }
}

/** true: no further sign-in is required. */
async function callAll(handle: InspectorHandle, server: string): Promise<boolean> {
  const { api } = handle;
  const listed = await api.tools({ server, refresh: true });
  const offered = listed.ok ? listed.value.tools : [];
  const tools = offered.filter(({ leftOut }) => leftOut === '');
  for (const { name, args } of plannedCalls ?? tools.map((tool) => ({ name: tool.name, args: fill(tool, tools) })))
    await send(handle, server, 'tools/call', { name, arguments: args });
  if (scenario === 'http-standard-headers') await readAll(handle, server);
  return (await signInState(handle, server)).state !== 'needed';
}

function fill({ inputSchema }: ToolView, all: readonly ToolView[]): Record<string, unknown> {
  const schemas = all.map((tool) => JSON.parse(tool.inputSchema));
  return argumentsFor(JSON.parse(inputSchema), schemas);
}

async function readAll(handle: InspectorHandle, server: string): Promise<void> {
  const offers = await handle.api.offers({ server, refresh: true });
  if (!offers.ok) return;
  for (const { uri } of offers.value.resources) await send(handle, server, 'resources/read', { uri });
  for (const { name } of offers.value.prompts) await send(handle, server, 'prompts/get', { name });
}

async function send(handle: InspectorHandle, server: string, method: string, params: object): Promise<void> {
  const sent = await handle.api.call({ server, method, params: JSON.stringify(params) });
  if (sent.ok) await settled(handle, sent.value.id);
}

async function settled({ api }: InspectorHandle, id: number): Promise<void> {
  for (;;) {
    const detail = await api.rowDetail({ id });
    if (!detail.ok || !detail.value.row.pending) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function signInState({ api }: InspectorHandle, server: string) {
  const snapshot = await api.snapshot({});
  const view = snapshot.ok ? snapshot.value.servers.find(({ id }) => id === server)?.signIn : undefined;
  return view ?? { state: 'none' as const, words: '', url: null };
}

/** Simulates the user's browser: opens the page and is redirected at once. false: it failed. */
async function signIn(handle: InspectorHandle, server: string): Promise<boolean> {
  const begun = await handle.api.signIn({ server });
  if (!begun.ok) {
    console.error(begun.error.message);
    return false;
  }
  const visited = new Set<string>();
  for (let waited = 0; waited < 10_000; waited += 50) {
    const view = await signInState(handle, server);
    if (view.state === 'signed_in') return true;
    if (view.state === 'failed') {
      console.error(`${scenario}: ${view.words}`);
      return false;
    }
    if (view.url !== null && !visited.has(view.url)) {
      visited.add(view.url);
      const page = await fetch(view.url, { redirect: 'manual' });
      const back = page.headers.get('location');
      if (back !== null) await fetch(back);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
