// The limits of a sign-in request, with real sockets.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { HttpExchange } from '../../../shared/wire.ts';
import { AddressGuard } from '../address-guard.ts';
import { type Fetch, OAuthWire } from './oauth-wire.ts';
import { renewGrant } from './renew-grant.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function wireOf(server: string, timeoutMs = 5000) {
  const exchanges: HttpExchange[] = [];
  const abort = new AbortController();
  const wire = new OAuthWire({
    server: new URL(server),
    guard: await AddressGuard.of(new URL(server)),
    onEvents: (events) => {
      for (const event of events) if (event.lane === 'http') exchanges.push(event.http);
    },
    signal: abort.signal,
    timeoutMs,
  });
  const get = (url: string) => wire.step('server_metadata', (fetch: Fetch) => fetch(url));
  return { wire, exchanges, abort, get };
}

const remote = 'https://203.0.113.7/mcp';

test('a server on the internet cannot make Misfire contact this machine, by number or by name', async () => {
  let asked = 0;
  const here = await listen((_request, response) => {
    asked += 1;
    response.end();
  });
  const { get, exchanges } = await wireOf(remote);
  await expect(get(`${here}/.well-known/openid-configuration`)).rejects.toThrow('which is on this machine');
  await expect(get(here.replace('127.0.0.1', 'localhost').replace('http:', 'https:'))).rejects.toThrow(
    'localhost, which is on this machine',
  );
  expect(asked).toBe(0);
  expect(exchanges.map(({ error, status }) => [error?.split(':')[0], status])).toEqual([
    ['BLOCKED', null],
    ['BLOCKED', null],
  ]);
});

test('sends nothing unencrypted to other machines, and nothing to non-web URLs', async () => {
  const { get } = await wireOf(remote);
  await expect(get('http://as.example/token')).rejects.toThrow('is not encrypted');
  await expect(get('file:///etc/passwd')).rejects.toThrow('is not a web address');
});

test('stops on an answer that is too long or too late', async () => {
  const base = await listen((request, response) => {
    if (request.url === '/long') response.end('x'.repeat(1_100_000));
  });
  const { get, exchanges } = await wireOf(`${base}/mcp`, 300);
  await expect(get(`${base}/long`)).rejects.toThrow('longer than 1 MB');
  await expect(get(`${base}/late`)).rejects.toThrow('did not answer');
  expect(exchanges.map(({ error }) => error?.split(':')[0])).toEqual(['TOO_LARGE', 'ETIMEDOUT']);
});

test('cancels a request at once', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const base = await listen(() => arrive());
  const { get, abort, exchanges } = await wireOf(`${base}/mcp`);
  const asked = get(`${base}/never`);
  await Promise.all([expect(asked).rejects.toThrow('Sign-in canceled'), arrived.then(() => abort.abort('no'))]);
  expect(exchanges[0]?.error).toContain('ABORTED');
});

test('sends neither the form nor the credentials to a redirect target on another origin', async () => {
  const seen: string[] = [];
  const other = await listen((request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  const base = await listen((_request, response) => {
    response.writeHead(307, { location: `${other}/token?code=abc` }).end();
  });
  const exchanges: HttpExchange[] = [];
  const renewing = renewGrant(
    {
      server: `${base}/mcp`,
      resource: null,
      issuer: base,
      tokenEndpoint: `${base}/token`,
      revocationEndpoint: null,
      authMethods: ['client_secret_basic'],
      client: { id: 'me', secret: 'client-secret-1' },
      accessToken: 'access-token-1',
      refreshToken: 'refresh-token-1',
      scopes: [],
      expiresAt: null,
    },
    {
      onEvents: (events) => {
        for (const event of events) if (event.lane === 'http') exchanges.push(event.http);
      },
      signal: new AbortController().signal,
    },
  );
  await expect(renewing).rejects.toThrow();
  expect(seen).toEqual([]);
  expect(exchanges).toMatchObject([
    {
      status: 307,
      headers: { location: `${other}/token?code=‹hidden›` },
      requestHeaders: { authorization: '‹hidden›' },
    },
  ]);
  expect(JSON.stringify(exchanges)).not.toMatch(/refresh-token-1|client-secret-1/);
});
