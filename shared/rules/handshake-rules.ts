// Rules about the handshake of revisions up to 2025-11-25, and about capabilities that were not agreed ("Lifecycle").

import { isObject, type Json, member } from '../json/json.ts';
import { lastLegacyRevision } from '../protocol/revision.ts';
import { always, legacy, legacyPage, type SessionRule, untilModern } from './rule.ts';
import {
  answeredTrace,
  asked,
  fail,
  greeting,
  initialized,
  legacyCall,
  legacyStart,
  noted,
  reply,
  sent,
  session,
  told,
} from './traces.ts';

const lifecycle = legacyPage('basic/lifecycle');
const agreed = {
  clause: 'Both parties MUST only use capabilities that were successfully negotiated.',
  address: `${lifecycle}#operation`,
} as const;

const [hello] = greeting({}, {});
const early: ReadonlySet<string> = new Set(['initialize', 'ping', 'server/discover']);
/** What a request needs of the other side, as a path in its capabilities. */
const serverNeeds: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'tools/call': 'tools',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'resources/subscribe': 'resources.subscribe',
  'resources/unsubscribe': 'resources.subscribe',
  'completion/complete': 'completions',
  'logging/setLevel': 'logging',
};
const clientNeeds: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};
const announced = {
  'notifications/tools/list_changed': 'tools.listChanged',
  'notifications/prompts/list_changed': 'prompts.listChanged',
  'notifications/resources/list_changed': 'resources.listChanged',
  'notifications/resources/updated': 'resources.subscribe',
} as Readonly<Record<string, string>>;

const own = (table: Readonly<Record<string, string>>, method: string): string | undefined =>
  Object.hasOwn(table, method) ? table[method] : undefined;

/** The capability that is missing; null: it is declared, or none is needed or known. */
function lacking(capabilities: Json | undefined, path: string | undefined): string | null {
  if (path === undefined || !isObject(capabilities)) return null;
  const [name = '', detail] = path.split('.');
  const found = capabilities[name];
  if (!isObject(found)) return name;
  return detail === undefined || found[detail] === true ? null : path;
}

export const handshakeRules: readonly SessionRule[] = [
  {
    id: 'begin with initialize',
    clause: 'The initialization phase MUST be the first interaction between client and server.',
    address: `${lifecycle}#initialization`,
    ...untilModern,
    binds: 'client',
    effect: 'refused',
    refusal: /initiali|-32002|session|HTTP 400/i,
    on: ['request'],
    watch: () => {
      let isSaid = false;
      return ({ method, revision }, { handshake, isWhole }) => {
        if (isSaid || !isWhole || revision !== '' || handshake !== 'none' || early.has(method)) return null;
        isSaid = true;
        return `sent ${method.slice(0, 80)} before initialize`;
      };
    },
    fix: 'Send initialize first, and wait for its answer.',
    breaks: [
      [[0, 'life', 'spawned'], legacyCall(1), fail(1, -32002, 'Server not initialized')],
      [[0, 'life', 'spawned'], legacyCall(1), legacyCall(2)],
    ],
    keeps: [
      [[0, 'life', 'spawned'], sent(7, 'ping'), reply(7, {}), ...legacyStart, legacyCall(1), reply(1)],
      [legacyCall(1), reply(1)],
    ],
  },
  {
    id: 'say who initializes',
    clause:
      'The client MUST initiate this phase by sending an initialize request containing: protocol version supported, client capabilities, client implementation information.',
    address: `${lifecycle}#initialization`,
    ...always,
    binds: 'client',
    effect: 'refused',
    refusal: /-32602|-32600|-32603|invalid|required/i,
    on: ['request'],
    of: ['initialize'],
    watch:
      () =>
      ({ params }) => {
        if (typeof member(params, 'protocolVersion') !== 'string') return 'sent initialize without protocolVersion';
        if (!isObject(member(params, 'capabilities'))) return 'sent initialize without capabilities';
        return isObject(member(params, 'clientInfo')) ? null : 'sent initialize without clientInfo';
      },
    fix: 'Send protocolVersion, capabilities and clientInfo with initialize.',
    breaks: [
      [sent(0, 'initialize', { protocolVersion: lastLegacyRevision, capabilities: {} }), fail(0, -32602, 'x')],
      [sent(0, 'initialize', { clientInfo: { name: 'c', version: '1' }, capabilities: {} }), fail(0, -32602, 'x')],
    ],
    keeps: [[...legacyStart]],
  },
  {
    id: 'answer initialize in full',
    clause: 'The server MUST respond with its own capabilities and information.',
    address: `${lifecycle}#initialization`,
    ...always,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['initialize'],
    watch:
      () =>
      ({ result }) => {
        if (typeof member(result, 'protocolVersion') !== 'string') return 'answers initialize without protocolVersion';
        if (!isObject(member(result, 'capabilities'))) return 'answers initialize without capabilities';
        return isObject(member(result, 'serverInfo')) ? null : 'answers initialize without serverInfo';
      },
    fix: 'Answer initialize with protocolVersion, capabilities and serverInfo.',
    breaks: [
      [hello, reply(0, { protocolVersion: lastLegacyRevision, capabilities: {} })],
      [hello, reply(0, { serverInfo: { name: 's', version: '1' }, capabilities: {} })],
    ],
    keeps: [[...legacyStart], [hello, fail(0, -32602, 'Unsupported protocol version')]],
  },
  {
    id: 'send initialized',
    clause: 'After successful initialization, the client MUST send an initialized notification.',
    address: `${lifecycle}#initialization`,
    ...legacy,
    binds: 'client',
    effect: 'refused',
    refusal: /initiali|-32002|HTTP 400/i,
    on: ['request'],
    watch: () => {
      let isSaid = false;
      return ({ method }, { handshake }) => {
        if (method === 'initialize') isSaid = false;
        if (isSaid || handshake !== 'answered' || early.has(method)) return null;
        isSaid = true;
        return `sent ${method.slice(0, 80)} without notifications/initialized`;
      };
    },
    fix: 'Send notifications/initialized as soon as initialize is answered.',
    breaks: [
      [...greeting({}, { tools: {} }), legacyCall(1), fail(1, -32602, 'Received request before initialization')],
      // Said once per handshake.
      [...greeting({}, { tools: {} }), legacyCall(1), reply(1), legacyCall(2), reply(2)],
      [...greeting({}, { tools: {} }), legacyCall(1), ...greeting({}, { tools: {} }), legacyCall(2)],
    ],
    keeps: [
      [...legacyStart, legacyCall(1), reply(1)],
      [...greeting({}, {}), sent(3, 'ping'), reply(3, {}), initialized],
      // Too early, but sent.
      [greeting({}, { tools: {} })[0], initialized, greeting({}, { tools: {} })[1], legacyCall(1), reply(1)],
    ],
  },
  {
    id: 'wait for the answer to initialize',
    clause:
      'The client SHOULD NOT send requests other than pings before the server has responded to the initialize request.',
    address: `${lifecycle}#initialization`,
    ...untilModern,
    binds: 'client',
    effect: 'refused',
    refusal: /initiali|-32002/i,
    isAdvice: true,
    on: ['request'],
    watch:
      () =>
      ({ method }, { handshake }) =>
        handshake === 'asked' && !early.has(method)
          ? `sent ${method.slice(0, 80)} before initialize was answered`
          : null,
    fix: 'Wait for the answer to initialize before the first request.',
    breaks: [[hello, sent(1, 'tools/list'), fail(1, -32002, 'Server not initialized')]],
    keeps: [[...legacyStart, sent(1, 'tools/list'), reply(1, { tools: [] })]],
  },
  {
    id: 'wait for initialized',
    clause:
      'The server SHOULD NOT send requests other than pings and logging before receiving the initialized notification.',
    address: `${lifecycle}#initialization`,
    ...legacy,
    binds: 'server',
    effect: 'noted',
    isAdvice: true,
    on: ['request'],
    watch:
      () =>
      ({ method }, { handshake }) =>
        handshake === 'answered' && method !== 'ping'
          ? `sends ${method.slice(0, 80)} before notifications/initialized`
          : null,
    fix: 'Wait for notifications/initialized before the first request.',
    breaks: [[...greeting({ roots: {} }, {}), asked(1, 'roots/list')]],
    keeps: [
      [...session({ roots: {} }, {}), asked(1, 'roots/list')],
      [...greeting({}, {}), asked(1, 'ping')],
    ],
  },
  {
    id: 'ask only for what the server has',
    ...agreed,
    ...legacy,
    binds: 'client',
    effect: 'refused',
    refusal: /-32601|not (?:found|supported|implement|available|enabled)|unsupported|unknown method/i,
    on: ['request'],
    of: Object.keys(serverNeeds),
    watch:
      () =>
      ({ method }, session) => {
        const missing = lacking(session.server, own(serverNeeds, method));
        return missing === null ? null : `sent ${method}, but the server does not declare ${missing}`;
      },
    fix: 'Read the capabilities in the answer to initialize, and send only requests that they allow.',
    breaks: [
      [...session({}, { tools: {} }), sent(1, 'prompts/list'), fail(1, -32601, 'Method not found')],
      [...session({}, { resources: {} }), sent(1, 'resources/subscribe', { uri: 'a:b' }), fail(1, -32601, 'x')],
    ],
    keeps: [
      [...session({}, { prompts: {} }), sent(1, 'prompts/list'), reply(1, { prompts: [] })],
      [
        ...session({}, { resources: { subscribe: true } }),
        sent(1, 'resources/subscribe', { uri: 'a:b' }),
        reply(1, {}),
      ],
    ],
  },
  {
    id: 'declare what is answered',
    clause: 'Servers that support tools MUST declare the tools capability.',
    address: legacyPage('server/tools#capabilities'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: Object.keys(serverNeeds),
    watch:
      () =>
      ({ method }, session) => {
        const path = own(serverNeeds, method);
        const missing = lacking(session.server, path?.split('.')[0]);
        return missing === null ? null : `answers ${method}, but does not declare ${missing}`;
      },
    fix: 'Add the capability to the answer to initialize, or to server/discover.',
    breaks: [[...session({}, { prompts: {} }), sent(1, 'tools/list'), reply(1, { tools: [] })]],
    keeps: [[...session({}, { tools: {} }), sent(1, 'tools/list'), reply(1, { tools: [] })]],
  },
  {
    id: 'ask only what the client has',
    ...agreed,
    ...legacy,
    binds: 'server',
    effect: 'noted',
    on: ['request'],
    of: Object.keys(clientNeeds),
    watch:
      () =>
      ({ method, params }, session) => {
        const missing = lacking(session.client, own(clientNeeds, method));
        if (missing !== null) return `sends ${method}, but the client does not declare ${missing}`;
        if (method !== 'sampling/createMessage' || member(params, 'tools') === undefined) return null;
        return isObject(member(member(session.client, 'sampling'), 'tools'))
          ? null
          : 'sends sampling/createMessage with tools, but the client does not declare sampling.tools';
      },
    fix: 'Read the capabilities in initialize, and ask only for what they have.',
    breaks: [
      [...session({ roots: {} }, {}), asked(1, 'sampling/createMessage', { messages: [], maxTokens: 1 })],
      [...session({ sampling: {} }, {}), asked(1, 'sampling/createMessage', { messages: [], maxTokens: 1, tools: [] })],
    ],
    keeps: [
      [...session({ roots: {} }, {}), asked(1, 'roots/list')],
      [
        ...session({ sampling: { tools: {} } }, {}),
        asked(1, 'sampling/createMessage', { messages: [], maxTokens: 1, tools: [] }),
      ],
    ],
  },
  {
    id: 'answer only what was declared',
    clause: 'Clients that support sampling, elicitation or roots MUST declare the capability during initialization.',
    address: legacyPage('client/sampling#capabilities'),
    ...legacy,
    binds: 'client',
    effect: 'noted',
    on: ['result'],
    of: Object.keys(clientNeeds),
    watch:
      () =>
      ({ method }, session) => {
        const missing = lacking(session.client, own(clientNeeds, method));
        return missing === null ? null : `answered ${method} without declaring ${missing}`;
      },
    fix: 'Declare the capability in initialize, or answer -32601.',
    breaks: [[...session({}, {}), asked(1, 'roots/list'), answeredTrace(1, { roots: [] })]],
    keeps: [[...session({ roots: {} }, {}), asked(1, 'roots/list'), answeredTrace(1, { roots: [] })]],
  },
  {
    id: 'announce only what was declared',
    ...agreed,
    ...legacy,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    of: Object.keys(announced),
    watch:
      () =>
      ({ method }, session) => {
        const missing = lacking(session.server, own(announced, method));
        return missing === null ? null : `sends ${method}, but does not declare ${missing}`;
      },
    fix: 'Declare listChanged or subscribe in the answer to initialize.',
    breaks: [[...session({}, { tools: {} }), told('notifications/tools/list_changed')]],
    keeps: [[...session({}, { tools: { listChanged: true } }), told('notifications/tools/list_changed')]],
  },
  {
    id: 'declare logging',
    clause: 'Servers that emit log message notifications MUST declare the logging capability.',
    address: legacyPage('server/utilities/logging#capabilities'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/message'],
    watch: () => {
      let isSaid = false;
      return (_message, session) => {
        if (isSaid) return null;
        isSaid = lacking(session.server, 'logging') !== null;
        return isSaid ? 'sends notifications/message, but does not declare logging' : null;
      };
    },
    fix: 'Declare logging in the capabilities, or log to stderr.',
    breaks: [
      [...session({}, {}), told('notifications/message', { level: 'info', data: 'x' })],
      [...session({}, {}), told('notifications/message', { data: 'x' }), told('notifications/message', { data: 'y' })],
    ],
    keeps: [[...session({}, { logging: {} }), told('notifications/message', { level: 'info', data: 'x' })]],
  },
  {
    id: 'announce roots only if declared',
    ...agreed,
    ...legacy,
    binds: 'client',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/roots/list_changed'],
    watch:
      () =>
      ({ method }, { client }) => {
        const missing = lacking(client, 'roots.listChanged');
        return missing === null ? null : `sent ${method} without declaring ${missing}`;
      },
    fix: 'Declare roots.listChanged in initialize.',
    breaks: [[...session({ roots: {} }, {}), noted('notifications/roots/list_changed')]],
    keeps: [[...session({ roots: { listChanged: true } }, {}), noted('notifications/roots/list_changed')]],
  },
  {
    id: 'answer ping with an empty result',
    clause: 'The receiver MUST respond promptly with an empty response.',
    address: legacyPage('basic/utilities/ping#behavior-requirements'),
    ...legacy,
    binds: 'both',
    effect: 'noted',
    on: ['answer'],
    of: ['ping'],
    watch:
      () =>
      ({ result, error }) => {
        // A session that ended is another matter.
        if (error !== undefined) return member(error, 'code') === -32601 ? 'does not know ping' : null;
        return isObject(result) && Object.keys(result).every((name) => name === '_meta')
          ? null
          : 'answers ping with a result that is not empty';
      },
    fix: 'Answer ping with {}.',
    breaks: [
      [...legacyStart, sent(1, 'ping'), reply(1, { ok: true })],
      [...legacyStart, asked(1, 'ping'), [0, 'out', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'x' } }]],
    ],
    keeps: [
      [...legacyStart, sent(1, 'ping'), reply(1, {})],
      [...legacyStart, asked(1, 'ping'), answeredTrace(1, {})],
    ],
  },
];
