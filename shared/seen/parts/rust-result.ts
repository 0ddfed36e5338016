// A `CallToolResult` as the Rust SDK reads it, as in Codex and Copilot CLI: blocks come out with known fields, in its order. It keeps
// unreadable parts unchanged, and one client shows those to its model in Rust's debug format.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';

const known: Readonly<Record<string, readonly string[]>> = {
  text: ['text', '_meta'],
  image: ['data', 'mimeType', '_meta'],
  audio: ['data', 'mimeType', '_meta'],
  resource_link: ['uri', 'name', 'title', 'description', 'mimeType', 'size', 'icons', '_meta'],
  resource: ['resource', '_meta'],
};
const needed: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
  resource: [],
};
const resourceMembers = ['uri', 'mimeType', 'text', 'blob', '_meta'];

/** `null` if it is not read as a call result. */
export function readAsRust(result: JsonObject): JsonObject | null {
  const content = member(result, 'content') ?? null;
  const structured = member(result, 'structuredContent') ?? null;
  const isError = member(result, 'isError') ?? null;
  if (content === null && structured === null && isError === null) return null;
  if (isError !== null && typeof isError !== 'boolean') return null;
  if (content !== null && !Array.isArray(content)) return null;
  const blocks = (content ?? []).map(readBlock);
  if (blocks.includes(null)) return null;
  return { content: blocks, structuredContent: structured, isError };
}

function readBlock(block: Json): JsonObject | null {
  const type = member(block, 'type');
  if (!isObject(block) || typeof type !== 'string' || !Object.hasOwn(known, type)) return null;
  if (needed[type]?.some((name) => typeof member(block, name) !== 'string')) return null;
  const read: JsonObject = { type, ...pick(block, known[type] ?? []) };
  if (type === 'resource') {
    const resource = member(block, 'resource');
    const has = (name: string) => typeof member(resource, name) === 'string';
    if (!isObject(resource) || !has('uri') || !(has('text') || has('blob'))) return null;
    read.resource = pick(resource, resourceMembers);
    if (has('text')) delete (read.resource as JsonObject).blob;
  }
  const annotations = member(block, 'annotations');
  if (isObject(annotations)) read.annotations = pick(annotations, ['audience', 'priority', 'lastModified']);
  return read;
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const name of names) {
    const value = member(from, name);
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}

/** A JSON value in Rust's debug format. */
export function rustDebug(value: Json): string {
  if (value === null) return 'Null';
  if (typeof value === 'boolean') return `Bool(${value})`;
  if (typeof value === 'number') return `Number(${value})`;
  if (typeof value === 'string') return `String(${JSON.stringify(value)})`;
  if (Array.isArray(value)) return `Array [${value.map(rustDebug).join(', ')}]`;
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${rustDebug(each)}`);
  return `Object {${members.join(', ')}}`;
}
