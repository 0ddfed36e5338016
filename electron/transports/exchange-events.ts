// The log events of one HTTP exchange or event stream: `http`, then an `in` event for its body.

import { now } from './clock.ts';
import type { StreamEnd } from './event-stream.ts';
import { type Body, isJsonRpc } from './http-body.ts';
import { abortReason, type HttpReply } from './http-client.ts';
import type { SendOptions, TransportEvent } from './transport.ts';

export function httpEvent({ http }: HttpReply, id: SendOptions['id']): TransportEvent & { lane: 'http' } {
  return { lane: 'http', at: http.headersAt ?? now(), ...(id === undefined ? {} : { id }), http };
}

/** A body that is JSON-RPC is a message; any other stays with its exchange. */
export function bodyEvents(reply: HttpReply, body: Body, id: SendOptions['id'], signal: AbortSignal): TransportEvent[] {
  const { framed, endedAt } = body;
  const error = body.error !== undefined && signal.aborted ? abortReason(signal) : body.error;
  const http = { ...reply.http, endedAt, ...(error === undefined ? {} : { error }) };
  const contentType = reply.response.headers['content-type'] ?? '';
  const event = { ...httpEvent(reply, id), at: endedAt };
  if (error === undefined && isJsonRpc(body, http.status ?? 0, contentType)) {
    return [
      { ...event, http },
      { lane: 'in', at: endedAt, via: http.exchange, ...framed },
    ];
  }
  const shown = body.empty
    ? {}
    : {
        body: framed.text,
        ...(framed.bytes ? { bodyBytes: framed.bytes } : {}),
        ...(framed.cut === undefined ? {} : { bodyCut: framed.cut }),
      };
  return [{ ...event, http: { ...http, ...shown } }];
}

export function streamEnded(end: StreamEnd, via: number): TransportEvent & { lane: 'life' } {
  const message = end.problem === '' ? {} : { message: end.problem };
  return { lane: 'life', event: 'stream_ended', at: end.at, via, clean: end.clean, ...message };
}
