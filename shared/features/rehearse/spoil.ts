// Spoils one answer of a server: what the client gets instead of it. Pure; when it is sent is the carrier's.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { SpoilKind } from './rehearsal-plan.ts';

/** `delay` and `no-answer` change no text. */
export type TextSpoil = Exclude<SpoilKind, 'delay' | 'no-answer'>;

const noiseLine = 'DEBUG: cache warmed up in 14 ms';

/** The texts that take the answer's place, in this order. `text` is one JSON-RPC response. */
export function spoiled(kind: TextSpoil, text: string, answer: JsonObject, outputSchema: Json | undefined): string[] {
  switch (kind) {
    case 'cut':
      return [text.slice(0, Math.ceil(text.length / 2))];
    case 'noise':
      return [noiseLine, text];
    case 'duplicate':
      return [text, text];
    case 'wrong-id':
      return [JSON.stringify({ ...answer, id: otherId(answer.id) })];
    case 'broken-schema':
      return [withResult(answer, text, (result) => brokenResult(result, outputSchema))];
    case 'reported-as-success':
      return [withResult(answer, text, reportedAsSuccess)];
  }
}

function otherId(id: Json | undefined): Json {
  return typeof id === 'number' ? id + 1_000_000 : `${typeof id === 'string' ? id : ''}-other`;
}

/** A protocol error has no result that could be changed: it passes as it is. */
function withResult(answer: JsonObject, text: string, change: (result: JsonObject) => JsonObject): string {
  const result = member(answer, 'result');
  return isObject(result) ? JSON.stringify({ ...answer, result: change(result) }) : text;
}

/** A required member is gone, or where there is no schema, a content block lacks its text (MCP, "Tool Result"). */
function brokenResult(result: JsonObject, outputSchema: Json | undefined): JsonObject {
  const structured = member(result, 'structuredContent');
  if (!isObject(structured) || outputSchema === undefined) return { ...result, content: [{ type: 'text' }] };
  const required = member(outputSchema, 'required');
  const [first] = Array.isArray(required) ? required : [];
  if (typeof first === 'string' && Object.hasOwn(structured, first)) {
    const { [first]: _gone, ...rest } = structured;
    return { ...result, structuredContent: rest };
  }
  // Nothing is required: every member gets a type that it does not have.
  const wrong = Object.entries(structured).map(([name, value]) => [name, typeof value === 'number' ? 'none' : 0]);
  return { ...result, structuredContent: Object.fromEntries(wrong) };
}

/** A failed result loses its flag. A good one says that it failed; its structured content stays, for clients that insist on it. */
function reportedAsSuccess(result: JsonObject): JsonObject {
  const { isError, ...rest } = result;
  if (isError === true) return rest;
  return { ...rest, content: [{ type: 'text', text: silentFailure }] };
}

export const silentFailure = 'Error: the request failed because the upstream service is unavailable. Nothing was done.';
