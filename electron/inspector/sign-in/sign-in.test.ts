// Sign-in to the protected sample, and every way in which it can be refused.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findSample } from '../sample-config.ts';
import { Desk, decide, type RunningSample, startGatehouse } from '../testing/signing-in.ts';

let desk: Desk;
/** Tools need a token, and in the second connecting does too. */
let tools: RunningSample;
let all: RunningSample;

beforeAll(async () => {
  [tools, all] = await Promise.all([startGatehouse(), startGatehouse('--protect', 'all')]);
});
afterAll(() => Promise.all([tools.stop(), all.stop()]));
beforeEach(async () => {
  desk = await new Desk().open();
});
afterEach(async () => {
  await desk.close();
  await tools.fault('');
});

const http = (url: string) => ({ kind: 'http' as const, url, headers: {} });

const addGuarded = () => desk.add({ name: 'gate', transport: http(all.url) });

async function addSignedIn(fault = ''): Promise<string> {
  const server = await desk.addRefused(tools, fault);
  await fetch(await decide(await begin(server)));
  await until(server, 'signed_in');
  return server;
}

const begin = (server: string) => desk.beginSignIn(server);
const state = (server: string) => desk.signInState(server);
const until = (server: string, wanted: string) => expect.poll(() => state(server), { interval: 10 }).toBe(wanted);

test('a refused connection is retried after sign-in; the token is only in the vault', async () => {
  const server = await addGuarded();
  expect(await desk.server(server)).toMatchObject({
    state: 'failed',
    signIn: { state: 'needed', words: 'gate wants you to sign in.' },
  });
  const page = await begin(server);
  expect(await desk.server(server)).toMatchObject({ signIn: { state: 'waiting', url: page } });
  const back = await decide(page);
  const shown = await fetch(back);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await shown.text()).not.toContain('<script');
  await until(server, 'signed_in');
  await expect.poll(async () => (await desk.server(server)).state).toBe('connected');
  expect((await desk.server(server)).signIn).toMatchObject({ scopes: ['read'], url: null });
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });

  const headlines = (await desk.rows()).filter(({ kind }) => kind === 'http').map(({ headline }) => headline);
  expect(headlines.filter((words) => words.startsWith('Sign-in'))).toEqual([
    'Sign-in: resource metadata found',
    'Sign-in: authorization server found',
    'Sign-in: registered',
    'Sign-in: approved',
    'Sign-in: token received',
  ]);
  const vault = readFileSync(join(desk.folder, 'secrets.json'), 'utf8');
  const grant = JSON.parse(Object.values(JSON.parse(vault).secrets as Record<string, string>)[0]!);
  const code = new URL(back).searchParams.get('code')!;
  await desk.inspector.close();
  const kept = desk.kept(['secrets.json']);
  expect(kept).toContain('grant_type=authorization_code');
  for (const secret of [grant.accessToken, grant.refreshToken, code]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(kept.includes(secret)).toBe(false);
  }
  await desk.open(); // closed again afterwards
});

test('a sign-in survives a restart, and signing out revokes and deletes the token', async () => {
  const server = await addGuarded();
  await fetch(await decide(await begin(server)));
  await until(server, 'signed_in');
  await desk.inspector.close();
  await desk.open();
  expect(await state(server)).toBe('signed_in');
  await desk.inspector.api.connect({ server });
  expect((await desk.server(server)).state).toBe('connected');
  expect(await desk.inspector.api.signOut({ server })).toMatchObject({ ok: true });
  // The new connection may have sent a request since, and was refused.
  expect(await state(server)).toMatch(/^(?:none|needed)$/);
  expect(JSON.parse(readFileSync(join(desk.folder, 'secrets.json'), 'utf8')).secrets).toEqual({});
  expect((await desk.rows()).map(({ headline }) => headline)).toContain('Sign-out: token revoked');
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'sign_in' });
  await until(server, 'needed');
});

test('a call that needs more scopes requires a manual step-up, keeps the granted scopes, and is not resent', async () => {
  const server = await addSignedIn();
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });
  expect(await desk.call(server, 'add_note', { note: 'one' })).toMatchObject({ outcome: 'sign_in' });
  await until(server, 'needed');
  expect((await desk.server(server)).signIn).toMatchObject({ scopes: ['write'] });
  const page = await begin(server);
  expect(new URL(page).searchParams.get('scope')).toBe('read write');
  await fetch(await decide(page));
  await until(server, 'signed_in');
  expect((await desk.server(server)).signIn.scopes).toEqual(['read', 'write']);
  expect((await desk.rows('tool:add_note')).length).toBe(1);
  expect(await desk.call(server, 'add_note', { note: 'one' })).toMatchObject({
    outcome: 'answered',
    headline: '2 notes',
  });
});

test('a refused token is renewed once, and if that does not help a sign-in is needed', async () => {
  const server = await addSignedIn('expired-tokens');
  await desk.call(server, 'list_notes');
  await expect.poll(async () => (await desk.server(server)).signIn.words).toContain('renewed');
  await desk.call(server, 'list_notes');
  await until(server, 'needed');
  const renewed = (await desk.rows()).filter(({ headline }) => headline === 'Sign-in: token renewed');
  expect(renewed.length).toBe(1);
});

const renewals = async () => (await desk.rows()).filter(({ headline }) => headline === 'Sign-in: token renewed').length;

test('a late refusal of a call from before the sign-in does not renew the new token', async () => {
  const server = await desk.addRefused(tools);
  await tools.fault('hold-refusals');
  const held = desk.call(server, 'add_note', { note: 'one' });
  await fetch(await decide(await begin(server)));
  await until(server, 'signed_in');
  await tools.fault('');
  expect(await held).toMatchObject({ outcome: 'sign_in' });
  // Its token would be the renewed one.
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });
  expect(await state(server)).toBe('signed_in');
  expect(await renewals()).toBe(0);
});

test('a late refusal of the old token does not require sign-in after a renewal', async () => {
  const server = await addSignedIn();
  await tools.fault('expired-tokens,hold-refusals');
  const held = desk.call(server, 'add_note', { note: 'one' });
  await desk.call(server, 'list_notes');
  await expect.poll(async () => (await desk.server(server)).signIn.words).toContain('renewed');
  await tools.fault('');
  expect(await held).toMatchObject({ outcome: 'sign_in' });
  expect(await state(server)).toBe('signed_in');
  expect(await renewals()).toBe(1);
});

test('a token that is about to expire is renewed before it is used', async () => {
  const server = await addSignedIn('short-tokens');
  await tools.fault('');
  const before = (await desk.server(server)).signIn.expiresAt ?? 0;
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });
  const renewed = (await desk.rows()).filter(({ headline }) => headline === 'Sign-in: token renewed');
  expect(renewed.length).toBe(1);
  expect((await desk.server(server)).signIn.expiresAt).toBeGreaterThan(before + 1_000_000);
});

test('a sample that Misfire starts can be signed in to while it runs', async () => {
  const sample = findSample('gatehouse')!;
  const server = await desk.add(sample);
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'sign_in' });
  await fetch(await decide(await begin(server)));
  await until(server, 'signed_in');
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });
  await desk.inspector.api.disconnect({ server });
  expect(await desk.inspector.api.signIn({ server })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('only while it is connected') },
  });
});

test('a sign-in times out after five minutes', async () => {
  const server = await desk.addRefused(tools);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await begin(server);
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(await state(server)).toBe('waiting');
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await until(server, 'failed');
  expect((await desk.server(server)).signIn.words).toBe('Signing in failed. The sign-in timed out after 5 minutes.');
  expect(await desk.rows()).toContainEqual(expect.objectContaining({ headline: 'Stopped waiting' }));
});

test('a refused renewal is a readable row', async () => {
  const server = await addSignedIn('refuse-refresh');
  await desk.call(server, 'list_notes');
  await until(server, 'needed');
  const row = (await desk.rows()).find(({ headline }) => headline === 'Sign-in: renewal refused — invalid_grant');
  const detail = await desk.detail(row!.id);
  expect(detail.failure).toMatchObject({ class: 'unauthorized', codeName: 'invalid_grant', dialect: { id: 'oauth' } });
  expect(detail.events[0]?.http?.requestBody).toContain('refresh_token=‹hidden›');
});

test('a manually registered client needs no registration; its secret is stored separately', async () => {
  await tools.fault('no-registration');
  const server = await desk.add({
    name: 'gate',
    transport: http(tools.url),
    signIn: { clientId: 'gatehouse-by-hand', clientSecret: 'gatehouse-made-up-secret' },
    secrets: ['clientSecret'],
  });
  await desk.call(server, 'list_notes');
  await fetch(await decide(await begin(server)));
  await until(server, 'signed_in');
  expect(await desk.call(server, 'list_notes')).toMatchObject({ outcome: 'answered' });
  await desk.inspector.close();
  expect(desk.kept(['secrets.json'])).not.toContain('gatehouse-made-up-secret');
  await desk.open();
});

test('sign-in does not apply to stdio, and a removed server leaves no token', async () => {
  const server = await addSignedIn();
  await desk.inspector.api.removeServer({ server });
  expect(JSON.parse(readFileSync(join(desk.folder, 'secrets.json'), 'utf8')).secrets).toEqual({});
  const added = await desk.inspector.api.addServer({
    config: { name: 'pipe', callTimeoutMs: 1000, transport: { kind: 'stdio', command: 'x', args: [], env: {} } },
    connect: false,
  });
  expect(await desk.inspector.api.signIn({ server: added.ok ? added.value.server : '' })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
});

test('a token is not sent to another origin', async () => {
  const server = await addSignedIn();
  const second = await desk.add({ name: 'other', transport: http(all.url) });
  expect((await desk.server(second)).state).toBe('failed');
  // The same server in Misfire, now at another address.
  await desk.inspector.close();
  const list = join(desk.folder, 'servers.json');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(tools.url, all.url));
  await desk.open();
  await desk.inspector.api.connect({ server });
  for (const id of [second, server]) {
    const row = (await desk.rows()).findLast((row) => row.server === id && row.method === 'initialize');
    const exchange = (await desk.detail(row!.id)).events.find((event) => event.http);
    expect(exchange?.http?.status).toBe(401);
    expect(exchange?.http?.requestHeaders.some(([name]) => name === 'authorization')).toBe(false);
  }
});
