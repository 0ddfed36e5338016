// The types of this folder: a server's response, what a client passes to its model, what was lost, and the rules of one client.

import type { Json, JsonObject } from '../../json/json.ts';

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

/** What a client's file says about one response; the losses follow from it. */
export interface Passed {
  got: Got;
  flagged: boolean;
  rule: string;
}

/** Defaults are filled in for a server and a tool without a name. */
export type Pass = (
  answer: ServerAnswer,
  context: Required<Pick<SeenContext, 'server' | 'tool'>> & SeenContext,
) => Passed;

export interface SeenRules {
  /** The version of the tested client, or the date of its source. */
  version: string;
  /** `measured`: run with a scripted model, and predicted without a difference. `source`: only read. */
  basis: 'measured' | 'source';
  pass: Pass;
  /** What the model got without the words that the client puts around it. */
  unwrap?(text: string, server: string): string;
  /** Behavior that no response decides; only measured clients have it. */
  beside?: BesideAnswers;
}

/** In texts, `<tool>` and `<server>` are the names in the call; `…` is a list or a reason that differs each time. */
interface BesideAnswers {
  /** After the server exited: does the client restart it for the next call? If not, what does the model read? */
  afterDeath: { restarts: boolean; got: readonly string[] };
  /** What the model reads for the call during which the server died. */
  death: string;
  /** Whether a tool announced with `notifications/tools/list_changed` is offered in the same session. */
  rereadsList: boolean;
  /** What the model reads if it calls a missing tool. */
  noSuchTool: string;
  /** The same in a transcript that keeps fewer words; `<name>` is the tool's name as the model used it. */
  noSuchToolKept?: string;
  /** The timeout of a response, in seconds; `null`: longer than 75 s, the longest that was tried. */
  longestWaitS: number | null;
  /** Whether arguments are validated against the `inputSchema` before sending. */
  checksArguments: boolean;
  /** The effect of one stdout line that is not JSON. */
  noise: 'nothing' | 'the connection';
}
