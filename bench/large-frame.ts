// `node --expose-gc bench/large-frame.ts stdio|http [MB] [ascii|cjk|emoji|mixed]`: how much one large response raises the app's peak
// memory, compared with its size in bytes. Also how long it blocks the app at most: `stoppedMs`, and `stoppedCpuMs` without the time of
// other programs. Over HTTP this process is also the sender. Prints one line of JSON. Run it alone, because the peak of a process never
// falls. `mixed` is ASCII with a few characters beyond Latin-1: in memory each character then takes two bytes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../electron/app/open-inspector.ts';
import type { Answer } from '../shared/contract/api.ts';
import { serverConfigSchema } from '../shared/server/server-config.ts';

const [kind = 'stdio', megabytes = '60', letters = 'ascii'] = process.argv.slice(2);
const samples: Record<string, string> = {
  ascii: 'words ',
  cjk: '注文は失敗した。',
  emoji: '🚒🔥',
  mixed: `${'words '.repeat(40)}→ `,
};
const sample = samples[letters] ?? letters;
/** About 100 kB, in whole characters. */
const partText = sample.repeat(Math.floor(100_000 / Buffer.byteLength(sample)));
const part = Buffer.from(partText);
const size = Number(megabytes) * 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'misfire-frame-'));
const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } };

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

const script = join(folder, 'server.mjs');
writeFileSync(
  script,
  `import { createInterface } from 'node:readline';
  const write = (text) => new Promise((done) => process.stdout.write(text, done));
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === 'initialize') return write(JSON.stringify({ jsonrpc: '2.0', id, result: ${JSON.stringify(hello)} }) + '\\n');
    const size = params.arguments.size;
    const part = Buffer.from(${JSON.stringify(partText)});
    await write('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[{"type":"text","text":"');
    for (let sent = 0; sent < size; sent += part.length) await write(part);
    await write('"}]}}\\n');
  }).on('close', () => process.exit(0));`,
);
// The response in prepared parts, so that the sender, which is this process too, needs almost no memory.
const http = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const { id, method, params } = JSON.parse(body);
  if (id === undefined) return void response.writeHead(202).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  if (method === 'initialize') return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: hello }));
  response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
  for (let sent = 0; sent < params.arguments.size; sent += part.length)
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve));
  response.end('"}]}}');
});
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

const abilities = { openExternal: false, secureStorage: false };
const inspector = await openInspector({ dataDir: join(folder, 'data'), version: '0', abilities });
const transport =
  kind === 'http'
    ? { kind, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp` }
    : { kind: 'stdio', command: process.execPath, args: [script] };
const config = serverConfigSchema.parse({ name: 'p', transport, callTimeoutMs: 120_000 });
const { server } = value(await inspector.api.addServer({ config, connect: false }));
await inspector.api.connect({ server });

async function ask(length: number): Promise<number> {
  const params = JSON.stringify({ name: 'say', arguments: { size: length } });
  const { id } = value(await inspector.api.call({ server, method: 'tools/call', params, timeoutMs: 120_000 }));
  for (;;) {
    // Not through the row's detail, which would read the response again.
    const { counters } = value(await inspector.api.snapshot({}));
    if (counters.pending === 0) return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// Once with a small one, so that compilation and first-time setup do not count.
for (let i = 0; i < 5; i += 1) await ask(100_000);
globalThis.gc?.();
const before = process.resourceUsage().maxRSS * 1024;
// CPU time next to wall time: on a busy machine others run meanwhile.
const clocks = () => {
  const { user, system } = process.threadCpuUsage();
  return [performance.now(), (user + system) / 1000] as const;
};
let last = clocks();
const stops = [0, 0];
const probe = setInterval(() => {
  const now = clocks();
  for (const clock of [0, 1] as const) stops[clock] = Math.max(stops[clock] ?? 0, Math.round(now[clock] - last[clock]));
  last = now;
}, 1);
const id = await ask(size);
clearInterval(probe);
const [stoppedMs, stoppedCpuMs] = stops;
const grown = process.resourceUsage().maxRSS * 1024 - before;
const { outcome } = value(await inspector.api.rowDetail({ id })).row;
const times = Math.round((grown / size) * 100) / 100;
console.log(JSON.stringify({ kind, letters, size, outcome, grown, times, stoppedMs, stoppedCpuMs }));
await inspector.close();
http.closeAllConnections();
http.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
