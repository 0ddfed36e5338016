// An entry that names an address instead of a command: how its server is reached, and why some such entries cannot be watched. Owns the
// fields that clients use for it; address-edit.ts changes the text.

import type { AddressReading } from '../../../shared/clients/client.ts';
import { endsInSse } from '../../../shared/server-text/read-entry.ts';
import { addressNames, addressOf } from './entry-edit.ts';
import { memberOf } from './span-tree.ts';
import type { ObjectSpan, SpanNode } from './span-types.ts';

export interface AddressEntry {
  /** The object that has the address: the entry, or the one Cline nests in it. */
  holder: ObjectSpan;
  address: string;
  /** The older transport, HTTP+SSE. */
  isOld: boolean;
  /** `Authorization: Bearer …`, in the client's own placeholder syntax. */
  headers: string[];
  /** Variables in these headers that the client passes on only if configured to (Codex). */
  variables: string[];
}

type ReadAddress = { ok: true; value: AddressEntry } | { ok: false; problem: string };

/** Fields a command does not need; some clients reject an entry that has both. */
export const addressOnly = [
  'headers',
  'http_headers',
  'env_http_headers',
  'bearer_token_env_var',
  'bearer_token',
  'requestInit',
  'oauth',
] as const;
/** The field that names the transport. */
export const typeNames = ['type', 'transport', 'transportType'] as const;

const asWritten = 'Its headers are written in a way that Misfire does not change.';

export function readAddress(entry: ObjectSpan, reading: AddressReading = {}): ReadAddress {
  const no = (problem: string): ReadAddress => ({ ok: false, problem });
  const address = addressOf(entry);
  const nested = memberOf(entry, 'transport');
  const holder = nested?.kind === 'object' ? nested : entry;
  if (address === null) return no('It has no address any more.');
  if (/^(unix|pipe):/i.test(address)) return no('It is a socket of this machine, which Misfire does not bridge to.');
  if (!/^https?:\/\//i.test(address) && !/^[$%{]/.test(address))
    return no('Its address does not start with http:// or https://.');
  for (const node of [entry, holder]) {
    if (memberOf(node, 'headersHelper', 'http_headers_helper'))
      return no('A helper program creates its headers, and only the client runs that program.');
    if (memberOf(node, 'requestOptions', 'apiKey', 'oauth_resource')) return no(asWritten);
    const oauth = memberOf(node, 'oauth');
    if (oauth?.kind === 'object' && oauth.members.length > 0)
      return no('Its client signs in there as a client that was registered by hand, which the bridge is not.');
  }
  const read = readHeaders(holder);
  if (!read) return no(asWritten);
  // The bridge cannot tell `$NAME` from a value.
  if (reading.fillsDollarNames && read.headers.some((header) => /\$[A-Za-z_]/.test(header))) return no(asWritten);
  return { ok: true, value: { holder, address, isOld: isOldTransport(holder, address, reading), ...read } };
}

/** null: a value is not a string. */
function readHeaders(holder: ObjectSpan): Pick<AddressEntry, 'headers' | 'variables'> | null {
  const literal = pairsOf(
    memberOf(holder, 'headers', 'http_headers') ?? memberOf(memberOf(holder, 'requestInit'), 'headers'),
  );
  const named = pairsOf(memberOf(holder, 'env_http_headers'));
  const token = memberOf(holder, 'bearer_token');
  const variable = memberOf(holder, 'bearer_token_env_var');
  if (!literal || !named || !isText(token) || !isText(variable)) return null;
  const headers = literal.map(([name, value]) => `${name}: ${value}`);
  const variables = named.map(([, name]) => name);
  for (const [header, name] of named) headers.push(`${header}: \${${name}}`);
  if (token) headers.push(`Authorization: Bearer ${token.value}`);
  if (variable) {
    headers.push(`Authorization: Bearer \${${variable.value}}`);
    variables.push(String(variable.value));
  }
  return { headers, variables: [...new Set(variables)] };
}

function isText(node: SpanNode | undefined): node is (SpanNode & { kind: 'scalar' }) | undefined {
  return node === undefined || (node.kind === 'scalar' && typeof node.value === 'string');
}

function pairsOf(node: SpanNode | undefined): [string, string][] | null {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return [];
  if (node.kind !== 'object') return null;
  const pairs = node.members.map(({ key, value }): [string, string] | null =>
    // A header with a line break would become two.
    value.kind === 'scalar' && typeof value.value === 'string' && !/[\r\n]/.test(value.value)
      ? [key, value.value]
      : null,
  );
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

/** Without a field, the client's default applies. */
function isOldTransport(holder: ObjectSpan, address: string, { isOld }: AddressReading): boolean {
  for (const name of typeNames) {
    const type = memberOf(holder, name);
    if (type?.kind === 'scalar' && typeof type.value === 'string') return /sse/i.test(type.value);
  }
  if (isOld === 'url') return memberOf(holder, 'url') !== undefined;
  return isOld === 'always' || endsInSse(address);
}

/** The field that holds the address. */
export const addressMember = (holder: ObjectSpan) =>
  holder.members.find(({ key, value }) => addressNames.includes(key) && value.kind === 'scalar');
