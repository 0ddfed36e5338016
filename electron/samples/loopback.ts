// Loopback HTTP for the samples: listening, the Host and Origin check, the address on stdout, bodies in and JSON out. Knows only the shape
// of a JSON-RPC error of MCP.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { JsonObject } from '../../shared/json/json.ts';
import { isForeignRequest } from '../../shared/server/foreign-request.ts';
import { endWithParent } from './lifetime.ts';

export interface HttpRefusal {
  status: number;
  headers?: Record<string, string>;
  body: JsonObject;
}

const bodyLimit = 4 * 1024 * 1024;

/** Listens, then prints `{"url":"…"}` as the only line on stdout. */
export function listen(handle: RequestListener): void {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '0' } },
    // A sample may have its own options.
    strict: false,
  });
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (isForeignRequest(request.headers, port))
      return sendJson(response, { status: 403, body: rpcError(-32000, 'Forbidden host') });
    handle(request, response);
  });
  server.listen(Number(values.port), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
  });
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  endWithParent();
}

export function rpcError(code: number, message: string, id: string | number | null = null): JsonObject {
  return { jsonrpc: '2.0', error: { code, message }, id };
}

export function sendJson(response: ServerResponse, { status, headers, body }: HttpRefusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new Error('The request body is over 4 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
