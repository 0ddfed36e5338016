// Refusals that end a sign-in, each with a readable reason and a row in the log.

import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Desk, decide, type RunningSample, startGatehouse } from '../testing/signing-in.ts';
import { offeredPage } from './offered-pages.ts';

let desk: Desk;
let tools: RunningSample;

beforeAll(async () => {
  tools = await startGatehouse();
});
afterAll(() => tools.stop());
beforeEach(async () => {
  desk = await new Desk().open();
});
afterEach(() => desk.close());

const begin = (server: string) => desk.beginSignIn(server);
const state = (server: string) => desk.signInState(server);
const until = (server: string, wanted: string) => expect.poll(() => state(server), { interval: 10 }).toBe(wanted);

test.each([
  ['refuse-registration', 'Sign-in: registration refused — invalid_client_metadata', 'registered by hand'],
  ['no-registration', 'Sign-in: bad authorization server', 'does not let clients register themselves'],
  ['no-pkce', 'Sign-in: bad authorization server', 'PKCE'],
  ['broken-metadata', 'Sign-in: bad authorization server', 'not JSON'],
  ['script-page', 'Sign-in: bad authorization server', 'authorization_endpoint'],
  ['wrong-resource', 'Sign-in: no resource metadata', 'for another server, https://elsewhere.example/mcp'],
  ['far-server', 'Sign-in: address refused', '169.254.169.254, which is link-local'],
])('%s ends the sign-in with a reason and a row', async (fault, headline, reason) => {
  const server = await desk.addRefused(tools, fault);
  const answer = await desk.inspector.api.signIn({ server });
  expect(answer).toMatchObject({ ok: true, value: { state: 'failed', words: expect.stringContaining(reason) } });
  const row = (await desk.rows()).findLast(({ kind }) => kind === 'http');
  expect(row?.headline.replace(/ \(.*$/, '')).toBe(headline);
  expect((await desk.detail(row!.id)).failure?.explanation).toContain(reason);
});

test('a refused code names the step, and the secrets of the exchange are masked', async () => {
  const server = await desk.addRefused(tools, 'refuse-code');
  await fetch(await decide(await begin(server)));
  await until(server, 'failed');
  expect((await desk.server(server)).signIn.words).toBe(
    'Signing in failed. Asking for the token was refused with HTTP 400, invalid_grant: The code is used up.',
  );
  const row = (await desk.rows()).findLast(({ headline }) => headline.startsWith('Sign-in'));
  expect(row).toMatchObject({ kind: 'http', headline: 'Sign-in: token refused — invalid_grant', method: 'POST' });
  const { events } = await desk.detail(row!.id);
  expect(events[0]?.http?.requestBody).toMatch(/code=‹hidden›&code_verifier=‹hidden›&redirect_uri=http/);
  expect(events[0]?.text).toContain('invalid_grant');
});

test('a response from another issuer is refused before its code is used', async () => {
  const server = await desk.addRefused(tools, 'wrong-iss');
  const page = await fetch(await decide(await begin(server)));
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('is from https://elsewhere.example');
  await until(server, 'failed');
  const steps = (await desk.rows()).map(({ headline }) => headline);
  expect(steps).toContainEqual(expect.stringContaining('Sign-in: not approved'));
  expect(steps.some((words) => words.includes('token'))).toBe(false);
});

test('a refusal by the user ends the sign-in', async () => {
  const server = await desk.addRefused(tools);
  await fetch(await decide(await begin(server), 'deny'));
  await until(server, 'failed');
  expect((await desk.server(server)).signIn.words).toContain('access_denied: The person said no');
  const headlines = (await desk.rows()).map(({ headline }) => headline);
  expect(headlines).toContain('Sign-in: not approved — access_denied');
});

test('the callback accepts one response with the right state, for its own host name only', async () => {
  const server = await desk.addRefused(tools);
  const page = await begin(server);
  const good = new URL(await decide(page));
  const wrongState = new URL(good);
  wrongState.searchParams.set('state', 'x'.repeat(43));
  expect((await fetch(wrongState)).status).toBe(400);
  const none = new URL(good);
  none.searchParams.delete('state');
  expect((await fetch(none)).status).toBe(400);
  expect(await statusWithHost(good, 'attacker.test')).toBe(403);
  expect(await statusWithHost(good, `localhost:${good.port}`)).toBe(403);
  expect((await fetch(new URL('/', good))).status).toBe(404);
  expect((await fetch(good, { method: 'POST' })).status).toBe(405);
  expect(await state(server)).toBe('waiting');
  expect((await fetch(good)).status).toBe(200);
  await until(server, 'signed_in');
  // Used once; by now the listener is closed.
  await expect(fetch(good).then(({ status }) => status)).rejects.toThrow();
  const refused = (await desk.rows()).filter(({ headline }) => headline.startsWith('Sign-in: not approved'));
  expect(refused.length).toBe(2);
});

test('canceling ends the wait, closes the callback and is a row; until then only that page may be opened', async () => {
  const server = await desk.addRefused(tools);
  const page = await begin(server);
  const back = new URL(new URL(page).searchParams.get('redirect_uri')!);
  expect(await offeredPage(desk.inspector, page)).toBe(page);
  expect(await offeredPage(desk.inspector, 'https://example.com/')).toBeNull();
  await desk.inspector.api.cancelSignIn({ server });
  expect(await offeredPage(desk.inspector, page)).toBeNull();
  expect(await state(server)).toBe('needed');
  await vi.waitFor(() => expect(fetch(back)).rejects.toThrow());
  const givenUp = { headline: 'Canceled', detail: 'Sign-in: Sign-in canceled.' };
  expect(await desk.rows()).toContainEqual(expect.objectContaining(givenUp));
});

function statusWithHost(url: URL, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', reject);
    sending.end();
  });
}
