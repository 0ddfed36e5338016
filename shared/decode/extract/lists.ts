// Lists of errors: validation issues of every library, and lists of error objects.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { readPercent } from '../../text/percent.ts';
import { addIssue, type CallFacts, pointer, pointerFromDotted } from '../reading/reading.ts';
import type { Reader } from './reader.ts';

const mostEntries = 50;

/** False if the list has no known format. */
export function readList(reader: Reader, list: Json[], path: string, depth: number): boolean {
  if (list.length === 0) return true;
  const { reading } = reader;
  let known = 0;
  for (let index = 0; index < list.length && index < mostEntries; index++) {
    const entry = list[index] as Json;
    if (--reading.budget < 0) break;
    const entryPath = `${path}[${index}]`;
    if (typeof entry === 'string') {
      reader.read(entry, entryPath, depth + 1);
      known++;
    } else if (isObject(entry)) {
      if (readIssue(reader, entry)) known++;
      else if (looksLikeError(entry)) {
        reader.read(entry, entryPath, depth + 1);
        known++;
      }
    }
  }
  return known > 0;
}

const errorNames = 'message error code detail msg title reason text @type description defect failure'.split(' ');

function looksLikeError(entry: JsonObject): boolean {
  return errorNames.some((name) => Object.hasOwn(entry, name));
}

/** One entry of a Zod, Valibot, Ajv, Pydantic, RFC 9457, JSON:API or GitHub list. */
function readIssue(reader: Reader, entry: JsonObject): boolean {
  const { reading } = reader;
  const message = text(entry, 'message', 'msg', 'detail', 'description', 'title', 'issue', 'problem');
  const found = locationOf(entry);
  if (found === null || isOfFile(entry)) return false;
  const code = text(entry, 'code', 'keyword', 'type', 'reason');
  const unions = member(entry, 'errors') ?? member(entry, 'unionErrors');
  if (Array.isArray(unions) && found.shape === 'zod') readUnion(reader, unions, found.path);
  const said = { message: message ?? code ?? 'is not accepted', ...(code === undefined ? {} : { code }) };
  for (const at of found.shape === 'field-list' ? separate(reading.call, found.path) : [found.path])
    addIssue(reading, { path: at, ...said });
  return true;
}

/** `width.height`, if these are two arguments: servers join the names of a rule about several. */
function separate({ params, inputSchema }: CallFacts, path: string): string[] {
  const names = path.split('/').slice(1);
  const sent = member(params, 'arguments');
  const isArgument = (name: string) =>
    member(member(inputSchema, 'properties'), name) !== undefined || member(sent, name) !== undefined;
  const isJoined = names.length > 1 && names.every(isArgument) && !isObject(member(sent, names[0] as string));
  return isJoined ? names.map((name) => `/${name}`) : [path];
}

/** `{"path": "notes.txt", "error": "File not found"}`: the result for a file, not for an argument. */
function isOfFile(entry: JsonObject): boolean {
  const path = text(entry, 'path');
  const error = text(entry, 'error');
  return (
    path !== undefined && error !== undefined && (entry.success === false || /[\\/]/.test(path) || ofFiles.test(error))
  );
}

const ofFiles = /\b(?:file|folder|directory|path|ENOENT|EACCES|EISDIR|ENOTDIR|EPERM)\b/i;

/** The first of these fields that has a text. */
function text(entry: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = member(entry, name);
    if (typeof value === 'string' && value !== '') return value.slice(0, 500);
  }
  return undefined;
}

function locationOf(entry: JsonObject): { path: string; shape: string } | null {
  const path = member(entry, 'path');
  if (Array.isArray(path)) {
    // GraphQL also has `path`, but it leads into the response, not into the arguments.
    if (Object.hasOwn(entry, 'extensions') || Object.hasOwn(entry, 'locations')) return null;
    return { path: argumentPointer(path), shape: 'zod' };
  }
  const loc = member(entry, 'loc');
  if (Array.isArray(loc)) {
    const first = loc[0];
    const skip = first === 'body' || first === 'query' || first === 'path' || first === 'header' || first === 'cookie';
    return { path: argumentPointer(skip && loc.length > 1 ? loc.slice(1) : loc), shape: 'pydantic' };
  }
  const instancePath = text(entry, 'instancePath', 'dataPath');
  if (Object.hasOwn(entry, 'schemaPath') || instancePath !== undefined) {
    const missing = member(member(entry, 'params'), 'missingProperty');
    const base =
      instancePath === undefined || instancePath.startsWith('/')
        ? (instancePath ?? '')
        : pointerFromDotted(instancePath);
    return { path: typeof missing === 'string' ? base + pointer([missing]) : base, shape: 'ajv' };
  }
  const pointerText = text(entry, 'pointer');
  if (pointerText !== undefined) return { path: fragment(pointerText), shape: 'rfc9457' };
  const source = member(entry, 'source');
  if (isObject(source)) {
    const sourcePointer = text(source, 'pointer');
    if (sourcePointer !== undefined) return { path: withoutEnvelope(sourcePointer), shape: 'json-api' };
    const parameter = text(source, 'parameter', 'header');
    if (parameter !== undefined) return { path: pointer([parameter]), shape: 'json-api' };
  }
  if (typeof path === 'string') return { path: path.startsWith('/') ? path : pointerFromDotted(path), shape: 'zod' };
  const field = text(entry, 'field', 'param', 'parameter', 'property', 'propertyName');
  return field === undefined ? null : { path: pointerFromDotted(field), shape: 'field-list' };
}

/** Zod and MCP SDKs put `params.arguments` before the argument when they check the whole request. */
function argumentPointer(path: Json[]): string {
  const segments: (string | number)[] = [];
  for (let index = 0; index < path.length && index < 30; index++) {
    const step = path[index] as Json;
    if (typeof step === 'string' || typeof step === 'number') segments.push(step);
    else {
      const key = member(step, 'key');
      if (typeof key === 'string' || typeof key === 'number') segments.push(key);
    }
  }
  if (segments[0] === 'params' && segments[1] === 'arguments') segments.splice(0, 2);
  return pointer(segments);
}

/** RFC 9457 pointers are URI fragments: `#/age`. */
function fragment(text: string): string {
  return readPercent(text.startsWith('#') ? text.slice(1) : text);
}

/** JSON:API points into its own document. */
function withoutEnvelope(text: string): string {
  return text.startsWith('/data/attributes/') ? text.slice('/data/attributes'.length) : text;
}

/** The branches of a failed union: the first branch's messages are the most useful ones. */
function readUnion(reader: Reader, branches: Json[], path: string): void {
  for (const branch of branches.slice(0, 3)) {
    const issues = Array.isArray(branch) ? branch : (member(branch, 'issues') ?? null);
    if (!Array.isArray(issues)) continue;
    for (const issue of issues.slice(0, 5)) {
      if (!isObject(issue)) continue;
      const inner = locationOf(issue);
      const message = text(issue, 'message');
      if (inner === null || message === undefined) continue;
      const code = text(issue, 'code');
      const whole = inner.path.startsWith(path) ? inner.path : path + inner.path;
      addIssue(reader.reading, { path: whole, message, ...(code === undefined ? {} : { code }) });
    }
  }
}
