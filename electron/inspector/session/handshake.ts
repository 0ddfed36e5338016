// The `initialize` exchange (specification, section "Lifecycle"): asks, reads what was agreed, and says plainly what went wrong.

import { isObject, type JsonObject, member } from '../../../shared/json.ts';
import type { Settled } from './open-requests.ts';
import type { Session } from './session.ts';

/** The newest revision that begins with `initialize`. A server that knows only older ones answers with one of those. */
export const requestedVersion = '2025-11-25';

export interface Agreement {
  protocolVersion: string;
  serverInfo: { name: string; version: string } | null;
  capabilities: JsonObject;
  instructions: string;
}

/** Rejects with a sentence for a person. */
export async function performHandshake(
  session: Pick<Session, 'request'>,
  clientInfo: { name: string; version: string },
  timeoutMs: number,
): Promise<Agreement> {
  const params = JSON.stringify({ protocolVersion: requestedVersion, capabilities: {}, clientInfo });
  const { settled } = session.request('initialize', params, { timeoutMs, uncancellable: true });
  return readAgreement(await settled);
}

function readAgreement(settled: Settled): Agreement {
  switch (settled.kind) {
    case 'answered':
      return readAnswer(settled.message);
    case 'timeout':
      throw new Error(`The server did not answer “initialize” within ${settled.afterMs / 1000} s.`);
    case 'cancelled':
      throw new Error('Connecting was cancelled.');
    case 'closed':
      throw new Error(settled.reason);
    case 'stream_ended':
      throw new Error(`The server ended its stream before it answered “initialize”. ${settled.message}`.trim());
    case 'http': {
      const { status, statusText, error } = settled.http;
      if (error !== undefined) throw new Error(error);
      if (member(settled.message, 'error') !== undefined) return readAnswer(settled.message!);
      if (status === 401 || status === 403) throw new Error(`The server wants you to sign in (HTTP ${status}).`);
      throw new Error(
        `The server answered “initialize” with HTTP ${status}${statusText ? ` ${statusText}` : ''} and no MCP message.`,
      );
    }
    default:
      return settled satisfies never;
  }
}

function readAnswer(message: JsonObject): Agreement {
  const error = member(message, 'error');
  if (error !== undefined) {
    const said = member(error, 'message');
    const code = member(error, 'code');
    const shown = typeof said === 'string' ? said : 'its error has no message';
    const number = typeof code === 'number' || typeof code === 'string' ? ` (${code})` : '';
    throw new Error(`The server refused to connect: ${shown}${number}`);
  }
  const result = member(message, 'result');
  const protocolVersion = member(result, 'protocolVersion');
  if (typeof protocolVersion !== 'string') {
    throw new Error('The server’s answer to “initialize” names no protocolVersion.');
  }
  const info = member(result, 'serverInfo');
  const capabilities = member(result, 'capabilities');
  return {
    protocolVersion,
    serverInfo: isObject(info) ? { name: textOf(info, 'name'), version: textOf(info, 'version') } : null,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: textOf(result, 'instructions'),
  };
}

function textOf(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
