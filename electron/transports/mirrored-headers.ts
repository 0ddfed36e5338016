// The headers that repeat parts of a message since 2026-07-28: its revision, method, name, and the arguments that a tool's schema
// marks. Owns their names and format; the server's era decides whether to send them.

import { isObject, type Json, member, parseJson } from '../../shared/json/json.ts';

/** Arguments of tools that are repeated in headers (`x-mcp-header` in the tool's schema), by tool. */
export type HeaderArguments = ReadonlyMap<string, readonly { path: string[]; header: string }[]>;

const nameMembers: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The revision that a request names; older ones do not. */
export function revisionSaid(message: Json | undefined): string | undefined {
  const said = member(member(member(message, 'params'), '_meta'), 'io.modelcontextprotocol/protocolVersion');
  return typeof said === 'string' ? said : undefined;
}

/** The headers for a message; {} if it is not a request. */
export function mirrorMessage(text: string, version: string, headerArguments: HeaderArguments): Record<string, string> {
  const parsed = parseJson(text);
  const method = parsed.ok ? member(parsed.value, 'method') : undefined;
  if (!parsed.ok || typeof method !== 'string') return {};
  const params = member(parsed.value, 'params');
  const said = revisionSaid(parsed.value);
  const headers: Record<string, string> = {
    'mcp-protocol-version': encodeHeader(said ?? version),
    'mcp-method': encodeHeader(method),
  };
  const nameMember = Object.hasOwn(nameMembers, method) ? nameMembers[method] : undefined;
  const name = nameMember === undefined ? undefined : member(params, nameMember);
  if (typeof name !== 'string') return headers;
  headers['mcp-name'] = encodeHeader(name);
  if (method !== 'tools/call') return headers;
  for (const { path, header } of headerArguments.get(name) ?? []) {
    const value = path.reduce<Json | undefined>((at, step) => member(at, step), member(params, 'arguments'));
    if (
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value))
    ) {
      headers[`mcp-param-${header.toLowerCase()}`] = encodeHeader(String(value));
    }
  }
  return headers;
}

/** RFC 9110 section 5.5: fields are visible ASCII without spaces at the ends; other text is sent as base64. */
function encodeHeader(value: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(value) && value === value.trim();
  if (plain && !(value.startsWith('=?base64?') && value.endsWith('?='))) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const depthLimit = 10;

/** What a response to `tools/list` says about headers, by tool. */
export function headerArgumentsIn(result: Json): [tool: string, found: { path: string[]; header: string }[]][] {
  const tools = member(result, 'tools');
  return (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const name = member(tool, 'name');
    return typeof name === 'string' ? [[name, headerArgumentsOf(member(tool, 'inputSchema'))]] : [];
  });
}

/** Where a schema has `x-mcp-header`; only properties of properties can. */
function headerArgumentsOf(schema: Json | undefined, path: string[] = []): { path: string[]; header: string }[] {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || path.length >= depthLimit) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const header = member(property, 'x-mcp-header');
    const here = [...path, name];
    const own = typeof header === 'string' && token.test(header) ? [{ path: here, header }] : [];
    return [...own, ...headerArgumentsOf(property, here)];
  });
}
