import { expect, test } from 'vitest';
import { readCapture } from '../../capture/capture.ts';
import { Pairing } from '../../exchange/pairing.ts';
import { writeEvent, writeHeader } from '../../formats/write-capture.ts';
import type { HttpEvent, HttpExchange } from '../../wire.ts';
import { decode } from '../decode.ts';

const http = (more: Partial<HttpExchange>): HttpExchange => ({
  exchange: 1,
  method: 'POST',
  url: 'https://as.example/token',
  status: 400,
  requestHeaders: {},
  headers: { 'content-type': 'application/json' },
  startedAt: 1000,
  endedAt: 1010,
  step: 'token',
  ...more,
});
const context = { server: 'notes', receivedAt: 0 };
const read = (more: Partial<HttpExchange>) => decode({ http: http(more) }, context);

test('a refused step adds its own sentence to the OAuth error', () => {
  const failure = read({ body: '{"error":"invalid_grant","error_description":"The code is used up"}' });
  expect(failure).toMatchObject({
    title: 'Sign-in: token refused — invalid_grant',
    explanation:
      'Misfire asked for a token with the code that the browser brought, but the answer was HTTP 400: The code is used up.',
    class: 'unauthorized',
    code: 400,
    codeName: 'invalid_grant',
    origin: 'wire',
    dialect: { id: 'oauth' },
  });
  // An authorization server's wording shows nothing about the MCP server.
  expect(failure?.dialect.marks).toBeUndefined();
});

test.each<[Partial<HttpExchange>, string, string]>([
  [
    { step: 'registration', body: '{"error":"invalid_redirect_uri"}' },
    'Sign-in: registration refused — invalid_redirect_uri',
    'wire',
  ],
  [{ status: 502, body: '<html>Bad gateway</html>' }, 'Sign-in: token refused', 'wire'],
  [{ status: null, error: 'ECONNREFUSED: Nothing is listening at as.example.' }, 'Sign-in: no answer', 'http'],
  [{ status: null, error: 'BLOCKED: x names 10.0.0.1.', step: 'server_metadata' }, 'Sign-in: address refused', 'local'],
  [
    { status: 200, step: 'server_metadata', problem: 'The answer is not JSON.' },
    'Sign-in: bad authorization server',
    'local',
  ],
  [
    { step: 'authorization', url: 'http://127.0.0.1:1/callback?error=access_denied', problem: 'It said no.' },
    'Sign-in: not approved — access_denied',
    'wire',
  ],
  [{ step: 'refresh', body: '{"error":"invalid_grant"}' }, 'Sign-in: renewal refused — invalid_grant', 'wire'],
  [{ step: 'revocation', status: 503 }, 'Sign-out: revocation refused', 'wire'],
])('%o is %s', (more, title, origin) => {
  expect(read(more)).toMatchObject({ title, origin });
});

test('a successful step is not a failure', () => {
  expect(read({ status: 200, body: '{"access_token":"‹hidden›"}' })).toBeNull();
  expect(read({ status: 200, step: 'authorization' })).toBeNull();
});

test('rows show the result of a step, and a capture contains all of it', () => {
  const event: HttpEvent = {
    lane: 'http',
    at: 1010,
    server: 'notes',
    epoch: 7,
    http: http({ status: 200, problem: 'It is not JSON.', requestBody: 'grant_type=x&code=‹hidden›', body: 'no' }),
  };
  const text = [writeHeader(0), writeEvent(event, 0)].join('\n');
  const [entry] = readCapture(text).entries;
  expect(entry?.event).toEqual(event);
  const pairing = new Pairing({ decode: (account, given) => decode(account, given) });
  const steps: Partial<HttpExchange>[] = [
    { status: 404, step: 'resource_metadata', method: 'GET', url: 'https://x/.well-known/oauth-protected-resource' },
    { status: 200, step: 'registration', body: '{}' },
    { problem: 'It is not JSON.', status: 200, step: 'token', body: 'no' },
  ];
  for (const [index, step] of steps.entries()) {
    pairing.take({ event: { ...event, seq: index + 1, http: http({ ...step, exchange: index + 1 }) } });
  }
  expect(pairing.drain().map(({ row }) => [row.headline, row.failure !== null])).toEqual([
    ['Sign-in: nothing there', false],
    ['Sign-in: registered', false],
    ['Sign-in: token refused', true],
  ]);
});
