// The client information in each request since 2026-07-28: the fields of `_meta`, as the specification names them. The user's own fields
// stay unchanged.

import type { JsonObject } from '../../../shared/json/json.ts';
import { addMember, editMember } from './json-edit.ts';

const prefix = 'io.modelcontextprotocol/';

export interface Envelope {
  protocolVersion: string;
  clientCapabilities: JsonObject;
  clientInfo: { name: string; version: string };
  logLevel?: string;
}

/** The parameters with all required `_meta` fields; '' becomes an object. Anything but an object is left alone. */
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
