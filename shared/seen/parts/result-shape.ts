// The official TypeScript SDK's check, as in Claude Code, Gemini CLI and opencode: whether a response has the shape of a
// `CallToolResult`. If not, its error message reaches the model, so the messages are the SDK's. If so, fields come out in the SDK's
// order, without those that its schema does not name.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';

type Issue = { [name: string]: Json };
type Path = (string | number)[];

type ShapedResult = { ok: true; result: JsonObject } | { ok: false; issues: string };

/** A field: its kind; `?` if optional. */
type Shape = readonly (readonly [name: string, kind: string])[];

const meta = ['_meta', 'record?'] as const;
const binary = (type: string): Shape => [
  ['type', `=${type}`],
  ['data', 'base64'],
  ['mimeType', 'string'],
  ['annotations', 'record?'],
  meta,
];
const contents = (kind: 'text' | 'blob'): Shape => [
  ['uri', 'string'],
  ['mimeType', 'string?'],
  meta,
  [kind, kind === 'text' ? 'string' : 'base64'],
];
/** In the order in which the SDK tries them. */
const blocks: readonly Shape[] = [
  [['type', '=text'], ['text', 'string'], ['annotations', 'record?'], meta],
  binary('image'),
  binary('audio'),
  [
    ['name', 'string'],
    ['title', 'string?'],
    ['icons', 'array?'],
    ['uri', 'string'],
    ['description', 'string?'],
    ['mimeType', 'string?'],
    ['size', 'number?'],
    ['annotations', 'record?'],
    meta,
    ['type', '=resource_link'],
  ],
  [['type', '=resource'], ['resource', 'contents'], ['annotations', 'record?'], meta],
];

/** Differences of a client's SDK copy: unknown newer fields, and an older union that always lists all attempts. */
interface SdkCopy {
  drops?: readonly string[];
  listsAllTries?: true;
}

export function shapedResult(result: JsonObject, copy: SdkCopy = {}): ShapedResult {
  const issues: Issue[] = [];
  const shaped: JsonObject = {};
  take(result, '_meta', 'record?', issues, shaped, copy);
  const content = member(result, 'content');
  if (content === undefined) shaped.content = [];
  else if (!Array.isArray(content)) issues.push(wrongType('array', content, ['content']));
  else shaped.content = content.map((block, at) => union(block, blocks, ['content', at], issues, copy));
  take(result, 'structuredContent', 'record?', issues, shaped, copy);
  take(result, 'isError', 'boolean?', issues, shaped, copy);
  for (const [name, value] of Object.entries(result)) if (!Object.hasOwn(shaped, name)) shaped[name] = value;
  return issues.length === 0 ? { ok: true, result: shaped } : { ok: false, issues: JSON.stringify(issues, null, 2) };
}

function union(value: Json | undefined, shapes: readonly Shape[], path: Path, issues: Issue[], copy: SdkCopy): Json {
  const failed: Issue[][] = [];
  for (const shape of shapes) {
    const found: Issue[] = [];
    const read: JsonObject = {};
    if (!isObject(value)) found.push(wrongType('object', value, []));
    else for (const [name, kind] of shape) take(value, name, kind, found, read, copy);
    if (found.length === 0) return read;
    failed.push(found);
  }
  // The types match one alternative, and only a value in it is invalid: then the SDK reports that alternative only.
  const near = failed.filter((found) => found.every(({ code }) => code === 'custom'));
  const [only] = near;
  if (only !== undefined && near.length === 1 && !copy.listsAllTries)
    issues.push(...only.map((issue) => ({ ...issue, path: [...path, ...(issue.path as Path)] })));
  else issues.push({ code: 'invalid_union', errors: failed, path, message: 'Invalid input' });
  return value ?? null;
}

function take(from: JsonObject, name: string, kind: string, issues: Issue[], into: JsonObject, copy: SdkCopy): void {
  if (copy.drops?.includes(name)) return;
  const value = member(from, name);
  const wanted = kind.endsWith('?') ? kind.slice(0, -1) : kind;
  if (value === undefined && wanted !== kind) return;
  if (wanted === 'contents') {
    into[name] = union(value, [contents('text'), contents('blob')], [name], issues, copy);
    return;
  }
  const issue = issueOf(value, wanted, [name]);
  if (issue !== null) issues.push(issue);
  into[name] = value ?? null;
}

function issueOf(value: Json | undefined, wanted: string, path: Path): Issue | null {
  if (wanted.startsWith('=')) {
    const only = wanted.slice(1);
    const message = `Invalid input: expected "${only}"`;
    return value === only ? null : { code: 'invalid_value', values: [only], path, message };
  }
  if (wanted !== 'base64') return hasType(value, wanted) ? null : wrongType(wanted, value, path);
  if (typeof value !== 'string') return wrongType('string', value, path);
  return isBase64(value) ? null : { code: 'custom', path, message: 'Invalid Base64 string' };
}

function hasType(value: Json | undefined, kind: string): boolean {
  if (kind === 'array') return Array.isArray(value);
  return kind === 'record' ? isObject(value) : typeof value === kind;
}

function wrongType(expected: string, value: Json | undefined, path: Path): Issue {
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const message = `Invalid input: expected ${expected}, received ${received}`;
  return { expected, code: 'invalid_type', path, message };
}

/** What `atob` accepts: spaces are ignored, and padding is optional. */
function isBase64(text: string): boolean {
  const bare = text.replace(/[\t\n\f\r ]/g, '');
  const padded = bare.length % 4 === 0 ? bare.replace(/={1,2}$/, '') : bare;
  return padded.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(padded);
}
