// Twenty servers at once, one of them flooding: the cost for calls on the others, and for a window that reads rows. Rounds with and
// without the flood alternate in one run, so that other load affects both.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openInspector } from '../electron/app/open-inspector.ts';
import type { InspectorHandle } from '../electron/inspector/inspector-handle.ts';
import type { Answer } from '../shared/contract/api.ts';
import { serverConfigSchema } from '../shared/server/server-config.ts';
import type { Row } from '../shared/timeline.ts';
import { median } from './measure.ts';

const serverCount = 20;
const perSecond = 5000;
const roundMs = 2500;

// Answers at once. `flood` starts or stops sending notifications, enough every 10 ms for the requested rate.
const peer = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  const data = 'A line of log that a chatty server writes. '.repeat(4);
  let timer = null, sent = 0, begun = 0;
  const pour = () => {
    const due = Math.floor((performance.now() - begun) * ${perSecond} / 1000);
    let text = '';
    for (; sent < due; sent += 1) {
      text += JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 'flood', data: data + sent } }) + '\\n';
    }
    process.stdout.write(text);
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === 'flood') {
      clearInterval(timer);
      begun = performance.now();
      sent = 0;
      if (params.on) timer = setInterval(pour, 10);
    }
    say({ jsonrpc: '2.0', id, result: method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'peer', version: '1' } }
      : { content: [{ type: 'text', text: 'ok' }] } });
  }).on('close', () => process.exit(0));`;

export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0]) || 8;
  const folder = mkdtempSync(join(tmpdir(), 'misfire-servers-'));
  const script = join(folder, 'peer.mjs');
  writeFileSync(script, peer);
  const abilities = { openExternal: false, secureStorage: false };
  const inspector = await openInspector({ dataDir: folder, version: '0.0.0', abilities });
  watchRows(inspector);
  try {
    const servers: string[] = [];
    for (let n = 0; n < serverCount; n += 1) servers.push(await connect(inspector, `peer ${n + 1}`, script));
    const [flooder, ...others] = servers as [string, ...string[]];
    await measure(inspector, others); // warm
    const shares: number[] = [];
    const figures = { quiet: [] as Figures[], flooded: [] as Figures[] };
    for (let round = 0; round < rounds; round += 1) {
      figures.quiet.push(await measure(inspector, others));
      const before = await messagesOf(inspector, flooder);
      const cpu = process.threadCpuUsage();
      await call(inspector, flooder, 'flood', { on: true });
      await delay(300);
      figures.flooded.push(await measure(inspector, others));
      const seen = (await messagesOf(inspector, flooder)) - before;
      const { user, system } = process.threadCpuUsage(cpu);
      shares.push((user + system) / 1000 / (roundMs + 300));
      await call(inspector, flooder, 'flood', { on: false });
      console.log(
        `round ${round + 1}: ${words('quiet', figures.quiet.at(-1))}; ${words('flooded', figures.flooded.at(-1))}; ${seen} messages of the flood`,
      );
      await delay(300);
    }
    const ratio = (pick: (figures: Figures) => number) =>
      (median(figures.flooded.map(pick)) / median(figures.quiet.map(pick))).toFixed(2);
    console.log(
      `${serverCount} servers, one flooding ${perSecond} notifications a second; medians of ${rounds} rounds:`,
    );
    console.log(
      `call latency flooded / quiet: p50 ${ratio(({ p50 }) => p50)} × (limit 2), p95 ${ratio(({ p95 }) => p95)} × (limit 2)`,
    );
    console.log(`one core busy with the flood and the calls: ${(median(shares) * 100).toFixed(0)} %`);
    console.log(`reading a page of rows, p95: ${ratio(({ page95 }) => page95)} ×`);
  } finally {
    await inspector.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Figures {
  calls: number;
  p50: number;
  p95: number;
  page95: number;
}

/** Calls on all servers in turn, one at a time per lane, for one round. */
const lanes = 10;

async function measure(inspector: InspectorHandle, servers: readonly string[]): Promise<Figures> {
  const took: number[] = [];
  const pages: number[] = [];
  const until = performance.now() + roundMs;
  const lane = async (offset: number) => {
    for (let n = offset; performance.now() < until; n += lanes) {
      took.push(await call(inspector, servers[n % servers.length] as string, 'tools/call', { name: 'echo' }));
      await delay(Math.random() * 30); // out of phase with the batches
    }
  };
  const window = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      const { total } = await value(inspector.api.openView({ filter: '' }));
      await value(inspector.api.rows({ view: '', from: Math.max(0, total - 60), count: 60 }));
      pages.push(performance.now() - began);
      await delay(100);
    }
  };
  await Promise.all([...Array.from({ length: lanes }, (_, offset) => lane(offset)), window()]);
  return { calls: took.length, p50: at(took, 0.5), p95: at(took, 0.95), page95: at(pages, 0.95) };
}

const waiting = new Map<number, (latencyMs: number) => void>();

/** Like a window: reads each batch, and requests the rows that one omitted. */
function watchRows(inspector: InspectorHandle): void {
  const see = (rows: readonly Row[]) => {
    for (const { id, pending, latencyMs } of rows) {
      if (pending) continue;
      waiting.get(id)?.(latencyMs ?? 0);
      waiting.delete(id);
    }
  };
  inspector.onBatch(async (batch) => {
    JSON.parse(JSON.stringify(batch));
    if (!batch.truncated) return see(batch.rows);
    const { rows } = await value(inspector.api.changes({ rev: batch.fromRev, limit: 5000 }));
    see(rows);
  });
}

/** Sends, and waits for the batch with its end; the duration comes from the times at the pipe. */
async function call(inspector: InspectorHandle, server: string, method: string, params: object): Promise<number> {
  const { id } = await value(inspector.api.call({ server, method, params: JSON.stringify(params) }));
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function connect(inspector: InspectorHandle, name: string, script: string): Promise<string> {
  const transport = { kind: 'stdio', command: process.execPath, args: [script] };
  const { server } = await value(
    inspector.api.addServer({ config: serverConfigSchema.parse({ name, transport }), connect: false }),
  );
  await value(inspector.api.connect({ server }));
  return server;
}

async function messagesOf(inspector: InspectorHandle, server: string): Promise<number> {
  const { servers } = await value(inspector.api.snapshot({}));
  return servers.find(({ id }) => id === server)?.counts.messages ?? 0;
}

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function words(name: string, figures: Figures | undefined): string {
  return figures
    ? `${name} p50 ${figures.p50.toFixed(2)} ms, p95 ${figures.p95.toFixed(2)} ms, ${figures.calls} calls`
    : '';
}
