// Puts a sample server on stdin and stdout. Ends with its parent; whatever is not MCP goes to stderr.

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { endWithParent } from './lifetime.ts';

export async function serveStdio(server: Server): Promise<StdioServerTransport> {
  const transport = new StdioServerTransport();
  await server.connect(transport);
  endWithParent();
  return transport;
}
