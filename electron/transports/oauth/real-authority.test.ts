// A complete sign-in against a third-party authorization server: discovery under a path, registration, PKCE, resource indicators,
// refresh and revocation.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { HttpExchange } from '../../../shared/wire.ts';
import { type RealAuthority, signInThere, startAuthority } from '../testing/real-authority.ts';
import type { OnEvents } from '../transport.ts';
import { renewGrant, revokeGrant } from './renew-grant.ts';
import { beginSignIn } from './sign-in-flow.ts';

let authority: RealAuthority;
beforeAll(async () => {
  // It prints reminders for production use.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  authority = await startAuthority();
});
afterAll(() => authority.close());

function record(): { exchanges: HttpExchange[]; onEvents: OnEvents } {
  const exchanges: HttpExchange[] = [];
  return {
    exchanges,
    onEvents: (events) => {
      for (const event of events) if (event.lane === 'http') exchanges.push(event.http);
    },
  };
}

test('signs in, renews and revokes, and records no secret', async () => {
  const { exchanges, onEvents } = record();
  const { signal } = new AbortController();
  const open = await beginSignIn({ server: authority.resource, onEvents, signal, toPage: (address) => address });
  const asked = new URL(open.url).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('resource')).toBe(authority.resource.href);
  expect(asked.get('scope')).toBe('read write offline_access');
  const [back, finished] = [signInThere(open.url), open.finish()];
  const callback = await back;
  expect((await fetch(callback)).status).toBe(200);
  const grant = await finished;
  expect(grant).toMatchObject({
    issuer: authority.issuer,
    resource: authority.resource.href,
    scopes: expect.arrayContaining(['read', 'write']),
    refreshToken: expect.any(String),
  });
  expect(grant.expiresAt).toBeLessThan(Date.now() + 3000);

  const renewed = await renewGrant(grant, { onEvents, signal });
  expect(renewed.accessToken).not.toBe(grant.accessToken);
  await revokeGrant(renewed, { onEvents, signal });
  await expect(renewGrant(renewed, { onEvents, signal })).rejects.toThrow('invalid_grant');

  expect(exchanges.map(({ step, status }) => `${step} ${status}`)).toEqual([
    'resource_metadata 200',
    // RFC 8414 and OpenID Connect with the path inserted, and then in OpenID Connect's own form.
    'server_metadata 404',
    'server_metadata 404',
    'server_metadata 200',
    'registration 201',
    'authorization 200',
    'token 200',
    'refresh 200',
    'revocation 200',
    'refresh 400',
  ]);
  const recorded = JSON.stringify(exchanges);
  const secrets = [grant.accessToken, grant.refreshToken, renewed.accessToken, renewed.refreshToken];
  for (const secret of [...secrets, new URL(callback).searchParams.get('code'), asked.get('state')]) {
    expect(secret).toBeTruthy();
    expect(recorded.includes(secret ?? '')).toBe(false);
  }
});

test('stops before registration if the sign-in page may not be opened', async () => {
  const { exchanges, onEvents } = record();
  const { signal } = new AbortController();
  const begun = beginSignIn({ server: authority.resource, onEvents, signal, toPage: () => null });
  await expect(begun).rejects.toThrow('is not a web page that may be opened');
  expect(exchanges.at(-1)).toMatchObject({ step: 'server_metadata', problem: expect.stringContaining('/tenant/auth') });
});

test('rejects a second answer to the same sign-in while the first is in use', async () => {
  const { exchanges, onEvents } = record();
  const open = await beginSignIn({
    server: authority.resource,
    onEvents,
    signal: new AbortController().signal,
    toPage: (address) => address,
  });
  const callback = await signInThere(open.url);
  // The first answer is not taken yet, so the page is still open.
  const first = fetch(callback);
  await expect.poll(async () => (await fetch(callback)).status).toBe(410);
  const grant = await open.finish();
  expect((await first).status).toBe(200);
  expect(grant.accessToken).toBeTruthy();
  expect(exchanges.some(({ step, problem }) => step === 'authorization' && problem?.includes('once'))).toBe(true);
});
