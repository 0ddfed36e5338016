// Servers and clients that do not speak in lines of JSON. HTTP/2 over stdio is on the roadmap of the protocol: until Misfire reads
// it, every byte passes, the copy holds them all, and the window shows one row for each direction.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WireEvent } from '../../../../../shared/wire.ts';
import type { InspectorHandle } from '../../../../inspector/inspector-handle.ts';
import { openFollowing } from '../../../../inspector/testing/open-following.ts';
import { value } from '../../../../inspector/testing/test-inspector.ts';
import { isBinary, isSettingsFrame, readFirstBytes } from '../lines/opaque-bytes.ts';
import { ended, readSpool, startWrapped, until } from '../testing/test-peers.ts';

let data: string;
let inspector: InspectorHandle | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-opaque-'));
});
afterEach(async () => {
  await inspector?.close();
  inspector = null;
  rmSync(data, { recursive: true, force: true });
});

const node = (script: string) => [process.execPath, '-e', script];
const echo = node("process.stdin.on('data', (c) => process.stdout.write(c))");
/** Answers each request over stdio with its own body, after a line of text for people. */
const http2Server = node(`
  process.stdout.write('Listening on stdio\\n');
  const server = require('node:http2').createServer();
  server.on('stream', (stream) => { stream.respond({ ':status': 200 }); stream.pipe(stream); });
  server.emit('connection', require('node:stream').Duplex.from({ readable: process.stdin, writable: process.stdout }));`);

const bytesOf = (events: readonly WireEvent[], lane: 'in' | 'out') =>
  Buffer.concat(
    events.flatMap((event) => (event.lane === lane && event.opaque ? [event.bytes ?? Buffer.alloc(0)] : [])),
  );

async function rowsOf() {
  inspector = await openFollowing(data);
  const { api } = inspector;
  for (;;) {
    const { view, total } = await value(api.openView({ filter: '' }));
    const { rows } = await value(api.rows({ view, from: 0, count: Math.max(1, total) }));
    if (rows.some(({ headline }) => headline.startsWith('Exited'))) return rows;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('passes HTTP/2, keeps all of it, and shows one row for each direction', async () => {
  const child = startWrapped(http2Server, { data });
  const received: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => received.push(chunk));
  const banner = 'Listening on stdio\n';
  await until(() => Buffer.concat(received).length > banner.length, 'the banner and the first frame');
  child.stdout.pause();
  child.stdout.unshift(Buffer.concat(received).subarray(banner.length));
  received.splice(0, received.length, Buffer.from(banner));
  const duplex = Duplex.from({ readable: child.stdout, writable: child.stdin });
  const session = connect('http://stdio', { createConnection: () => duplex });
  for (let call = 0; call < 20; call += 1) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: call, method: 'tools/call', params: { text: 'y'.repeat(5000) } });
    const stream = session.request({ ':method': 'POST', ':path': '/' });
    stream.end(body);
    let answer = '';
    for await (const chunk of stream) answer += chunk;
    expect(answer).toBe(body);
  }
  const end = ended(child);
  session.close();
  child.stdin.end();
  expect(await end).toEqual({ code: 0, signal: null });

  const { events, problems } = readSpool(data);
  expect(problems).toEqual([]);
  expect(bytesOf(events, 'out').subarray(0, 14).toString()).toBe('PRI * HTTP/2.0');
  expect(Buffer.concat([Buffer.from(banner), bytesOf(events, 'in')]).equals(Buffer.concat(received))).toBe(true);
  const texts = events.flatMap((event) => (event.lane === 'in' || event.lane === 'out' ? [event.text] : []));
  expect(texts.filter((text) => text !== '')).toEqual(['Listening on stdio']);

  const rows = await rowsOf();
  expect(rows.map(({ headline }) => headline).filter((headline) => headline !== 'Closed')).toEqual(
    expect.arrayContaining([
      'Started',
      'Not JSON on stdout',
      'HTTP/2 to the server',
      'HTTP/2 from the server',
      'Exited 0',
    ]),
  );
  expect(rows.length).toBeLessThanOrEqual(6);
  expect(rows.filter(({ failure }) => failure !== null)).toEqual([]);
});

it('passes any other bytes, and keeps them as they are', async () => {
  const sent = Buffer.concat([Buffer.from([0, 0, 0, 5]), randomBytes(300_000)]);
  const child = startWrapped(echo, { data });
  const received: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => received.push(chunk));
  child.stdin.end(sent);
  await ended(child);
  expect(Buffer.concat(received).equals(sent)).toBe(true);
  const { events } = readSpool(data);
  expect(bytesOf(events, 'out').equals(sent)).toBe(true);
  expect(bytesOf(events, 'in').equals(sent)).toBe(true);
});

it('recognizes a server that sends its settings before it received anything', async () => {
  const settings = [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 10];
  const script = `require('node:fs').writeSync(1, Buffer.from(${JSON.stringify(settings)}))`;
  await ended(startWrapped(node(script), { data }));
  const opaque = readSpool(data).events.filter((event) => event.lane === 'in');
  expect(opaque).toMatchObject([{ lane: 'in', opaque: 'http2', bytes: Uint8Array.from(settings) }]);
});

it('keeps a first line that only begins as HTTP/2 does', async () => {
  const child = startWrapped(echo, { data });
  child.stdin.end('PRI *');
  await ended(child);
  const sent = readSpool(data).events.filter(({ lane }) => lane === 'out');
  expect(sent).toMatchObject([{ text: 'PRI *', partial: true }]);
});

it('goes on to read the lines of a server whose client sends something else', async () => {
  const error = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';
  const child = startWrapped(node(`process.stdin.once('data', () => console.log(${JSON.stringify(error)}))`), { data });
  child.stdin.write(Buffer.from([0, 1, 2, 3]));
  await until(() => readSpool(data).events.some((event) => event.lane === 'in' && event.text === error), 'the answer');
  child.stdin.end();
  await ended(child);
});

it('keeps no token of opaque traffic that can be read', async () => {
  const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  const child = startWrapped(echo, { data });
  child.stdin.end(Buffer.from(`\0\0\0{"access_token":"${token}"}`));
  await ended(child);
  const folder = join(data, 'spool');
  const [name = ''] = existsSync(folder) ? readdirSync(folder).filter((found) => found.endsWith('.jsonl')) : [];
  const spool = readFileSync(join(folder, name), 'utf8');
  expect(spool).toContain('"opaque":"binary"');
  for (const offset of [0, 1, 2])
    expect(spool).not.toContain(Buffer.from(token.slice(offset)).toString('base64').slice(0, 40));
  expect(spool).not.toContain(token);
});

describe('the first bytes', () => {
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

  it('are lines where they can be text', () => {
    for (const text of [
      '{"a":1}\n',
      ' \n{',
      '\ufeff{"jsonrpc"',
      '[]',
      'hello\n',
      'Content-Length: 5\r\n',
      'größe',
      'PRINT',
    ])
      expect([text, readFirstBytes(Buffer.from(text))]).toEqual([text, 'lines']);
    expect(readFirstBytes(Buffer.from('größe').subarray(0, 3))).toBe('lines');
    expect(readFirstBytes(Buffer.from([0x7b, 0xff]))).toBe('lines');
  });

  it('are undecided until the preface of HTTP/2 is whole', () => {
    expect(readFirstBytes(Buffer.from(preface))).toBe('http2');
    expect(readFirstBytes(Buffer.from(`${preface}\0\0`))).toBe('http2');
    expect(readFirstBytes(Buffer.from(preface.slice(0, -1)))).toBe('undecided');
    expect(readFirstBytes(Buffer.from('P'))).toBe('undecided');
  });

  it('are binary where no text begins so', () => {
    for (const bytes of [[0], [0x68, 0x00], [0xff, 0xfe, 0x41, 0x42, 0x43], [0x7f], [0xc3, 0x28, 0x0a]])
      expect([bytes, readFirstBytes(Buffer.from(bytes))]).toEqual([bytes, 'binary']);
    expect(isBinary(Buffer.from('\x1b[32mgreen\x1b[0m\r\n'))).toBe(false);
  });

  it('of a server can be the settings of HTTP/2', () => {
    expect(isSettingsFrame(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1]))).toBe(true);
    expect(isSettingsFrame(Buffer.from([0, 0, 5, 4, 0, 0, 0, 0, 0, 0]))).toBe(false);
    expect(isSettingsFrame(Buffer.from('{"jsonrpc":"2.0"}'))).toBe(false);
    expect(isSettingsFrame(Buffer.from([0, 0, 6, 4]))).toBe(false);
  });
});
