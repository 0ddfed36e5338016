// A receiver of OTLP/HTTP in JSON on this machine: checks who sends, reads a bounded body, and hands it on. What is kept of it is the
// caller's. Each refusal says what to change.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzip } from 'node:zlib';
import { type Json, parseJson } from '../../../../../shared/json/json.ts';
import { admitLocal } from '../proxy/proxy-guard.ts';

interface ReceiverOptions {
  port: number;
  /** Origins of pages that may send, besides those of this machine. */
  origins: readonly string[];
  /** Returns why it cannot be taken; '' if it was. */
  take: (value: Json) => string;
  /** Called for each refused request. */
  onRefused: (reason: string) => void;
}

interface RunningReceiver {
  url: string;
  close(): Promise<void>;
}

const paths = ['/v1/logs', '/v1/traces', '/v1/metrics'];
/** As sent, and unpacked. Clients export in batches of at most 512 records. */
const mostBytes = 64_000_000;
/** Of all requests at once, as sent. One at a time is unpacked. */
const mostTogether = 128_000_000;

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function openReceiver(options: ReceiverOptions): Promise<RunningReceiver> {
  const bodies = new Bodies();
  const server = createServer((request, response) => void answer(request, response, options, bodies));
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReceiverOptions,
  bodies: Bodies,
): Promise<void> {
  try {
    check(request, options.origins);
    await bodies.each(request, (text) => {
      const parsed = parseJson(text);
      if (!parsed.ok) throw new Refusal(400, `The body is not JSON. ${parsed.problem}`);
      const problem = options.take(parsed.value);
      if (problem !== '') throw new Refusal(400, problem);
    });
    reply(response, 200, '{}');
  } catch (error) {
    // The client went away in the middle of its request.
    if (request.errored || response.destroyed) return;
    const refusal =
      error instanceof Refusal ? error : new Refusal(500, `It could not be taken: ${(error as Error).message}.`);
    options.onRefused(refusal.message);
    // The rest of a body that is too large is not read.
    response.setHeader('Connection', 'close');
    reply(response, refusal.status, JSON.stringify({ message: refusal.message }));
  }
}

function check(request: IncomingMessage, origins: readonly string[]): void {
  // Exporters are no pages. `file:`, `data:` and extensions name no site, but are pages all the same.
  const local = admitLocal(request, (origin) => origins.includes(origin));
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

/** Bodies that are being read. Together they are bounded, because many at once would take as much memory as they like. */
class Bodies {
  #held = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** `take` gets the text, one request at a time. */
  async each(request: IncomingMessage, take: (text: string) => void): Promise<void> {
    let length = 0;
    try {
      const parts: Buffer[] = [];
      // Destroying the request would also end its answer.
      for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        length += part.length;
        this.#held += part.length;
        if (length > mostBytes) throw tooLarge();
        if (this.#held > mostTogether)
          throw new Refusal(503, 'There are too many reports at once. Send it again later.');
        parts.push(part);
      }
      const encoding = request.headers['content-encoding'] ?? 'identity';
      const work = this.#turn.then(async () => take(await unpacked(Buffer.concat(parts), encoding)));
      this.#turn = work.catch(() => {});
      await work;
    } finally {
      this.#held -= length;
    }
  }
}

async function unpacked(body: Buffer, encoding: string): Promise<string> {
  if (encoding === 'identity') return body.toString('utf8');
  if (encoding !== 'gzip') throw new Refusal(415, `Misfire reads gzip, not ${encoding.slice(0, 40)}.`);
  const result = await new Promise<Buffer>((resolve, reject) => {
    gunzip(body, { maxOutputLength: mostBytes }, (error, whole) => {
      if (!error) resolve(whole);
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge());
      else reject(new Refusal(400, `The body is not gzip: ${error.message}.`));
    });
  });
  return result.toString('utf8');
}

const tooLarge = () => new Refusal(413, `The body is larger than ${mostBytes / 1e6} MB.`);

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' });
  response.end(text);
}
