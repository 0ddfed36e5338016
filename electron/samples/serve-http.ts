// Serves a sample on Streamable HTTP with the SDK's transport, and keeps its sessions. Knows nothing of tools. `refuse` lets a server
// reject a request before MCP sees it, like a gateway.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { parseJson } from '../../shared/json/json.ts';
import { type HttpRefusal, listen, readBody, rpcError, sendJson } from './loopback.ts';

interface HttpSample {
  build(): Server;
  /** `message` is the parsed body of a POST. */
  refuse?(request: IncomingMessage, message: unknown): HttpRefusal | null | Promise<HttpRefusal | null>;
  /** Answers requests outside the MCP endpoint; omitted: 404. */
  elsewhere?(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  /** Each POST is independent and answered as plain JSON: no session ids, no streams. */
  stateless?: true;
}

export function serveHttp(sample: HttpSample): void {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function open(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport(
      sample.stateless
        ? { enableJsonResponse: true }
        : {
            sessionIdGenerator: randomUUID,
            onsessioninitialized: (id) => void sessions.set(id, transport),
            onsessionclosed: (id) => void sessions.delete(id),
          },
    );
    await sample.build().connect(transport);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '/', 'http://local').pathname !== '/mcp') {
      if (sample.elsewhere) return sample.elsewhere(request, response);
      return sendJson(response, { status: 404, body: { error: 'Not found. The MCP endpoint is /mcp.' } });
    }
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const message = body === undefined ? undefined : parseJson(body);
    const refusal = await sample.refuse?.(request, message?.ok ? message.value : undefined);
    if (refusal) return sendJson(response, refusal);
    if (message && !message.ok) return sendJson(response, { status: 400, body: rpcError(-32700, 'Parse error') });
    const session = request.headers['mcp-session-id'];
    const known = typeof session === 'string' ? sessions.get(session) : undefined;
    if (session && !known && !sample.stateless) {
      return sendJson(response, { status: 404, body: rpcError(-32001, 'Session not found') });
    }
    const transport = known ?? (await open());
    await transport.handleRequest(request, response, message?.value);
    if (sample.stateless) response.on('close', () => void transport.close());
  }

  listen((request, response) => {
    handle(request, response).catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) sendJson(response, { status: 500, body: rpcError(-32603, 'Internal error') });
    });
  });
}
