import { describe, expect, it } from 'vitest';
import {
  brief,
  type EventDraft,
  error,
  http,
  into,
  life,
  out,
  pair,
  request,
  result,
  stderr,
} from './event-fixtures.ts';

describe('HTTP', () => {
  const call = out({ jsonrpc: '2.0', id: 1, method: 'ping' }, { via: 1 });
  const answer = into({ jsonrpc: '2.0', id: 1, result: {} }, { via: 1 });
  const nullError = into({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no session' } }, { via: 1 });
  const notice = out({ jsonrpc: '2.0', method: 'notifications/initialized' }, { via: 1 });
  const made = into(
    { id: 1, error: { code: -32000, message: 'The server sent no response.' } },
    { via: 1, madeBy: 'bridge' },
  );
  const cases: [string, EventDraft[], string[]][] = [
    [
      'a page that the bridge answered for: the page counts',
      [call, http(200, { id: 1, body: '<html>' }), made],
      ['call | http_failure | HTTP failure (HTTP) |  | 1,2,3'],
    ],
    [
      'a request that was accepted and never answered, but for the bridge',
      [call, http(202, { id: 1 }), made],
      ['call | unanswered | Never answered |  | 1,2,3'],
    ],
    [
      'a response that comes after that of the bridge',
      [call, http(202, { id: 1 }), made, answer],
      ['call | answered | Alive |  | 1,2,3,4'],
    ],
    [
      'an answer of the bridge to what was no message',
      [out('garbage'), into({ id: null, error: { code: -32700, message: 'Not JSON' } }, { madeBy: 'bridge' })],
      ['noise | – | Not JSON sent |  | 1', 'orphan | – | Answered by Misfire’s bridge |  | 2'],
    ],
    ['a good call', [call, http(200, { id: 1 }), answer], ['call | answered | Alive |  | 1,2,3']],
    [
      'a refusal in plain text',
      [call, http(503, { id: 1, body: 'down' })],
      ['call | http_failure | HTTP failure (HTTP) |  | 1,2'],
    ],
    [
      'a page instead of an answer',
      [call, http(200, { id: 1, body: '<html>' })],
      ['call | http_failure | HTTP failure (HTTP) |  | 1,2'],
    ],
    [
      'no answer at all',
      [call, http(null, { id: 1, error: 'ECONNREFUSED: refused' })],
      ['call | http_failure | HTTP failure (HTTP) |  | 1,2'],
    ],
    [
      '401',
      [call, http(401, { id: 1, body: '{"error":"invalid_token"}' })],
      ['call | sign_in | HTTP failure (HTTP) |  | 1,2'],
    ],
    ['401 without a body', [call, http(401, { id: 1 })], ['call | sign_in | HTTP failure (HTTP) |  | 1,2']],
    [
      '403 with a challenge',
      [call, http(403, { id: 1, body: 'x', headers: { 'www-authenticate': 'Bearer' } })],
      ['call | sign_in | HTTP failure (HTTP) |  | 1,2'],
    ],
    ['403 without', [call, http(403, { id: 1, body: 'x' })], ['call | http_failure | HTTP failure (HTTP) |  | 1,2']],
    [
      'a JSON-RPC error with a status',
      [call, http(400, { id: 1 }), error(1)],
      ['call | rpc_error | Bad arguments (HTTP) |  | 1,2,3'],
    ],
    [
      'a JSON-RPC error with 401',
      [call, http(401, { id: 1 }), error(1)],
      ['call | sign_in | Bad arguments (HTTP) |  | 1,2,3'],
    ],
    [
      'an error without an id, by its exchange',
      [call, http(404, { id: 1 }), nullError],
      ['call | rpc_error | Bad arguments (HTTP) |  | 1,2,3'],
    ],
    [
      'the same, exchange not numbered',
      [request(1), http(404, { id: 1, exchange: 7 }), error(null)],
      ['call | rpc_error | Bad arguments (HTTP) |  | 1,2,3'],
    ],
    [
      'a stream that ended too early',
      [call, http(200, { id: 1 }), life('stream_opened', { via: 1 }), life('stream_ended', { via: 1, clean: false })],
      ['call | unanswered | Never answered |  | 1,2,3,4'],
    ],
    [
      '… and an answer on the resumed one',
      [call, http(200, { id: 1 }), life('stream_ended', { via: 1 }), result(1, {})],
      ['call | answered | Alive |  | 1,2,3,4'],
    ],
    [
      'a stream that will be resumed',
      [
        call,
        http(200, { id: 1 }),
        into({ method: 'notifications/message', params: {} }, { via: 1, sse: { id: 'e1' } }),
        life('stream_ended', { via: 1 }),
      ],
      ['call | – | Waiting, stream ended |  | 1,2,4', 'notification | – | log |  | 3'],
    ],
    [
      '… and was not, by the id of the call',
      [call, http(200, { id: 1 }), http(200, { exchange: 2, method: 'GET' }), life('stream_ended', { via: 2, id: 1 })],
      ['call | unanswered | Never answered |  | 1,2,4', 'http | – | HTTP 200 |  | 3'],
    ],
    [
      'an empty answer',
      [call, http(200, { id: 1, endedAt: 5 }), stderr('next')],
      ['call | http_failure | HTTP failure (HTTP) |  | 1,2', 'stderr | – | stderr |  | 3'],
    ],
    [
      'an answer that broke off',
      [call, http(200, { id: 1, error: 'ECONNRESET: reset' })],
      ['call | http_failure | HTTP failure (HTTP) |  | 1,2'],
    ],
    [
      'a redirect on the way',
      [call, http(307, { headers: { location: '/b' } }), http(200, { id: 1, exchange: 2, endedAt: 5 }), answer],
      ['call | answered | Alive |  | 1,2,3,4'],
    ],
    [
      'a POST that closing broke off',
      [notice, life('closed', { closedBy: 'us' }), http(null, { error: 'ABORTED: closed' })],
      ['notification | – | Client says it is ready |  | 1,3', 'life | – | Closed |  | 2'],
    ],
    [
      'a stream that ended after the answer',
      [call, http(200, { id: 1 }), answer, life('stream_ended', { via: 1 })],
      ['call | answered | Alive |  | 1,2,3,4'],
    ],
    ['202 to a notification', [notice, http(202)], ['notification | – | Client says it is ready |  | 1,2']],
    [
      '202, exchange not numbered',
      [out({ method: 'notifications/initialized' }), http(202, { exchange: 5 })],
      ['notification | – | Client says it is ready |  | 1,2'],
    ],
    [
      'a notification refused',
      [notice, http(400, { body: 'no' })],
      ['notification | – | Client says it is ready |  | 1', 'http | – | HTTP failure (HTTP) |  | 2'],
    ],
    [
      'the stream of the server',
      [
        http(200, { method: 'GET', headers: { 'content-type': 'text/event-stream' } }),
        life('stream_opened', { via: 1 }),
        life('sse_comment', { via: 1 }),
        life('stream_ended', { via: 1, clean: true }),
      ],
      ['http | – | Stream ended |  | 1,2,3,4'],
    ],
    ['no stream offered', [http(405, { method: 'GET' })], ['http | – | No stream offered |  | 1']],
    [
      'no stream offered, in JSON-RPC words',
      [http(405, { method: 'GET' }), nullError],
      ['http | – | No stream offered |  | 1,2'],
    ],
    [
      'a notification refused in JSON-RPC words',
      [notice, http(400), nullError],
      ['notification | – | Client says it is ready |  | 1', 'http | – | Bad arguments (HTTP) |  | 2,3'],
    ],
    ['the end of a session', [http(204, { method: 'DELETE' })], ['http | – | Session ended |  | 1']],
    ['the end of a lost session', [http(404, { method: 'DELETE' })], ['http | – | Session was already over |  | 1']],
    [
      'JSON-RPC left on the line',
      [call, http(200, { id: 1, body: '{"jsonrpc":"2.0","id":1,"result":{}}' })],
      ['call | answered | Alive |  | 1,2'],
    ],
    [
      'an event stream left on the line',
      [
        call,
        http(200, { id: 1, body: 'id: 7\ndata: \n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n' }),
      ],
      ['call | answered | Alive |  | 1,2'],
    ],
    [
      'a batch refused as a whole',
      [
        out(
          [
            { jsonrpc: '2.0', id: 1, method: 'ping' },
            { jsonrpc: '2.0', id: 2, method: 'ping' },
          ],
          { via: 1 },
        ),
        http(400),
        nullError,
      ],
      ['call | rpc_error | Bad arguments (HTTP) |  | 1,2,3', 'call | rpc_error | Bad arguments (HTTP) |  | 1,2,3'],
    ],
  ];
  it.each(cases)('%s', (_name, drafts, expected) => expect(brief(drafts)).toEqual(expected));

  it('calls the decoder once per ending', () => {
    let asked = 0;
    const decode = () => {
      asked += 1;
      return null;
    };
    pair([call, http(200, { id: 1, endedAt: 5 }), answer], { decode });
    expect(asked).toBe(1);
  });
});
