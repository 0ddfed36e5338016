// The facts that decide how an exchange ended: a part of its account (account/account.ts), which pairing collects. They are here, so
// that the shape of a failure can name its ending.

import type { Json } from '../json/json.ts';

export interface EndingFacts {
  method?: string;
  /** The server sent the request, or should have, and the client answered. */
  isFromServer?: true;
  params?: Json;
  /** The response, parsed and verbatim. Any JSON, even if it violates JSON-RPC. */
  answer?: { value: Json; text: string };
  /** Its HTTP exchange; account.ts has all of it. */
  http?: { status: number | null; body?: string };
  /** The process ended, or never started, while the call was open. */
  process?: {
    code: number | null;
    signal: string | null;
    stderr: readonly string[];
    spawnError?: string;
    /** An existing file with nearly the name of the script that was to be run. */
    nearest?: string;
    /** It exited with 0 while calls were open. */
    awaited?: true;
    /** It had not answered the handshake yet. */
    isStart?: boolean;
    /** The call was sent after it had ended. */
    isBefore?: true;
  };
  /** Misfire stopped waiting. `message` names the timeout, if there are several. */
  timeout?: { afterMs: number; message?: string };
  /** The call was canceled before a response came. `isClosing`: its stream was closed, without a reason. `byServer`: its task. */
  cancelled?: { reason?: string; isClosing?: true; byServer?: true };
  /** What happened while the call waited. */
  wait?: Wait | undefined;
  /** How long its client waits by default, and what to change in the client. Only for a call without a response. */
  patience?: Patience;
  /** There is no response and none will come: the stream broke, or the connection was closed. */
  unanswered?: {
    why: 'stream_cut' | 'closed' | 'refused' | 'unready' | 'too_long' | 'no_response' | 'recording_ended';
    message?: string;
    /** The server closed it. */
    byServer?: true;
    /** What ended the process of a server whose connection was closed. */
    signal?: string;
    /** No process was started: the server has a URL. */
    byAddress?: true;
  };
  /** Responses to this call that did not reach it: under another id, without one, or after its end. */
  strays?: readonly Stray[];
  /** The client's own name, if the account is about it or it ended the call. */
  client?: string;
}

/** One object per call: pairing adds to it until the call ends. Times are in ms since 1970. */
export interface Wait {
  /** When the request was sent. */
  from: number;
  /** When the request of the newest round was sent. */
  roundFrom?: number;
  /** The request asks for progress. */
  hasToken: boolean;
  /** When progress came; the last ones, if there were many. */
  progress: readonly number[];
  /** The newest question of the server during the call. */
  question: Question | null;
}

/** The server asked for input: by a request of its own, or since 2026-07-28 by a result. */
export interface Question {
  /** `elicitation/create`, `sampling/createMessage`, `roots/list`; '' if the result only has a state. */
  method: string;
  at: number;
  /** null: not answered. */
  answeredAt: number | null;
  /** What it was answered with: accept, decline or cancel; null if it was data or an error. */
  action: string | null;
  /** How often the call has asked. */
  times: number;
  /** The error that the client answered with, if it did not refuse. */
  error?: string;
  /** The client had not declared that it answers such questions. */
  isUndeclared?: true;
}

interface Patience {
  ms: number;
  /** '' if the client has no such setting. */
  advice: string;
}

/** An unmatched response, compared with a call that waited. */
export interface Stray {
  kind: 'other_type' | 'no_id' | 'unknown_id' | 'late';
  /** Its id as written; null if it had none. */
  id: string | null;
  /** How long it came after the end of the call; 0 while the call was open. */
  lateMs: number;
  /** Verbatim. */
  text: string;
}
