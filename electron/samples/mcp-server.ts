// The SDK's low-level server with one request handler of ours. Requests come through `fallbackRequestHandler`. The SDK's own `tools/call`
// wrapper re-parses results and adds an empty `content`. Its request schemas turn a malformed request into -32603. The documented servers
// respond differently.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../shared/json/json.ts';
import { callTool, listTools, RpcError, type SampleCall, type Tool, type ToolRules } from './tool.ts';

interface SampleServer {
  name: string;
  title: string;
  instructions: string;
  capabilities: ServerCapabilities;
  answer(method: string, params: JsonObject, call: SampleCall): JsonObject | Promise<JsonObject>;
}

export function buildServer(sample: SampleServer): Server {
  const server = new Server(
    { name: sample.name, title: sample.title, version: '1.0.0' },
    { capabilities: sample.capabilities, instructions: sample.instructions },
  );
  server.fallbackRequestHandler = async (request, call) =>
    sample.answer(request.method, (request.params ?? {}) as JsonObject, call);
  return server;
}

/** For servers that offer tools and nothing else. */
export function toolServer(
  sample: Omit<SampleServer, 'capabilities' | 'answer'> & { tools: readonly Tool[]; rules: ToolRules },
): Server {
  return buildServer({
    ...sample,
    capabilities: { tools: {} },
    answer(method, params, call) {
      if (method === 'tools/list') return listTools(sample.tools);
      if (method === 'tools/call') return callTool(sample.tools, sample.rules, params, call);
      throw new RpcError(-32601, 'Method not found');
    },
  });
}
