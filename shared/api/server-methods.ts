// Methods of servers: the list, connections, calls, and what servers ask the user.

import { z } from 'zod';
import type { AskAnswer, AskView, ClientConfig, FoundServer } from '../server/connecting.ts';
import { type ServerConfig, serverConfigSchema } from '../server/server-config.ts';
import { id, method, returns, serverId } from './method.ts';
import type { KeptCall, ToolView } from './views.ts';

export const serverMethods = {
  /** `reuse`: returns a listed server with the same endpoint instead of adding another. */
  addServer: method(
    z.object({ config: serverConfigSchema, connect: z.boolean(), reuse: z.boolean().optional() }),
    returns<{ server: string }>(),
  ),
  removeServer: method(z.object({ server: serverId }), returns<null>()),
  connect: method(z.object({ server: serverId }), returns<null>()),
  disconnect: method(z.object({ server: serverId }), returns<null>()),
  restart: method(z.object({ server: serverId }), returns<null>()),
  /** `asked`: the row of Misfire's request, even if it was sent before. */
  tools: method(
    z.object({ server: serverId, refresh: z.boolean() }),
    returns<{ tools: ToolView[]; problem: string; asked: number | null }>(),
  ),
  /** Any request. `params` is JSON text, sent verbatim; '' sends none. The row of the call, as soon as it is sent. */
  call: method(
    z.object({
      server: serverId,
      method: z.string().min(1).max(500),
      params: z.string().max(50_000_000),
      timeoutMs: z.number().int().min(1).max(2_147_483_647).optional(),
      /** Asks the server to report progress; adds a token to `_meta`. */
      progress: z.boolean().optional(),
      /** It repeats a recorded call. */
      again: z.boolean().optional(),
    }),
    returns<{ id: number }>(),
  ),
  cancel: method(z.object({ id }), returns<null>()),
};

/** Their configurations. */
export const serverListMethods = {
  /** A server's configuration with its secrets left empty. */
  serverConfig: method(
    z.object({ server: serverId }),
    returns<{ config: ServerConfig; kept: { where: 'system' | 'file' | 'memory'; words: string } }>(),
  ),
  /** Replaces the configuration; an empty secret keeps its value. An open connection keeps its old configuration. */
  changeServer: method(z.object({ server: serverId, config: serverConfigSchema }), returns<null>()),
  duplicateServer: method(z.object({ server: serverId }), returns<{ server: string }>()),
  /** These servers as `mcpServers` JSON, without secrets; all if omitted. `leftOut`: names of servers that this format cannot express. */
  exportServers: method(
    z.object({ servers: z.array(serverId).optional() }),
    returns<{ text: string; leftOut: string[] }>(),
  ),
  /** What a pasted text describes: a command line, an address, `mcpServers` JSON. Starts nothing. */
  readServers: method(
    z.object({ text: z.string().max(5_000_000) }),
    returns<{ servers: FoundServer[]; problems: string[] }>(),
  ),
  /** What other programs on this machine have configured. Read-only. */
  findServers: method(z.object({ folder: z.string().max(4000).optional() }), returns<{ configs: ClientConfig[] }>()),
};

export const savedCallMethods = {
  /** The last call to each tool of a server, and its favorites. */
  keptCalls: method(z.object({ server: serverId }), returns<{ last: KeptCall[]; favourites: KeptCall[] }>()),
  /** `keep` false removes the favorite. */
  keepCall: method(
    z.object({
      server: serverId,
      tool: z.string().max(2_000),
      args: z.string().max(1_000_000),
      as: z.enum(['last', 'favourite']),
      keep: z.boolean().default(true),
    }),
    returns<null>(),
  ),
};

const askAnswerSchema: z.ZodType<AskAnswer> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), result: z.string().max(10_000_000) }),
  z.object({ kind: z.literal('refuse'), code: z.number().int(), message: z.string().max(2000) }),
]);

export const askMethods = {
  /** All server requests that wait for an answer from the user. */
  asks: method(z.object({}), returns<{ asks: AskView[] }>()),
  /** `keep`: give this server the same answer from now on. */
  answerAsk: method(
    z.object({ ask: z.string(), answer: askAnswerSchema, keep: z.boolean().default(false) }),
    returns<null>(),
  ),
};
