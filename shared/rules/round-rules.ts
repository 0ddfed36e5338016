// Rules about results that ask for input, and about `resultType` (MCP 2026-07-28, "Multi Round-Trip Requests" and "Responses").

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { isModernRevision, metaMember } from '../protocol/revision.ts';
import {
  type ExchangeRule,
  inWords,
  modern,
  modernPage,
  type RuledExchange,
  ruleText,
  type Trace,
  tasksExtension,
} from './rule.ts';
import {
  ask,
  asked,
  asking,
  asks,
  call,
  created,
  fail,
  legacyCall,
  legacyStart,
  poll,
  reply,
  round,
} from './traces.ts';

const rounds = modernPage('basic/patterns/mrtr');
const responses = modernPage('basic#responses');

const versioning = modernPage('basic/versioning');

const deepest = 5;
/** Deeper ones are not looked at: a server may nest them as it likes. */
const hasAll = (declared: Json | undefined, required: JsonObject, depth = 0): boolean =>
  depth < deepest &&
  Object.entries(required).every(([name, part]) => {
    const own = member(declared, name);
    return own !== undefined && (!isObject(part) || hasAll(own, part, depth + 1));
  });

const mayAsk: ReadonlySet<string> = new Set(['prompts/get', 'resources/read', 'tools/call']);
const capabilityOf: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};
const resultTypes: ReadonlySet<Json | undefined> = new Set([undefined, 'complete', 'input_required', 'task']);
/** The official client stops after ten rounds. No clause has a number. */
const mostRounds = 10;

const wantsInput = ({ result }: RuledExchange): boolean => member(result, 'resultType') === 'input_required';
/** A task asks in its state, and by the same rules (tasks extension, "Task Update Requests"). */
const hasRequests = (exchange: RuledExchange): boolean =>
  wantsInput(exchange) || (exchange.method === 'tasks/get' && member(exchange.result, 'status') === 'input_required');
const isLegacy = ({ params, revision }: RuledExchange): boolean =>
  revision !== undefined && !isModernRevision(revision) && metaMember(params, 'protocolVersion') === undefined;

function requestsIn(result: Json | undefined): [key: string, method: string, params: Json | undefined][] {
  const requests = member(result, 'inputRequests');
  if (!isObject(requests)) return [];
  return Object.entries(requests).map(([key, request]) => [
    key,
    ruleText(member(request, 'method')),
    member(request, 'params'),
  ]);
}

/** 2026-07-28, client/elicitation: form is the mode of requests without one, and of an empty capability. */
const modeOf = (params: Json | undefined): string => ruleText(member(params, 'mode') ?? 'form');
const knowsMode = (capability: JsonObject, mode: string): boolean =>
  capability[mode] !== undefined || (mode === 'form' && Object.keys(capability).length === 0);

const sampling = (more: JsonObject): JsonObject => ({
  resultType: 'input_required',
  inputRequests: { q: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, ...more } } },
});

/** Another call while one waits for input. */
const elsewhere = (given: JsonObject): Trace => [
  call(1),
  reply(1, asks('elicitation/create', 'a')),
  ask(2, 'tools/call', { name: 'other', arguments: {}, ...given }),
  reply(2),
];

export const roundRules: readonly ExchangeRule[] = [
  {
    id: 'answer as the revision of the request has it',
    clause: 'An initialize request selects legacy semantics, as specified by the negotiated legacy protocol version.',
    address: versioning,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      isLegacy(exchange) && (wantsInput(exchange) || member(exchange.result, 'resultType') === 'task')
        ? `sends resultType ${inWords(member(exchange.result, 'resultType'))} to a client of ${exchange.revision}`
        : null,
    fix: 'Ask clients of earlier revisions by elicitation/create, sampling/createMessage or roots/list.',
    breaks: [[...legacyStart, legacyCall(1), reply(1, asks())]],
    keeps: [[...legacyStart, legacyCall(1), reply(1, { content: [] })]],
  },
  {
    id: 'ask in results instead of requests',
    clause: 'The previous pattern of server-initiated requests is no longer supported.',
    address: rounds,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: ({ isFromServer, method, revision }) =>
      isFromServer && isModernRevision(revision) ? `sends the request ${method}` : null,
    fix: 'Answer with resultType input_required, and the request in inputRequests.',
    breaks: [[call(1), [0, 'in', { jsonrpc: '2.0', id: 9, method: 'elicitation/create', params: {} }]]],
    keeps: [
      [
        ...legacyStart,
        legacyCall(1),
        asked(9, 'elicitation/create', { message: 'Sure?', requestedSchema: { type: 'object' } }),
      ],
    ],
  },
  {
    id: 'give requestState as a string',
    clause: 'If specified, this field is an opaque string meaningful only to the server.',
    address: `${rounds}#server-requirements-basic-workflow`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      const state = wantsInput(exchange) ? member(exchange.result, 'requestState') : undefined;
      return state === undefined || typeof state === 'string' ? null : 'sends a requestState that is not a string';
    },
    fix: 'Encode requestState as a string.',
    breaks: [[call(1), reply(1, { ...(asks() as JsonObject), requestState: { step: 1 } })]],
    keeps: [[call(1), reply(1, asks('elicitation/create', 'a')), round(2, 'a'), reply(2)]],
  },
  {
    id: 'ask for input only where it is allowed',
    clause: 'Servers MUST NOT send InputRequiredResult responses on any other client requests.',
    address: `${rounds}#supported-requests`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      wantsInput(exchange) && !mayAsk.has(exchange.method) ? `asks for input in answer to ${exchange.method}` : null,
    fix: 'Ask for input only in answer to tools/call, prompts/get and resources/read.',
    breaks: [[ask(1, 'tools/list'), reply(1, asks())]],
    keeps: [[call(1), reply(1, asks()), round(2), reply(2)]],
  },
  {
    id: 'ask for something or give a state',
    clause: 'Servers MUST include at least one of inputRequests or requestState in every InputRequiredResult response.',
    address: `${rounds}#server-requirements-basic-workflow`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      wantsInput(exchange) &&
      requestsIn(exchange.result).length === 0 &&
      member(exchange.result, 'requestState') === undefined
        ? 'asks for input without saying for what'
        : null,
    fix: 'Put at least one request into inputRequests, or send a requestState.',
    breaks: [
      [call(1), reply(1, { resultType: 'input_required' })],
      [call(1), reply(1, { resultType: 'input_required', inputRequests: {} })],
    ],
    keeps: [[call(1), reply(1, { resultType: 'input_required', requestState: 'a' }), round(2, 'a', {}), reply(2)]],
  },
  {
    id: 'ask by requests that exist',
    clause: 'inputRequests values MUST be one of ElicitRequest, CreateMessageRequest, or ListRootsRequest.',
    address: `${rounds}#server-requirements-basic-workflow`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      const other = hasRequests(exchange)
        ? requestsIn(exchange.result).find(([, method]) => capabilityOf[method] === undefined)
        : undefined;
      return other === undefined ? null : `asks for input by ${other[1] || 'a request without a method'}`;
    },
    fix: 'Ask only by elicitation/create, sampling/createMessage or roots/list.',
    breaks: [[call(1), reply(1, asks('tools/call'))]],
    keeps: [
      [call(1, { roots: {} }), reply(1, asks('roots/list')), round(2, undefined, { q: { roots: [] } }), reply(2)],
    ],
  },
  {
    id: 'ask only what the client supports',
    clause: 'Servers MUST NOT send an inputRequests that the client has not declared support for in its capabilities.',
    address: `${rounds}#server-requirements-basic-workflow`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      if (!hasRequests(exchange) || !isObject(exchange.capabilities)) return null;
      const declared = exchange.capabilities;
      for (const [, method, params] of requestsIn(exchange.result)) {
        const capability = declared[capabilityOf[method] ?? ''];
        if (!isObject(capability)) return `asks by ${method}, which the client does not declare`;
        const mode = method === 'elicitation/create' ? modeOf(params) : null;
        if (mode !== null && !knowsMode(capability, mode))
          return `asks by elicitation in ${mode} mode, which the client does not declare`;
        if (method === 'sampling/createMessage' && member(params, 'tools') !== undefined && !isObject(capability.tools))
          return 'asks by sampling with tools, which the client does not declare';
      }
      return null;
    },
    fix: 'Read clientCapabilities of each request, and answer with -32021 if something needed is missing.',
    breaks: [
      [call(1, { roots: {} }), reply(1, asks())],
      [call(1, { elicitation: { url: {} } }), reply(1, asks())],
      [call(1, { sampling: {} }), reply(1, sampling({ tools: [] }))],
      [
        call(1),
        reply(1, created),
        poll(2, 2000, { roots: {}, extensions: { [tasksExtension]: {} } }),
        reply(2, asking),
      ],
    ],
    keeps: [
      [call(1, { elicitation: {} }), reply(1, asks()), round(2), reply(2)],
      [call(1, { sampling: {} }), reply(1, sampling({}))],
      [call(1, { sampling: { tools: {} } }), reply(1, sampling({ tools: [] }))],
      [call(1, { elicitation: { form: {}, url: {} } }), reply(1, asks()), round(2), reply(2)],
      [call(1), reply(1, created), poll(2, 2000), reply(2, asking)],
    ],
  },
  {
    id: 'miss only what the client lacks',
    clause: 'The server MUST return -32021 whose data.requiredCapabilities lists the missing capabilities.',
    address: modernPage('basic#meta'),
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: ({ error, capabilities }) => {
      const required = member(member(error, 'data'), 'requiredCapabilities');
      const isMissing = member(error, 'code') === -32021 && isObject(required) && Object.keys(required).length > 0;
      return isMissing && isObject(capabilities) && hasAll(capabilities, required)
        ? 'sends -32021 for capabilities that the client declares'
        : null;
    },
    fix: 'Read clientCapabilities of the request, and list only what it lacks.',
    breaks: [
      [call(1), fail(1, -32021, 'x', 0, { requiredCapabilities: { sampling: {} } })],
      [call(1), fail(1, -32021, 'x', 0, { requiredCapabilities: { extensions: { [tasksExtension]: {} } } })],
    ],
    keeps: [
      [call(1, { roots: {} }), fail(1, -32021, 'x', 0, { requiredCapabilities: { sampling: {} } })],
      [call(1, { elicitation: {} }), fail(1, -32021, 'x', 0, { requiredCapabilities: { elicitation: { url: {} } } })],
      [call(1), fail(1, -32021, 'x', 0, { requiredCapabilities: {} })],
      [call(1), fail(1, -32602, 'x', 0, { requiredCapabilities: { sampling: {} } })],
    ],
  },
  {
    id: 'come to an end',
    clause: 'Servers MAY choose to return an InputRequiredResult on multiple attempts until they have what they need.',
    address: `${rounds}#server-requirements-basic-workflow`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      wantsInput(exchange) && exchange.rounds > mostRounds ? `asked for input ${exchange.rounds} times` : null,
    fix: 'Fail with an error that says what is missing, instead of asking again.',
    breaks: [[call(1), ...roundsOf(11)]],
    keeps: [[call(1), ...roundsOf(10), round(99, 's'), reply(99)]],
  },
  {
    id: 'use a known resultType',
    clause: 'A resultType of any value unrecognized by the client MUST be considered invalid.',
    address: responses,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: ({ result }) => {
      const type = member(result, 'resultType');
      return resultTypes.has(type) ? null : `sends resultType ${inWords(type)}, which no client knows`;
    },
    fix: 'Use complete or input_required, or a value of an extension that the client declares.',
    breaks: [[call(1), reply(1, { resultType: 'partial', content: [] })]],
    keeps: [[call(1), reply(1, { resultType: 'complete', content: [] })]],
  },
  {
    id: 'name the resultType',
    clause: 'The result MUST include a resultType field to indicate the type of the result.',
    address: responses,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: ({ result }) =>
      isObject(result) && result.resultType === undefined ? 'sends a result without resultType' : null,
    fix: 'Add "resultType": "complete" to the result.',
    breaks: [[call(1), reply(1, { content: [] })]],
    keeps: [
      [call(1), reply(1, { resultType: 'complete', content: [] })],
      // A server of an earlier revision ignores what it does not know.
      [ask(1, 'server/discover'), fail(1, -32601, 'Method not found'), call(2), reply(2, { content: [] })],
    ],
  },
  {
    id: 'return requestState unchanged',
    clause: 'The client MUST echo back the exact value of that field when retrying the original request.',
    address: `${rounds}#client-requirements-basic-workflow`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    broken: ({ asked, params }) => {
      if (asked === null) return null;
      const given = member(asked.result, 'requestState');
      const sent = member(params, 'requestState');
      if (given === sent) return null;
      if (sent === undefined) return 'left the requestState out';
      return given === undefined ? 'sent a requestState that the server did not give' : 'changed the requestState';
    },
    fix: 'Send requestState byte for byte as the server gave it, and none if it gave none.',
    breaks: [
      [call(1), reply(1, asks('elicitation/create', 'abc')), round(2, 'ABC'), reply(2)],
      [call(1), reply(1, asks('elicitation/create', 'abc')), round(2), reply(2)],
      [call(1), reply(1, asks()), round(2, 'abc'), reply(2)],
    ],
    keeps: [[call(1), reply(1, asks('elicitation/create', 'abc')), round(2, 'abc'), reply(2)]],
  },
  {
    id: 'continue under a new id',
    clause: 'The JSON-RPC id MUST be different between the initial request and the retry.',
    address: `${rounds}#client-requirements-basic-workflow`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    broken: ({ asked, id }) => (asked?.id === id ? `continued under the same id ${id}` : null),
    fix: 'Send each round under a new id.',
    breaks: [[call(1), reply(1, asks()), round(1), reply(1)]],
    keeps: [[call(1), reply(1, asks()), round(2), reply(2)]],
  },
  {
    id: 'use inputs only for the call that asked',
    clause: 'They MUST NOT be used for any other request that the client may be sending in parallel.',
    address: `${rounds}#client-requirements-basic-workflow`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    broken: ({ asked, params, isInputAwaited }) =>
      asked === null &&
      isInputAwaited &&
      (member(params, 'requestState') !== undefined || member(params, 'inputResponses') !== undefined)
        ? 'sent the inputs of one call with another'
        : null,
    fix: 'Send inputResponses and requestState only when you repeat the request that asked.',
    breaks: [elsewhere({ requestState: 'a' }), elsewhere({ inputResponses: {} })],
    keeps: [
      [
        call(1),
        reply(1, asks('elicitation/create', 'a')),
        ask(2, 'tools/call', { name: 'other', arguments: {} }),
        reply(2),
        round(3, 'a'),
        reply(3),
      ],
    ],
  },
  {
    id: 'answer everything that was asked',
    clause: 'The client MUST construct the requested inputs before retrying the original request.',
    address: `${rounds}#client-requirements-basic-workflow`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    broken: ({ asked, params }) => {
      const given = member(params, 'inputResponses');
      const missing = requestsIn(asked?.result).find(([key]) => !isObject(given) || given[key] === undefined);
      return missing === undefined ? null : `continued without an answer to ${missing[1]}`;
    },
    fix: 'Send one entry in inputResponses for each key of inputRequests.',
    breaks: [[call(1), reply(1, asks('elicitation/create', 'a')), round(2, 'a', {}), reply(2)]],
    keeps: [[call(1), reply(1, asks('elicitation/create', 'a')), round(2, 'a'), reply(2)]],
  },
];

function roundsOf(count: number) {
  return Array.from({ length: count }, (_, index) => [
    reply(index + 1, asks('elicitation/create', 's')),
    round(index + 2, 's'),
  ])
    .flat()
    .slice(0, -1);
}
