// A model that follows a script, on loopback, instead of the vendor's. It calls one tool per turn and then says "done". Supports
// Anthropic Messages, OpenAI Responses, OpenAI chat completions and Gemini's generateContent. Keeps only what the client passed on for
// each call, no prompts.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// Requests of four vendors: parsed loosely, because only a few fields matter here.
// biome-ignore lint/suspicious/noExplicitAny: the vendors' shapes have no types here
type Loose = any;

export interface Step {
  tool: string;
  args?: object;
}

export interface Call extends Step {
  offered: boolean;
  asked: number;
  answered?: number;
  /** How the API marks a failure: `is_error`, or the key `error`. */
  flag?: string | null;
  /** The text or the blocks, as the client sent them. */
  got?: unknown;
  /** What the client sent for this call outside the result: images in a separate message. */
  beside?: unknown[];
}

interface Tool {
  name: string;
  namespace?: string;
  /** Of its arguments, as the client passes it on. */
  schema?: unknown;
}

interface Reply {
  json: Loose;
  events: Loose[];
}

interface Result {
  id: string;
  flag: string | null;
  got: unknown;
  beside?: unknown[];
}

interface Dialect {
  offered(body: Loose): Tool[];
  callIds(body: Loose): string[];
  results(body: Loose): Result[];
  reply(body: Loose, call: (Tool & { args: object }) | null): Reply;
}

const list = (value: unknown): Loose[] => (Array.isArray(value) ? value : []);
const newId = (prefix: string) => prefix + Math.random().toString(36).slice(2, 14);
const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };

const messages: Dialect = {
  offered: (body) => list(body.tools).map(({ name, input_schema: schema }) => ({ name, schema })),
  callIds: (body) =>
    list(body.messages).flatMap(({ content }) =>
      list(content)
        .filter(({ type }) => type === 'tool_use')
        .map(({ id }) => id),
    ),
  results: (body) =>
    list(body.messages).flatMap(({ content }) =>
      list(content)
        .filter(({ type }) => type === 'tool_result')
        .map((item) => ({ id: item.tool_use_id, flag: item.is_error ? 'is_error' : null, got: item.content })),
    ),
  reply(body, call) {
    const block = call
      ? { type: 'tool_use', id: newId('toolu_'), name: call.name, input: call.args }
      : { type: 'text', text: 'done' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text: 'done' };
    const end = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null };
    const json = { id: newId('msg_'), type: 'message', role: 'assistant', model: body.model, content: [block], ...end };
    return {
      json: { ...json, usage },
      events: [
        { type: 'message_start', message: { ...json, content: [], stop_reason: null, usage } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: call ? { ...block, input: {} } : { ...block, text: '' },
        },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: end, usage },
        { type: 'message_stop' },
      ],
    };
  },
};

const responses: Dialect = {
  // Codex puts the tools of one server into a namespace, which a call must name.
  offered: (body) =>
    list(body.tools).flatMap((tool) =>
      tool.type !== 'namespace'
        ? [{ name: tool.name ?? '' }]
        : list(tool.tools).map(({ name, parameters: schema }) => ({
            name: `${tool.name}__${name}`,
            namespace: tool.name as string,
            schema,
          })),
    ),
  callIds: (body) =>
    list(body.input)
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id }) => call_id),
  results: (body) =>
    list(body.input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ call_id, output }) => ({ id: call_id, flag: null, got: output })),
  reply(_body, call) {
    const item = call
      ? {
          type: 'function_call',
          id: newId('fc_'),
          call_id: newId('call_'),
          name: call.namespace ? call.name.slice(call.namespace.length + 2) : call.name,
          namespace: call.namespace,
          arguments: JSON.stringify(call.args),
          status: 'completed',
        }
      : {
          type: 'message',
          id: newId('m_'),
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'done', annotations: [] }],
        };
    const json = { id: newId('resp_'), object: 'response', status: 'completed', output: [item], usage };
    return {
      json,
      events: [
        { type: 'response.created', response: { ...json, status: 'in_progress', output: [] } },
        { type: 'response.output_item.added', output_index: 0, item },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: json },
      ],
    };
  },
};

const chat: Dialect = {
  offered: (body) =>
    list(body.tools).map((tool) => ({ name: tool.function?.name ?? '', schema: tool.function?.parameters })),
  callIds: (body) => list(body.messages).flatMap(({ tool_calls }) => list(tool_calls).map(({ id }) => id)),
  // A result cannot contain an image here, so clients put it into a user message after the result.
  results: (body) =>
    list(body.messages).flatMap((message, at, all) => {
      if (message.role !== 'tool') return [];
      const next = all[at + 1];
      const beside = next?.role === 'user' ? (Array.isArray(next.content) ? next.content : [next.content]) : undefined;
      return [{ id: message.tool_call_id, flag: null, got: message.content, ...(beside ? { beside } : {}) }];
    }),
  reply(body, call) {
    const asked = call && {
      index: 0,
      id: newId('call_'),
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    };
    const message = { role: 'assistant', content: call ? null : 'done', ...(asked ? { tool_calls: [asked] } : {}) };
    const finish_reason = call ? 'tool_calls' : 'stop';
    const used = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const head = { id: newId('chat_'), created: 1, model: body.model, usage: used };
    const chunk = (choice: object) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, ...choice }],
    });
    return {
      json: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }] },
      events: [chunk({ delta: message, finish_reason: null }), chunk({ delta: {}, finish_reason }), '[DONE]'],
    };
  },
};

const gemini: Dialect = {
  offered: (body) =>
    list(body.tools).flatMap((tool) =>
      list(tool.functionDeclarations).map(({ name, parameters, parametersJsonSchema: schema = parameters }) => ({
        name,
        schema,
      })),
    ),
  callIds: (body) =>
    list(body.contents).flatMap(({ parts }) => list(parts).flatMap(({ functionCall }) => functionCall?.id ?? [])),
  results: (body) =>
    list(body.contents).flatMap(({ parts }) => {
      const beside = list(parts).filter(({ functionResponse }) => functionResponse === undefined);
      return list(parts).flatMap(({ functionResponse }) => {
        if (functionResponse === undefined) return [];
        const { id, response } = functionResponse;
        const flag = response.error === undefined ? null : 'error';
        const got = response.error ?? response.output ?? response;
        return [{ id, flag, got, ...(beside.length > 0 ? { beside } : {}) }];
      });
    }),
  reply(_body, call) {
    const part = call ? { functionCall: { name: call.name, args: call.args } } : { text: 'done' };
    const content = { role: 'model', parts: [part] };
    const json = {
      candidates: [{ content, finishReason: 'STOP', index: 0 }],
      usageMetadata: { totalTokenCount: 15 },
    };
    return { json, events: [json] };
  },
};

const dialects: Record<string, Dialect> = {
  '/messages': messages,
  '/responses': responses,
  '/chat/completions': chat,
  enerateContent: gemini,
};

/** Clients spell a tool mcp__SERVER__TOOL, mcp_SERVER_TOOL, SERVER_TOOL or SERVER-TOOL. */
const plain = (name: string) => name.replace(/\W/g, '_');

function ofServer(tools: readonly Tool[], server: string): (Tool & { tool: string; prefix: string })[] {
  return tools.flatMap((tool) => {
    const at = plain(tool.name).indexOf(`${server}_`);
    if (at === -1 || !['', 'mcp_', 'mcp__'].includes(plain(tool.name).slice(0, at))) return [];
    let end = at + server.length;
    while (plain(tool.name)[end] === '_') end += 1;
    return [{ ...tool, tool: tool.name.slice(end), prefix: tool.name.slice(0, end) }];
  });
}

/** Reminders that a client adds are its own text: only their presence is recorded. */
function withoutReminders(got: unknown): unknown {
  const [open, close] = ['<system-reminder>', '</system-reminder>'];
  let text = JSON.stringify(got ?? null);
  for (let from = text.indexOf(open); from !== -1; from = text.indexOf(open, from + 1)) {
    const to = text.indexOf(close, from);
    if (to === -1) break;
    text = text.slice(0, from) + text.slice(to + close.length);
  }
  return JSON.parse(text);
}

/** Anthropic's count, for a client that asks before it passes on a large response: a quarter of the characters. */
const countTokens = (body: Loose) => Math.ceil(JSON.stringify(body?.messages ?? '').length / 4);

/** No client has it: each reports that and asks again, by then with the server's tools. */
const waitTool = 'wait_for_the_server';
const waitMs = 2000;
const usualWaits = 4;

export interface OfferedTool {
  /** As the client names it. */
  name: string;
  schema?: unknown;
}

interface ScriptedModel {
  url: string;
  calls: Call[];
  /** The server's tools in the last request that had any. */
  offered(): OfferedTool[];
  close(): void;
}

export async function startModel(
  script: readonly Step[],
  server: string,
  mostWaits = usualWaits,
): Promise<ScriptedModel> {
  const calls: Call[] = [];
  let known: ReturnType<typeof ofServer> = [];
  /** Turns that only waited for the server: some clients ask the model before it has listed its tools. */
  let waits = 0;

  function turn(dialect: Dialect, body: Loose): (Tool & { args: object }) | null {
    const offered = ofServer(dialect.offered(body), server);
    const ids = dialect.callIds(body);
    if (offered.length === 0 && ids.length === waits) {
      // Without any tool it is a request for something else, such as a title.
      if (waits === mostWaits || dialect.offered(body).length === 0) return null;
      waits += 1;
      return { name: waitTool, args: {} };
    }
    if (offered.length > 0) known = offered;
    for (const { id, flag, got, beside } of dialect.results(body)) {
      const call = calls[ids.indexOf(id) - waits];
      if (!call || call.answered !== undefined) continue;
      Object.assign(call, { answered: Date.now(), flag, got: withoutReminders(got), ...(beside ? { beside } : {}) });
    }
    const step = script[ids.length - waits];
    if (!step) return null;
    const found = offered.find(({ tool }) => plain(tool) === plain(step.tool));
    const like = found ?? known[0];
    if (!like) return null;
    calls[ids.length - waits] = { ...step, offered: found !== undefined, asked: Date.now() };
    return { name: like.prefix + (found?.tool ?? step.tool), namespace: like.namespace, args: step.args ?? {} };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let raw = '';
    request.setEncoding('utf8');
    for await (const piece of request) raw += piece;
    const path = (request.url ?? '').split('?')[0] ?? '';
    const dialect = Object.entries(dialects).find(([end]) => path.endsWith(end))?.[1];
    const sendJson = (value: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const body: Loose = raw === '' ? {} : JSON.parse(raw);
    if (!dialect) {
      const tokens = countTokens(body);
      sendJson({ input_tokens: tokens, totalTokens: tokens, object: 'list', data: [{ id: 'scripted' }], models: [] });
      return;
    }
    const call = turn(dialect, body);
    if (call?.name === waitTool) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const reply = dialect.reply(body, call);
    if (!body.stream && !path.includes('stream')) {
      sendJson(reply.json);
      return;
    }
    const event = (data: Loose) =>
      `${data.type ? `event: ${data.type}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(reply.events.map(event).join(''));
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    offered: () => known.map(({ name, schema }) => ({ name, schema })),
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}
