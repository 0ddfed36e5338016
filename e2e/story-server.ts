// What the story servers share: they speak MCP over their pipes, complete the handshake, and return empty results for other requests.

import { createInterface } from 'node:readline';

type Params = { name: string; uri: string; arguments?: Record<string, unknown> };
type Answer = { result: object } | { error: object };

export function serveStory(name: string, answers: Record<string, (params: Params) => Answer>): void {
  const all: typeof answers = {
    initialize: () => ({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name, version: '1.0.0' },
      },
    }),
    ...answers,
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = all[method]?.(params) ?? { result: {} };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  });
}
