// Whole response bodies: reading one up to the limit, and telling whether it is a JSON-RPC message or something else.

import type { IncomingMessage } from 'node:http';
import { isObject, member, parseJson } from '../../shared/json/json.ts';
import { now } from './clock.ts';
import { inNextTurn } from './fair-turns.ts';
import { ByteHolder, type FramedText, isLong } from './line-framer.ts';
import { explainNetworkFailure } from './network-failure.ts';
import { messageLimit } from './transport.ts';

export interface Body {
  /** What came, before a failure too. */
  framed: FramedText;
  empty: boolean;
  endedAt: number;
  error?: string;
}

/** Never rejects. The encoding is left as it came: Misfire asks for none, and unpacking what was not asked for can be a trap. */
export function readBody(response: IncomingMessage, url: URL, limit: number = messageLimit): Promise<Body> {
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
 * A body of a successful answer is taken for JSON-RPC by any of its members, broken messages included. A refusal has to
 * name itself: `{"error":"invalid_token"}` is how OAuth and most web frameworks say no, and stays on the exchange.
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

/** Whoever records it reads it anyway: what is longer is not read twice, and told by how it begins. */
const longBody = 1_000_000;
const opening = /^\s{0,100}(?:\[|\{)/;
const ownName = /^\s{0,100}(?:\[\s{0,100})?\{\s{0,100}"(?:jsonrpc|id)"/;

function beginsAsMessage(text: string, isNamedJson: boolean): boolean {
  return isNamedJson ? opening.test(text) : ownName.test(text);
}
