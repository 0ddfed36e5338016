// The faulty HTTP server: status, headers and bodies of each fault, as a bare client sees them.

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { menu } from '../faulty/menu.ts';
import { type HttpPeer, startHttp } from '../testing/peer.ts';

let peer: HttpPeer;
beforeAll(async () => {
  peer = await startHttp('faulty-http');
});
afterAll(async () => {
  expect(await peer.stop()).toEqual({ code: 0, signal: null });
});

const good = { result: { content: [{ type: 'text', text: 'All is well.' }] } };
const order = (name: string, args: JsonObject = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: 'p' } },
});
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the tool list', async () => {
  const { tools } = (await peer.request('tools/list')).result as { tools: { name: string }[] };
  expect(tools.map((tool) => tool.name)).toEqual(
    menu.filter((fault) => (fault.on as readonly string[]).includes('http')).map((fault) => fault.name),
  );
});

test.each<[name: string, status: number, headers: Record<string, RegExp>, body: RegExp]>([
  ['problem_json', 422, { 'content-type': /^application\/problem\+json$/ }, /"pointer":"#\/age"/],
  [
    'unauthorized',
    401,
    {
      'www-authenticate':
        /^Bearer resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource/,
    },
    /invalid_token/,
  ],
  ['insufficient_scope', 403, { 'www-authenticate': /^Bearer error="insufficient_scope", scope="/ }, /insufficient/],
  ['html_500', 500, { 'content-type': /^text\/html$/ }, /<h1>/],
  ['plain_503', 503, { 'content-type': /^text\/plain$/ }, /^Service/],
  ['login_page', 200, { 'content-type': /^text\/html$/ }, /Sign in/],
  ['accepted_request', 202, {}, /^$/],
  ['redirect', 307, { location: /^\/moved$/ }, /^$/],
  ['empty_error', 200, { 'content-type': /^application\/json$/ }, /"content":\[\],"isError":true/],
  ['unflagged', 200, {}, /success/],
  ['schema_break', 200, {}, /"temperature":"warm"/],
  ['result_and_error', 200, {}, /"result".*"error"/],
  ['wrong_id', 200, {}, /"id":1000007/],
  ['duplicate_answer', 200, { 'content-type': /^text\/event-stream$/ }, /^(event: message\ndata: .*"id":7.*\n\n){2}$/],
  ['slow_headers', 200, {}, /All is well/],
  ['late', 200, { 'content-type': /^text\/event-stream$/ }, /^: working on it\n\nevent: message/],
  ['progress', 200, { 'content-type': /^text\/event-stream$/ }, /("progressToken":"p"[\s\S]*){2}All is well/],
])('%s is %i', async (name, status, headers, body) => {
  const response = await peer.post(order(name, { ms: 10, steps: 2 }));
  expect(response.status).toBe(status);
  for (const [header, value] of Object.entries(headers)) expect(response.headers.get(header)).toMatch(value);
  expect(await response.text()).toMatch(body);
});

test.concurrent.each<[name: string, args: JsonObject, header: string, value: RegExp]>([
  ['rate_limited_seconds', { seconds: 1 }, 'retry-after', /^1$/],
  ['rate_limit_headers', { seconds: 1 }, 'ratelimit', /^"burst";r=0;t=1$/],
  ['rate_limit_headers', { seconds: 1, style: 'older' }, 'x-ratelimit-reset', /^1$/],
])('%s %j is 429 with %s, until that time', async (name, args, header, value) => {
  const limited = await peer.post(order(name, args));
  expect(limited.status).toBe(429);
  expect(limited.headers.get(header)).toMatch(value);
  await wait(1000);
  expect(await peer.call(name, args)).toMatchObject(good);
});

test.concurrent('a date in Retry-After is when it works again', async () => {
  const limited = await peer.post(order('rate_limited_date', { seconds: 1 }));
  expect(limited.status).toBe(429);
  const date = limited.headers.get('retry-after')!;
  expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  await wait(Date.parse(date) - Date.now() + 5);
  expect(await peer.call('rate_limited_date')).toMatchObject(good);
  const held = async () => (await peer.post(order('rate_limited_date', { seconds: 600 }))).headers.get('retry-after');
  const first = await held();
  expect(first).toMatch(/GMT$/);
  expect(await held()).toBe(first);
});

test.each(['cut_stream', 'cut_event'])('%s breaks off before the response', async (name) => {
  const response = await peer.post(order(name));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
  })();
  await expect(reading).rejects.toThrow();
  expect(text).toMatch(name === 'cut_event' ? /^event: message\ndata: \{"jsonrpc"[^\n]*$/ : /^: .*\n\n$/);
});

test('a reset connection gives no response at all', async () => {
  await expect(peer.post(order('reset'))).rejects.toThrow();
});

test('a body that stops in the middle', async () => {
  await expect(peer.post(order('broken_json')).then((response) => response.json())).rejects.toThrow(SyntaxError);
});

test('hang never responds, while others are served', async () => {
  const pending = peer.post(order('hang')).then(
    () => 'answered',
    () => 'cut',
  );
  expect(await peer.call('ok')).toMatchObject(good);
  expect(await Promise.race([pending, wait(100).then(() => 'silent')])).toBe('silent');
});

test('huge', async () => {
  expect((await (await peer.post(order('huge', { megabytes: 3 }))).text()).length).toBeGreaterThan(3 * 1024 * 1024);
});

test('a redirect leads to a response', async () => {
  const location = (await peer.post(order('redirect'))).headers.get('location')!;
  const again = await peer.post(order('redirect'), {}, new URL(location, peer.url).href);
  expect(await again.json()).toMatchObject(good);
});

test('a foreign Host is refused, and so is a foreign Origin', async () => {
  const statusWith = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      httpRequest(peer.url, { method: 'POST', headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end('{}');
    });
  expect(await statusWith({ host: 'attacker.test' })).toBe(403);
  expect(await statusWith({ origin: 'http://attacker.test' })).toBe(403);
});

test('a session that is gone stays gone', async () => {
  const gone = await startHttp('faulty-http');
  const first = await gone.post(order('session_gone'));
  expect([first.status, await first.json()]).toMatchObject([404, { error: { code: -32001 } }]);
  expect((await gone.post(order('ok'))).status).toBe(404);
  gone.child.kill('SIGTERM');
  expect(await gone.ended).toEqual({ code: 0, signal: null });
});
