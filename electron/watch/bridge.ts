// `misfire wrap -- URL`: stdio towards the client, HTTP towards the server. Owns what passes between the two, and that a request
// whose exchange failed is answered all the same; how the server is reached is the transports', who is signed in the caller's.

import { isObject, member, parseJson } from '../../shared/json.ts';
import type { HttpExchange, MessageId, WireEvent } from '../../shared/wire.ts';
import { recordedUrl } from '../transports/credential-text.ts';
import { HttpTransport } from '../transports/http.ts';
import { LineFramer } from '../transports/line-framer.ts';
import { headerArgumentsIn, mirrorMessage, modernRevision, revisionSaid } from '../transports/mirrored-headers.ts';
import { SseTransport } from '../transports/sse.ts';
import type { Transport, TransportEvent } from '../transports/transport.ts';
import type { SpoolWriter } from './spool-writer.ts';

export interface BridgeOptions {
  url: string;
  /** What the client's entry sends along; never recorded. */
  headers?: Record<string, string>;
  /** `sse`: the older transport, with a stream of its own. Left out: found out as clients do. */
  kind?: 'http' | 'sse' | undefined;
  spool: SpoolWriter;
  authorise: (url: string) => Promise<string | null>;
  input: NodeJS.ReadableStream;
  /** One message a line. */
  write: (line: string) => void;
  /** The server refused a request. true: there is another token, and it is worth asking again. */
  onRefusal: (http: HttpExchange) => Promise<boolean>;
}

/** One message of the client's. Only requests have both an id and a method. */
interface Sent {
  text: string;
  id?: MessageId;
  method?: string;
  /** It was refused, and a person is being asked to sign in: what the refusal said is held until that is over. */
  held?: { via: number; answer?: string };
  /** Written in 2026-07-28 or later: its headers repeat it, and closing its response cancels it. */
  isModern: boolean;
  cancel: AbortController;
}

/** Resolves once the client has closed its end and all is told. Rejects with a sentence when the server cannot be reached. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const { url, headers = {}, kind, spool, authorise, input, write } = options;
  /** What waits for its answer, by its id as text. */
  const open = new Map<string, Sent>();
  const headerArguments = new Map<string, { path: string[]; header: string }[]>();
  let refusedStart: HttpExchange | null = null;

  const answer = (sent: Sent, message: string) => {
    if (open.delete(keyOf(sent.id)))
      write(JSON.stringify({ jsonrpc: '2.0', id: sent.id, error: { code: -32000, message } }));
  };
  const takeAnswer = (text: string, via: number | undefined) => {
    // On stdio a line is a message; inside one a line break is only white space.
    const line = text.replace(/[\r\n]+/g, ' ');
    const read = parseJson(text);
    const message = read.ok && isObject(read.value) ? read.value : {};
    const key = message.method === undefined ? keyOf(message.id) : '';
    const sent = open.get(key);
    if (sent?.held && sent.held.via === via) {
      sent.held.answer = line;
      return;
    }
    write(line);
    if (!sent) return;
    open.delete(key);
    const revision = isObject(message.result) ? message.result.protocolVersion : undefined;
    if (sent.method === 'tools/list')
      for (const [tool, found] of headerArgumentsIn(message.result ?? null)) headerArguments.set(tool, found);
    if (sent.method === 'initialize' && typeof revision === 'string') transport.setProtocolVersion?.(revision);
  };
  const takeRefusal = (http: HttpExchange, id: MessageId | undefined) => {
    const { status, statusText = '', error, body = '' } = http;
    const words =
      status === null ? (error ?? 'no answer') : `HTTP ${status} ${statusText} ${body.slice(0, 300)}`.trim();
    if (id === undefined && status === 401) refusedStart = http;
    const sent = open.get(keyOf(id));
    if (!sent) return;
    const told = `The server could not answer: ${words}`;
    if (kind === undefined && sent.method === 'initialize' && (status === 404 || status === 405)) {
      void tryOlder(sent, told);
      return;
    }
    // Once: a token that was just made and is refused too will not get better.
    if ((status === 401 || status === 403) && !sent.held) void askAgain(sent, http, told);
    // A JSON-RPC answer may come with such a status too, right after this.
    else setImmediate(() => answer(sent, told));
  };
  const askAgain = async (sent: Sent, http: HttpExchange, told: string) => {
    const held: Sent['held'] = { via: http.exchange };
    sent.held = held;
    if (await options.onRefusal(http)) post(sent);
    else if (held.answer === undefined) answer(sent, told);
    else if (open.delete(keyOf(sent.id))) write(held.answer);
  };
  /** Specification of transports, backwards compatibility: who refuses the first POST may speak the older one. */
  const tryOlder = async (sent: Sent, told: string) => {
    try {
      const older = await connect('sse');
      if (transport instanceof HttpTransport) await transport.abandon();
      transport = older;
      post(sent);
    } catch {
      answer(sent, told);
    }
  };
  const take = (event: TransportEvent) => {
    spool.event({ ...event, server: '', epoch: 1 } as WireEvent);
    if (event.lane === 'in') takeAnswer(event.text, event.via);
    else if (event.lane === 'http' && (event.http.status === null || event.http.status >= 400))
      takeRefusal(event.http, event.id);
  };

  const connect = async (as = kind): Promise<Transport> => {
    const onEvents = (events: TransportEvent[]) => events.forEach(take);
    const target = { url, headers };
    const made =
      as === 'sse'
        ? new SseTransport(target, onEvents, { authorise })
        : new HttpTransport(target, onEvents, { authorise });
    await made.start();
    return made;
  };
  let transport = await connect().catch(async (problem: Error) => {
    if (refusedStart && (await options.onRefusal(refusedStart))) return connect();
    throw problem;
  });

  const sending = new Set<Promise<void>>();
  const post = (sent: Sent) => {
    const { text, id, method } = sent;
    const posted = transport
      .send(text, {
        ...(id === undefined ? {} : { id }),
        ...(method === undefined ? {} : { method }),
        ...(sent.isModern ? { mirrored: mirrorMessage(text, modernRevision, headerArguments) } : {}),
        isAnswered: () => !open.has(keyOf(id)),
        signal: sent.cancel.signal,
      })
      .catch((problem: Error) => answer(sent, problem.message))
      .finally(() => sending.delete(posted));
    sending.add(posted);
  };
  const send = (text: string) => {
    if (text.trim() === '') return;
    const read = parseJson(text);
    const message = read.ok && isObject(read.value) ? read.value : {};
    const { id, method } = message;
    const cancelled =
      method === 'notifications/cancelled' ? open.get(keyOf(member(message.params, 'requestId'))) : undefined;
    if (cancelled?.isModern) {
      open.delete(keyOf(cancelled.id));
      cancelled.cancel.abort('The client cancelled it.');
      return;
    }
    const sent: Sent = {
      text,
      isModern: revisionSaid(message) !== undefined,
      cancel: new AbortController(),
      ...(id === undefined ? {} : { id }),
      ...(typeof method === 'string' ? { method } : {}),
    };
    if (id !== undefined && sent.method !== undefined) open.set(keyOf(id), sent);
    post(sent);
  };
  const framer = new LineFramer();
  input.on('data', (chunk: Buffer) => {
    for (const { text } of framer.push(chunk)) send(text);
  });
  await new Promise<void>((resolve) => {
    input.once('end', () => resolve());
    input.once('close', () => resolve());
  });
  for (const { text } of framer.end()) send(text);
  // What was asked last may still be answered; a client that is gone does not wait.
  await Promise.race([Promise.all(sending), new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
  await transport.close();
}

/** What the spool's header says: keys that stand in the address are in its entry, and in no other file. */
export const addressWithoutKeys = (url: string): string => recordedUrl(new URL(url));

/** Ids are compared as they were written: 1 and "1" are two. */
const keyOf = (id: MessageId | undefined): string => (id === undefined ? '' : JSON.stringify(id));
