// What the modern sample offers: tools that need input, in every way of revision 2026-07-28, and one that is slow.

import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const confirmation = z.object({ confirm: z.boolean() });
/** Hard to transport on purpose: it must come back byte for byte. */
const firstState = 'sure? "é\\n\u2028';
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A new server: one for each request over HTTP, one for a connection over stdio. */
export function buildServer(): McpServer {
  const server = new McpServer(
    { name: 'modern', version: '1.0.0' },
    {
      capabilities: { resources: { subscribe: true, listChanged: true } },
      instructions: 'Begin with add. deploy asks back twice before it does anything.',
    },
  );
  addQuickTools(server);
  addAskingTools(server);
  server.registerResource('today', 'memo://today', { title: 'Today', mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Nothing is due today.' }],
  }));
  server.registerPrompt(
    'greeting',
    { description: 'Greets someone.', argsSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }] }),
  );
  return server;
}

function addQuickTools(server: McpServer): void {
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => said(String(a + b)),
  );
  server.registerTool(
    'locate',
    {
      description: 'Says where a region is. The region is repeated in a header, so that a gateway can route by it.',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
      annotations: { readOnlyHint: true },
    },
    async ({ region }) => said(`${region} is where it always was.`),
  );
  server.registerTool(
    'slow',
    {
      description: 'Takes its time and reports progress.',
      inputSchema: z.object({ steps: z.number().int().max(1000), ms: z.number().int().max(10_000) }),
      annotations: { readOnlyHint: true },
    },
    async ({ steps, ms }, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken;
      for (let step = 1; step <= steps && !mcpReq.signal.aborted; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (token === undefined) continue;
        const params = { progressToken: token, progress: step, total: steps };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      return said('Done at last.');
    },
  );
  server.registerTool('fail', { description: 'Fails.', inputSchema: z.object({}) }, async () => ({
    ...said('The printer is on fire.'),
    isError: true,
  }));
}

function addAskingTools(server: McpServer): void {
  server.registerTool(
    'deploy',
    { description: 'Asks whether it may, then for a note.', inputSchema: z.object({ env: z.string() }) },
    async ({ env }, { mcpReq }) => {
      const state = mcpReq.requestState();
      if (state === undefined) {
        if (acceptedContent(mcpReq.inputResponses, 'sure', confirmation)?.confirm !== true) {
          const sure = inputRequired.elicit({ message: `Deploy to ${env}?`, requestedSchema: confirmation });
          return inputRequired({ inputRequests: { sure }, requestState: firstState });
        }
      } else if (state !== firstState && state !== 'note') {
        return { ...said('That is not what I asked you to keep.'), isError: true };
      }
      const note = acceptedContent(mcpReq.inputResponses, 'note');
      if (note !== undefined) return said(`Deployed to ${env}: ${String(note.text)}`);
      if (acceptedContent(mcpReq.inputResponses, 'sure', confirmation)?.confirm !== true) return said('Left alone.');
      const ask = inputRequired.elicit({
        message: 'What should the note say?',
        requestedSchema: z.object({ text: z.string() }),
      });
      return inputRequired({ inputRequests: { note: ask }, requestState: 'note' });
    },
  );
  server.registerTool(
    'ask_model',
    { description: 'Wants a language model and the folders.', inputSchema: z.object({ question: z.string() }) },
    async ({ question }, { mcpReq }) => {
      const { model, folders } = (mcpReq.inputResponses ?? {}) as Record<string, Record<string, unknown> | undefined>;
      if (model && folders) return said(`${JSON.stringify(model.content)} in ${JSON.stringify(folders.roots)}`);
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: question } }];
      return inputRequired({
        inputRequests: {
          model: inputRequired.createMessage({ messages, maxTokens: 100 }),
          folders: inputRequired.listRoots(),
        },
      });
    },
  );
  server.registerTool(
    'sign_contract',
    { description: 'Wants a page to be opened first.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const page = mcpReq.inputResponses?.page as { action?: string } | undefined;
      if (page) return said(page.action === 'accept' ? 'Signed.' : 'Not signed.');
      const ask = inputRequired.elicitUrl({ message: 'Please sign.', url: 'https://example.com/contract' });
      return inputRequired({ inputRequests: { page: ask } });
    },
  );
  server.registerTool(
    'come_back',
    { description: 'Asks to be called again this many times.', inputSchema: z.object({ times: z.number().int() }) },
    async ({ times }, { mcpReq }) => {
      const state = mcpReq.requestState();
      const count = Number(state ?? 0);
      if (count >= times) return said(`You came back ${count} times.`);
      return inputRequired({ requestState: String(count + 1) });
    },
  );
}
