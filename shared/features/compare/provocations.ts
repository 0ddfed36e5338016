// The dry list: which mistakes can be sent to a server, made from its own schemas, and why others are left out. Owns what is sent
// and which tools are skipped. The inspector sends.

import type { Json } from '../../json/json.ts';
import type { OwnProvocation } from '../../server/own-provocation.ts';
import { type Breakage, breakArguments } from './break-arguments.ts';
import { expectationOf } from './expectations.ts';
import type { PlannedProvocation, ServerPlan, StandardId } from './probing.ts';

export interface ProbedTool {
  name: string;
  inputSchema: Json;
  hints: { readOnly: boolean | null; destructive: boolean | null; idempotent: boolean | null };
}

/** Facts about a server from its own lists. */
export interface ServerFacts {
  server: string;
  name: string;
  revision: string;
  overHttp: boolean;
  /** Configured headers that look like credentials. */
  credentialHeaders: string[];
  /** It answered the handshake with a session id. */
  hasSession: boolean;
  tools: ProbedTool[];
  /** null: the server offers no prompts. */
  prompts: { name: string; required: string[] }[] | null;
  offersTools: boolean;
  offersResources: boolean;
  own: OwnProvocation[];
}

interface PlanOptions {
  /** Tools that may be used although they look destructive. */
  allowed: readonly string[];
  /** Whether arguments violate the schema, according to a real validator. */
  fails: (schema: Json, args: Json) => boolean;
}

export const standardNames: Record<StandardId, string> = {
  'unknown-method': 'Unknown method',
  'unknown-tool': 'Unknown tool',
  'missing-argument': 'Missing argument',
  'wrong-type': 'Wrong type',
  'extra-argument': 'Extra argument',
  'out-of-enum': 'Value outside its list',
  'null-for-object': 'Null for an object',
  'empty-string': 'Empty string',
  'oversized-string': 'Oversized string',
  'bad-cursor': 'Bad cursor',
  'unknown-resource': 'Unknown resource',
  'malformed-uri': 'Malformed URI',
  'unknown-prompt': 'Unknown prompt',
  'missing-prompt-argument': 'Missing prompt argument',
  'cancelled-call': 'Canceled call',
  'before-handshake': 'Call before the handshake',
  'unsupported-version': 'Unsupported version',
  'wrong-jsonrpc-version': 'Wrong JSON-RPC version',
  'null-id': 'Null as id',
  batch: 'Batch',
  'malformed-json': 'Malformed JSON',
  'missing-credentials': 'Missing credentials',
  'wrong-credentials': 'Wrong credentials',
  'wrong-content-type': 'Wrong content type',
  'missing-session': 'Missing session',
};

const noSuch = 'misfire_no_such';
const oversized = 65_536;
const noTool = 'No tool of that name exists, so nothing is run.';
const onlyReads = 'It only reads.';
const ownConnection = 'Sent on a separate connection, which is closed afterwards.';

type Sent = Pick<PlannedProvocation, 'way' | 'method' | 'target' | 'sends' | 'safe'> &
  Partial<Pick<PlannedProvocation, 'headers'>>;

export function planServer(facts: ServerFacts, options: PlanOptions): ServerPlan {
  const { usable, spared } = chooseTools(facts.tools, options.allowed);
  const standard = (Object.keys(standardNames) as StandardId[]).map((id): PlannedProvocation => {
    const made = make(id, facts, usable, options);
    const base = { id, name: standardNames[id], kind: 'standard' as const, expects: expectationOf(id, facts.revision) };
    return typeof made === 'string'
      ? { ...base, way: 'call', method: '', target: null, sends: '', headers: {}, safe: '', leftOut: made }
      : { ...base, headers: {}, ...made, leftOut: '' };
  });
  const taken = new Set(standard.filter(({ leftOut }) => leftOut === '').map(({ name }) => name.toLowerCase()));
  const own = facts.own.filter(({ name }) => !taken.has(name.toLowerCase())).map(planOwn);
  return {
    server: facts.server,
    name: facts.name,
    revision: facts.revision,
    provocations: [...standard, ...own],
    spared,
    problem: '',
  };
}

export const provocationId = (name: string): string => `own:${name.trim().toLowerCase()}`;

function planOwn({ name, method, params }: OwnProvocation): PlannedProvocation {
  return {
    id: provocationId(name),
    name,
    kind: 'own',
    expects: null,
    way: 'call',
    method,
    target: null,
    sends: params,
    headers: {},
    safe: 'Saved with the server as a failure that it documents.',
    leftOut: '',
  };
}

/** What is sent, or the reason why not. */
function make(id: StandardId, facts: ServerFacts, tools: ProbedTool[], { fails }: PlanOptions): Sent | string {
  const call = (method: string, params: Json, safe: string, target: string | null = null): Sent => ({
    way: 'call',
    method,
    target,
    sends: JSON.stringify(params),
    safe,
  });
  const raw = (way: 'raw' | 'bare', method: string, text: string): Sent => ({
    way,
    method,
    target: null,
    sends: text,
    safe: ownConnection,
  });
  switch (id) {
    case 'unknown-method':
      return call(`misfire/${noSuch}`, {}, 'No method of that name exists.');
    case 'unknown-tool':
      if (!facts.offersTools) return 'It offers no tools.';
      return call('tools/call', { name: `${noSuch}_tool`, arguments: {} }, noTool, `${noSuch}_tool`);
    case 'missing-argument':
    case 'wrong-type':
    case 'extra-argument':
    case 'out-of-enum':
    case 'null-for-object':
      return breakTool(id, facts, tools, fails) ?? noWay(id, facts);
    case 'empty-string':
      if (!facts.offersTools) return 'It offers no tools.';
      return breakTool(id, facts, tools, fails) ?? call('tools/call', { name: '', arguments: {} }, noTool, '');
    case 'oversized-string': {
      if (!facts.offersTools) return 'It offers no tools.';
      const name = 'x'.repeat(oversized);
      return (
        breakTool(id, facts, tools, fails) ?? call('tools/call', { name, arguments: {} }, noTool, `${oversized} × x`)
      );
    }
    case 'bad-cursor':
      if (facts.offersTools) return call('tools/list', { cursor: noSuch }, onlyReads);
      if (facts.offersResources) return call('resources/list', { cursor: noSuch }, onlyReads);
      return facts.prompts ? call('prompts/list', { cursor: noSuch }, onlyReads) : 'It offers no list to page through.';
    case 'unknown-resource': {
      const uri = `misfire://${noSuch}/resource`;
      return facts.offersResources ? call('resources/read', { uri }, onlyReads, uri) : 'It offers no resources.';
    }
    case 'malformed-uri': {
      const uri = 'http://[misfire';
      return facts.offersResources ? call('resources/read', { uri }, onlyReads, uri) : 'It offers no resources.';
    }
    case 'unknown-prompt': {
      const name = `${noSuch}_prompt`;
      return facts.prompts ? call('prompts/get', { name, arguments: {} }, onlyReads, name) : 'It offers no prompts.';
    }
    case 'missing-prompt-argument': {
      if (!facts.prompts) return 'It offers no prompts.';
      const prompt = facts.prompts.find(({ required }) => required.length > 0);
      if (!prompt) return 'None of its prompts requires an argument.';
      return call('prompts/get', { name: prompt.name, arguments: {} }, onlyReads, prompt.name);
    }
    case 'cancelled-call':
      return call(facts.offersTools ? 'tools/list' : 'ping', {}, 'It only reads, and is canceled at once.');
    case 'before-handshake':
      return raw('bare', 'tools/list', '{"jsonrpc":"2.0","id":"misfire-early","method":"tools/list","params":{}}');
    case 'unsupported-version':
      return raw(
        'bare',
        'initialize',
        '{"jsonrpc":"2.0","id":"misfire-old","method":"initialize","params":{"protocolVersion":"1999-12-31","capabilities":{},"clientInfo":{"name":"misfire","version":"0"}}}',
      );
    case 'wrong-jsonrpc-version':
      return raw('raw', 'ping', '{"jsonrpc":"1.0","id":"misfire-version","method":"ping"}');
    case 'null-id':
      return raw('raw', 'ping', '{"jsonrpc":"2.0","id":null,"method":"ping"}');
    case 'batch':
      return raw(
        'raw',
        'ping',
        '[{"jsonrpc":"2.0","id":"misfire-a","method":"ping"},{"jsonrpc":"2.0","id":"misfire-b","method":"ping"}]',
      );
    case 'malformed-json':
      return raw('raw', '', '{"jsonrpc":"2.0","id":"misfire-cut","method":"pi');
    case 'missing-credentials':
    case 'wrong-credentials': {
      if (!facts.overHttp) return 'Only servers reached over HTTP take credentials with a request.';
      if (facts.credentialHeaders.length === 0) return 'No credentials are configured for it.';
      const value = id === 'missing-credentials' ? null : 'Bearer misfire-wrong-credentials';
      return overHttp(facts, Object.fromEntries(facts.credentialHeaders.map((name) => [name, value])));
    }
    case 'wrong-content-type':
      return facts.overHttp ? overHttp(facts, { 'content-type': 'text/plain' }) : 'Only HTTP has content types.';
    case 'missing-session':
      if (!facts.overHttp) return 'Only HTTP has session ids.';
      return facts.hasSession ? overHttp(facts, { 'mcp-session-id': null }) : 'It hands out no session id.';
    default:
      return id satisfies never;
  }
}

function overHttp({ offersTools }: ServerFacts, headers: Record<string, string | null>): Sent {
  const method = offersTools ? 'tools/list' : 'ping';
  return {
    way: 'http',
    method,
    target: null,
    sends: `{"jsonrpc":"2.0","id":"misfire-http","method":"${method}"}`,
    headers,
    safe: 'It only reads, and only its headers are wrong.',
  };
}

function breakTool(
  id: StandardId & Breakage,
  { offersTools }: ServerFacts,
  tools: ProbedTool[],
  fails: PlanOptions['fails'],
): Sent | null {
  if (!offersTools) return null;
  for (const tool of tools) {
    // Most servers ignore an unknown argument and continue: the tool would act.
    if (id === 'extra-argument' && tool.hints.readOnly !== true) continue;
    const broken = breakArguments(tool.inputSchema, id);
    if (!broken || !fails(tool.inputSchema, broken.args)) continue;
    return {
      way: 'call',
      method: 'tools/call',
      target: tool.name,
      sends: JSON.stringify({ name: tool.name, arguments: broken.args }),
      safe: `${tool.name} ${broken.what}: the tool’s own schema forbids it${id === 'extra-argument' ? ', and by its own word it only reads' : ''}.`,
    };
  }
  return null;
}

const wanted: Partial<Record<StandardId, string>> = {
  'missing-argument': 'requires an argument',
  'wrong-type': 'says of what type an argument is',
  'extra-argument': 'forbids other arguments and says that it only reads; any other might do its work all the same',
  'out-of-enum': 'has a list of allowed values',
  'null-for-object': 'takes an object or requires an argument',
};

function noWay(id: StandardId, { offersTools }: ServerFacts): string {
  return offersTools ? `No tool that may be used ${wanted[id]}.` : 'It offers no tools.';
}

/** Verbs that change or delete something permanently, or reach people and machines outside. */
const destructiveWords =
  /(^|[^a-z])(delete|remove|drop|destroy|purge|wipe|erase|clear|reset|truncate|kill|terminate|shutdown|stop|cancel|void|revoke|send|pay|charge|transfer|refund|publish|deploy|write|overwrite|move|execute|exec|run|shell|eval)([^a-z]|$)/i;

/** The safest first: read-only tools, then idempotent ones, then the others. */
function chooseTools(tools: readonly ProbedTool[], allowed: readonly string[]) {
  const spared: ServerPlan['spared'] = [];
  const usable = tools.filter((tool) => {
    const because = looksDestructive(tool);
    if (because === null || allowed.includes(tool.name)) return true;
    spared.push({ tool: tool.name, because });
    return false;
  });
  const rank = ({ hints }: ProbedTool) => (hints.readOnly === true ? 0 : hints.idempotent === true ? 1 : 2);
  return { usable: usable.sort((a, b) => rank(a) - rank(b)), spared };
}

export function looksDestructive({ name, hints }: ProbedTool): string | null {
  if (hints.readOnly === true) return null;
  if (hints.destructive === true) return 'The server marks it as destructive.';
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const word = destructiveWords.exec(spaced)?.[2];
  return word ? `Its name says “${word.toLowerCase()}”.` : null;
}
