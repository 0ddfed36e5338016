// A settings file as values that know where they stand in its text: JSON with comments, TOML or YAML. Owns the three readers;
// what is changed about a text is decided elsewhere and done by character, so that all the rest stays as it is.

import { type Node as JsonNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type AST, parseTOML } from 'toml-eslint-parser';
import { isMap, isScalar, isSeq, parseDocument, type Node as YamlNode } from 'yaml';
import type { Json } from '../../../shared/json.ts';

export type SettingsFormat = 'json' | 'toml' | 'yaml';

interface Span {
  start: number;
  end: number;
}
export interface ObjectSpan extends Span {
  kind: 'object';
  members: { key: string; keyStart: number; value: SpanNode }[];
  /** Members stand on lines of their own without commas: a table of TOML, a block of YAML. */
  isBlock: boolean;
}
export interface ArraySpan extends Span {
  kind: 'array';
  items: SpanNode[];
  /** Items stand on lines of their own behind dashes. */
  isBlock: boolean;
}
export interface ScalarSpan extends Span {
  kind: 'scalar';
  value: string | number | boolean | null;
}
export type SpanNode = ObjectSpan | ArraySpan | ScalarSpan;

export type ReadSpans = { ok: true; root: SpanNode } | { ok: false; problem: string };

/** Settings in TOML and YAML are written by hand, and their readers take time that grows with the square of what they are given. */
const longestByHand = 500_000;
const mostYamlMarks = 10_000;
/** Settings are flat; whoever walks through them later may do so by calling itself. */
const deepest = 100;

export function readSpans(text: string, format: SettingsFormat): ReadSpans {
  if (format !== 'json' && text.length > longestByHand) return tooLong;
  if (format === 'yaml' && (text.match(/[[{"'\n]/g)?.length ?? 0) > mostYamlMarks) return tooLong;
  try {
    const read = readAs(text, format);
    return read.ok && isTooDeep(read.root, 0) ? tooDeep : read;
  } catch (error) {
    return error instanceof RangeError
      ? tooDeep
      : { ok: false, problem: `It cannot be read: ${(error as Error).message}` };
  }
}

const tooLong: ReadSpans = { ok: false, problem: 'It is too long to be a list of servers.' };
const tooDeep: ReadSpans = { ok: false, problem: 'It nests too deep.' };

function readAs(text: string, format: SettingsFormat): ReadSpans {
  switch (format) {
    case 'json':
      return readJson(text);
    case 'toml':
      return { ok: true, root: readToml(text) };
    case 'yaml':
      return readYaml(text);
    default:
      return format satisfies never;
  }
}

function isTooDeep(node: SpanNode, depth: number): boolean {
  if (node.kind === 'scalar') return false;
  const inner = node.kind === 'array' ? node.items : node.members.map(({ value }) => value);
  return depth > deepest || inner.some((each) => isTooDeep(each, depth + 1));
}

export function memberOf(node: SpanNode | undefined, ...keys: readonly string[]): SpanNode | undefined {
  if (node?.kind !== 'object') return undefined;
  for (const key of keys) {
    const found = node.members.find((member) => member.key === key);
    if (found) return found.value;
  }
  return undefined;
}

export function jsonOf(node: SpanNode): Json {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(jsonOf);
  const object: Record<string, Json> = {};
  // Assigned by definition: a key may be called `__proto__`.
  for (const { key, value } of node.members)
    Object.defineProperty(object, key, { value: jsonOf(value), enumerable: true, configurable: true, writable: true });
  return object;
}

function readJson(text: string): ReadSpans {
  const errors: ParseError[] = [];
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const tree = parseTree(text.slice(start), errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first || !tree)
    return { ok: false, problem: first ? `${printParseErrorCode(first.error)} at ${first.offset}.` : 'It is empty.' };
  return { ok: true, root: fromJson(tree, start) };
}

function fromJson(node: JsonNode, shift: number): SpanNode {
  const span = { start: node.offset + shift, end: node.offset + node.length + shift };
  if (node.type === 'object') {
    const members = (node.children ?? []).flatMap(({ children }) => {
      const [key, value] = children ?? [];
      return key && value
        ? [{ key: String(key.value), keyStart: key.offset + shift, value: fromJson(value, shift) }]
        : [];
    });
    return { kind: 'object', ...span, members, isBlock: false };
  }
  if (node.type === 'array')
    return {
      kind: 'array',
      ...span,
      items: (node.children ?? []).map((item) => fromJson(item, shift)),
      isBlock: false,
    };
  return { kind: 'scalar', ...span, value: (node.value ?? null) as ScalarSpan['value'] };
}

function readToml(text: string): ObjectSpan {
  const root: ObjectSpan = { kind: 'object', start: 0, end: text.length, members: [], isBlock: true };
  for (const part of parseTOML(text).body[0].body) {
    if (part.type === 'TOMLKeyValue') putToml(root, part);
    else {
      const [start, end] = part.range;
      const table = tableAt(root, part.resolvedKey, start, end);
      for (const pair of part.body) putToml(table, pair);
    }
  }
  return root;
}

/** The table of that name, made where it is not there yet; a list of tables has one for each time it is named. */
function tableAt(root: ObjectSpan, path: readonly (string | number)[], start: number, end: number): ObjectSpan {
  let at: ObjectSpan = root;
  for (const [index, key] of path.entries()) {
    const name = String(key);
    const known = memberOf(at, name);
    const isLast = index === path.length - 1;
    if (known?.kind === 'object') {
      // Now it is met by its own name: it stands here.
      if (isLast) Object.assign(known, { start, end });
      at = known;
      continue;
    }
    const made: ObjectSpan = { kind: 'object', start, end, members: [], isBlock: true };
    at.members.push({ key: name, keyStart: start, value: made });
    at = made;
  }
  return at;
}

function putToml(into: ObjectSpan, pair: AST.TOMLKeyValue): void {
  const keys = pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
  const last = keys.pop() as string;
  const [start, end] = pair.range;
  const table = keys.length === 0 ? into : tableAt(into, keys, start, end);
  table.members.push({ key: last, keyStart: pair.key.range[0], value: fromToml(pair.value) });
}

function fromToml(node: AST.TOMLContentNode): SpanNode {
  const [start, end] = node.range;
  if (node.type === 'TOMLArray')
    return { kind: 'array', start, end, items: node.elements.map(fromToml), isBlock: false };
  if (node.type === 'TOMLInlineTable') {
    const table: ObjectSpan = { kind: 'object', start, end, members: [], isBlock: false };
    for (const pair of node.body) putToml(table, pair);
    return table;
  }
  const { value } = node;
  const plain = typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
  return { kind: 'scalar', start, end, value: plain ? value : String(value) };
}

function readYaml(text: string): ReadSpans {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error) return { ok: false, problem: error.message.split('\n', 1)[0] as string };
  if (!document.contents) return { ok: false, problem: 'It is empty.' };
  return { ok: true, root: fromYaml(document.contents as YamlNode) };
}

function fromYaml(node: YamlNode | null | undefined): SpanNode {
  const [start = 0, end = 0] = node?.range ?? [];
  if (isMap(node)) {
    const members = node.items.map(({ key, value }) => ({
      key: String(isScalar(key) ? key.value : key),
      keyStart: (key as YamlNode).range?.[0] ?? start,
      value: fromYaml(value as YamlNode | null),
    }));
    return { kind: 'object', start, end, members, isBlock: node.flow !== true };
  }
  if (isSeq(node)) {
    return {
      kind: 'array',
      start,
      end,
      items: node.items.map((item) => fromYaml(item as YamlNode)),
      isBlock: node.flow !== true,
    };
  }
  // An alias has no text of its own here; whoever wants to change it is told so.
  if (!isScalar(node)) return { kind: 'scalar', start, end, value: null };
  const { value } = node;
  const plain = typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' || value === null;
  return { kind: 'scalar', start, end, value: plain ? value : String(value) };
}
