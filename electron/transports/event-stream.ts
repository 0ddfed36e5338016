// Reads one open event stream: its events become `in` events, other content becomes remarks. The code that opened the stream
// decides whether to reopen it.

import type { IncomingMessage } from 'node:http';
import { now } from './clock.ts';
import { FairTurns } from './fair-turns.ts';
import { connectionLost } from './http-body.ts';
import { abortReason, type HttpReply } from './http-client.ts';
import { explainNetworkFailure } from './network-failure.ts';
import { type SseItem, SseReader } from './sse-reader.ts';
import { messageLimit, type OnEvents, type TransportEvent } from './transport.ts';

export interface StreamEnd {
  at: number;
  /** The server ended it; the connection did not break. */
  clean: boolean;
  /** Why it was not clean; '' otherwise. */
  problem: string;
  lastEventId: string;
  retryMs: number | null;
  messages: number;
}

export function isEventStream({ http, response }: HttpReply): boolean {
  const status = http.status ?? 0;
  return status >= 200 && status < 300 && /^\s*text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
}

/** Rejects only for a bug in Misfire. */
export function readEventStream(
  reply: HttpReply,
  url: URL,
  signal: AbortSignal,
  onEvents: OnEvents,
  limit: number = messageLimit,
): Promise<StreamEnd> {
  const response: IncomingMessage = reply.response;
  const via = reply.http.exchange;
  const reader = new SseReader(limit);
  let messages = 0;
  const turns = new FairTurns<SseItem>(response, (items, at) => {
    messages += items.filter((item) => item.kind === 'message').length;
    onEvents(items.map((item) => toEvent(item, at, via)));
  });
  const pass = (items: SseItem[]) => {
    if (items.length > 0) turns.take(items, now());
  };
  return new Promise((resolve, reject) => {
    let over = false;
    const finish = (problem: string) => {
      if (over) return;
      over = true;
      turns.flush();
      pass(reader.end());
      turns.flush();
      const { lastEventId, retryMs } = reader;
      resolve({ at: now(), clean: problem === '', problem, lastEventId, retryMs, messages });
    };
    response.on('data', (chunk: Buffer) => {
      try {
        pass(reader.push(chunk));
      } catch (bug) {
        reject(bug);
        response.destroy();
      }
    });
    response.once('end', () => finish(''));
    const fail = (error: unknown) => finish(signal.aborted ? abortReason(signal) : explainNetworkFailure(error, url));
    response.on('error', fail);
    response.once('close', () => fail(connectionLost()));
  });
}

function toEvent(item: SseItem, at: number, via: number): TransportEvent {
  if (item.kind === 'remark') return { lane: 'life', event: 'sse_comment', at, via, message: item.text };
  const { kind: _, data, ...sse } = item;
  return { lane: 'in', at, via, ...data, sse };
}
