// For tests: parses what a collector receives with OpenTelemetry's own definitions (proto/, unchanged, Apache-2.0). An unknown
// member or another type is an error here, where a lenient reader would drop it.

import { globSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import protobuf from 'protobufjs';

const folder = join(import.meta.dirname, 'proto');
const root = new protobuf.Root();
root.resolvePath = (_origin, target) => join(folder, target);
root.loadSync(globSync('opentelemetry/**/*.proto', { cwd: folder }));
const traceRequest = root.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
const metricsRequest = root.lookupType('opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest');

/** Ids are hexadecimal in OTLP's JSON, and bytes in the definitions. */
const isId = (key: string) => key === 'traceId' || key === 'spanId' || key === 'parentSpanId';
const idsAsBytes = (key: string, value: unknown) => (isId(key) ? [...Buffer.from(value as string, 'hex')] : value);
const idsAsText = (key: string, value: unknown) =>
  isId(key) ? Buffer.from(value as string, 'base64').toString('hex') : value;

/** The request according to the definitions; throws if that is not what was sent. */
export function readRequest(path: string, body: string): unknown {
  const type = path.endsWith('/v1/traces') ? traceRequest : metricsRequest;
  const sent: unknown = JSON.parse(body);
  const message = type.fromObject(JSON.parse(body, idsAsBytes));
  const problem = type.verify(message);
  if (problem) throw new Error(problem);
  const again = type.decode(type.encode(message).finish());
  const read = JSON.parse(JSON.stringify(type.toObject(again, { longs: String, bytes: String })), idsAsText);
  const [one, other] = [JSON.stringify(sorted(sent)), JSON.stringify(sorted(read))];
  if (one !== other) throw new Error(`Read by the definitions it is another message:\n${one}\n${other}`);
  return sent;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

export interface Receiver {
  url: string;
  requests: { path: string; headers: Record<string, string | string[] | undefined>; body: string }[];
  close(): Promise<void>;
}

/** A collector. `answer` decides its response to a request: a status, or 'never'. */
export async function startReceiver(answer: () => number | 'never' = () => 200): Promise<Receiver> {
  const requests: Receiver['requests'] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      const status = answer();
      if (status === 'never') return;
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(status === 429 ? { 'retry-after': '0' } : {}),
      });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
