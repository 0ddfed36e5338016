// What the first exchange of a connection negotiated, and the sentences for its failure. Shared by both eras; each era owns its requests
// and how it reads the response.

import { type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import { refusedStatus } from '../../../shared/server/refused-status.ts';
import type { Settled } from './open-requests.ts';

export interface Agreement {
  protocolVersion: string;
  serverInfo: { name: string; version: string } | null;
  capabilities: JsonObject;
  instructions: string;
  /** A version that the server refused before this one was negotiated. */
  refused?: string;
}

/** Something responds there, but not to this opening request: it may use another era or transport. */
export class OtherOpening extends Error {}

/** Statuses with which servers of another era or transport refuse an unknown request. */
const strangeStatuses: ReadonlySet<number | null> = new Set([400, 404, 405, 406, 415]);

/** The response to the first request; rejects with a sentence if there is none. */
export function handshakeAnswer(settled: Settled, method: string): JsonObject {
  switch (settled.kind) {
    case 'answered':
      return settled.message;
    case 'timeout':
      throw new Error(`The server did not answer “${method}” within ${settled.afterMs / 1000} s.`);
    case 'cancelled':
      throw new Error('Connecting was canceled.');
    case 'closed':
      throw new Error(settled.reason);
    case 'stream_ended':
      throw new Error(`The server ended its stream before it answered “${method}”. ${settled.message}`.trim());
    case 'http': {
      const { status, statusText, error } = settled.http;
      if (error !== undefined) throw new Error(error);
      if (settled.message && member(settled.message, 'error') !== undefined) return settled.message;
      const barred = refusedStatus(status);
      if (barred !== null) throw new Error(barred);
      const Kind = strangeStatuses.has(status) ? OtherOpening : Error;
      throw new Kind(
        `The server answered “${method}” with HTTP ${status}${statusText ? ` ${statusText}` : ''} and no MCP message.`,
      );
    }
    default:
      return settled satisfies never;
  }
}

/** The error of a response as text; null if there is none. */
export function refusalOf(
  message: JsonObject,
): { words: string; code: Json | undefined; data: Json | undefined } | null {
  const error = member(message, 'error');
  if (error === undefined) return null;
  const said = member(error, 'message');
  const code = member(error, 'code');
  const shown = typeof said === 'string' ? said : 'its error has no message';
  const number = typeof code === 'number' || typeof code === 'string' ? ` (${code})` : '';
  return { words: `${shown}${number}`, code, data: member(error, 'data') };
}

export function serverInfoOf(info: Json | undefined): Agreement['serverInfo'] {
  return typeof info === 'object' && info !== null && !Array.isArray(info)
    ? { name: agreementText(info, 'name'), version: agreementText(info, 'version') }
    : null;
}

export function agreementText(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}

/** Names of revisions in a list from a server. */
export function namesInAgreement(list: Json | undefined): string[] {
  if (!Array.isArray(list)) return [];
  return list.filter((name): name is string => typeof name === 'string').map((name) => name.slice(0, 60));
}
