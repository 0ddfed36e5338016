// A known secret value never reaches the log, in any form it comes back in, and the messages stay valid.

import { expect, it } from 'vitest';
import type { TransportEvent } from '../../transports/transport.ts';
import { HiddenValues } from './hide-values.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

function recorded(hidden: HiddenValues, event: Partial<TransportEvent>): TransportEvent {
  const events: TransportEvent[] = [];
  hidden.pass((some) => void events.push(...some))([{ at: 1, ...event } as TransportEvent]);
  return events[0] as TransportEvent;
}

const saying = (hidden: HiddenValues, text: string, lane: 'in' | 'out' | 'err' = 'in'): string =>
  (recorded(hidden, { lane, text }) as { text: string }).text;

const secret = 'p@ss wörd/"quoted"-9';
const forms: [name: string, write: (it: string) => string][] = [
  ['bare', (it) => `you sent ${it}!`],
  ['in JSON', (it) => JSON.stringify({ echo: it })],
  ['in JSON in JSON', (it) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ it }) }) })],
  [
    'in escapes',
    (it) => `{"a":"${[...it].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
  ],
  ['percent', (it) => `https://x/?q=${encodeURIComponent(it)}`],
  ['percent twice', (it) => encodeURIComponent(encodeURIComponent(it))],
  ['form', (it) => `a=${encodeURIComponent(it).replaceAll('%20', '+')}`],
  ['hex', (it) => bytes(it).toString('hex')],
  ['HEX', (it) => bytes(it).toString('hex').toUpperCase()],
  ['base64', (it) => bytes(it).toString('base64')],
  ['base64, one later', (it) => bytes(`a${it}zz`).toString('base64')],
  ['base64url, two later', (it) => bytes(`ab${it}z`).toString('base64url')],
  [
    'base64 of bytes',
    (it) => Buffer.concat([Buffer.from([0, 255, 1]), bytes(it), Buffer.from([0])]).toString('base64'),
  ],
  ['HTML', (it) => it.replaceAll('"', '&quot;')],
];

it.each(forms)('%s', (_name, write) => {
  const shown = saying(new HiddenValues({ secrets: [secret], put: [] }), write(secret));
  expect(shown).toContain('‹hidden›');
  for (const [, form] of forms) expect(shown).not.toContain(form(secret).slice(3, -3));
});

it('with and without its scheme, and the password within', () => {
  const hidden = new HiddenValues({ secrets: ['Bearer tok-12345', `Basic ${btoa('ann:hunter-22')}`], put: [] });
  expect(saying(hidden, 'got tok-12345')).toBe('got ‹hidden›');
  expect(saying(hidden, 'ann gave hunter-22')).toBe('ann gave ‹hidden›');
});

it('a secret number becomes a string, so that the message can still be parsed', () => {
  const hidden = new HiddenValues({ secrets: ['48151623'], put: [] });
  expect(saying(hidden, '{"id":1,"result":{"pin":48151623}}')).toBe('{"id":1,"result":{"pin":"‹hidden›"}}');
});

it('a later token is hidden from then on', () => {
  const hidden = new HiddenValues({ secrets: [], put: [] });
  hidden.add('Bearer access-token-1');
  expect(saying(hidden, '{"error":{"code":1,"message":"bad access-token-1"}}')).not.toContain('access-token-1');
});

it('tokens that a server issues are not stored, and other messages stay byte for byte', () => {
  const hidden = new HiddenValues({ secrets: [], put: [] });
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxIn0'}.abcdefghijkl`;
  expect(saying(hidden, `{"text":"${jwt}"}`)).toBe('{"text":"‹hidden›"}');
  expect(saying(hidden, '{"access_token":"opaque-0001","n":1}')).toBe('{"access_token":"‹hidden›","n":1}');
  const plain = '{ "jsonrpc":"2.0","id":12345678901234567890,"error":{"code":1,"message":"The access_token expired"} }';
  expect(saying(hidden, plain)).toBe(plain);
});

it('a session id always has the same alias, and never appears itself', () => {
  const hidden = new HiddenValues({ secrets: [], put: [] });
  const id = '0b5cd2f1-6a0f-4a52-9d7b-7c2f4c1e9a10';
  const http = { exchange: 1, method: 'POST', url: `http://x/?sessionId=${id}`, status: 404, startedAt: 1 };
  const event = recorded(hidden, {
    lane: 'http',
    http: { ...http, requestHeaders: { 'mcp-session-id': id }, headers: {}, body: `no session ${id}` },
  } as Partial<TransportEvent>);
  const name = (event as { http: { requestHeaders: Record<string, string> } }).http.requestHeaders['mcp-session-id'];
  expect(name).toMatch(/^‹session [0-9a-f]{6}›$/);
  expect(JSON.stringify(event)).not.toContain(id);
  expect(saying(hidden, `gone: ${id}`, 'err')).toBe(`gone: ${name}`);
});
