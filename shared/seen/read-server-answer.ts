// Parses a JSON-RPC response, a bare result or a bare error. Says in a sentence what is wrong with anything else.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { deepestAnswer, isTooDeep } from '../json/too-deep.ts';
import type { ServerAnswer } from './parts/seen.ts';

type ReadAnswer = { ok: true; answer: ServerAnswer } | { ok: false; problem: string };

export function readServerAnswer(value: Json): ReadAnswer {
  if (!isObject(value)) return wrong(`it is ${kindOf(value)}, not an object`);
  if (isTooDeep(value)) return wrong(`it is nested deeper than ${deepestAnswer} levels`);
  const error = member(value, 'error');
  if (isObject(error) && typeof member(error, 'message') === 'string') return readError(error);
  const result = member(value, 'result');
  if (isObject(result)) return { ok: true, answer: { result } };
  if (result !== undefined && member(value, 'jsonrpc') !== undefined)
    return wrong(`its result is ${kindOf(result)}, not an object`);
  if (member(value, 'method') !== undefined) return wrong('it is a request or a notification, not an answer');
  if (typeof member(value, 'code') === 'number' && typeof member(value, 'message') === 'string')
    return readError(value);
  const parts = ['content', 'structuredContent', 'isError', '_meta', 'toolResult'];
  if (parts.some((name) => member(value, name) !== undefined)) return { ok: true, answer: { result: value } };
  return wrong('it has neither content nor structuredContent, and no code with a message');
}

function readError(error: JsonObject): ReadAnswer {
  const code = member(error, 'code');
  const data = member(error, 'data');
  const message = member(error, 'message');
  if (typeof code !== 'number') return wrong('the code of its error is not a number');
  return { ok: true, answer: { error: { code, message: String(message), ...(data === undefined ? {} : { data }) } } };
}

const kindOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;

const wrong = (reason: string): ReadAnswer => ({
  ok: false,
  problem: `This is not an answer of a tool: ${reason}. Give a JSON-RPC response, the result of tools/call, or an error with code and message.`,
});
