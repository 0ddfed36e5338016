// A bare peer for the samples' tests: starts a built sample as a separate process and sends raw lines or raw HTTP to it. No SDK on this side,
// so that assertions see exactly what was on the wire.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isObject, type Json, type JsonObject, parseJson } from '../../../shared/json/json.ts';
import { builtSample } from '../../launch/testing/built-program.ts';

export const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'peer', version: '1' },
};

export interface Ended {
  code: number | null;
  signal: string | null;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function start(sample: string): { child: Child; ended: Promise<Ended>; stderr: () => string } {
  const child = spawn(process.execPath, [builtSample(sample)], { stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, ended, stderr: () => stderr };
}

/** Lines of bytes as received; an unterminated last line is a line too. */
class Lines {
  readonly all: Buffer[] = [];
  private parts: Buffer[] = [];
  private waiting: (() => void)[] = [];
  private over = false;

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        this.parts.push(chunk.subarray(from, at));
        this.flush();
        from = at + 1;
      }
      if (from < chunk.length) this.parts.push(chunk.subarray(from));
      this.wake();
    });
    stream.on('close', () => {
      if (this.parts.length > 0) this.flush();
      this.over = true;
      this.wake();
    });
  }

  /** The first line from `from` on that `wanted` accepts; undefined if the stream ended without one. */
  async find(wanted: (line: Buffer) => boolean, from = 0): Promise<Buffer | undefined> {
    for (let at = from; ; at++) {
      while (at >= this.all.length) {
        if (this.over) return undefined;
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
      if (wanted(this.all[at]!)) return this.all[at];
    }
  }

  private flush(): void {
    this.all.push(Buffer.concat(this.parts));
    this.parts = [];
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

export interface StdioPeer {
  child: Child;
  ended: Promise<Ended>;
  stderr(): string;
  lines: Lines;
  sendLine(line: string): void;
  /** The first line that is JSON with this request's id, with its members verbatim; undefined if the process exited first. */
  request(method: string, params?: Json): Promise<JsonObject | undefined>;
  call(tool: string, args?: JsonObject): Promise<JsonObject | undefined>;
  nextId(): number;
  stop(): Promise<Ended>;
}

export async function startStdio(sample: string, { handshake = true } = {}): Promise<StdioPeer> {
  const { child, ended, stderr } = start(sample);
  const lines = new Lines(child.stdout);
  let id = 0;
  const peer: StdioPeer = {
    child,
    ended,
    stderr,
    lines,
    sendLine: (line) => void child.stdin.write(`${line}\n`),
    nextId: () => id + 1,
    async request(method, params) {
      const mine = ++id;
      const from = lines.all.length;
      peer.sendLine(JSON.stringify({ jsonrpc: '2.0', id: mine, method, params }));
      const line = await lines.find((text) => idOf(text) === mine, from);
      return line && (JSON.parse(line.toString()) as JsonObject);
    },
    call: (name, args = {}) => peer.request('tools/call', { name, arguments: args }),
    async stop() {
      child.stdin.end();
      return ended;
    },
  };
  if (handshake) {
    await peer.request('initialize', initialize);
    peer.sendLine(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  }
  return peer;
}

function idOf(line: Buffer): Json | undefined {
  if (line.length > 1_000_000 && !line.includes('"id"')) return undefined;
  const parsed = parseJson(line.toString());
  return parsed.ok && isObject(parsed.value) ? parsed.value.id : undefined;
}

export interface HttpPeer {
  url: string;
  child: Child;
  ended: Promise<Ended>;
  stderr(): string;
  post(message: Json | string, headers?: Record<string, string>, to?: string): Promise<Response>;
  /** The message of the response, from a JSON body or the SSE event that has the id. */
  request(method: string, params?: Json, headers?: Record<string, string>): Promise<JsonObject>;
  call(tool: string, args?: JsonObject, headers?: Record<string, string>): Promise<JsonObject>;
  stop(): Promise<Ended>;
}

export async function startHttp(sample: string, headers: Record<string, string> = {}): Promise<HttpPeer> {
  const { child, ended, stderr } = start(sample);
  const first = await new Lines(child.stdout).find(() => true);
  if (!first) throw new Error(`${sample} ended before it listened: ${stderr()}`);
  const { url } = JSON.parse(first.toString()) as { url: string };
  let id = 0;
  let session: Record<string, string> = {};
  const peer: HttpPeer = {
    url,
    child,
    ended,
    stderr,
    post: (message, extra = {}, to = url) =>
      fetch(to, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
          ...session,
          ...extra,
        },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    async request(method, params, extra) {
      const message = { jsonrpc: '2.0', id: ++id, method, ...(params === undefined ? {} : { params }) };
      return readMessage(await peer.post(message, extra));
    },
    call: (name, args = {}, extra = {}) => peer.request('tools/call', { name, arguments: args }, extra),
    async stop() {
      child.stdin.end();
      return ended;
    },
  };
  const opening = await peer.post({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize });
  await opening.text();
  const given = opening.headers.get('mcp-session-id');
  session = { 'mcp-protocol-version': '2025-11-25', ...(given ? { 'mcp-session-id': given } : {}) };
  await (await peer.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).text();
  return peer;
}

async function readMessage(response: Response): Promise<JsonObject> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('text/event-stream')) return JSON.parse(text) as JsonObject;
  const data = text.split('\n').filter((line) => line.startsWith('data: {'));
  return JSON.parse(data.at(-1)!.slice('data: '.length)) as JsonObject;
}
