// The planted secrets, in every form, through the ways out that need servers one can reach: copied code, repro sets and reports
// of comparisons. Each contains the text next to the secrets, and would contain the secrets without masking.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../shared/api/api.ts';
import { reportFormats } from '../../../../shared/capture/format-names.ts';
import { writeReport } from '../../../../shared/compare/report.ts';
import { allPlanted } from '../../../../shared/mask/planted.ts';
import { leftIn, outletForms, outletPlanted } from '../../../../shared/mask/planted-forms.ts';
import { snippetKinds } from '../../../../shared/retry/replay.ts';
import { serverConfigSchema } from '../../../../shared/server/server-config.ts';
import { openInspector } from '../../../inspector/inspector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';

const together = 8;
/** A comparison shows the newest failures of each server, and takes longer than the calls. */
const callsPerComparison = 3;
const beside = 'stands-beside-it';

interface Message {
  id: number;
  method: string;
  params: { arguments: { said: string[]; at: number } };
}

/** Fails with what it is called with: in its code, its message, and the names and values of its data. */
function respond({ id, method, params }: Message): object {
  const serverInfo = { name: 's', version: '1' };
  if (method === 'initialize')
    return { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } };
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, result: { tools: [] } };
  const { said, at } = params.arguments;
  const data = Object.fromEntries(said.map((text) => [text, text]));
  return { jsonrpc: '2.0', id, error: { code: said[at], message: `It failed: ${said[at + 1] ?? said[0]}`, data } };
}

const stdioServer = `import { createInterface } from 'node:readline';
${respond.toString()}
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.id !== undefined) console.log(JSON.stringify(respond(message)));
}`;

async function startWeb(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(body) as Message;
    if (message.id === undefined) return void response.writeHead(202).end();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(message)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

let folder: string;
let web: Server;
let inspector: InspectorHandle;
/** What was said in each call, and the reports of the comparisons between them: as they are, and if nothing were hidden. */
const calls: { row: number; said: string }[] = [];
const reports: Record<string, { hidden: string; bare: string }> = {};

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

async function call(server: string, said: string[], at: number): Promise<void> {
  const params = JSON.stringify({ name: 'fail', arguments: { beside, said, at } });
  const { id } = await value(inspector.api.call({ server, method: 'tools/call', params }));
  while ((await value(inspector.api.rowDetail({ id }))).row.pending)
    await new Promise<void>((resolve) => {
      const stop = inspector.onBatch(() => {
        stop();
        resolve();
      });
    });
  calls.push({ row: id, said: params });
}

async function compare(): Promise<void> {
  const source = { kind: 'traffic' as const, servers: [] };
  const bare = await value(inspector.api.compareServers({ source }));
  for (const format of reportFormats) {
    const before = reports[format] ?? { hidden: '', bare: '' };
    const { text } = await value(inspector.api.compareReport({ source, format }));
    // A page is written from what the JSON holds.
    reports[format] = {
      hidden: before.hidden + text,
      bare: before.bare + writeReport(bare, format === 'html' ? 'json' : format).text,
    };
  }
}

const secret = (at: number): string => allPlanted[at]?.secret ?? '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-live-'));
  writeFileSync(join(folder, 'server.mjs'), stdioServer);
  web = await startWeb();
  const abilities = { openExternal: false, secureStorage: false };
  inspector = await openInspector({ dataDir: join(folder, 'data'), version: '0.0.0', abilities });
  const add = async (name: string, transport: object): Promise<string> => {
    const config = serverConfigSchema.parse({ name, transport });
    const { server } = await value(inspector.api.addServer({ config, connect: false }));
    await value(inspector.api.connect({ server }));
    return server;
  };
  // With secrets in all that says how they are reached, none of them marked as one.
  const { port } = web.address() as AddressInfo;
  const servers = [
    await add('local', {
      kind: 'stdio',
      command: process.execPath,
      args: [join(folder, 'server.mjs'), '--token', secret(7), `--api-key=${secret(8)}`, '--beside', beside],
      env: { STRIPE_KEY: secret(1), BESIDE: beside },
    }),
    await add('web', {
      kind: 'http',
      url: `http://127.0.0.1:${port}/mcp?beside=${beside}&api_key=${secret(8)}`,
      headers: { Authorization: `Bearer ${secret(0)}`, 'X-Beside': beside },
    }),
  ];
  let called = 0;
  for (const [index, [, write]] of outletForms.entries()) {
    for (let from = 0; from < outletPlanted.length; from += together) {
      const said = outletPlanted.slice(from, from + together).map(({ text }) => write(text));
      // Each is a code once, in one of the forms.
      for (const server of servers) await call(server, said, index % said.length);
      called += 1;
      if (called % callsPerComparison === 0) await compare();
    }
  }
}, 300_000);

afterAll(async () => {
  await inspector.close();
  web.closeAllConnections();
  web.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('what was sent', () => {
  it('holds every secret', () => {
    expect(outletPlanted.length).toBeGreaterThanOrEqual(150);
    expect(outletForms.length).toBeGreaterThanOrEqual(7);
    expect(leftIn(calls.map(({ said }) => said).join('\n')).length).toBeGreaterThanOrEqual(outletPlanted.length);
  });
});

describe('copies', { timeout: 300_000 }, () => {
  it.each(snippetKinds)('code for %s', async (kind) => {
    const copied: string[] = [];
    for (const { row } of calls) {
      const answer = await inspector.api.snippet({ row, kind });
      if (answer.ok) copied.push(answer.value.text);
    }
    // Some kinds are for one transport only.
    expect(copied.length).toBeGreaterThanOrEqual(calls.length / 2);
    for (const text of copied) expect(text).toContain(beside);
    expect(leftIn(copied.join('\n'))).toEqual([]);
  });

  it('a repro set', async () => {
    const { text } = await value(inspector.api.reproSet({ rows: calls.map(({ row }) => row) }));
    expect(text.split(beside).length).toBeGreaterThan(calls.length);
    expect(leftIn(text)).toEqual([]);
  });
});

describe('a report of a comparison', () => {
  it.each(reportFormats)('as %s', (format) => {
    const { hidden, bare } = reports[format] ?? { hidden: '', bare: '' };
    // Codes as far as they are shown, and names of members, which only CSV leaves out, were full of secrets.
    expect(leftIn(bare).length).toBeGreaterThan(format === 'csv' ? 5 : outletPlanted.length / 2);
    expect(hidden).toContain('‹');
    expect(leftIn(hidden)).toEqual([]);
  });
});
