// One MCP call as a client's transcript, log or report has it. Nothing else is taken in: no prompts, no other tools, no folders.
// seen-text.ts writes it as an event.

import type { Json } from '../../json/json.ts';
import type { Got, ServerAnswer } from '../../seen/parts/seen.ts';

export interface SeenCall {
  /** The id of the client. */
  client: string;
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

type Given = Pick<SeenCall, 'client' | 'server' | 'tool'> &
  Partial<Omit<SeenCall, 'args' | 'model'>> & {
    args?: Json | undefined;
    /** '' where the source does not say. */
    model?: string;
    /** When it began, and ended as far as known; 0 where the source does not say. */
    at?: number;
  };

/** A call with what its source tells of it. Without a result it is still open. */
export const seenCall = ({ client, at = 0, args, model, ...given }: Given): SeenCall => ({
  client,
  version: '',
  session: '',
  callId: '',
  name: given.tool,
  started: at || null,
  ended: at,
  got: null,
  flagged: false,
  lines: [],
  ...given,
  args: args ?? {},
  ...(model ? { model } : {}),
});
