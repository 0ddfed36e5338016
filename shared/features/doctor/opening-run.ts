// What happened when a server was met with the opening of one client: the input of client-check.ts. electron/features/doctor makes it.

import { type Json, type JsonObject, member } from '../../json/json.ts';
import { isModernRevision } from '../../protocol/revision.ts';

export interface OpeningRun {
  /** In the order of sending. */
  requests: readonly OpeningRequest[];
  /** The first line on stdout that is no message. */
  noise: { text: string } | null;
  /** How the server ended by itself; null: it did not. */
  end: OpeningEnd | null;
  /** How often it was started, if it is a command. */
  starts: number;
  /** Why it could not be started or reached at all. */
  failure: string | null;
  /** The lines of stderr that say most, and the one that says why it ended; without secrets. */
  stderr: readonly string[];
  lastWords: string;
}

export interface OpeningRequest {
  method: string;
  /** Of the request in the log. */
  row: number;
  /** How long the answer took, or how long it was waited for. */
  afterMs: number;
  outcome: 'answered' | 'silent' | 'ended';
  /** The result or the error, as sent. HTTP: null if the response was no message. */
  answer: JsonObject | null;
  /** It was silent for as long as the client waits, and then answered: the server was not ready, and knows the request. */
  isLate?: true;
  /** HTTP without a message: `HTTP 404`, or why there was no response. */
  said?: string;
}

interface OpeningEnd {
  /** `exit code 101` */
  how: string;
  /** What to do about it; '' if nothing is known. */
  advice: string;
  /** The request that was open, or sent last; null: it ends without any request too. */
  during: { method: string; row: number } | null;
}

/** The answer to `initialize` of a server that speaks only revisions since 2026-07-28. */
export function refusesEra(answer: JsonObject | null): boolean {
  const error = member(answer, 'error');
  const supported = member(member(error, 'data'), 'supported');
  const isNewer = Array.isArray(supported) && supported.some(isModernRevision);
  return isNewer || member(error, 'code') === -32022;
}

/** The items of a list in all pages that were read. */
export const listedIn = (run: OpeningRun, method: string, name: string): Json[] =>
  run.requests.flatMap((request) => {
    if (request.method !== method || request.answer === null) return [];
    const { result } = request.answer;
    const items = typeof result === 'object' && result !== null && !Array.isArray(result) ? result[name] : undefined;
    return Array.isArray(items) ? items : [];
  });
