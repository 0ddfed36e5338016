// A receiver of OTLP/HTTP in JSON on this machine: checks who sends, reads a bounded body, and hands it on. What is kept of it is the
// caller's. Each refusal says what to change.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzip } from 'node:zlib';
import { type Json, parseJson } from '../../../shared/json/json.ts';
import { admitLocal } from '../proxy/proxy-guard.ts';

export interface ReceiverOptions {
  port: number;
  /** Returns why it cannot be taken; '' if it was. */
  take: (value: Json) => string;
  /** Called for each refused request. */
  onRefused: (reason: string) => void;
}

export interface RunningReceiver {
  url: string;
  close(): Promise<void>;
}

const paths = ['/v1/logs', '/v1/traces', '/v1/metrics'];
/** As sent, and unpacked. Clients export in batches of at most 512 records. */
const mostBytes = 64_000_000;

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function openReceiver(options: ReceiverOptions): Promise<RunningReceiver> {
  const server = createServer((request, response) => void answer(request, response, options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ReceiverOptions): Promise<void> {
  try {
    check(request);
    const parsed = parseJson(await bodyOf(request));
    if (!parsed.ok) throw new Refusal(400, `The body is not JSON. ${parsed.problem}`);
    const problem = options.take(parsed.value);
    if (problem !== '') throw new Refusal(400, problem);
    reply(response, 200, '{}');
  } catch (error) {
    // The client went away in the middle of its request.
    if (request.errored || response.destroyed) return;
    if (!(error instanceof Refusal)) throw error;
    options.onRefused(error.message);
    // The rest of a body that is too large is not read.
    response.setHeader('Connection', 'close');
    reply(response, error.status, JSON.stringify({ message: error.message }));
  }
}

function check(request: IncomingMessage): void {
  const local = admitLocal(request);
  if (!local.ok) throw new Refusal(local.status, local.reason);
  const [path = ''] = local.path.split('?', 1);
  if (!paths.includes(path))
    throw new Refusal(404, `There is nothing at ${path.slice(0, 80)}. Send OTLP to ${paths.join(', ')}.`);
  if (request.method !== 'POST') throw new Refusal(405, `Send OTLP with POST, not with ${request.method}.`);
  const type = request.headers['content-type'] ?? '';
  if (/protobuf/i.test(type))
    throw new Refusal(415, 'Misfire takes OTLP in JSON, not in protobuf. Set OTEL_EXPORTER_OTLP_PROTOCOL=http/json.');
  if (!/^application\/json\b/i.test(type))
    throw new Refusal(415, `Misfire takes application/json, not ${type.slice(0, 80) || 'a body without a type'}.`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) throw tooLarge();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return body.toString('utf8');
  if (encoding !== 'gzip') throw new Refusal(415, `Misfire reads gzip, not ${encoding.slice(0, 40)}.`);
  const unpacked = await new Promise<Buffer>((resolve, reject) => {
    gunzip(body, { maxOutputLength: mostBytes }, (error, result) => {
      if (!error) resolve(result);
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge());
      else reject(new Refusal(400, `The body is not gzip: ${error.message}.`));
    });
  });
  return unpacked.toString('utf8');
}

const tooLarge = () => new Refusal(413, `The body is larger than ${mostBytes / 1e6} MB.`);

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' });
  response.end(text);
}
