// One MCP call as a client's transcript has it, and the text by which it travels as an event of the lane `seen`.
// Nothing else of a transcript is taken in: no prompts, no other tools, no folders.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import type { ClientId, Got, ServerAnswer } from '../../seen/parts/seen.ts';

export const transcriptClients = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  codex: 'Codex',
  'copilot-cli': 'GitHub Copilot CLI',
  vscode: 'VS Code Copilot',
  'gemini-cli': 'Gemini CLI',
  opencode: 'opencode',
  goose: 'Goose',
} as const;
export type TranscriptClient = keyof typeof transcriptClients;

export interface SeenCall {
  client: TranscriptClient;
  /** Of the client, '' where the transcript does not say. */
  version: string;
  session: string;
  /** The call's id in the transcript. Claude Code and Codex put the same id on the wire. */
  callId: string;
  /** The tool's name as the model used it. */
  name: string;
  /** As the client names them; a guess where the client joins both without a safe separator. */
  server: string;
  tool: string;
  args: Json;
  /** Milliseconds since 1970; null: the transcript does not say. */
  started: number | null;
  ended: number;
  /** What the server answered, where the transcript keeps it. */
  said?: ServerAnswer;
  /** The transcript holds only a part of what the server answered. */
  isSaidCut?: true;
  /** null: the transcript ends before the result, or is a log that does not say what the model got. */
  got: Got | null;
  /** The client marked the result as a failure for its model. */
  flagged: boolean;
  /** The client itself counts the call as failed, whether its model gets to know it or not. */
  failed?: true;
  model?: string;
  /** The file in which the client kept the whole result. */
  putAside?: string;
  /** A hook of the client put other output in the place of the result. */
  isReplaced?: true;
  /** A hook of the client reported it while it ran, so the wire of that moment may still be on its way here. */
  isReported?: true;
  /** Lines of the transcript, from 1: the call and its result. */
  lines: number[];
}

/** The client whose rules say what its model gets; null: its rules are not known. */
export const rulesOf = (client: TranscriptClient): ClientId | null =>
  client === 'vscode' || client === 'claude-desktop' ? null : client;

/** Longer answers are kept up to here, and marked as cut. */
const longest = 1_000_000;

export function bounded(call: SeenCall): SeenCall {
  const kept = { ...call };
  if (kept.said !== undefined && sizeOf(kept.said as unknown as Json) > longest) {
    delete kept.said;
    kept.isSaidCut = true;
  }
  if (typeof kept.got === 'string' && kept.got.length > longest) kept.got = kept.got.slice(0, longest);
  else if (kept.got !== null && typeof kept.got !== 'string' && sizeOf(kept.got) > longest)
    kept.got = JSON.stringify(kept.got).slice(0, longest);
  return kept;
}

const sizeOf = (value: Json): number => JSON.stringify(value).length;

/** Everything but the server, which the event names. */
export function seenText({ server: _server, ...call }: SeenCall): string {
  return JSON.stringify(call);
}

/** null: the text is none that Misfire wrote. */
export function readSeenText(text: string, server: string): SeenCall | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const value = parsed.value;
  const client = member(value, 'client');
  const tool = member(value, 'tool');
  const ended = member(value, 'ended');
  const got = member(value, 'got') ?? null;
  if (typeof client !== 'string' || !Object.hasOwn(transcriptClients, client)) return null;
  if (typeof tool !== 'string' || typeof ended !== 'number' || !isGot(got)) return null;
  const started = member(value, 'started');
  const lines = member(value, 'lines');
  const said = member(value, 'said');
  const call: SeenCall = {
    client: client as TranscriptClient,
    version: textOf(value, 'version'),
    session: textOf(value, 'session'),
    callId: textOf(value, 'callId'),
    name: textOf(value, 'name'),
    server,
    tool,
    args: member(value, 'args') ?? {},
    started: typeof started === 'number' ? started : null,
    ended,
    got,
    flagged: member(value, 'flagged') === true,
    lines: Array.isArray(lines) ? lines.filter((line) => typeof line === 'number') : [],
  };
  if (isAnswer(said)) call.said = said;
  for (const name of ['isSaidCut', 'failed', 'isReplaced', 'isReported'] as const)
    if (member(value, name) === true) call[name] = true;
  for (const name of ['model', 'putAside'] as const) {
    const found = member(value, name);
    if (typeof found === 'string') call[name] = found;
  }
  return call;
}

const isGot = (value: Json): value is null | string | JsonObject[] =>
  value === null || typeof value === 'string' || (Array.isArray(value) && value.every(isObject));

function isAnswer(value: Json | undefined): value is ServerAnswer & Json {
  if (isObject(member(value, 'result'))) return true;
  const error = member(value, 'error');
  return typeof member(error, 'code') === 'number' && typeof member(error, 'message') === 'string';
}

const textOf = (value: JsonObject, name: string): string => {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
};
