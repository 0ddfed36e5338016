// A sample's tool: its name, its arguments, and its code. Owns how tools are listed and called. Each server defines how a refusal looks on
// the wire (see ToolRules); JSON-RPC errors are thrown as RpcError.

import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../shared/json/json.ts';

export type SampleCall = RequestHandlerExtra<ServerRequest, ServerNotification>;

export interface Tool {
  name: string;
  title: string;
  description: string;
  hints: { readOnly: boolean; destructive: boolean; idempotent: boolean };
  input: z.ZodObject;
  run(args: never, call: SampleCall): JsonObject | Promise<JsonObject>;
}

/** Only gives `run` the type of its arguments. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(args: z.output<Input>, call: SampleCall): JsonObject | Promise<JsonObject>;
  },
): Tool {
  return tool;
}

/** Reads and changes nothing. */
export const reads = { readOnly: true, destructive: false, idempotent: true };
/** Adds an item; a second call adds it again. */
export const adds = { readOnly: false, destructive: false, idempotent: false };
/** Sets a value; a second call changes nothing more. */
export const sets = { readOnly: false, destructive: false, idempotent: true };
/** Deletes something permanently. */
export const destroys = { readOnly: false, destructive: true, idempotent: true };

/** The SDK's own McpError writes its code into the message; here the message must be the documented one. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: Json | undefined;
  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface ArgumentIssue {
  path: (string | number)[];
  message: string;
  code: string;
  /** The value is missing entirely. */
  missing: boolean;
}

/** Where the error models differ: each method returns a result or throws an RpcError. */
export interface ToolRules {
  unknownTool(name: string, args: JsonObject): JsonObject;
  invalidArguments(tool: Tool, issues: ArgumentIssue[], args: JsonObject): JsonObject;
  /** `tools/call` itself is malformed: `field` is `name` or `arguments`. */
  malformedCall(field: string, problem: string): JsonObject;
}

export function listTools(tools: readonly Tool[]): JsonObject {
  return {
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool),
      annotations: {
        readOnlyHint: tool.hints.readOnly,
        destructiveHint: tool.hints.destructive,
        idempotentHint: tool.hints.idempotent,
        openWorldHint: false,
      },
    })),
  };
}

export async function callTool(
  tools: readonly Tool[],
  rules: ToolRules,
  params: unknown,
  call: SampleCall,
): Promise<JsonObject> {
  const { name, arguments: args = {} } = (params ?? {}) as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string') return rules.malformedCall('name', 'Missing required parameter: name');
  if (!isObject(args)) return rules.malformedCall('arguments', 'The parameter arguments must be an object');
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) return rules.unknownTool(name, args);
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => describe(issue, args));
    return rules.invalidArguments(tool, issues, args);
  }
  return tool.run(parsed.data as never, call);
}

function inputSchema(tool: Tool): JsonObject {
  // `io: input`: a property with a default need not be sent, so the schema must not mark it as required.
  return z.toJSONSchema(tool.input, { io: 'input' }) as unknown as JsonObject;
}

function describe(issue: z.core.$ZodIssue, args: JsonObject): ArgumentIssue {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  let found: unknown = args;
  for (const part of path) found = (found as Record<string | number, unknown> | undefined)?.[part];
  return { path, message: issue.message, code: issue.code, missing: found === undefined };
}
