// Reads whole response bodies up to the limit, and decides whether they are JSON-RPC messages.

import type { IncomingMessage } from 'node:http';
import { isObject, member, parseJson } from '../../shared/json/json.ts';
import { now } from './clock.ts';
import { inNextTurn } from './fair-turns.ts';
import { ByteHolder, type FramedText, isLong } from './line-framer.ts';
import { explainNetworkFailure } from './network-failure.ts';
import { messageLimit } from './transport.ts';

export interface Body {
  /** The received bytes, also before a failure. */
  framed: FramedText;
  empty: boolean;
  endedAt: number;
  error?: string;
}

/** Never rejects. Keeps the encoding: Misfire requests none, and decompressing an unrequested one can be a trap. */
export function readHttpBody(response: IncomingMessage, url: URL, limit: number = messageLimit): Promise<Body> {
  return new Promise((resolve) => {
    const holder = new ByteHolder(limit);
    let over = false;
    const finish = (error?: unknown) => {
      if (over) return;
      over = true;
      const empty = holder.length === 0;
      const why = error === undefined ? {} : { error: explainNetworkFailure(error, url) };
      const body = { framed: holder.take(), empty, endedAt: now(), ...why };
      if (isLong(body.framed)) inNextTurn(() => resolve(body));
      else resolve(body);
    };
    response.on('data', (chunk: Buffer) => holder.add(chunk));
    response.once('end', () => finish());
    response.on('error', finish);
    response.once('close', () => finish(connectionLost()));
  });
}

/** A response can also just stop: closed, with neither an end nor an error. */
export function connectionLost(): Error {
  return Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
}

/**
 * A successful body counts as JSON-RPC by any of its members, even if malformed. An error body must have the `jsonrpc` member.
 * `{"error":"invalid_token"}` is how OAuth and most web frameworks reject, and stays on the exchange.
 */
export function isJsonRpc({ framed }: Body, status: number, contentType: string): boolean {
  const success = status >= 200 && status < 300;
  if (framed.cut !== undefined) return success && /\bjson\b/i.test(contentType);
  if (framed.text.length > longBody) return beginsAsMessage(framed.text, success && /\bjson\b/i.test(contentType));
  const parsed = parseJson(framed.text);
  if (!parsed.ok) return false;
  const messages = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const members = success ? ['jsonrpc', 'result', 'error', 'method'] : ['jsonrpc'];
  return (
    (success && Array.isArray(parsed.value)) ||
    messages.some((message) => isObject(message) && members.some((name) => member(message, name) !== undefined))
  );
}

/** The recorder parses it anyway. A longer body is not parsed twice, but recognized by its beginning. */
const longBody = 1_000_000;
const opening = /^\s{0,100}(?:\[|\{)/;
const ownName = /^\s{0,100}(?:\[\s{0,100})?\{\s{0,100}"(?:jsonrpc|id)"/;

function beginsAsMessage(text: string, isNamedJson: boolean): boolean {
  return isNamedJson ? opening.test(text) : ownName.test(text);
}
