// What each request says about its client since 2026-07-28: the members of `_meta`, and the headers that repeat the message.
// Owns both as the specification names them. What a person wrote into `_meta` stays as it is.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json.ts';
import { addMember, editMember } from './json-edit.ts';

export const modernRevision = '2026-07-28';
const prefix = 'io.modelcontextprotocol/';

export interface Envelope {
  protocolVersion: string;
  clientCapabilities: JsonObject;
  clientInfo: { name: string; version: string };
  logLevel?: string;
}

/** The parameters with all that `_meta` must hold; '' becomes an object. Anything but an object is left alone. */
export function addEnvelope(params: string, envelope: Envelope): string {
  const text = params.trim() === '' ? '{}' : params;
  return editMember(text, '_meta', (meta) =>
    Object.entries(envelope).reduce(
      (text, [name, value]) => addMember(text, `${prefix}${name}`, JSON.stringify(value)),
      meta,
    ),
  );
}

/** The same for a whole message. */
export function envelopMessage(message: string, envelope: Envelope): string {
  return editMember(message, 'params', (params) => addEnvelope(params, envelope));
}

export function addProgressToken(params: string, token: number): string {
  const text = params.trim() === '' ? '{}' : params;
  return editMember(text, '_meta', (meta) => addMember(meta, 'progressToken', String(token)));
}

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

/** The headers for a message; {} for one that is no request. */
export function mirrorMessage(text: string, version: string, headerArguments: HeaderArguments): Record<string, string> {
  const parsed = parseJson(text);
  const method = parsed.ok ? member(parsed.value, 'method') : undefined;
  if (!parsed.ok || typeof method !== 'string') return {};
  const params = member(parsed.value, 'params');
  const said = member(member(params, '_meta'), `${prefix}protocolVersion`);
  const headers: Record<string, string> = {
    'mcp-protocol-version': encodeHeader(typeof said === 'string' ? said : version),
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

/** RFC 9110 section 5.5: fields are visible ASCII without blanks at the ends; other texts travel as base64. */
export function encodeHeader(value: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(value) && value === value.trim();
  if (plain && !(value.startsWith('=?base64?') && value.endsWith('?='))) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const depthLimit = 10;

/** Where a schema says `x-mcp-header`; only properties of properties can. */
export function headerArgumentsOf(schema: Json | undefined, path: string[] = []): { path: string[]; header: string }[] {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || path.length >= depthLimit) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const header = member(property, 'x-mcp-header');
    const here = [...path, name];
    const own = typeof header === 'string' && token.test(header) ? [{ path: here, header }] : [];
    return [...own, ...headerArgumentsOf(property, here)];
  });
}
