// Platica's tools: thin calls of the REST API that return its responses unchanged.

import { z } from 'zod';
import { type JsonObject, parseJson } from '../../../shared/json/json.ts';
import { adds, defineTool, reads, sets, type Tool } from '../tool.ts';
import { type RestAnswer, rest, validKey } from './rest.ts';

const workspace = z
  .string()
  .optional()
  .describe('ws_north or ws_south. The sample key can use both, so one must be named.')
  .meta({ examples: ['ws_north'] });

/** The raw body as text and, if it is JSON, parsed as well; anything but 2xx is an execution error. */
function relay({ status, body }: RestAnswer): JsonObject {
  const parsed = parseJson(body);
  return {
    content: [{ type: 'text', text: body }],
    ...(parsed.ok ? { structuredContent: parsed.value } : {}),
    ...(status >= 200 && status < 300 ? {} : { isError: true }),
  };
}

export const tools: Tool[] = [
  defineTool({
    name: 'list_workspaces',
    title: 'List workspaces',
    description: 'Lists the workspaces of the key.',
    hints: reads,
    input: z.object({}),
    run: () => relay(rest.listWorkspaces()),
  }),
  defineTool({
    name: 'list_clients',
    title: 'List clients',
    description: 'Lists clients. Without a workspace: 400. With one that the key cannot use, as ws_west: 403.',
    hints: reads,
    input: z.object({ workspace }),
    run: ({ workspace }) => relay(rest.listClients(workspace)),
  }),
  defineTool({
    name: 'get_client',
    title: 'Get a client',
    description: 'Reads one client. An unknown id: 404.',
    hints: reads,
    input: z.object({
      id: z
        .string()
        .describe('cl_1 and cl_2 are there.')
        .meta({ examples: ['cl_9'] }),
      workspace,
    }),
    run: ({ id, workspace }) => relay(rest.getClient(id, workspace)),
  }),
  defineTool({
    name: 'create_client',
    title: 'Create a client',
    description:
      'Adds a client. Missing arguments are refused here; a phone number that is none, by the API: 400 with errors.',
    hints: adds,
    input: z.object({
      client: z
        .object({ name: z.string().min(1), phone: z.string(), tags: z.array(z.string()).optional() })
        .describe('Name and phone number, as +4930123456.')
        .meta({ examples: [{ name: 'Kim', phone: '12' }] }),
      workspace,
    }),
    run: ({ client, workspace }) => relay(rest.createClient(client, workspace)),
  }),
  defineTool({
    name: 'start_agent',
    title: 'Start an agent',
    description: 'Starts an agent. ag_ready works; others belong to no workspace: 422.',
    hints: sets,
    input: z.object({ id: z.string().default('ag_lost').describe('An agent.') }),
    run: ({ id }) => relay(rest.startAgent(id)),
  }),
  defineTool({
    name: 'get_report',
    title: 'Get a report',
    description: 'Daily works. Weekly: 500 with a JSON body. Yearly: 500 with a body that is not JSON.',
    hints: reads,
    input: z.object({ kind: z.enum(['daily', 'weekly', 'yearly']).default('weekly').describe('Which report.') }),
    run: ({ kind }) => relay(rest.report(kind)),
  }),
  defineTool({
    name: 'with_key',
    title: 'Try another key',
    description:
      'Makes a request with another API key. One that is disabled: 401. One that does not start with pl_key_ is refused before any tool runs: -32001.',
    hints: reads,
    input: z.object({ key: z.string().default('pl_key_disabled').describe(`The key to try; ${validKey} works.`) }),
    run: ({ key }) => relay(rest.checkKey(key)),
  }),
  defineTool({
    name: 'summarize_chats',
    title: 'Summarise chats',
    description: 'Has a bug: an unhandled exception, -32603.',
    hints: reads,
    input: z.object({}),
    run() {
      throw new Error('Internal MCP server error');
    },
  }),
];
