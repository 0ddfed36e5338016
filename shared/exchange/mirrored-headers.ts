// Compares the headers of Streamable HTTP that repeat parts of a message (2026-07-28) with the message.
// transports/mirrored-headers.ts decides which headers Misfire itself sends.

import { isObject, type Json, member } from '../json/json.ts';
import { isModernRevision, metaMember } from '../protocol/revision.ts';
import { fromBase64, utf8Text } from '../text/base64.ts';
import { clip } from './clip.ts';

const nameMembers: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  // Of the tasks extension, "Routing Headers".
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};
const depthLimit = 10;

interface WrongHeader {
  name: string;
  /** null: a required header is missing. */
  header: string | null;
  /** null: the message has no such value, so the header must be left out. */
  body: string | null;
}

interface Request {
  method: string;
  params: Json | undefined;
  /** The schema of the called tool, for arguments that headers repeat. */
  inputSchema: Json | undefined;
}

/** The first header that contradicts the message. Required only for requests of 2026-07-28 or later. */
export function wrongHeader(headers: Record<string, string>, request: Request): WrongHeader | null {
  const version = metaMember(request.params, 'protocolVersion');
  const isModern = isModernRevision(version);
  for (const [name, said] of mirrored(request, version)) {
    const header = headers[name.toLowerCase()];
    if (header === undefined ? !isModern || said === null : isHidden(header) || read(header) === said) continue;
    return { name, header: header === undefined ? null : clip(header, 60), body: said && clip(said, 60) };
  }
  return null;
}

function* mirrored(
  { method, params, inputSchema }: Request,
  version: Json | undefined,
): Generator<[string, string | null]> {
  if (typeof version === 'string') yield ['MCP-Protocol-Version', version];
  yield ['Mcp-Method', method];
  const nameMember = Object.hasOwn(nameMembers, method) ? nameMembers[method] : undefined;
  const name = nameMember === undefined ? undefined : member(params, nameMember);
  if (typeof name === 'string') yield ['Mcp-Name', name];
  if (method !== 'tools/call') return;
  for (const { path, header } of repeatedArguments(inputSchema)) {
    const value = path.reduce<Json | undefined>((at, step) => member(at, step), member(params, 'arguments'));
    if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
      yield [`Mcp-Param-${header}`, String(value)];
    else if (value === undefined || value === null) yield [`Mcp-Param-${header}`, null];
  }
}

/** Arguments whose schema has `x-mcp-header`. */
function* repeatedArguments(
  schema: Json | undefined,
  path: string[] = [],
): Generator<{ path: string[]; header: string }> {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || path.length >= depthLimit) return;
  for (const [name, property] of Object.entries(properties)) {
    const header = member(property, 'x-mcp-header');
    if (typeof header === 'string') yield { path: [...path, name], header };
    yield* repeatedArguments(property, [...path, name]);
  }
}

/** A value that was masked before recording cannot be compared. */
const isHidden = (value: string): boolean => value.includes('‹');

/** Text that is not plain ASCII is sent as base64. */
function read(header: string): string {
  const found = /^=\?base64\?([A-Za-z0-9+/=]{0,8192})\?=$/.exec(header);
  if (!found) return header;
  const bytes = fromBase64(found[1] as string);
  return (bytes && utf8Text(bytes)) ?? header;
}
