// `misfire wrap -- URL`: stdio towards the client, HTTP towards the server. Owns what passes between the two, and that a request
// whose exchange failed is answered all the same; how the server is reached is the transports', who is signed in the caller's.

import { isObject, parseJson } from '../../shared/json.ts';
import type { MessageId, WireEvent } from '../../shared/wire.ts';
import { HttpTransport } from '../transports/http.ts';
import { LineFramer } from '../transports/line-framer.ts';
import { SseTransport } from '../transports/sse.ts';
import type { Transport, TransportEvent } from '../transports/transport.ts';
import type { SpoolWriter } from './spool-writer.ts';

export interface BridgeOptions {
  url: string;
  /** The older transport, with a stream of its own. */
  isOld: boolean;
  spool: SpoolWriter;
  authorise: (url: string) => Promise<string | null>;
  input: NodeJS.ReadableStream;
  /** One message a line. */
  write: (line: string) => void;
  /** What a person should know: the server wants a sign-in. */
  onChallenge: () => void;
}

/** Resolves once the client has closed its end and all is told. Rejects with a sentence when the server cannot be reached. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const { url, isOld, spool, authorise, input, write } = options;
  const open = new Map<string, MessageId>();
  const hello = new Set<string>();
  const answer = (id: MessageId, message: string) => {
    if (!open.delete(JSON.stringify(id))) return;
    write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }));
  };
  const take = (event: TransportEvent) => {
    spool.event({ ...event, server: '', epoch: 1 } as WireEvent);
    if (event.lane === 'in') {
      // On stdio a line is a message; inside one a line break is only white space.
      write(event.text.replace(/[\r\n]+/g, ' '));
      const read = parseJson(event.text);
      if (!read.ok || !isObject(read.value) || read.value.method !== undefined) return;
      const key = JSON.stringify(read.value.id);
      open.delete(key);
      const revision = isObject(read.value.result) ? read.value.result.protocolVersion : undefined;
      if (hello.delete(key) && typeof revision === 'string') transport.setProtocolVersion?.(revision);
    } else if (event.lane === 'http' && (event.http.status === null || event.http.status >= 400)) {
      const { status, statusText = '', error, body = '' } = event.http;
      if (status === 401) options.onChallenge();
      const words =
        status === null ? (error ?? 'no answer') : `HTTP ${status} ${statusText} ${body.slice(0, 300)}`.trim();
      // A JSON-RPC answer may come with such a status too, right after this.
      if (event.id !== undefined) {
        const { id } = event;
        setImmediate(() => answer(id, `The server could not answer: ${words}`));
      }
    }
  };
  const parts = { authorise };
  const onEvents = (events: TransportEvent[]) => events.forEach(take);
  const target = { url, headers: {} };
  const transport: Transport = isOld
    ? new SseTransport(target, onEvents, parts)
    : new HttpTransport(target, onEvents, parts);
  await transport.start();
  const framer = new LineFramer();
  const sending = new Set<Promise<void>>();
  const send = (text: string) => {
    if (text.trim() === '') return;
    const read = parseJson(text);
    const message = read.ok && isObject(read.value) ? read.value : {};
    const { id, method } = message;
    const isRequest = id !== undefined && typeof method === 'string';
    if (isRequest) open.set(JSON.stringify(id), id);
    if (isRequest && method === 'initialize') hello.add(JSON.stringify(id));
    const sent = transport
      .send(text, {
        ...(id === undefined ? {} : { id }),
        ...(typeof method === 'string' ? { method } : {}),
        isAnswered: () => id === undefined || !open.has(JSON.stringify(id)),
      })
      .catch((problem: Error) => {
        if (isRequest) answer(id, problem.message);
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
  };
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
