// HTTP faults: statuses, headers, bodies that are not JSON-RPC, streams and connections that break.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../shared/json/json.ts';
import { answer, messagesFor, progressNotes, words } from '../faulty/answers.ts';
import type { Order } from '../faulty/menu.ts';
import { rpcError, sendJson } from '../loopback.ts';
import { createRateGate } from '../rate-gate.ts';

interface FaultyExchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The call reached the address that `redirect` leads to. */
  moved: boolean;
  endSession(): void;
}

const gate = createRateGate();

export async function serveFault(order: Order, exchange: FaultyExchange): Promise<void> {
  const { request, response } = exchange;
  const good = answer(order.id, words('All is well.'));
  const metadata = `http://${request.headers.host}/.well-known/oauth-protected-resource/mcp`;

  switch (order.name) {
    case 'hang':
      return;
    case 'rate_limited_seconds': {
      const wait = gate.knock(order.name, () => order.number('seconds') * 1000);
      if (wait === 0) return json(response, good);
      return plain(response, 429, 'Too many requests', { 'retry-after': String(Math.ceil(wait / 1000)) });
    }
    case 'rate_limited_date': {
      // An HTTP date has whole seconds (RFC 9110, 5.6.7), so the limit ends on one.
      const wait = gate.knock(order.name, () => {
        const end = Date.now() + order.number('seconds') * 1000;
        return Math.ceil(end / 1000) * 1000 - Date.now();
      });
      if (wait === 0) return json(response, good);
      const end = new Date(Math.round((Date.now() + wait) / 1000) * 1000);
      return plain(response, 429, 'Too many requests', { 'retry-after': end.toUTCString() });
    }
    case 'rate_limit_headers': {
      const seconds = order.number('seconds');
      const wait = Math.ceil(gate.knock(`${order.name} ${order.word('style')}`, () => seconds * 1000) / 1000);
      if (wait === 0) return json(response, good);
      const current = { 'ratelimit-policy': `"burst";q=1;w=${seconds}`, ratelimit: `"burst";r=0;t=${wait}` };
      const older = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(wait) };
      return plain(response, 429, 'Too many requests', order.word('style') === 'older' ? older : current);
    }
    case 'problem_json':
      return send(response, 422, 'application/problem+json', JSON.stringify(problem));
    case 'unauthorized':
      return send(response, 401, 'application/json', '{"error":"invalid_token"}', {
        'www-authenticate': `Bearer resource_metadata="${metadata}", error="invalid_token", error_description="The token has expired"`,
      });
    case 'insufficient_scope':
      return send(response, 403, 'application/json', '{"error":"insufficient_scope"}', {
        'www-authenticate': `Bearer error="insufficient_scope", scope="files:read files:write", resource_metadata="${metadata}"`,
      });
    case 'session_gone':
      exchange.endSession();
      return sendJson(response, { status: 404, body: rpcError(-32001, 'Session not found') });
    case 'html_500':
      return send(response, 500, 'text/html', '<!doctype html><title>500</title><h1>Internal Server Error</h1>\n');
    case 'plain_503':
      return plain(response, 503, 'Service temporarily unavailable');
    case 'login_page':
      return send(response, 200, 'text/html', '<!doctype html><title>Sign in</title><form>Password: <input></form>\n');
    case 'broken_json':
      return send(response, 200, 'application/json', JSON.stringify(good).slice(0, -20));
    case 'accepted_request':
      return void response.writeHead(202).end();
    case 'redirect':
      if (exchange.moved) return json(response, good);
      return void response.writeHead(307, { location: order.word('location') }).end();
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case 'cut_stream':
      openStream(response);
      await write(response, ': the answer will not come\n\n');
      return void response.destroy();
    case 'cut_event':
      openStream(response);
      await write(response, `event: message\ndata: ${JSON.stringify(good).slice(0, 40)}`);
      return void response.destroy();
    case 'late':
      // The headers come at once, the body does not.
      openStream(response);
      await write(response, ': working on it\n\n');
      await sleep(order.number('ms'));
      return stream(response, messagesFor(order)!);
    case 'slow_headers':
      await sleep(order.number('ms'));
      break;
    case 'progress':
      openStream(response);
      for (const note of progressNotes(order)) {
        await write(response, event(note));
        await sleep(order.number('ms'));
      }
      return stream(response, messagesFor(order)!);
    case 'duplicate_answer':
      openStream(response);
      return stream(response, messagesFor(order)!);
  }
  json(response, messagesFor(order)![0]!);
}

/** RFC 9457, with the `errors` extension of its section 3. */
const problem = {
  type: 'https://example.com/problems/validation',
  title: 'Your request is not valid',
  status: 422,
  detail: 'The age must be a positive whole number',
  instance: '/requests/4711',
  errors: [{ detail: 'must be a positive integer', pointer: '#/age' }],
};

function send(response: ServerResponse, status: number, type: string, body: string, headers = {}): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}
const plain = (response: ServerResponse, status: number, body: string, headers = {}): void =>
  send(response, status, 'text/plain', `${body}\n`, headers);
const json = (response: ServerResponse, message: JsonObject): void =>
  send(response, 200, 'application/json', JSON.stringify(message));

const event = (message: JsonObject): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
}
function stream(response: ServerResponse, messages: JsonObject[]): void {
  for (const message of messages) response.write(event(message));
  response.end();
}
/** Resolves when the bytes were sent, so that a cut comes after them. */
const write = (response: ServerResponse, text: string): Promise<void> =>
  new Promise((resolve) => response.write(text, () => resolve()));
