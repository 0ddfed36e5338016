// A call ready to be written as code, with variables for everything that may be secret. Owns that step.

import { targetOf } from '../exchange/message.ts';
import { parseJson } from '../json/json.ts';
import { isTooDeep } from '../json/too-deep.ts';
import type { TransportConfig } from '../server/server-config.ts';
import { hideInJson, hideInUrl, hideInWords, type SafeJson, type SafeText, Variables } from './secrets.ts';

export interface CallToWrite {
  serverName: string;
  /** Which sample it is, if any. */
  sample: string | null;
  transport: TransportConfig;
  /** The address of an HTTP server that Misfire starts; null if unknown. */
  url: string | null;
  method: string;
  /** Verbatim; '' if there are none. */
  params: string;
  protocolVersion: string;
}

export type SafeServer =
  | { kind: 'http'; url: SafeText; headers: [string, SafeText][] }
  | { kind: 'stdio'; words: SafeText[]; env: [string, SafeText][]; cwd: string | null };

export interface SnippetSubject {
  serverName: string;
  sample: string | null;
  server: SafeServer;
  method: string;
  /** For display: `tools/call get_order on Orders`. */
  title: string;
  params: SafeJson | undefined;
  /** The original params text, if nothing in it had to be replaced. */
  paramsText: string | null;
  protocolVersion: string;
  variables: string[];
}

/** In levels: deeper than code should be written. */
const deepest = 200;

/** A string gives the reason why the call cannot be written as code. */
export function prepareSnippet(call: CallToWrite): SnippetSubject | string {
  const variables = new Variables();
  const server = safeServer(call, variables);
  if (server === null) return 'Where this server listens is not known. Connect it once, then copy the call.';
  const parsed = parseJson(call.params === '' ? 'null' : call.params);
  if (!parsed.ok) return `The parameters are not JSON: ${parsed.problem}.`;
  if (isTooDeep(parsed.value, deepest)) return 'The parameters are nested too deeply to be written as code.';
  const before = variables.names.length;
  const params = call.params === '' ? undefined : hideInJson(parsed.value, variables);
  const { serverName, sample, method, protocolVersion } = call;
  const target = targetOf(method, parsed.value);
  return {
    serverName,
    sample,
    server,
    method,
    title: `${method}${target === null ? '' : ` ${target}`} on ${serverName}`,
    params,
    paramsText: variables.names.length === before ? call.params.replace(/[\r\n]+/g, ' ') : null,
    protocolVersion,
    variables: variables.names,
  };
}

function safeServer({ transport, url }: CallToWrite, variables: Variables): SafeServer | null {
  if (transport.kind === 'stdio') {
    return {
      kind: 'stdio',
      words: hideInWords([transport.command, ...transport.args], variables),
      // Every configured value may be secret, and each already has a name.
      env: Object.entries(transport.env).map(([name, value]) => [name, [variables.take(name, value)]]),
      cwd: transport.cwd ?? null,
    };
  }
  const address = transport.kind === 'http' ? transport.url : url;
  if (address === null) return null;
  return {
    kind: 'http',
    url: hideInUrl(address, variables),
    headers: Object.entries(transport.headers).map(([name, value]) => [name, [variables.take(`MCP_${name}`, value)]]),
  };
}
