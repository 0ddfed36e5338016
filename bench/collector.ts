// What exporting to a collector adds to a call. Compares the latency without a collector, with one that answers, with one that hangs and
// with one that is gone. `npm run -s bench -- collector [ROUNDS]`.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../electron/app/open-inspector.ts';
import type { InspectorHandle } from '../electron/inspector/inspector-handle.ts';
import { readTelemetry } from '../electron/telemetry/settings.ts';
import { Telemetry } from '../electron/telemetry/telemetry.ts';
import { serverConfigSchema } from '../shared/server/server-config.ts';
import type { WireEvent } from '../shared/wire.ts';
import { median } from './measure.ts';

const calls = 300;
const echo =
  "require('node:readline').createInterface({input:process.stdin}).on('line',(l)=>{const m=JSON.parse(l);if(m.id!==undefined)console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:m.method==='initialize'?{protocolVersion:'2025-11-25',capabilities:{},serverInfo:{name:'e',version:'1'}}:{content:[]}}))})";

export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 5);
  const answering = await listen(true);
  const hanging = await listen(false);
  const gone = await listen(true);
  const goneUrl = urlOf(gone);
  await stop(gone);
  const places: [string, string | null][] = [
    ['none', null],
    ['answers', urlOf(answering)],
    ['hangs', urlOf(hanging)],
    ['is gone', goneUrl],
  ];
  const taken = new Map<string, number[]>(places.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, url] of places) taken.get(name)?.push(await medianLatency(url));
  const bare = taken.get('none') ?? [];
  for (const [name] of places.slice(1)) {
    const ratios = (taken.get(name) ?? []).map((ms, round) => ms / (bare[round] ?? Number.NaN));
    process.stdout.write(
      `latency of a call, a collector that ${name.padEnd(8)} ${median(ratios).toFixed(2)}   (of none)\n`,
    );
  }
  await Promise.all([stop(answering), stop(hanging)]);
}

/** Median milliseconds from sending a call to recording its response. */
async function medianLatency(url: string | null): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-bench-collector-'));
  const read = url === null ? null : readTelemetry({ otlp: url }, {});
  const settings = read?.ok ? read.settings : null;
  const telemetry = settings ? new Telemetry({ settings, version: '0' }) : null;
  const inspector = await openInspector({
    dataDir: folder,
    version: '0.0.0',
    abilities: { openExternal: false, secureStorage: false },
    onRecord: (server, epoch, events) =>
      telemetry?.record(events.map((event) => ({ ...event, server, epoch }) as WireEvent)),
  });
  try {
    return await ask(inspector);
  } finally {
    await inspector.close();
    await telemetry?.close(200);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(inspector: InspectorHandle): Promise<number> {
  const { api } = inspector;
  const transport = { kind: 'stdio', command: process.execPath, args: ['-e', echo] };
  const added = await api.addServer({ config: serverConfigSchema.parse({ name: 'echo', transport }), connect: false });
  if (!added.ok) throw new Error(added.error.message);
  const { server } = added.value;
  await api.connect({ server });
  const latencies: number[] = [];
  const stop = inspector.onBatch(({ rows }) => {
    for (const row of rows) if (row.method === 'tools/call' && row.latencyMs !== null) latencies.push(row.latencyMs);
  });
  for (let index = 0; index < calls; index += 1) {
    await api.call({ server, method: 'tools/call', params: '{"name":"x"}' });
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  stop();
  return median(latencies);
}

async function listen(answers: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    if (answers) request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
