// Rules about what servers ask of clients, and what clients answer ("Elicitation", "Roots", "Sampling"): in requests of their own up to
// 2025-11-25, and in results since 2026-07-28.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { isModernRevision, lastLegacyRevision, metaMember } from '../protocol/revision.ts';
import {
  inWords,
  legacyPage,
  modernPage,
  onlyLastLegacy,
  type RuledMessage,
  ruleText,
  type SessionRule,
} from './rule.ts';
import { answeredTrace, asked, asks, call, fail, legacyCall, reply, round, session, told } from './traces.ts';

const elicitation = legacyPage('client/elicitation');
const sampling = legacyPage('client/sampling');
const mostQuestions = 100;
const mostKnown = 1000;
const mostMessages = 1000;
const actions: ReadonlySet<Json | undefined> = new Set(['accept', 'decline', 'cancel']);

interface Question {
  method: string;
  params: Json | undefined;
}

/** What this message asks of the client. */
function questionsIn({ kind, from, method, params, result }: RuledMessage): Question[] {
  if (from !== 'server') return [];
  if (kind === 'request') return [{ method, params }];
  const requests = member(result, 'inputRequests');
  if (!isObject(requests)) return [];
  return Object.values(requests)
    .slice(0, mostQuestions)
    .map((one) => ({ method: ruleText(member(one, 'method')), params: member(one, 'params') }));
}

/** What this message answers, by what it holds: an answer in a request does not name its method. */
function answersIn({ kind, method, params, result }: RuledMessage): { method: string; answer: Json }[] {
  if (kind === 'answer') return result === undefined ? [] : [{ method, answer: result }];
  const given = member(params, 'inputResponses');
  if (!isObject(given)) return [];
  return Object.values(given)
    .slice(0, mostQuestions)
    .map((answer) => ({
      method:
        member(answer, 'roots') !== undefined
          ? 'roots/list'
          : member(answer, 'action') !== undefined
            ? 'elicitation/create'
            : '',
      answer,
    }));
}

/** Of the first question of this method that breaks a rule. */
const wrongQuestion = (
  message: RuledMessage,
  about: string,
  judge: (params: Json | undefined) => string | null,
): string | null => {
  for (const { method, params } of questionsIn(message)) {
    const why = method === about ? judge(params) : null;
    if (why !== null) return why;
  }
  return null;
};

const form: JsonObject = {
  message: 'Who?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const page: JsonObject = { mode: 'url', message: 'Sign in', url: 'https://a.example/in', elicitationId: 'e1' };
const able: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
const asking = (params: JsonObject, client: JsonObject = able) => [
  ...session(client, {}),
  asked(5, 'elicitation/create', params),
];
/** The same since 2026-07-28. */
const askingInResult = (method: string, params: JsonObject) => [
  call(1, able),
  reply(1, { resultType: 'input_required', inputRequests: { q: { method, params } } }),
];
const samples = (...messages: JsonObject[]) => [
  ...session(able, {}),
  asked(5, 'sampling/createMessage', { messages, maxTokens: 1 }),
];
const toolUse = (id: string) => ({ type: 'tool_use', id, name: 'pay', input: {} });
const toolResult = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] });
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const hello: JsonObject = { type: 'text', text: 'Hi' };

/** A scheme, a host, and no blanks. */
const wholeUrl = /^[A-Za-z][A-Za-z0-9+.-]{0,40}:\/\/[^\s/]\S{0,4000}$/;
const modeOf = (params: Json | undefined): Json => member(params, 'mode') ?? 'form';
const nests = (schema: Json): boolean =>
  member(schema, 'type') === 'object' || member(schema, 'properties') !== undefined;
const blocksOf = (message: Json | undefined): Json[] => {
  const content = member(message, 'content');
  return Array.isArray(content) ? content : content === undefined ? [] : [content];
};
const idsIn = (message: Json | undefined, type: string, name: string): string[] =>
  blocksOf(message)
    .filter((block) => member(block, 'type') === type)
    .map((block) => ruleText(member(block, name)));

export const questionRules: readonly SessionRule[] = [
  {
    id: 'ask in a mode that the client has',
    clause: 'Servers MUST NOT send elicitation requests with modes that are not supported by the client.',
    address: `${elicitation}#capabilities`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['request'],
    of: ['elicitation/create'],
    watch:
      () =>
      ({ params }, { client }) => {
        const capability = member(client, 'elicitation');
        if (!isObject(capability)) return null;
        const mode = modeOf(params);
        const isKnown = Object.keys(capability).length === 0 ? mode === 'form' : isObject(capability[ruleText(mode)]);
        return isKnown
          ? null
          : `asks by elicitation in ${ruleText(mode).slice(0, 20)} mode, which the client does not declare`;
      },
    fix: 'Read elicitation in the capabilities of the client, and use a mode that it names.',
    breaks: [asking(page, { elicitation: {} }), asking(form, { elicitation: { url: {} } })],
    keeps: [asking(form, { elicitation: {} }), asking(page, { elicitation: { url: {} } })],
  },
  {
    id: 'ask in full',
    clause: 'All elicitation requests MUST include the following parameters: mode, message.',
    address: `${elicitation}#elicitation-requests`,
    since: '2025-06-18',
    binds: 'server',
    effect: 'noted',
    on: ['request', 'result'],
    watch: () => (message) =>
      wrongQuestion(message, 'elicitation/create', (params) => {
        if (typeof member(params, 'message') !== 'string') return 'asks by elicitation without a message';
        const isForm = modeOf(params) === 'form';
        // The id is gone since 2026-07-28.
        const needed = isForm
          ? ['requestedSchema']
          : isModernRevision(message.revision)
            ? ['url']
            : ['url', 'elicitationId'];
        const missing = needed.find((name) => member(params, name) === undefined);
        return missing === undefined ? null : `asks by elicitation without ${missing}`;
      }),
    fix: 'Send message and requestedSchema for a form, and message, url and elicitationId for a page.',
    breaks: [
      asking({ ...form, message: 1 }),
      asking({ message: 'Who?' }),
      asking({ mode: 'url', message: 'Sign in', url: 'https://a.example' }),
      askingInResult('elicitation/create', { message: 'Who?' }),
      askingInResult('elicitation/create', { mode: 'url', message: 'Sign in' }),
    ],
    keeps: [
      asking(form),
      asking(page),
      askingInResult('elicitation/create', { mode: 'url', message: 'Sign in', url: 'https://a.example' }),
    ],
  },
  {
    id: 'ask for pages by a valid URL',
    clause: 'The url parameter MUST contain a valid URL.',
    address: `${elicitation}#url-mode-elicitation-requests`,
    since: lastLegacyRevision,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'result'],
    watch: () => (message) =>
      wrongQuestion(message, 'elicitation/create', (params) => {
        const url = modeOf(params) === 'url' ? member(params, 'url') : undefined;
        return url === undefined || (typeof url === 'string' && (wholeUrl.test(url) || url.includes('‹')))
          ? null
          : `asks to open ${inWords(url)}, which is no URL`;
      }),
    fix: 'Write the whole address, as in https://example.com/sign-in.',
    breaks: [
      asking({ ...page, url: 'example.com/in' }),
      asking({ ...page, url: 7 }),
      askingInResult('elicitation/create', { ...page, url: '/in' }),
    ],
    keeps: [asking(page), asking({ ...form, url: 'in' }), asking({ ...page, url: 'https://a.example/‹token 1› x' })],
  },
  {
    id: 'ask for flat forms',
    clause: 'Form mode elicitation schemas are limited to flat objects with primitive properties only.',
    address: `${elicitation}#requested-schema`,
    since: '2025-06-18',
    binds: 'server',
    effect: 'noted',
    on: ['request', 'result'],
    watch: () => (message) =>
      wrongQuestion(message, 'elicitation/create', (params) => {
        const schema = member(params, 'requestedSchema');
        if (schema === undefined) return null;
        if (member(schema, 'type') !== 'object') return 'asks for a form that is not of type object';
        const properties = member(schema, 'properties');
        const nested = isObject(properties) ? Object.entries(properties).find(([, one]) => nests(one)) : undefined;
        return nested === undefined ? null : `asks for a form with the nested object ${nested[0].slice(0, 60)}`;
      }),
    fix: 'Use only texts, numbers, booleans and enums as properties of the form.',
    breaks: [
      asking({ ...form, requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } }),
      asking({ ...form, requestedSchema: { type: 'object', properties: { a: { properties: {} } } } }),
      asking({ ...form, requestedSchema: { type: 'string' } }),
      askingInResult('elicitation/create', { ...form, requestedSchema: { type: 'string' } }),
    ],
    keeps: [asking(form), askingInResult('elicitation/create', form)],
  },
  {
    id: 'offer roots as file URIs',
    clause: 'uri: Unique identifier for the root. This MUST be a file:// URI in the current specification.',
    address: legacyPage('client/roots#root'),
    since: '2024-11-05',
    binds: 'client',
    effect: 'noted',
    on: ['request', 'result'],
    watch: () => (message) => {
      for (const { method, answer } of answersIn(message)) {
        const roots = method === 'roots/list' ? member(answer, 'roots') : undefined;
        if (!Array.isArray(roots)) continue;
        const other = roots.find((root) => !ruleText(member(root, 'uri')).startsWith('file://'));
        if (other !== undefined) return `offers the root ${inWords(member(other, 'uri'))}`;
      }
      return null;
    },
    fix: 'Write roots as file:// URIs.',
    breaks: [
      [...session({ roots: {} }, {}), asked(1, 'roots/list'), answeredTrace(1, { roots: [{ uri: '/tmp' }] })],
      [call(1), reply(1, asks('roots/list')), round(2, undefined, { q: { roots: [{ uri: '/tmp' }] } }), reply(2)],
    ],
    keeps: [
      [...session({ roots: {} }, {}), asked(1, 'roots/list'), answeredTrace(1, { roots: [{ uri: 'file:///tmp' }] })],
      [call(1), reply(1, asks('roots/list')), round(2, undefined, { q: { roots: [{ uri: 'file:///a' }] } }), reply(2)],
    ],
  },
  {
    id: 'answer elicitation with accept, decline or cancel',
    clause: 'action: "accept" | "decline" | "cancel"',
    address: legacyPage('schema#elicitresult'),
    since: '2025-06-18',
    binds: 'client',
    effect: 'refused',
    refusal: /-32602|-32603|-32600|action/i,
    on: ['request', 'result'],
    watch: () => (message) => {
      const wrong = answersIn(message).find(
        ({ method, answer }) => method === 'elicitation/create' && !actions.has(member(answer, 'action')),
      );
      return wrong === undefined
        ? null
        : `answered elicitation with the action ${inWords(member(wrong.answer, 'action'))}`;
    },
    fix: 'Send {"action": "accept", "content": {…}}, decline or cancel.',
    breaks: [
      [...asking(form), answeredTrace(5, { name: 'Ada' })],
      [...asking(form), answeredTrace(5, { action: 'reject' })],
      [call(1), reply(1, asks()), round(2, undefined, { q: { action: 'yes' } }), fail(2, -32602, 'Invalid action')],
    ],
    keeps: [
      [...asking(form), answeredTrace(5, { action: 'accept', content: { name: 'Ada' } })],
      [...asking(form), answeredTrace(5, { action: 'decline' })],
      [call(1), reply(1, asks()), round(2, undefined, { q: { action: 'cancel' } }), reply(2)],
    ],
  },
  {
    id: 'declare a mode of elicitation',
    clause: 'Clients declaring the elicitation capability MUST support at least one mode (form or url).',
    address: `${elicitation}#capabilities`,
    since: lastLegacyRevision,
    binds: 'client',
    effect: 'noted',
    on: ['request'],
    watch: () => {
      let isSaid = false;
      return ({ method, params }) => {
        const declared =
          method === 'initialize' ? member(params, 'capabilities') : metaMember(params, 'clientCapabilities');
        const modes = member(declared, 'elicitation');
        if (isSaid || !isObject(modes)) return null;
        const names = Object.keys(modes);
        isSaid = names.length > 0 && !names.includes('form') && !names.includes('url');
        return isSaid ? 'declares elicitation without the mode form or url' : null;
      };
    },
    fix: 'Declare {"elicitation": {"form": {}}}, or leave elicitation out.',
    breaks: [
      [call(1, { elicitation: { applyDefaults: true } }), reply(1)],
      [call(1, { elicitation: { form: {} } }), reply(1), call(2, { elicitation: { page: {} } }), reply(2)],
    ],
    keeps: [
      [call(1, { elicitation: {} }), reply(1)],
      [call(1, { elicitation: { url: {} } }), reply(1)],
      [...session({ elicitation: { form: { applyDefaults: true } } }, {})],
    ],
  },
  {
    id: 'complete only elicitations that were asked for',
    clause: 'Servers sending notifications MUST include the elicitationId established in the original request.',
    address: `${elicitation}#completion-notifications-for-url-mode-elicitation`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'answer', 'notification'],
    watch: () => {
      const known = new Set<string>();
      return ({ kind, method, params, error }, { isWhole }) => {
        const listed = member(member(error, 'data'), 'elicitations');
        const named = kind === 'request' ? [params ?? null] : Array.isArray(listed) ? listed : [];
        for (const one of named.slice(0, mostQuestions))
          if (known.size < mostKnown) known.add(ruleText(member(one, 'elicitationId')));
        if (method !== 'notifications/elicitation/complete') return null;
        const id = ruleText(member(params, 'elicitationId'));
        if (id === '') return 'completes an elicitation without an elicitationId';
        const isKnown = known.has(id) || !isWhole || known.size >= mostKnown;
        return isKnown ? null : `completes the elicitation ${id.slice(0, 60)}, which it never asked for`;
      };
    },
    fix: 'Send the elicitationId of the request or of the error -32042.',
    breaks: [
      [...asking(page), told('notifications/elicitation/complete', {})],
      [[0, 'life', 'spawned'], ...asking(page), told('notifications/elicitation/complete', { elicitationId: 'e2' })],
    ],
    keeps: [
      [[0, 'life', 'spawned'], ...asking(page), told('notifications/elicitation/complete', { elicitationId: 'e1' })],
      [...session(able, {}), told('notifications/elicitation/complete', { elicitationId: 'e2' })].slice(2),
      [
        [0, 'life', 'spawned'],
        ...session(able, { tools: {} }),
        legacyCall(1),
        [0, 'in', { jsonrpc: '2.0', id: 1, error: { code: -32042, message: 'x', data: { elicitations: [page] } } }],
        told('notifications/elicitation/complete', { elicitationId: 'e1' }),
      ],
    ],
  },
  {
    id: 'ask with whole sampling messages',
    clause: 'Sampling messages MUST contain a role of "user" or "assistant", and a content field.',
    address: modernPage('client/sampling#messages'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['request', 'result'],
    watch: () => (message) =>
      wrongQuestion(message, 'sampling/createMessage', (params) => {
        const messages = member(params, 'messages');
        if (!Array.isArray(messages)) return 'asks for sampling without a list of messages';
        for (const one of messages.slice(0, mostMessages)) {
          const role = member(one, 'role');
          if (role !== 'user' && role !== 'assistant') return `asks for sampling with the role ${inWords(role)}`;
          if (member(one, 'content') === undefined) return 'asks for sampling with a message that has no content';
        }
        return null;
      }),
    fix: 'Send messages with role user or assistant, and content. Instructions belong into systemPrompt.',
    breaks: [
      samples({ role: 'system', content: hello }),
      samples({ role: 'user' }),
      [...session(able, {}), asked(5, 'sampling/createMessage', { maxTokens: 1 })],
      askingInResult('sampling/createMessage', { messages: [{ content: hello }], maxTokens: 1 }),
    ],
    keeps: [samples(user(hello)), samples({ role: 'assistant', content: hello })],
  },
  {
    id: 'send tool results alone',
    clause: 'When a user message contains tool results, it MUST contain ONLY tool results, one for each tool use.',
    address: `${sampling}#tool-result-messages`,
    since: lastLegacyRevision,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'result'],
    watch: () => (message) =>
      wrongQuestion(message, 'sampling/createMessage', (params) => {
        const messages = member(params, 'messages');
        if (!Array.isArray(messages)) return null;
        for (const [index, one] of messages.slice(0, mostMessages).entries()) {
          const results = idsIn(one, 'tool_result', 'toolUseId');
          if (results.length > 0 && results.length < blocksOf(one).length)
            return 'mixes tool results with other content';
          const uses = idsIn(messages[index - 1], 'tool_use', 'id');
          const open = uses.find((id) => !results.includes(id));
          if (open !== undefined) return `leaves the tool use ${open.slice(0, 60)} without a result`;
        }
        return null;
      }),
    fix: 'Answer each tool use in a message of its own, which has nothing but tool results.',
    breaks: [
      samples(user(hello), assistant(toolUse('a')), user(toolResult('a'), hello)),
      samples(user(hello), assistant(toolUse('a'), toolUse('b')), user(toolResult('a'))),
      samples(user(hello), assistant(toolUse('a')), user(hello)),
      askingInResult('sampling/createMessage', {
        messages: [assistant(toolUse('a')), user(hello)],
        maxTokens: 1,
      }),
    ],
    keeps: [
      samples(user(hello), assistant(toolUse('a'), toolUse('b')), user(toolResult('a'), toolResult('b'))),
      samples(user(hello), assistant(toolUse('a'))),
      samples(
        { role: 'user', content: hello },
        { role: 'assistant', content: toolUse('a') },
        { role: 'user', content: toolResult('a') },
      ),
    ],
  },
];
