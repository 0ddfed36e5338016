// The cost of sitting between a client and its server. Compares latency and throughput: the wrap with a bare Node tee, the proxy with a
// bare Node reverse proxy. Also compares the wrap's startup with `node -e 0`. All alternate in one run; only ratios matter. The proxy is
// measured in one process with its client and server, where the figure includes all copying. It is also measured as a separate program,
// where copying runs in parallel.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { openInspector } from '../electron/app/open-inspector.ts';
import { openProxy } from '../electron/features/watch/programs/proxy/proxy.ts';
import { ProxyCopy } from '../electron/features/watch/programs/proxy/proxy-copy.ts';
import { median, say } from './measure.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

const root = join(import.meta.dirname, '..');
const echo = "process.stdin.on('data',(c)=>process.stdout.write(c))";
/** The obvious implementation: pipes, each with a second one into a file. */
const tee = (file: string) =>
  `const{spawn}=require('node:child_process');const f=require('node:fs').createWriteStream(${JSON.stringify(file)});const c=spawn(process.execPath,['-e',${JSON.stringify(echo)}],{stdio:['pipe','pipe','inherit']});process.stdin.pipe(c.stdin);process.stdin.pipe(f,{end:false});c.stdout.pipe(process.stdout);c.stdout.pipe(f,{end:false});c.on('exit',(x)=>process.exit(x))`;
const message = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: { text: 'y'.repeat(900) } } })}\n`;

export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 5);
  const data = mkdtempSync(join(tmpdir(), 'misfire-bench-watch-'));
  try {
    const wrapped = [join(root, 'dist/node/wrap.cjs'), '--data', data, '--', process.execPath, '-e', echo];
    const teed = ['-e', tee(join(data, 'tee'))];
    const bare = ['-e', echo];
    await compareStdio(rounds, bare, teed, wrapped);
    await compareRehearsed(rounds, data, wrapped);
    await compareHeld(rounds, data, wrapped);
    await compareHttp(rounds, data);
    await comparePrograms(rounds, data);
    await compareStart(rounds * 3, wrapped.slice(0, 4), data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function compareStdio(rounds: number, bare: string[], teed: string[], wrapped: string[]): Promise<void> {
  const latency: number[] = [];
  const throughput: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [none, tee, wrap] = [await pingPong(bare), await pingPong(teed), await pingPong(wrapped)];
    latency.push(Math.max(0, wrap - none) / Math.max(0.001, tee - none));
    throughput.push((await pourInto(teed)) / (await pourInto(wrapped)));
  }
  say('stdio: added median latency, wrap over tee', median(latency), '≤ 1.5');
  say('stdio: throughput, wrap over tee', median(throughput), '≥ 0.8');
}

/** Calls that a plan does not touch take as long as without a plan. */
async function compareRehearsed(rounds: number, data: string, wrapped: string[]): Promise<void> {
  const plan = join(data, 'plan.json');
  writeFileSync(plan, '{"endsAfterMs":3600000,"steps":[{"tools":["other"],"do":{"answer":"internal"}}]}');
  const at = wrapped.indexOf('--');
  const rehearsed = [...wrapped.slice(0, at), '--rehearse', plan, ...wrapped.slice(at)];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await pingPong(wrapped);
    ratios.push((await pingPong(rehearsed)) / without);
  }
  say('stdio: median latency of untouched calls, with a plan', median(ratios), '≤ 1.2');
}

/** Calls that no hold rule matches take about as long as without rules. The app runs in both, and follows the traffic. */
async function compareHeld(rounds: number, data: string, wrapped: string[]): Promise<void> {
  const abilities = { openExternal: false, secureStorage: false };
  const { api, close } = await openInspector({ dataDir: data, version: '0', abilities, follow: true });
  const other = {
    method: 'tools/call',
    tool: 'other',
    direction: 'request',
    failuresOnly: false,
    once: false,
  } as const;
  const latency: number[] = [];
  const throughput: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [without, poured] = [await pingPong(wrapped), await pourInto(wrapped)];
    const added = await api.addHoldRule({ rule: { ...other, client: null, server: null } });
    if (!added.ok) throw new Error(added.error.message);
    latency.push((await pingPong(wrapped)) / without);
    throughput.push(poured / (await pourInto(wrapped)));
    await api.removeHoldRule({ rule: added.value.id });
  }
  await close();
  say('stdio: median latency, with a hold rule that does not match', median(latency), '≤ 1.2');
  say('stdio: throughput, with a hold rule that does not match', median(throughput), '≥ 0.7');
}

/** Median milliseconds of a round trip. */
async function pingPong(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const times: number[] = [];
  for (let index = 0; index < 600; index += 1) {
    const begun = performance.now();
    await exchange(child);
    if (index >= 100) times.push(performance.now() - begun);
  }
  await end(child);
  return median(times);
}

function exchange(child: Child): Promise<void> {
  return new Promise((resolve) => {
    let left = message.length;
    const read = (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0) return;
      child.stdout.off('data', read);
      resolve();
    };
    child.stdout.on('data', read);
    child.stdin.write(message);
  });
}

/** Milliseconds for 20,000 messages, sent at once. */
async function pourInto(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await exchange(child);
  const block = message.repeat(200);
  let left = block.length * 100;
  const begun = performance.now();
  const all = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left <= 0) resolve();
    });
  });
  for (let index = 0; index < 100; index += 1)
    if (!child.stdin.write(block)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  await all;
  const took = performance.now() - begun;
  await end(child);
  return took;
}

async function end(child: Child): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  await ended;
}

async function compareHttp(rounds: number, data: string): Promise<void> {
  const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  const upstream = await listen((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  const { port } = upstream.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const plain = await listen((incoming, outgoing) => {
    const sent = request(
      { port, method: incoming.method, path: incoming.url, headers: incoming.headers, agent },
      (got) => {
        outgoing.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(outgoing);
      },
    );
    incoming.pipe(sent);
  });
  const copy = new ProxyCopy({ dataDir: data, name: 'bench', url: `http://127.0.0.1:${port}/` });
  const own = await openProxy({ url: new URL(`http://127.0.0.1:${port}/mcp`), port: 0, copy, onChallenge: () => {} });
  const direct = `http://127.0.0.1:${port}/mcp`;
  const bare = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/mcp`;
  await compareAddresses('http', rounds, direct, bare, own.url, 1.5);
  await own.close();
  await copy.close();
  agent.destroy();
  for (const server of [plain, upstream]) {
    server.closeAllConnections();
    server.close();
  }
}

async function compareAddresses(
  name: string,
  rounds: number,
  direct: string,
  bare: string,
  own: string,
  most: number,
): Promise<void> {
  const latency: number[] = [];
  const throughput: number[] = [];
  await rest(direct, 50, 1);
  for (let round = 0; round < rounds; round += 1) {
    const [none, reverse, proxied] = [await rest(direct, 300, 1), await rest(bare, 300, 1), await rest(own, 300, 1)];
    latency.push(Math.max(0, proxied.median - none.median) / Math.max(0.001, reverse.median - none.median));
    throughput.push((await rest(bare, 600, 16)).total / (await rest(own, 600, 16)).total);
  }
  say(`${name}: added median latency, proxy over bare`, median(latency), `≤ ${most}`);
  say(`${name}: throughput, proxy over bare`, median(throughput), '≥ 0.7');
}

/** As `misfire proxy` runs, and the bare one in a separate process too. */
async function comparePrograms(rounds: number, data: string): Promise<void> {
  const upstream = await listen((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () =>
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":1,"result":{}}'),
    );
  });
  const direct = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`;
  const command = join(root, 'dist/node/cli.js');
  const programs = [
    ['-e', reverseProxy(direct)],
    [command, 'proxy', direct, '--json', '--port', '0', '--data', data],
  ].map((args) => spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
  const [bare = '', own = ''] = await Promise.all(
    programs.map(async (program) => {
      const line = await new Promise<string>((resolve) => program.stdout.once('data', (chunk) => resolve(`${chunk}`)));
      return (JSON.parse(line) as { url: string }).url;
    }),
  );
  await compareAddresses('http, own process', rounds, direct, bare, own, 1.3);
  for (const program of programs) program.kill();
  upstream.closeAllConnections();
  upstream.close();
}

/** The bare proxy of `compareHttp` as a program that prints its address. */
const reverseProxy = (url: string) =>
  `const h=require('node:http');const a=new h.Agent({keepAlive:true});const s=h.createServer((i,o)=>{const q=h.request({port:${new URL(url).port},method:i.method,path:i.url,headers:i.headers,agent:a},(g)=>{o.writeHead(g.statusCode,g.headers);g.pipe(o)});i.pipe(q)}).listen(0,'127.0.0.1',()=>console.log(JSON.stringify({url:'http://127.0.0.1:'+s.address().port+'/mcp'})))`;

async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

async function rest(url: string, count: number, at: number): Promise<{ median: number; total: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: at });
  const times: number[] = [];
  const begun = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const from = performance.now();
      await new Promise<void>((resolve, reject) => {
        const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (got) => {
          got.resume();
          got.on('end', resolve);
        });
        sent.on('error', reject);
        sent.end(message);
      });
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: at }, worker));
  agent.destroy();
  return { median: median(times), total: performance.now() - begun };
}

/** From its start to the server's first byte, compared with an idle Node. */
async function compareStart(rounds: number, wrap: string[], data: string): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const node = await timed(['-e', '0'], 'exit');
    const started = await timed([wrap[0] ?? '', '--data', data, '--', '/bin/echo', 'up'], 'data');
    ratios.push(started / node);
  }
  say('start-up to the first byte, over node -e 0', median(ratios), '≤ 1.4');
}

function timed(args: string[], until: 'exit' | 'data'): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    let took = 0;
    const done = () => {
      took ||= performance.now() - begun;
    };
    if (until === 'data') child.stdout.once('data', done);
    child.once('exit', () => {
      done();
      resolve(took);
    });
  });
}
