// erlmcp on stdio: every failure is a JSON-RPC error with its own code. Owns the refusals of the handshake and the log.

import { isJSONRPCRequest, type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../../shared/json/json.ts';
import { buildServer } from '../mcp-server.ts';
import { serveStdio } from '../serve-stdio.ts';
import { callTool, listTools, RpcError, type ToolRules } from '../tool.ts';
import { erlmcpError, severityOf } from './codes.ts';
import { createContents } from './contents.ts';
import { tools } from './tools.ts';

const rules: ToolRules = {
  unknownTool(tool) {
    throw erlmcpError(-32002, { tool });
  },
  malformedCall(_field, details) {
    throw erlmcpError(-32602, { details });
  },
  invalidArguments(tool, issues) {
    const { path, message, missing } = issues[0]!;
    const name = path.join('.');
    const details = missing ? `Missing required parameter: ${name}` : `${name}: ${message}`;
    throw erlmcpError(-32034, { tool: tool.name, details });
  },
};

const contents = createContents();
let ready = false;

const server = buildServer({
  name: 'erlmcp',
  title: 'erlmcp',
  instructions: 'Every failure is a JSON-RPC error. The tool `raise` answers with any code of the reference.',
  capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
  async answer(method, params, call) {
    try {
      if (!ready) throw erlmcpError(-32005, { phase: 'pre_initialization' });
      if (method === 'tools/list') return listTools(tools);
      if (method === 'tools/call') return await callTool(tools, rules, params, call);
      const answer = contents(method, params);
      if (!answer) throw erlmcpError(-32601, { method });
      return answer;
    } catch (error) {
      throw logged(error instanceof RpcError ? error : erlmcpError(-32603));
    }
  },
});
server.oninitialized = () => {
  ready = true;
};

const transport = await serveStdio(server);

// Old versions are refused by name; the SDK would offer its newest one instead.
const oldest = [...SUPPORTED_PROTOCOL_VERSIONS].sort()[0]!;
const deliver = transport.onmessage;
transport.onmessage = (message: JSONRPCMessage) => {
  const asking = isJSONRPCRequest(message) && message.method === 'initialize' ? message : undefined;
  const asked = asking?.params?.protocolVersion;
  if (asking && typeof asked === 'string' && asked < oldest) {
    const data = { requested_version: asked, supported_versions: SUPPORTED_PROTOCOL_VERSIONS };
    return refuse(asking.id, erlmcpError(-32061, data));
  }
  deliver?.(message);
};

// The SDK drops lines it cannot parse; the reference answers them with the id null (JSON-RPC 2.0, 5).
const report = transport.onerror;
transport.onerror = (error) => {
  report?.(error);
  if (error instanceof SyntaxError) return refuse(null, erlmcpError(-32700, error.message));
  if (isObject(error) && 'issues' in error) refuse(null, erlmcpError(-32600, 'Neither a request nor a notification'));
};

function refuse(id: string | number | null, { code, message, data }: RpcError): void {
  logged({ code, message });
  void transport.send({ jsonrpc: '2.0', id, error: { code, message, data } } as JSONRPCMessage);
}

function logged<E extends { code: number; message: string }>(error: E): E {
  process.stderr.write(`[${severityOf(error.code)}] Sending error: ${error.code} ${error.message}\n`);
  return error;
}
