// The types of this folder: a server's response, what a client passes to its model, and what was lost.

import type { Json, JsonObject } from '../../json/json.ts';

export const clientIds = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'copilot-cli',
  'cline',
  'goose',
  'zed',
  'roo-code',
] as const;
export type ClientId = (typeof clientIds)[number];

/** A `CallToolResult` as the server sent it, which may break its schema, or a JSON-RPC error. */
export type ServerAnswer = { result: JsonObject } | { error: { code: number; message: string; data?: Json } };

/** What a client knows besides the response. */
export interface SeenContext {
  /** The server's name in the client's settings. */
  server?: string;
  tool?: string;
  /** The arguments of the call: Gemini CLI repeats them if a call fails. */
  args?: Json;
  /** The tool's `outputSchema`: some clients reject a response that breaks it. */
  outputSchema?: Json;
  /** The model's name: for some, Codex has a higher limit and Gemini CLI puts images elsewhere. */
  model?: string;
}

/** The order of all lists of losses. `everything`: nothing of the response reached the model. */
export const losses = [
  'text',
  'structured content',
  'image',
  'audio',
  'resource',
  'resource link',
  'code',
  'data',
  'flag',
  'the middle',
  'the end',
  'everything',
] as const;
export type Loss = (typeof losses)[number];

/** Text, or blocks in the format of the model's API. `<file>` is a path that the client chooses. */
export type Got = string | JsonObject[];

export interface Seen {
  client: ClientId;
  version: string;
  got: Got;
  /** The client itself says that the call failed: with a flag, a key, or text. */
  flagged: boolean;
  lost: Loss[];
  /** What the client does with such a response, in one sentence. */
  rule: string;
}

/** What a client's file says about one response; the losses follow from it. */
export interface Passed {
  got: Got;
  flagged: boolean;
  rule: string;
}

export interface SeenClient {
  id: ClientId;
  name: string;
  /** The version of the tested client, or the date of its source. */
  version: string;
  /** `measured`: run with a scripted model, and predicted without a difference. `source`: only read. */
  basis: 'measured' | 'source';
  pass(answer: ServerAnswer, context: Required<Pick<SeenContext, 'server' | 'tool'>> & SeenContext): Passed;
}
