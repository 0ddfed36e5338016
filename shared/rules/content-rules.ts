// Rules about what results contain: structured content, pages, images, schemas of tools ("Tools", "Pagination", "Completion").

import { type Json, member } from '../json/json.ts';
import { type ExchangeRule, legacyPage, listMethods, type SessionRule } from './rule.ts';
import { fail, legacyCall, legacyStart, reply, sent, session } from './traces.ts';

const tools = legacyPage('server/tools');
const completing = legacyPage('server/utilities/completion');

const typed = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const listed = (more: object): Json => ({
  tools: [{ name: 'pay', inputSchema: { type: 'object' }, ...more }] as unknown as Json,
});
const listing = (more: object) => [...legacyStart, sent(8, 'tools/list'), reply(8, listed(more))];
const mostCursors = 1000;

export const outputRules: readonly ExchangeRule[] = [
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

export const contentRules: readonly SessionRule[] = [
  {
    id: 'send cursors as they came',
    clause: "Clients MUST treat cursors as opaque tokens: Don't attempt to parse or modify cursors.",
    address: legacyPage('server/utilities/pagination#implementation-guidelines'),
    since: '2024-11-05',
    binds: 'client',
    effect: 'refused',
    refusal: /-32602|cursor/i,
    hears: 'both sides',
    on: ['request', 'result'],
    of: listMethods,
    watch: () => {
      const given = new Set<string>();
      return ({ kind, method, params, result }, { isWhole }) => {
        if (kind === 'answer') {
          const next = member(result, 'nextCursor');
          if (typeof next === 'string' && given.size < mostCursors) given.add(next);
          return null;
        }
        const cursor = member(params, 'cursor');
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
    on: ['result'],
    of: ['completion/complete'],
    watch:
      () =>
      ({ result }) => {
        const values = member(member(result, 'completion'), 'values');
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
