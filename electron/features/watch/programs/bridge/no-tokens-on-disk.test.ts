// Tokens that a watched server gives out, or repeats: the client gets them byte for byte, the copy on the disk has none of them.
// Real wrap, real proxy, and every file of the data folder read back.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesBelow } from '../../../../inspector/testing/files-below.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { openProxy } from '../proxy/proxy.ts';
import { ProxyCopy } from '../proxy/proxy-copy.ts';
import { ended, readSpool, startWrapped } from '../testing/test-peers.ts';

let data: string;
let elsewhere: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-tokens-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'misfire-server-'));
});
afterEach(() => {
  for (const folder of [data, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const jwt = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"canary-1"}').toString('base64url')}.c2lnbmF0dXJlLWNhbmFyeQ`;
const opaque = [
  'acc-canary-8f3kd02',
  'ref-canary-19dkw83',
  'id-canary-77dk2j',
  'bearer-canary-5512',
  'form-canary-991',
];
const given = { access_token: opaque[0], refresh_token: opaque[1], idToken: opaque[2], token_type: 'Bearer' };
const answers = [
  { jsonrpc: '2.0', id: 1, result: given },
  { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: JSON.stringify(given) }] } },
  {
    jsonrpc: '2.0',
    id: 3,
    result: { content: [{ type: 'text', text: JSON.stringify(JSON.stringify(given, null, 2)) }] },
  },
  { jsonrpc: '2.0', id: 4, error: { code: -32001, message: `Authorization: Bearer ${opaque[3]} was refused; ${jwt}` } },
  {
    jsonrpc: '2.0',
    id: 5,
    result: { sent: { authorization: `Bearer ${opaque[3]}` }, url: `https://x/?access_token=${opaque[4]}&a=1` },
  },
].map((answer) => JSON.stringify(answer));

/** What of the tokens can be read off any file. */
const onDisk = () => {
  const all = filesBelow(data);
  return [jwt, ...opaque].filter((token) => all.some(({ text }) => text.includes(token as string)));
};

it('wrap: the client gets every token, the spool none, and a sentence stays as it was', async () => {
  const said = [...answers, 'Token expired: get a new access token', `stderr says ${jwt}`];
  const script = `for (const line of ${JSON.stringify(said)}) process.stdout.write(line + '\\n'); process.stderr.write(${JSON.stringify(`${answers[3]}\n`)});`;
  // In a file: the command line itself is in the header of the spool.
  const file = join(elsewhere, 'server.cjs');
  writeFileSync(file, script);
  const child = startWrapped([process.execPath, file], { data });
  let got = '';
  child.stdout.on('data', (chunk) => {
    got += chunk;
  });
  child.stdin.end(`${answers[0]}\n`);
  await ended(child);
  expect(got).toBe(said.map((line) => `${line}\n`).join(''));
  const { events, problems } = readSpool(data);
  expect(problems).toEqual([]);
  const texts = events.flatMap((event) => (event.lane === 'in' ? [event.text] : []));
  expect(texts).toHaveLength(said.length);
  // Still JSON, with everything else in it.
  expect(JSON.parse(texts[0] as string).result).toEqual({
    ...given,
    access_token: '‹hidden›',
    refresh_token: '‹hidden›',
    idToken: '‹hidden›',
  });
  expect(JSON.parse(JSON.parse(texts[1] as string).result.content[0].text).token_type).toBe('Bearer');
  expect(texts[5]).toBe('Token expired: get a new access token');
  // What the client itself sent is what it may want to send again, and stays.
  const own = onDisk();
  expect(own).toEqual([opaque[0], opaque[1], opaque[2]]);
  expect(events.filter((event) => event.lane === 'out').map((event) => ('text' in event ? event.text : ''))).toEqual([
    answers[0],
  ]);
});

it('proxy: the answer of a token endpoint passes whole, and none of it is on the disk', async () => {
  const upstream = createServer((request, response) => {
    request.resume();
    const isToken = request.url?.endsWith('/token');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(isToken ? JSON.stringify({ ...given, access_token: jwt }) : answers[3]);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`);
  const copy = new ProxyCopy({ dataDir: data, name: 'api', url: url.href });
  const proxy = await openProxy({ url, port: 0, copy, onChallenge: () => undefined });
  const ask = async (path: string) =>
    (await fetch(`${proxy.url}${path}`, { method: 'POST', body: '{"jsonrpc":"2.0","id":4,"method":"ping"}' })).text();
  expect(await ask('')).toBe(answers[3]);
  const token = await ask('/token');
  await copy.close();
  await proxy.close();
  upstream.close();
  expect(token).toContain(jwt);
  const { events } = readSpool(data);
  expect(events.filter(({ lane }) => lane === 'http')).toHaveLength(2);
  expect(onDisk()).toEqual([]);
});

const session = 'session-canary-2b9d4f1c';
const code = 'code-canary-7731x';
const apiKey = 'query-canary-90ab';
const credential = 'opaque-canary-of-the-client';
const headerKey = 'header-canary-55ff01';

/** Gives out a session, redirects with a code, and repeats everything that it was sent. */
function repeatingServer() {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { id, method } = JSON.parse(chunks.join('') || '{}');
      if (id === undefined) return response.writeHead(202).end();
      const said = JSON.stringify({ ...request.headers, url: request.url, session, encoded: btoa(credential) });
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } }
          : { content: [{ type: 'text', text: said }] };
      response.writeHead(200, {
        'content-type': 'application/json',
        'mcp-session-id': session,
        location: `https://example.org/callback?code=${code}&state=x`,
        'x-echo': request.headers.authorization ?? 'none',
      });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  }).listen(0, '127.0.0.1');
}

const secretsOnDisk = () => {
  const all = filesBelow(data);
  const wanted = [session, code, apiKey, credential, headerKey, btoa(credential).replace(/=+$/, '')];
  return wanted.filter((value) => all.some(({ text }) => text.includes(value)));
};

const hello = (id: number, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method, params: {} });

it('proxy: no session id, key in an address, code in Location, or credential that the server repeats is on the disk', async () => {
  const upstream = repeatingServer();
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`);
  const copy = new ProxyCopy({ dataDir: data, name: 'api', url: url.href });
  const proxy = await openProxy({ url, port: 0, copy, onChallenge: () => undefined });
  const got: string[] = [];
  for (const method of ['initialize', 'tools/call']) {
    const answer = await fetch(`${proxy.url}?api_key=${apiKey}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'x-api-key': headerKey, 'mcp-session-id': session },
      body: hello(1, method),
    });
    got.push(await answer.text(), answer.headers.get('location') ?? '');
  }
  await copy.close();
  await proxy.close();
  upstream.close();
  // The client has it all.
  for (const value of [session, code, apiKey, credential, headerKey]) expect(got.join('\n')).toContain(value);
  expect(secretsOnDisk()).toEqual([]);
  const exchanges = readSpool(data).events.flatMap((event) => (event.lane === 'http' ? [event.http] : []));
  expect(exchanges).toHaveLength(2);
  // One name for one session, so that it can be followed.
  const names = exchanges.map(({ headers }) => headers['mcp-session-id']);
  expect(names[0]).toMatch(/^‹session [0-9a-f]{6}›$/);
  expect(new Set(names).size).toBe(1);
  expect(exchanges[0]?.url).toContain('?api_key=‹hidden›');
});

it('bridge: none of these is on the disk either', async () => {
  const upstream = repeatingServer();
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp?api_key=${apiKey}`;
  const child = spawn(process.execPath, [builtProgram, '--data', data, 'wrap', '--', url], {
    env: {
      ...process.env,
      MISFIRE_HEADER_0: `Authorization: Bearer ${credential}`,
      MISFIRE_HEADER_1: `X-Api-Key: ${headerKey}`,
    },
  });
  let got = '';
  child.stdout.on('data', (chunk) => {
    got += chunk;
  });
  const over = ended(child as never);
  child.stdin.write(`${hello(1, 'initialize')}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  child.stdin.end(`${hello(2, 'tools/call')}\n`);
  await over;
  upstream.close();
  for (const value of [session, apiKey, credential]) expect(got).toContain(value);
  expect(secretsOnDisk()).toEqual([]);
  expect(readSpool(data).events.filter(({ lane }) => lane === 'http').length).toBeGreaterThan(1);
});
