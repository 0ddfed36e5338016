// What a server declares that provocations can be built from: its tools, prompts and capabilities, read over a session.

import type { ServerFacts } from '../../../shared/features/compare/provocations.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';
import type { OwnProvocation } from '../../../shared/server/own-provocation.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { listTools } from '../../inspector/offers/tool-list.ts';
import { requestedVersion } from '../../inspector/session/handshake.ts';
import type { Session } from '../../inspector/session/session.ts';

const listTimeoutMs = 10_000;
const credentialNames = /authorization|cookie|token|secret|api-?key|auth/i;

interface FactParts {
  server: string;
  name: string;
  transport: TransportConfig;
  hasSession: boolean;
  own: OwnProvocation[];
}

export async function readServerFacts(session: Session, parts: FactParts): Promise<ServerFacts> {
  const { capabilities } = session;
  const offersTools = member(capabilities, 'tools') !== undefined;
  const tools = offersTools ? (await listTools(session)).tools : [];
  const headers = parts.transport.kind === 'stdio' ? {} : parts.transport.headers;
  return {
    server: parts.server,
    name: parts.name,
    revision: session.protocolVersion ?? requestedVersion,
    overHttp: parts.transport.kind !== 'stdio',
    credentialHeaders: Object.keys(headers).filter((name) => credentialNames.test(name)),
    hasSession: parts.hasSession,
    tools: tools
      .filter(({ leftOut }) => leftOut === '')
      .map(({ name, inputSchema, hints }) => ({ name, inputSchema: schemaOf(inputSchema), hints })),
    prompts: member(capabilities, 'prompts') === undefined ? null : await listPrompts(session),
    offersTools,
    offersResources: member(capabilities, 'resources') !== undefined,
    own: parts.own,
  };
}

function schemaOf(text: string): Json {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : {};
}

async function listPrompts(session: Session): Promise<{ name: string; required: string[] }[]> {
  if (!session.isOpen) return [];
  const settled = await session.request('prompts/list', '{}', { timeoutMs: listTimeoutMs }).settled;
  const list = settled.kind === 'answered' ? member(member(settled.message, 'result'), 'prompts') : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((prompt) => {
    const name = member(prompt, 'name');
    const args = member(prompt, 'arguments');
    if (typeof name !== 'string') return [];
    const required = (Array.isArray(args) ? args : []).filter(
      (arg) => isObject(arg) && member(arg, 'required') === true,
    );
    return [{ name, required: required.map((arg) => String(member(arg, 'name') ?? '')) }];
  });
}
