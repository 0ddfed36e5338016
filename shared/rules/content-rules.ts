// Rules about what results contain: structured content, pages, images, schemas of tools ("Tools", "Pagination", "Completion").

import { type Json, member } from '../json/json.ts';
import { schemaProblem } from '../schema/schema-problem.ts';
import { type ExchangeRule, inWords, ruleText, type SessionRule, specification } from './rule.ts';
import { fail, legacyCall, legacyStart, reply, sent, session } from './traces.ts';

const tools = specification('2025-11-25', 'server/tools');
const completing = specification('2025-11-25', 'server/utilities/completion');

const typed = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const listed = (more: object): Json => ({
  tools: [{ name: 'pay', inputSchema: { type: 'object' }, ...more }] as unknown as Json,
});
const listing = (more: object) => [...legacyStart, sent(8, 'tools/list'), reply(8, listed(more))];
const mostCursors = 1000;

export const resultRules: readonly ExchangeRule[] = [
  {
    id: 'keep the outputSchema',
    clause: 'Servers MUST provide structured results that conform to this schema.',
    address: `${tools}#output-schema`,
    since: '2025-06-18',
    binds: 'server',
    effect: 'noted',
    broken: ({ schemaIssues: [first] }) =>
      first === undefined
        ? null
        : `breaks the outputSchema of its tool${first.path === '' ? '' : ` at ${first.path.slice(0, 80)}`}: ${first.message.slice(0, 120)}`,
    fix: 'Send structuredContent that the outputSchema allows, or change the schema.',
    breaks: [
      [
        ...listing({ outputSchema: typed }),
        legacyCall(1),
        reply(1, { content: [], structuredContent: { total: 'x' } }),
      ],
      [...listing({ outputSchema: typed }), legacyCall(1), reply(1, { content: [] })],
    ],
    keeps: [
      [...listing({ outputSchema: typed }), legacyCall(1), reply(1, { content: [], structuredContent: { total: 1 } })],
      [...listing({ outputSchema: typed }), legacyCall(1), reply(1, { content: [], isError: true })],
    ],
  },
];

/** Base64 in its usual or its URL alphabet; only the start is read. */
const base64 = /^[A-Za-z0-9+/_-]{0,400}={0,2}(?:\s|$)|^[A-Za-z0-9+/_-]{400}/;
function wrongMedia(content: Json | undefined): string | null {
  if (!Array.isArray(content)) return null;
  for (const part of content.slice(0, 100)) {
    const type = member(part, 'type');
    if (type !== 'image' && type !== 'audio') continue;
    const data = member(part, 'data');
    if (typeof data !== 'string' || !base64.test(data.slice(0, 500))) return `sends an ${type} that is not base64`;
    if (!/^[\w.+-]{1,80}\/[\w.+-]{1,80}/.test(ruleText(member(part, 'mimeType'))))
      return `sends an ${type} without a MIME type`;
  }
  return null;
}

export const contentRules: readonly SessionRule[] = [
  {
    id: 'send images and audio as base64',
    clause: 'The image data MUST be base64-encoded and include a valid MIME type.',
    address: specification('2025-11-25', 'server/prompts#image-content'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ method, result }) => {
        if (method === 'tools/call') return wrongMedia(member(result, 'content'));
        const messages = method === 'prompts/get' ? member(result, 'messages') : undefined;
        if (!Array.isArray(messages)) return null;
        return wrongMedia(messages.map((message) => member(message, 'content') ?? null));
      },
    fix: 'Encode data as base64, and add mimeType, for example image/png.',
    breaks: [
      [
        ...legacyStart,
        legacyCall(1),
        reply(1, { content: [{ type: 'image', data: '<svg>', mimeType: 'image/svg+xml' }] }),
      ],
      [...legacyStart, legacyCall(1), reply(1, { content: [{ type: 'audio', data: 'UklGRg==' }] })],
    ],
    keeps: [
      [
        ...legacyStart,
        legacyCall(1),
        reply(1, { content: [{ type: 'image', data: 'iVBORw0=', mimeType: 'image/png' }] }),
      ],
    ],
  },
  {
    id: 'give each tool a schema',
    clause: 'inputSchema MUST be a valid JSON Schema object (not null).',
    address: `${tools}#tool`,
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ method, result }) => {
        const list = method === 'tools/list' ? member(result, 'tools') : undefined;
        if (!Array.isArray(list)) return null;
        const bad = list.find((tool) => member(member(tool, 'inputSchema'), 'type') !== 'object');
        return bad === undefined
          ? null
          : `lists the tool ${inWords(member(bad, 'name'))} without an inputSchema of type object`;
      },
    fix: 'Use {"type": "object"} for a tool without arguments.',
    breaks: [listing({ inputSchema: null }), listing({ inputSchema: { type: 'string' } })],
    keeps: [listing({})],
  },
  {
    id: 'write schemas in their dialect',
    clause: 'Schemas MUST be valid according to their declared or default dialect.',
    address: specification('2025-11-25', 'basic#schema-validation'),
    since: '2025-11-25',
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ method, result }) => {
        const list = method === 'tools/list' ? member(result, 'tools') : undefined;
        if (!Array.isArray(list)) return null;
        for (const tool of list)
          for (const name of ['inputSchema', 'outputSchema']) {
            const problem = schemaProblem(member(tool, name));
            if (problem !== null) return `lists the tool ${inWords(member(tool, 'name'))}, whose ${name} ${problem}`;
          }
        return null;
      },
    fix: 'Write schemas of JSON Schema 2020-12, or name another dialect in $schema.',
    breaks: [
      listing({ inputSchema: { type: 'object', properties: { a: { type: 'string', required: true } } } }),
      listing({ inputSchema: { type: 'object', properties: { a: { type: 'number', exclusiveMinimum: true } } } }),
      listing({ outputSchema: { type: 'object', properties: { a: { type: 'text' } } } }),
    ],
    keeps: [
      listing({
        inputSchema: { type: 'object', properties: { required: { type: 'boolean' } }, required: ['required'] },
      }),
      listing({
        inputSchema: {
          $schema: 'http://json-schema.org/draft-04/schema#',
          type: 'object',
          properties: { a: { type: 'number', minimum: 0, exclusiveMinimum: true } },
        },
      }),
    ],
  },
  {
    id: 'send cursors as they came',
    clause: "Clients MUST treat cursors as opaque tokens: Don't attempt to parse or modify cursors.",
    address: specification('2025-11-25', 'server/utilities/pagination#implementation-guidelines'),
    since: '2024-11-05',
    binds: 'client',
    effect: 'refused',
    refusal: /-32602|cursor/i,
    hears: true,
    on: ['request', 'answer'],
    watch: () => {
      const given = new Set<string>();
      return ({ kind, method, params, result }, { isWhole }) => {
        if (kind === 'answer') {
          const next = member(result, 'nextCursor');
          if (typeof next === 'string' && given.size < mostCursors) given.add(next);
          return null;
        }
        const cursor = method.endsWith('/list') ? member(params, 'cursor') : undefined;
        if (cursor === undefined || !isWhole || given.size >= mostCursors) return null;
        return typeof cursor === 'string' && given.has(cursor)
          ? null
          : `sent ${method} with a cursor that the server did not give`;
      };
    },
    fix: 'Send nextCursor of the page before, byte for byte.',
    breaks: [[...legacyStart, sent(1, 'tools/list', { cursor: 'page2' }), fail(1, -32602, 'Invalid cursor')]],
    keeps: [
      [
        ...legacyStart,
        sent(1, 'tools/list'),
        reply(1, { tools: [], nextCursor: 'b' }),
        sent(2, 'tools/list', { cursor: 'b' }),
        reply(2, { tools: [] }),
      ],
    ],
  },
  {
    id: 'complete with at most 100 values',
    clause: 'An array of completion values. Must not exceed 100 items.',
    address: `${completing}#completion-results`,
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ method, result }) => {
        const values = method === 'completion/complete' ? member(member(result, 'completion'), 'values') : undefined;
        return Array.isArray(values) && values.length > 100 ? `sends ${values.length} values of a completion` : null;
      },
    fix: 'Send the first 100 values, with total and hasMore.',
    breaks: [
      [
        ...session({}, { completions: {} }),
        sent(1, 'completion/complete'),
        reply(1, { completion: { values: Array.from({ length: 101 }, () => 'a') } }),
      ],
    ],
    keeps: [
      [
        ...session({}, { completions: {} }),
        sent(1, 'completion/complete'),
        reply(1, { completion: { values: Array.from({ length: 100 }, () => 'a') } }),
      ],
    ],
  },
];
