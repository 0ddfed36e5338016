// The parts of a response, read without trust: clients differ in which they pass on, and in the separators.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { Got, ServerAnswer } from './seen.ts';

export function contentOf(result: JsonObject): JsonObject[] {
  const content = member(result, 'content');
  return Array.isArray(content) ? content.filter(isObject) : [];
}

export const typeOf = (block: JsonObject): Json | undefined => member(block, 'type');

export function textOf(value: JsonObject, name: string): string {
  const text = member(value, name);
  return typeof text === 'string' ? text : '';
}

/** The texts of all blocks of type `text`, in order. */
export const textsOf = (result: JsonObject): string[] =>
  contentOf(result)
    .filter((block) => typeOf(block) === 'text')
    .map((block) => textOf(block, 'text'));

export function resourceOf(block: JsonObject): JsonObject {
  const resource = member(block, 'resource');
  return isObject(resource) ? resource : {};
}

/** Structured content that is present and not null. */
export function structuredOf(result: JsonObject): Json | undefined {
  const structured = member(result, 'structuredContent');
  return structured === null ? undefined : structured;
}

export const failedOf = (answer: ServerAnswer): boolean =>
  'error' in answer || member(answer.result, 'isError') === true;

/** All searchable content as one text: texts of blocks unchanged, other blocks as JSON. */
export function gotText(got: Got): string {
  if (typeof got === 'string') return got;
  return got.map((block) => member(block, 'text') ?? JSON.stringify(block)).join('\n');
}

/** The decoded size of base64. */
export function base64Size(text: string): number {
  const bare = text.replace(/\s/g, '');
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((bare.length * 3) / 4) - padding);
}
