// Rules about definitions of tools and resources. What clients and model services refuse although the protocol allows it is not here:
// features/lint has it, with the source of each refusal.

import { type Json, member } from '../json/json.ts';
import { lastLegacyRevision, modernRevision } from '../protocol/revision.ts';
import { headerProblems } from '../schema/header-annotations.ts';
import { schemaProblem } from '../schema/schema-problem.ts';
import { inWords, legacyPage, modern, modernPage, ruleText, type SessionRule } from './rule.ts';
import { ask, call, legacyStart, posted, reply, sent, session } from './traces.ts';

const tools = legacyPage('server/tools');
const headersOfTools = modernPage('basic/transports/streamable-http#custom-headers-from-tool-parameters');

/** The specification of tools, "Tool Names" (2025-11-25). */
const toolName = /^[A-Za-z0-9_.-]{1,128}$/;
/** RFC 3986: a scheme, and no blanks. */
const wholeUri = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

export const isToolName = (name: string): boolean => toolName.test(name);
/** A part may have been hidden before it was recorded. */
export const isWholeUri = (uri: string): boolean => wholeUri.test(uri) || uri.includes('‹');
const isSchemaOfArguments = (schema: Json | undefined): boolean => member(schema, 'type') === 'object';

const mostNames = 10_000;

const itemsOf = (result: Json | undefined, name: string): Json[] => {
  const list = member(result, name);
  return Array.isArray(list) ? list : [];
};
const toolsOf = (result: Json | undefined): Json[] => itemsOf(result, 'tools');
const nameOf = (definition: Json): string => inWords(member(definition, 'name'));

const listed = (more: object): Json => ({
  tools: [{ name: 'pay', inputSchema: { type: 'object' }, ...more }] as unknown as Json,
});
const listing = (more: object) => [...legacyStart, sent(8, 'tools/list'), reply(8, listed(more))];
const offering = (...resources: object[]) => [
  ...session({}, { resources: {} }),
  sent(8, 'resources/list'),
  reply(8, { resources: resources as unknown as Json }),
];
const withHeader = (header: Json) => ({
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': header } } },
});
const fresh = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
/** Over HTTP, where headers repeat arguments. */
const annotated = (header: Json) => [
  ask(8, 'tools/list'),
  posted(1, { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/list' }, { id: 8 }),
  reply(8, { ...fresh, ...(listed(withHeader(header)) as object) }),
  call(9),
  posted(2, { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call', 'mcp-name': 'pay' }, { id: 9 }),
  reply(9),
];

export const definitionRules: readonly SessionRule[] = [
  {
    id: 'give each tool a schema',
    clause: 'inputSchema MUST be a valid JSON Schema object (not null).',
    address: `${tools}#tool`,
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/list'],
    watch:
      () =>
      ({ result }) => {
        const bad = toolsOf(result).find((tool) => !isSchemaOfArguments(member(tool, 'inputSchema')));
        return bad === undefined ? null : `lists the tool ${nameOf(bad)} without an inputSchema of type object`;
      },
    fix: 'Use {"type": "object"} for a tool without arguments.',
    breaks: [listing({ inputSchema: null }), listing({ inputSchema: { type: 'string' } })],
    keeps: [listing({})],
  },
  {
    id: 'write schemas in their dialect',
    clause: 'Schemas MUST be valid according to their declared or default dialect.',
    address: legacyPage('basic#schema-validation'),
    since: lastLegacyRevision,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/list'],
    watch:
      () =>
      ({ result }) => {
        for (const tool of toolsOf(result))
          for (const name of ['inputSchema', 'outputSchema']) {
            const problem = schemaProblem(member(tool, name));
            if (problem !== null) return `lists the tool ${nameOf(tool)}, whose ${name} ${problem}`;
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
    id: 'name tools as the protocol allows',
    clause: 'Tool names SHOULD have 1 to 128 characters: ASCII letters, digits, underscore, hyphen and dot.',
    address: `${tools}#tool-names`,
    since: lastLegacyRevision,
    isAdvice: true,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/list'],
    watch:
      () =>
      ({ result }) => {
        const bad = toolsOf(result).find((tool) => !isToolName(ruleText(member(tool, 'name'))));
        return bad === undefined ? null : `lists a tool with the name ${nameOf(bad)}`;
      },
    fix: 'Rename the tool.',
    breaks: [listing({ name: 'pay now' }), listing({ name: '' }), listing({ name: 'a'.repeat(129) })],
    keeps: [listing({ name: 'admin.tools_list-2' }), listing({ name: 'a'.repeat(128) })],
  },
  {
    id: 'give each tool a name of its own',
    clause: 'Tool names SHOULD be unique within a server.',
    address: `${tools}#tool-names`,
    since: '2024-11-05',
    isAdvice: true,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'answer'],
    of: ['tools/list'],
    watch: () => {
      const names = new Set<string>();
      const cursors = new Map<string, Json>();
      let next: Json | undefined;
      return ({ kind, id, params, result }) => {
        if (kind === 'request') {
          const cursor = member(params, 'cursor');
          if (cursor !== undefined && cursors.size < mostNames) cursors.set(id, cursor);
          return null;
        }
        const cursor = cursors.get(id);
        cursors.delete(id);
        // Anything but the next page begins a list.
        if (cursor === undefined || cursor !== next) names.clear();
        next = member(result, 'nextCursor');
        for (const tool of toolsOf(result)) {
          const name = ruleText(member(tool, 'name'));
          if (names.has(name)) return `lists two tools with the name ${nameOf(tool)}`;
          if (names.size < mostNames) names.add(name);
        }
        return null;
      };
    },
    fix: 'Rename one of them: a call reaches only one.',
    breaks: [
      [
        ...legacyStart,
        sent(1, 'tools/list'),
        reply(1, { ...(listed({}) as object), nextCursor: 'b' }),
        sent(2, 'tools/list', { cursor: 'b' }),
        reply(2, listed({})),
      ],
    ],
    keeps: [
      [...legacyStart, sent(1, 'tools/list'), sent(2, 'tools/list'), reply(1, listed({})), reply(2, listed({}))],
      [
        ...legacyStart,
        sent(1, 'tools/list'),
        reply(1, { ...(listed({}) as object), nextCursor: 'b' }),
        sent(2, 'tools/list', { cursor: 'b' }),
        reply(2, { ...(listed({ name: 'refund' }) as object), nextCursor: 'c' }),
        sent(3, 'tools/list', { cursor: 'b' }),
        reply(3, listed({ name: 'refund' })),
      ],
    ],
  },
  {
    id: 'address resources by URIs',
    clause: 'Custom URI schemes MUST be in accordance with RFC 3986.',
    address: legacyPage('server/resources#custom-uri-schemes'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['resources/list'],
    watch:
      () =>
      ({ result }) => {
        const bad = itemsOf(result, 'resources').find((resource) => !isWholeUri(ruleText(member(resource, 'uri'))));
        return bad === undefined ? null : `lists a resource with the uri ${inWords(member(bad, 'uri'))}`;
      },
    fix: 'Write a scheme and a path without blanks, as in file:///notes.txt.',
    breaks: [
      offering({ uri: 'memo://a', name: 'a' }, { uri: 'notes.txt', name: 'b' }),
      offering({ uri: 'memo://a b', name: 'a' }),
      offering({ name: 'a' }),
    ],
    keeps: [
      offering({ uri: 'memo://a', name: 'a' }, { uri: 'x-y.z+1:b', name: 'b' }),
      offering({ uri: 'memo://‹e-mail 1›', name: 'a' }),
    ],
  },
  {
    id: 'annotate headers as the protocol allows',
    clause: 'x-mcp-header values MUST NOT be empty, MUST be header names, and MUST be unique in the inputSchema.',
    address: headersOfTools,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/list'],
    watch:
      () =>
      ({ result }) => {
        for (const tool of toolsOf(result)) {
          const [problem] = headerProblems(member(tool, 'inputSchema'));
          if (problem !== undefined) return `lists the tool ${nameOf(tool)}, whose ${problem.words.replace(/\.$/, '')}`;
        }
        return null;
      },
    fix: 'Use letters, digits and dashes, once per schema, on texts, integers and booleans below properties.',
    breaks: [[ask(1, 'tools/list'), reply(1, { ...fresh, ...(listed(withHeader('My Region')) as object) })]],
    keeps: [
      [ask(1, 'tools/list'), reply(1, { ...fresh, ...(listed(withHeader('Region')) as object) })],
      listing(withHeader('My Region')),
    ],
  },
  {
    id: 'leave out tools with invalid headers',
    clause: 'Clients using Streamable HTTP MUST reject tool definitions where any x-mcp-header value is invalid.',
    address: headersOfTools,
    ...modern,
    binds: 'client',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'result'],
    of: ['tools/list', 'tools/call'],
    watch: () => {
      const invalid = new Set<string>();
      return ({ kind, method, params, result }, { isStdio, endpoint }) => {
        if (kind === 'answer') {
          if (method === 'tools/call') return null;
          for (const tool of toolsOf(result)) {
            const name = ruleText(member(tool, 'name'));
            if (headerProblems(member(tool, 'inputSchema')).length === 0) invalid.delete(name);
            else if (invalid.size < mostNames) invalid.add(name);
          }
          return null;
        }
        const name = ruleText(member(params, 'name'));
        return method === 'tools/call' && !isStdio && endpoint !== '' && invalid.has(name)
          ? `called the tool ${name.slice(0, 80)}, whose x-mcp-header is invalid`
          : null;
      };
    },
    fix: 'Leave such a tool out of the list that the model gets.',
    breaks: [annotated('')],
    keeps: [annotated('Region')],
  },
];
