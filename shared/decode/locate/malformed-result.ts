// Results that every SDK rejects: a required field is missing or has the wrong type, or a content block lacks a field of its type.
// Clients drop such a response, so the call failed.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { isNegativeAnswer } from './negative.ts';

/** The list that each method's result must have. */
const lists: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'resources/read': 'contents',
  'prompts/get': 'messages',
};

/** Results that are not final, or of a kind that MCP defines (2026-07-28, "Results"). */
const knownTypes = new Set(['complete', 'input_required', 'task']);

/** What is wrong with a result, for the end of a sentence; null if an SDK would accept it. */
export function malformedResult(method: string | undefined, result: JsonObject): string | null {
  const { resultType } = result;
  if (typeof resultType === 'string' && !knownTypes.has(resultType))
    return `its result type “${resultType.slice(0, 60)}” is none of MCP, so it belongs to an extension that was not agreed on`;
  if (method === undefined || (resultType !== undefined && resultType !== 'complete')) return null;
  if (method === 'tools/call') return malformedCall(result);
  const name = lists[method];
  if (name === undefined || Array.isArray(result[name])) return null;
  return result[name] === undefined ? `it has no ${name}` : `${name} is not a list`;
}

function malformedCall(result: JsonObject): string | null {
  const { content } = result;
  if (content === undefined || content === null) {
    const isOther = ['structuredContent', 'task', 'taskId', 'toolResult'].some((name) => result[name] !== undefined);
    return isOther || isNegativeAnswer(result) ? null : 'it has no content';
  }
  if (!Array.isArray(content)) return 'content is not a list';
  for (let index = 0; index < content.length && index < 20; index++) {
    const why = malformedBlock(content[index]);
    if (why !== null) return `content[${index}] ${why}`;
  }
  return null;
}

function malformedBlock(block: Json | undefined): string | null {
  if (!isObject(block)) return 'is not an object';
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? null : 'has no text';
    case 'image':
    case 'audio':
      if (typeof block.data !== 'string') return 'has no data';
      return typeof block.mimeType === 'string' ? null : 'has no mimeType';
    case 'resource':
      return typeof member(block.resource, 'uri') === 'string' ? null : 'has no resource with a uri';
    case 'resource_link':
      return typeof block.uri === 'string' ? null : 'has no uri';
    default:
      return typeof block.type === 'string' ? null : 'has no type';
  }
}
