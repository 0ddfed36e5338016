// Classifies a JSON value as a JSON-RPC request, notification, response or something odd. Deliberately lenient: it accepts a message
// without `jsonrpc`, with a strange id or with a text as its error.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clip } from './clip.ts';

export type Message =
  | { kind: 'request'; id: Json; method: string; params: Json | undefined }
  | { kind: 'notification'; method: string; params: Json | undefined }
  /** `id: null` also means a response without an id. */
  | { kind: 'answer'; id: Json; value: JsonObject }
  /** JSON, but not a message. */
  | { kind: 'odd' };

export function readMessage(value: Json): Message {
  if (!isObject(value)) return { kind: 'odd' };
  const id = member(value, 'id');
  const method = member(value, 'method');
  if (method !== undefined) {
    const name = clip(typeof method === 'string' ? method : `(method is ${kindOf(method)})`, 200);
    const params = member(value, 'params');
    return id === undefined
      ? { kind: 'notification', method: name, params }
      : { kind: 'request', id, method: name, params };
  }
  const isAnswer = id !== undefined || Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  return isAnswer ? { kind: 'answer', id: id ?? null, value } : { kind: 'odd' };
}

/** An error counts unless it is null next to a result, as JSON-RPC 1.0 writes success. */
export function errorOf(answer: JsonObject): Json | undefined {
  const error = member(answer, 'error');
  return error === null && Object.hasOwn(answer, 'result') ? undefined : error;
}

/** JSON-RPC 2.0 section 5: either a result or an error, never both. */
export function hasBoth(answer: JsonObject): boolean {
  return (member(answer, 'result') ?? null) !== null && (member(answer, 'error') ?? null) !== null;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

/** The tool, prompt, resource URI or task of a request. */
export function targetOf(method: string, params: Json | undefined): string | null {
  const name = targetMember[method];
  const found =
    name === undefined ? undefined : member(method === 'completion/complete' ? member(params, 'ref') : params, name);
  return typeof found === 'string' ? clip(found, 200) : null;
}

const targetMember: Record<string, string | undefined> = Object.assign(Object.create(null), {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'resources/subscribe': 'uri',
  'resources/unsubscribe': 'uri',
  'notifications/resources/updated': 'uri',
  'completion/complete': 'name',
  'logging/setLevel': 'level',
  'tasks/get': 'taskId',
  'tasks/result': 'taskId',
  'tasks/cancel': 'taskId',
  'tasks/update': 'taskId',
  'notifications/tasks/status': 'taskId',
});
