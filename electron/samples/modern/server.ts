// A sample of revision 2026-07-28 on SDK 2.x: over stdio, or with --http over HTTP. Serves nothing older.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { endWithParent } from '../lifetime.ts';
import { listen, readBody } from '../loopback.ts';
import { buildServer } from './tools.ts';

const httpAt = process.argv.indexOf('--http');
if (httpAt === -1) {
  serveStdio(buildServer, { legacy: 'reject' });
  endWithParent();
} else {
  process.argv.splice(httpAt, 1); // `listen` handles the rest
  const handler = createMcpHandler(buildServer, { legacy: 'reject' });
  listen((request, response) => {
    serve(request, response).catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const hasBody = request.method === 'POST';
    const answer = await handler.fetch(
      new Request(new URL(request.url ?? '/', `http://${request.headers.host}`), {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(hasBody ? { body: await readBody(request) } : {}),
        signal: gone.signal,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
    else response.end();
  }
}
