// Serves a sample on stdin and stdout. Exits with its parent; everything that is not MCP goes to stderr.

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { endWithParent } from './lifetime.ts';

export async function serveStdio(server: Server): Promise<StdioServerTransport> {
  const transport = new StdioServerTransport();
  await server.connect(transport);
  endWithParent();
  return transport;
}
