// Rules about what servers ask of clients up to 2025-11-25, and what clients answer ("Elicitation", "Roots", "Sampling").

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { inWords, ruleText, type SessionRule, specification } from './rule.ts';
import { answeredTrace, asked, session } from './traces.ts';

const elicitation = specification('2025-11-25', 'client/elicitation');
const form: JsonObject = {
  message: 'Who?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const page: JsonObject = { mode: 'url', message: 'Sign in', url: 'https://a.example/in', elicitationId: 'e1' };
const asking = (params: JsonObject, client: JsonObject = { elicitation: { form: {}, url: {} } }) => [
  ...session(client, {}),
  asked(5, 'elicitation/create', params),
];
const modeOf = (params: Json | undefined): Json => member(params, 'mode') ?? 'form';
const nests = (schema: Json): boolean =>
  member(schema, 'type') === 'object' || member(schema, 'properties') !== undefined;

export const questionRules: readonly SessionRule[] = [
  {
    id: 'ask in a mode that the client has',
    clause: 'Servers MUST NOT send elicitation requests with modes that are not supported by the client.',
    address: `${elicitation}#capabilities`,
    since: '2025-11-25',
    until: '2025-11-25',
    binds: 'server',
    effect: 'noted',
    on: ['request'],
    watch:
      () =>
      ({ method, params }, { client }) => {
        const capability = member(client, 'elicitation');
        if (method !== 'elicitation/create' || !isObject(capability)) return null;
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
    until: '2025-11-25',
    binds: 'server',
    effect: 'noted',
    on: ['request'],
    watch:
      () =>
      ({ method, params, revision }) => {
        if (method !== 'elicitation/create') return null;
        if (typeof member(params, 'message') !== 'string') return 'asks by elicitation without a message';
        const isForm = modeOf(params) === 'form';
        const needed = isForm ? ['requestedSchema'] : revision >= '2025-11-25' ? ['url', 'elicitationId'] : [];
        const missing = needed.find((name) => member(params, name) === undefined);
        return missing === undefined ? null : `asks by elicitation without ${missing}`;
      },
    fix: 'Send message and requestedSchema for a form, and message, url and elicitationId for a page.',
    breaks: [
      asking({ ...form, message: 1 }),
      asking({ message: 'Who?' }),
      asking({ mode: 'url', message: 'Sign in', url: 'https://a.example' }),
    ],
    keeps: [asking(form), asking(page)],
  },
  {
    id: 'ask for flat forms',
    clause: 'Form mode elicitation schemas are limited to flat objects with primitive properties only.',
    address: `${elicitation}#requested-schema`,
    since: '2025-06-18',
    binds: 'server',
    effect: 'noted',
    on: ['request'],
    watch:
      () =>
      ({ method, params }) => {
        const schema = method === 'elicitation/create' ? member(params, 'requestedSchema') : undefined;
        if (schema === undefined) return null;
        if (member(schema, 'type') !== 'object') return 'asks for a form that is not of type object';
        const properties = member(schema, 'properties');
        const nested = isObject(properties) ? Object.entries(properties).find(([, one]) => nests(one)) : undefined;
        return nested === undefined ? null : `asks for a form with the nested object ${nested[0].slice(0, 60)}`;
      },
    fix: 'Use only texts, numbers, booleans and enums as properties of the form.',
    breaks: [
      asking({ ...form, requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } }),
      asking({ ...form, requestedSchema: { type: 'string' } }),
    ],
    keeps: [asking(form)],
  },
  {
    id: 'offer roots as file URIs',
    clause: 'uri: Unique identifier for the root. This MUST be a file:// URI in the current specification.',
    address: specification('2025-11-25', 'client/roots#root'),
    since: '2024-11-05',
    until: '2025-11-25',
    binds: 'client',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ method, result }) => {
        const roots = method === 'roots/list' ? member(result, 'roots') : undefined;
        if (!Array.isArray(roots)) return null;
        const other = roots.find((root) => !ruleText(member(root, 'uri')).startsWith('file://'));
        return other === undefined ? null : `offers the root ${inWords(member(other, 'uri'))}`;
      },
    fix: 'Write roots as file:// URIs.',
    breaks: [[...session({ roots: {} }, {}), asked(1, 'roots/list'), answeredTrace(1, { roots: [{ uri: '/tmp' }] })]],
    keeps: [
      [...session({ roots: {} }, {}), asked(1, 'roots/list'), answeredTrace(1, { roots: [{ uri: 'file:///tmp' }] })],
    ],
  },
];
