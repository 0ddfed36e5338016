// Rules about results that ask for input, and about `resultType` (MCP 2026-07-28, "Multi Round-Trip Requests" and "Responses").

import { isObject, type Json, member } from '../json/json.ts';
import type { Rule, RuledExchange } from './rule.ts';
import { ask, asks, call, reply, round } from './traces.ts';

const rounds = 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr';
const responses = 'https://modelcontextprotocol.io/specification/2026-07-28/basic#responses';

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

function requestsIn(result: Json | undefined): [key: string, method: string][] {
  const requests = member(result, 'inputRequests');
  if (!isObject(requests)) return [];
  return Object.entries(requests).map(([key, request]) => [key, String(member(request, 'method') ?? '')]);
}

export const roundRules: readonly Rule[] = [
  {
    id: 'ask for input only where it is allowed',
    clause: 'Servers MUST NOT send InputRequiredResult responses on any other client requests.',
    address: `${rounds}#supported-requests`,
    since: '2026-07-28',
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
    since: '2026-07-28',
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
    since: '2026-07-28',
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      const other = wantsInput(exchange)
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
    since: '2026-07-28',
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      if (!wantsInput(exchange) || !isObject(exchange.capabilities)) return null;
      const declared = exchange.capabilities;
      const other = requestsIn(exchange.result).find(([, method]) => !isObject(declared[capabilityOf[method] ?? '']));
      return other === undefined ? null : `asks by ${other[1]}, which the client does not declare`;
    },
    fix: 'Read clientCapabilities of each request, and answer with -32021 if something needed is missing.',
    breaks: [[call(1, { roots: {} }), reply(1, asks())]],
    keeps: [[call(1, { elicitation: {} }), reply(1, asks()), round(2), reply(2)]],
  },
  {
    id: 'come to an end',
    clause: 'Servers MAY choose to return an InputRequiredResult on multiple attempts until they have what they need.',
    address: `${rounds}#server-requirements-basic-workflow`,
    since: '2026-07-28',
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
    since: '2026-07-28',
    binds: 'server',
    effect: 'refused',
    broken: ({ result }) => {
      const type = member(result, 'resultType');
      return resultTypes.has(type) ? null : `sends resultType ${JSON.stringify(type)}, which no client knows`;
    },
    fix: 'Use complete or input_required, or a value of an extension that the client declares.',
    breaks: [[call(1), reply(1, { resultType: 'partial', content: [] })]],
    keeps: [[call(1), reply(1, { resultType: 'complete', content: [] })]],
  },
  {
    id: 'name the resultType',
    clause: 'The result MUST include a resultType field to indicate the type of the result.',
    address: responses,
    since: '2026-07-28',
    binds: 'server',
    effect: 'noted',
    broken: ({ result }) =>
      isObject(result) && result.resultType === undefined ? 'sends a result without resultType' : null,
    fix: 'Add "resultType": "complete" to the result.',
    breaks: [[call(1), reply(1, { content: [] })]],
    keeps: [[call(1), reply(1, { resultType: 'complete', content: [] })]],
  },
  {
    id: 'return requestState unchanged',
    clause: 'The client MUST echo back the exact value of that field when retrying the original request.',
    address: `${rounds}#client-requirements-basic-workflow`,
    since: '2026-07-28',
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
    since: '2026-07-28',
    binds: 'client',
    effect: 'noted',
    broken: ({ asked, id }) => (asked?.id === id ? `continued under the same id ${id}` : null),
    fix: 'Send each round under a new id.',
    breaks: [[call(1), reply(1, asks()), round(1), reply(1)]],
    keeps: [[call(1), reply(1, asks()), round(2), reply(2)]],
  },
  {
    id: 'answer everything that was asked',
    clause: 'The client MUST construct the requested inputs before retrying the original request.',
    address: `${rounds}#client-requirements-basic-workflow`,
    since: '2026-07-28',
    binds: 'client',
    effect: 'noted',
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
