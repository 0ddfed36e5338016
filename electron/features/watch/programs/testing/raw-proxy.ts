// What the tests of hostile servers and clients share: a real proxy process between a raw server and raw clients, so that nothing is
// tidied on the way. Nothing here is used by the program.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { readSpool, until } from './test-peers.ts';

export type Answer = (socket: Socket, request: string) => void;

/** What the tests of one file share. `answer` is what the server does with the next request. */
export const raw = {} as { data: string; upstream: Server; proxy: ChildProcess; address: URL; answer: Answer };
const sockets = new Set<Socket>();

export async function startRawProxy(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'misfire-hostile-'));
  const upstream = createServer((socket) => {
    sockets.add(socket);
    let got = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      const head = got.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(got)?.[1] ?? 0);
      if (head < 0 || got.length < head + 4 + length) return;
      const request = got;
      got = '';
      raw.answer(socket, request);
    });
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`;
  const proxy = spawn(process.execPath, [builtProgram, 'proxy', url, '--json', '--data', data, '--name', 'api'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(proxy.stdout as NodeJS.ReadableStream), 'line');
  const address = new URL((JSON.parse(String(line)) as { url: string }).url);
  Object.assign(raw, { data, upstream, proxy, address });
}

export async function stopRawProxy(): Promise<void> {
  const { proxy, upstream, data } = raw;
  if (proxy.exitCode === null && proxy.signalCode === null) {
    const over = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await over;
  }
  for (const socket of sockets) socket.destroy();
  upstream.close();
  rmSync(data, { recursive: true, force: true });
}

export const say =
  (...parts: (string | Buffer)[]): Answer =>
  (socket) => {
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    socket.end();
  };
export const reset =
  (...parts: string[]): Answer =>
  (socket) => {
    const [last = '', ...before] = [...parts].reverse();
    for (const part of before.reverse()) socket.write(part);
    socket.write(last, () => setImmediate(() => socket.resetAndDestroy()));
  };

/** What a raw client gets until its connection ends. */
export function send(bytes: string | Buffer, isCut = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(raw.address.port), '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => parts.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.write(bytes, () => {
      if (isCut) setImmediate(() => socket.resetAndDestroy());
    });
  });
}

interface Wish {
  method?: string;
  path?: string;
  headers?: readonly string[];
  body?: string;
  host?: string | null;
}

export function request({
  method = 'POST',
  path,
  headers = [],
  body = '',
  host = `127.0.0.1:${raw.address.port}`,
}: Wish): string {
  const own = [...(host === null ? [] : [`Host: ${host}`]), `Content-Length: ${body.length}`, 'Connection: close'];
  return `${method} ${path ?? raw.address.pathname} HTTP/1.1\r\n${[...own, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

let calls = 0;
export const call = () => {
  calls += 1;
  return { id: calls, body: JSON.stringify({ jsonrpc: '2.0', id: calls, method: 'tools/call' }) };
};
const exchangeOf = (id: number) =>
  readSpool(raw.data).events.flatMap((event) => (event.lane === 'http' && event.id === id ? [event.http] : []))[0];

/** What is kept of a call, once it is there. */
export async function recorded(id: number) {
  await until(() => exchangeOf(id) !== undefined, `the record of call ${id}`);
  return exchangeOf(id);
}

export async function expectHealthy(): Promise<void> {
  raw.answer = say('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}');
  const got = await send(request({ body: '{}' }));
  expect(got).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(got).toMatch(/\{"a":1\}$/);
  expect([raw.proxy.exitCode, raw.proxy.signalCode]).toEqual([null, null]);
}

export const good = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
export const head = 'HTTP/1.1 200 OK\r\n';

/** After the last head, without the framing of chunks. */
export function bodyOf(got: string): string {
  const body = got.slice(got.indexOf('\r\n\r\n', got.lastIndexOf('HTTP/1.1 ')) + 4);
  if (!/^transfer-encoding: chunked/im.test(got)) return body;
  let rest = body;
  let text = '';
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(size > 0)) return text;
    text += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
  }
}
