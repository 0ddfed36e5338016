// The words of this folder: what a server answered, what a client makes of it for its model, and what was lost on the way.

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

/** What a client knows beside the answer. */
export interface SeenContext {
  /** The server's name in the client's settings. */
  server?: string;
  tool?: string;
  /** The arguments of the call: Gemini CLI repeats them when a call fails. */
  args?: Json;
  /** What the tool lists as its `outputSchema`: some clients refuse an answer that breaks it. */
  outputSchema?: Json;
  /** The model's name: Codex cuts later, and Gemini CLI passes pictures on in another place, for some. */
  model?: string;
}

/** In this order wherever losses are listed. `everything`: nothing of the answer reached the model. */
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

/** Text, or blocks in the shape of the model's API. `<file>` is a path that the client makes up. */
export type Got = string | JsonObject[];

export interface Seen {
  client: ClientId;
  version: string;
  got: Got;
  /** Something that the client adds says that the call failed: a flag, a key, or its own words. */
  flagged: boolean;
  lost: Loss[];
  /** What the client does with such an answer, in one sentence. */
  rule: string;
}

/** What a client's file says of one answer; the losses follow from it. */
export interface Passed {
  got: Got;
  flagged: boolean;
  rule: string;
}

export interface SeenClient {
  id: ClientId;
  name: string;
  /** Of the client that was run, or the date of the source that was read. */
  version: string;
  /** `measured`: run with a scripted model, and predicted without a difference. `source`: only read. */
  basis: 'measured' | 'source';
  pass(answer: ServerAnswer, context: Required<Pick<SeenContext, 'server' | 'tool'>> & SeenContext): Passed;
}
