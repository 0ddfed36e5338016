// Parses a settings file into values with their positions in the text: JSON with comments, TOML or YAML. Owns the parsers of the first two;
// yaml-spans.ts parses YAML. Other modules change the text by character, so that the rest stays unchanged.

import { type Node as JsonNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type AST, parseTOML, ParseError as TomlError } from 'toml-eslint-parser';
import type { SettingsFormat } from '../../../shared/clients/client.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { ObjectSpan, ReadSpans, ScalarSpan, SpanNode } from './span-types.ts';
import { readYaml } from './yaml-spans.ts';

/** Settings in TOML and YAML are written by hand, and their parsers take quadratic time. */
const longestByHand = 500_000;
const mostYamlMarks = 10_000;
/** Settings are flat. The limit lets other modules walk the tree recursively. */
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
      return readToml(text);
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

/** Of two members with one key the last, which is what clients read. */
export function memberOf(node: SpanNode | undefined, ...keys: readonly string[]): SpanNode | undefined {
  if (node?.kind !== 'object') return undefined;
  for (const key of keys) {
    const found = node.members.findLast((member) => member.key === key);
    if (found) return found.value;
  }
  return undefined;
}

export function jsonOf(node: SpanNode): Json {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(jsonOf);
  const object: Record<string, Json> = {};
  // Uses defineProperty, because a key may be `__proto__`.
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
    return {
      ok: false,
      problem: first
        ? `Line ${lineAt(text, first.offset + start)}: ${printParseErrorCode(first.error)}.`
        : 'It is empty.',
    };
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

function readToml(text: string): ReadSpans {
  try {
    return { ok: true, root: tomlSpans(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { lineNumber, index, message } = error;
    const problem = message.includes('multiple times')
      ? `the key ${tomlKeyAt(text, index)} is defined twice. Remove one of them.`
      : `${message}.`;
    return { ok: false, problem: `Line ${lineNumber}: ${problem}` };
  }
}

/** A table's full name, or the key as written. */
function tomlKeyAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0] as string;
  const [, table] = /^\s*\[{1,2}([^[\]]+)\]/.exec(line) ?? [];
  const [key = ''] = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s=\].,]+)/.exec(text.slice(at)) ?? [];
  return (table ?? key).slice(0, 80);
}

function tomlSpans(text: string): ObjectSpan {
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

/** The table of that name, created if needed. A list of tables gets one for each header. */
function tableAt(root: ObjectSpan, path: readonly (string | number)[], start: number, end: number): ObjectSpan {
  let at: ObjectSpan = root;
  for (const [index, key] of path.entries()) {
    const name = String(key);
    const known = memberOf(at, name);
    const isLast = index === path.length - 1;
    if (known?.kind === 'object') {
      // Its own header comes only now, so its position is here.
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

export function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
