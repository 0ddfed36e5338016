// The fields that each result must have ("Schema Reference"). SDKs refuse a result without them, so the call fails.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';

/** The list that each method's result must have. */
const lists: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'resources/read': 'contents',
  'prompts/get': 'messages',
};
const mostBlocks = 20;

export const noContent = 'it has no content';

/** What is wrong with a final result, for the end of a sentence; null: an SDK accepts it. */
export function wrongForm(method: string, result: JsonObject): string | null {
  if (method === 'tools/call') return wrongCall(result);
  const name = Object.hasOwn(lists, method) ? lists[method] : undefined;
  if (name === undefined || Array.isArray(result[name])) return null;
  return result[name] === undefined ? `it has no ${name}` : `${name} is not a list`;
}

function wrongCall({ content }: JsonObject): string | null {
  if (content === undefined || content === null) return noContent;
  if (!Array.isArray(content)) return 'content is not a list';
  for (const [index, block] of content.slice(0, mostBlocks).entries()) {
    const why = wrongBlock(block);
    if (why !== null) return `content[${index}] ${why}`;
  }
  return null;
}

function wrongBlock(block: Json): string | null {
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
