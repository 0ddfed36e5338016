// What a client does wrong over HTTP, seen by a real proxy between it and a real server: a session that is gone, a token that was
// refused. The spool distinguishes tokens and contains none.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCapture } from '../../../../../shared/capture/capture.ts';
import { decodeCapture } from '../../../../../shared/exchange/decode-capture.ts';
import { filesBelow } from '../../../../inspector/testing/files-below.ts';
import { openProxy } from '../proxy/proxy.ts';
import { ProxyCopy } from '../proxy/proxy-copy.ts';

const jwt = (claims: object) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJlLWNhbmFyeQ`;

async function watched(
  status: number,
  headers: Record<string, string>,
  requests: Record<string, string>[],
  meta: object = {},
) {
  const data = mkdtempSync(join(tmpdir(), 'misfire-mistakes-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const upstream = createServer((incoming, outgoing) => {
    incoming.resume().once('end', () => outgoing.writeHead(status, headers).end('refused'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`);
  const copy = new ProxyCopy({ dataDir: data, name: 'api', url: url.href });
  const proxy = await openProxy({ url, port: 0, copy, onChallenge: () => {} });
  for (const [id, own] of requests.entries()) {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: `tool ${id}`, _meta: meta },
    });
    const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    await (await fetch(proxy.url, { method: 'POST', body, headers: { ...type, ...own } })).text();
  }
  await proxy.close();
  upstream.closeAllConnections();
  upstream.close();
  await copy.close();
  const names = readdirSync(join(data, 'spool')).filter((name) => name.endsWith('.jsonl'));
  const texts = names.map((name) => readFileSync(join(data, 'spool', name), 'utf8'));
  const failures = texts.flatMap((text) => {
    const { entries, started } = readCapture(text);
    return decodeCapture(entries, started);
  });
  const clients = texts.map((text) => readCapture(text).header.client);
  return { failures: failures.filter(({ owner }) => owner === 'client'), files: filesBelow(data), clients };
}

it('names a session that is used after the server ended it', async () => {
  const session = { 'mcp-session-id': 'session-1' };
  const { failures } = await watched(404, {}, [session, session, session]);
  // The rejected calls are the client's too: it has to start a new session.
  expect(failures.map(({ codeName }) => codeName)).toEqual(['Not Found', 'lost_session', 'Not Found', 'Not Found']);
});

it('names a token that is sent again after a 401, with its age and without its value', async () => {
  const now = Math.floor(Date.now() / 1000);
  const old = jwt({ sub: 'ann', iat: now - 7200, exp: now - 3600 });
  const authorization = `Bearer ${old}`;
  const { failures, files } = await watched(401, { 'www-authenticate': 'Bearer error="invalid_token"' }, [
    { authorization },
    { authorization },
  ]);
  expect(failures.map(({ codeName, sentence }) => [codeName, sentence])).toEqual([
    ['refused_token', expect.stringMatching(/sent a refused token again \(2 h old, expired for 1 h\)$/)],
  ]);
  expect(files.filter(({ text }) => text.includes(old) || text.includes('"ann"'))).toEqual([]);
});

it('says nothing when another token comes', async () => {
  const { failures } = await watched(401, { 'www-authenticate': 'Bearer' }, [
    { authorization: 'Bearer first' },
    { authorization: 'Bearer second' },
  ]);
  expect(failures).toEqual([]);
});

it('knows a client of 2026-07-28 by what each request says of it', async () => {
  const meta = { 'io.modelcontextprotocol/clientInfo': { name: 'Modern', version: '1' } };
  expect((await watched(200, {}, [{}], meta)).clients).toEqual(['Modern']);
});
