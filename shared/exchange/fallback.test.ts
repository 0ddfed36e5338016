// Version negotiation is not a failure: the server may reject requests until both sides find a common version.

import { expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { decodeCapture } from './decode-capture.ts';
import { type EventDraft, error, http, life, out, request, result, stderr, stored } from './event-fixtures.ts';

const watched = { actor: 'client', client: 'Cursor' } as const;

function failures(...drafts: EventDraft[]) {
  return failuresOf(drafts.map((draft) => ({ ...draft, ...watched })));
}

function failuresOf(drafts: readonly EventDraft[]) {
  const entries = stored(drafts).map((event) => ({ line: event.seq, event, extra: {} }));
  return decodeCapture(entries, 0).map(({ method, class: kind }) => [method, kind]);
}

const discover = (id: Json) =>
  request(id, 'server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } });
const initialize = (id: Json, protocolVersion = '2025-11-25') => request(id, 'initialize', { protocolVersion });
const agreed = (id: Json) => result(id, { protocolVersion: '2025-11-25', capabilities: {} });

it('server/discover that the server does not know', () => {
  expect(failures(discover(1), error(1, -32601, 'Method not found'))).toEqual([]);
});

it.each([
  ['another error', [error(1, -32600, 'Server not initialized')]],
  ['silence, and the client cancels', [out({ method: 'notifications/cancelled', params: { requestId: 1 } })]],
  ['an error, and a line of stderr after it', [error(1, -32603, 'unknown'), stderr('no handler'), stderr('again')]],
] as [string, EventDraft[]][])(
  'server/discover answered with %s, followed by a successful initialize',
  (_what, refusal) => {
    expect(failures(discover(1), ...refusal, initialize(2), agreed(2), stderr('up'))).toEqual([]);
  },
);

it('server/discover that is open when the client closes, only if another connection initializes', () => {
  const silence = [discover(1), life('closed', { closedBy: 'client' }), life('exited', { signal: 'SIGTERM' })];
  expect(failures(...silence)).toEqual([['server/discover', 'unsupported']]);
  const next = [initialize(1), agreed(1)].map((draft) => ({ ...draft, epoch: 2 }) as EventDraft);
  expect(failures(...silence, ...next)).toEqual([]);
});

it('server/discover that ends the process, only if the next one initializes', () => {
  const death = [discover(1), life('exited', { code: 1 })];
  const next = [initialize(1), agreed(1)].map((draft) => ({ ...draft, epoch: 2 }) as EventDraft);
  expect(failures(...death)).toEqual([['server/discover', 'unsupported']]);
  expect(failures(...death, ...next)).toEqual([]);
});

it('server/discover that is still open when initialize succeeds on the same connection', () => {
  expect(failures(discover(1), initialize(2), agreed(2), life('closed', { closedBy: 'client' }))).toEqual([]);
});

it('server/discover that is unknown, and the client closes without another attempt', () => {
  const refused = [discover(1), error(1, -32601, 'Method not found')];
  expect(failures(...refused, life('closed', { closedBy: 'client' }))).toEqual([
    ['server/discover', 'method_not_found'],
  ]);
  expect(failures(...refused, initialize(2), agreed(2), life('closed', { closedBy: 'client' }))).toEqual([]);
});

it('server/discover that Misfire sends through a watched entry, to find out which versions the server speaks', () => {
  const info = { name: 'misfire', version: '1' };
  const asked = request(1, 'server/discover', { _meta: { 'io.modelcontextprotocol/clientInfo': info } });
  const closed = life('closed', { closedBy: 'client' });
  for (const code of [-32601, -32000]) expect(failures(asked, error(1, code, 'What?'), closed)).toEqual([]);
  expect(failures(asked, http(404, { id: 1, exchange: 1, body: 'Not Found' }), closed)).toEqual([]);
  expect(failures(asked, life('exited', { code: 1 }))).toEqual([]);
});

it('initialize rejected with one version and accepted with another', () => {
  const refusal = error(1, -32602, 'Unsupported protocol version');
  expect(failures(initialize(1, '2026-07-28'), refusal, initialize(2), agreed(2))).toEqual([]);
});

it('initialize that HTTP rejects before the client tries the older transport', () => {
  const refusal = http(405, { id: 1, exchange: 1, body: 'Method Not Allowed' });
  expect(failures(initialize(1), refusal, initialize(2), agreed(2))).toEqual([]);
});

it('a rejected handshake without another attempt is a failure', () => {
  const refusal = error(1, -32602, 'Unsupported protocol version');
  expect(failures(initialize(1), refusal)).toHaveLength(1);
  // The same request again is not a fallback: the first attempt failed and the second succeeded.
  expect(failures(initialize(1), refusal, initialize(2), agreed(2))).toHaveLength(1);
  expect(failures(discover(1), error(1, -32603, 'broken'))).toHaveLength(1);
  // Without a version there is nothing to fall back from.
  expect(failures(request(1, 'initialize', {}), refusal, initialize(2), agreed(2))).toHaveLength(1);
});

it('a call that fails after the fallback is an incident of its own', () => {
  const calls = failures(
    discover(1),
    error(1, -32603, 'x'),
    initialize(2),
    agreed(2),
    request(3),
    life('exited', { code: 3 }),
  );
  expect(calls).toEqual([['tools/call', 'connection_lost']]);
});

it('needs no recorded client', () => {
  const tries = [discover(1), error(1, -32601, 'Method not found'), initialize(2), agreed(2)];
  expect(failuresOf(tries)).toEqual([]);
  expect(failuresOf(tries.slice(0, 2))).toEqual([['server/discover', 'method_not_found']]);
  // A client that goes on without initialize has not fallen back.
  const list = request(3, 'tools/list', {});
  expect(failuresOf([...tries.slice(0, 2), list, result(3, { tools: [] }), ...tries.slice(2)])).toHaveLength(1);
});
