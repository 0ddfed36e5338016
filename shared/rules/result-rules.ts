// Rules about the form of results: what SDKs need to read them, and the parts that contents are made of.

import { isObject, type Json, member } from '../json/json.ts';
import { wrongForm } from './result-form.ts';
import {
  always,
  inWords,
  legacyPage,
  listMethods,
  modern,
  modernPage,
  type RuledMessage,
  ruleText,
  type SessionRule,
} from './rule.ts';
import { answeredTrace, ask, asked, asks, call, legacyCall, legacyStart, reply, sent, session } from './traces.ts';

const mostBlocks = 100;
const mostListed = 10_000;

/** The blocks of a result, wherever its method has them. */
function blocksOf({ method, result }: RuledMessage): Json[] {
  const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value.slice(0, mostBlocks) : []);
  if (method === 'tools/call') return list(member(result, 'content'));
  if (method !== 'prompts/get') return [];
  return list(member(result, 'messages')).map((message) => member(message, 'content') ?? null);
}

/** The contents of a read resource, and of resources in blocks. */
function resourcesOf(message: RuledMessage): Json[] {
  const read = message.method === 'resources/read' ? member(message.result, 'contents') : undefined;
  if (Array.isArray(read)) return read.slice(0, mostBlocks);
  const embedded = blocksOf(message).filter((block) => member(block, 'type') === 'resource');
  return embedded.map((block) => member(block, 'resource') ?? null);
}

/** Base64 in its usual or its URL alphabet; only the start is read. */
const base64 = /^[A-Za-z0-9+/_-]{0,400}={0,2}(?:\s|$)|^[A-Za-z0-9+/_-]{400}/;
const isBase64 = (value: Json | undefined): boolean => typeof value === 'string' && base64.test(value.slice(0, 500));
const mimeType = /^[\w.+-]{1,80}\/[\w.+-]{1,80}/;

function wrongMedia(blocks: readonly Json[]): string | null {
  for (const block of blocks) {
    const type = member(block, 'type');
    if (type !== 'image' && type !== 'audio') continue;
    if (!isBase64(member(block, 'data'))) return `sends an ${type} that is not base64`;
    if (!mimeType.test(ruleText(member(block, 'mimeType')))) return `sends an ${type} without a MIME type`;
  }
  return null;
}

function wrongResource(resources: readonly Json[]): string | null {
  for (const resource of resources) {
    if (typeof member(resource, 'uri') !== 'string') return 'sends a resource without a uri';
    const blob = member(resource, 'blob');
    if (blob !== undefined && !isBase64(blob)) return 'sends a resource whose blob is not base64';
    if (blob === undefined && typeof member(resource, 'text') !== 'string')
      return 'sends a resource with neither text nor blob';
  }
  return null;
}

/** The revision that brought each type of content. */
const blockTypes: Readonly<Record<string, string>> = {
  text: '',
  image: '',
  resource: '',
  audio: '2025-03-26',
  resource_link: '2025-06-18',
};

const reads = (contents: Json) => [
  ...session({}, { resources: {} }),
  sent(1, 'resources/read', { uri: 'a:b' }),
  reply(1, { contents }),
];
const gives = (content: Json) => [...legacyStart, legacyCall(1), reply(1, { content: [content] })];
const prompts = (content: Json) => [
  ...session({}, { prompts: {} }),
  sent(1, 'prompts/get', { name: 'p' }),
  reply(1, { messages: [{ role: 'user', content }] }),
];
const image = { type: 'image', data: 'iVBORw0=', mimeType: 'image/png' };
const lists = (more: object) => [...legacyStart, sent(1, 'tools/list'), reply(1, { tools: [], ...more })];
const fresh = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

export const resultRules: readonly SessionRule[] = [
  {
    id: 'send results as objects',
    clause: 'result: { [key: string]: unknown }',
    address: legacyPage('basic#responses'),
    ...always,
    binds: 'both',
    effect: 'noted',
    on: ['result'],
    watch:
      () =>
      ({ result, method }) =>
        isObject(result) ? null : `answers ${method || 'a request'} with ${inWords(result)} as result`,
    fix: 'Write the result as an object, also if it is empty.',
    breaks: [
      [...legacyStart, legacyCall(1), reply(1, 'paid')],
      [...legacyStart, legacyCall(1), reply(1, null)],
      [...session({ roots: {} }, {}), asked(1, 'roots/list'), answeredTrace(1, [])],
    ],
    keeps: [[...legacyStart, legacyCall(1), reply(1, { content: [] })]],
  },
  {
    id: 'give each result its fields',
    clause: 'content: A list of content objects that represent the unstructured result of the tool call.',
    address: legacyPage('schema#calltoolresult'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    watch:
      () =>
      ({ method, result }) => {
        if (!isObject(result) || isObject(result.task)) return null;
        if (result.resultType !== undefined && result.resultType !== 'complete') return null;
        const why = wrongForm(method, result);
        return why === null ? null : `answers ${method} with a result that SDKs refuse: ${why}`;
      },
    fix: 'Send the fields of the schema. Without content, send "content": [].',
    breaks: [
      [...legacyStart, legacyCall(1), reply(1, { structuredContent: {} })],
      [...legacyStart, legacyCall(1), reply(1, { content: 'paid' })],
      [...legacyStart, legacyCall(1), reply(1, { content: ['paid'] })],
      gives({ text: 'paid' }),
      gives({ type: 'text' }),
      gives({ type: 'image', mimeType: 'image/png' }),
      gives({ type: 'audio', data: 'AAAA' }),
      gives({ type: 'resource', resource: { text: 'x' } }),
      gives({ type: 'resource_link', name: 'x' }),
      [...legacyStart, sent(1, 'tools/list'), reply(1, {})],
      [...session({}, { resources: {} }), sent(1, 'resources/list'), reply(1, { resources: {} })],
      [call(1), reply(1, { resultType: 'complete' })],
    ],
    keeps: [
      gives({ type: 'text', text: '' }),
      gives(image),
      gives({ type: 'resource_link', uri: 'a:b', name: 'x' }),
      gives({ type: 'resource', resource: { uri: 'a:b', text: '' } }),
      [call(1), reply(1, asks())],
    ],
  },
  {
    id: 'use the content types of the revision',
    clause: 'type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource',
    address: legacyPage('schema#contentblock'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/call', 'prompts/get'],
    watch: () => (message) => {
      const types = blocksOf(message).map((block) => ruleText(member(block, 'type')));
      const other = types.find((type) => type !== '' && !isTypeOf(type, message.revision));
      return other === undefined
        ? null
        : `sends content of the type ${other.slice(0, 40)}, which ${message.revision} does not have`;
    },
    fix: 'Use text for everything that has no type of its own, and isError for failures.',
    breaks: [
      gives({ type: 'error', text: 'Out of stock' }),
      gives({ type: 'constructor' }),
      prompts({ type: 'json', json: {} }),
      [
        ...session({}, { tools: {} }, '2025-03-26'),
        legacyCall(1),
        reply(1, { content: [{ type: 'resource_link', uri: 'a:b', name: 'x' }] }),
      ],
    ],
    keeps: [gives({ type: 'audio', data: 'UklG', mimeType: 'audio/wav' }), prompts({ type: 'text', text: 'Hi' })],
  },
  {
    id: 'send images and audio as base64',
    clause: 'The image data MUST be base64-encoded and include a valid MIME type.',
    address: legacyPage('server/prompts#image-content'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/call', 'prompts/get'],
    watch: () => (message) => wrongMedia(blocksOf(message)),
    fix: 'Encode data as base64, and add mimeType, for example image/png.',
    breaks: [
      gives({ ...image, data: '<svg>' }),
      gives({ type: 'audio', data: 'UklGRg==' }),
      gives({ ...image, mimeType: 'png' }),
      prompts({ ...image, data: 'data:image/png;base64,iVBORw0=' }),
    ],
    keeps: [
      gives(image),
      gives({ ...image, data: 'A'.repeat(401) }),
      prompts(image),
      [
        ...session({}, { prompts: {} }),
        sent(1, 'prompts/get', { name: 'p' }),
        reply(1, { messages: [{ role: 'user', content: { type: 'text', text: '' } }] }),
      ],
    ],
  },
  {
    id: 'send resources with a text or a blob',
    clause: 'Resources MUST include a valid resource URI, and either text content or base64-encoded blob data.',
    address: legacyPage('server/prompts#embedded-resources'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/call', 'prompts/get', 'resources/read'],
    watch: () => (message) => wrongResource(resourcesOf(message)),
    fix: 'Write {"uri": "…", "text": "…"}, or blob with base64 in place of text.',
    breaks: [
      reads([{ uri: 'a:b' }]),
      reads([{ text: 'x' }]),
      reads([{ uri: 'a:b', blob: '<svg>' }]),
      gives({ type: 'resource', resource: { uri: 'a:b' } }),
      prompts({ type: 'resource', resource: { uri: 'a:b', blob: 1 } }),
    ],
    keeps: [
      reads([
        { uri: 'a:b', text: '' },
        { uri: 'a:b', blob: 'AAAA' },
      ]),
      gives({ type: 'resource', resource: { uri: 'a:b', text: '' } }),
    ],
  },
  {
    id: 'fail for a resource that does not exist',
    clause: 'Servers MUST NOT return an empty contents array for a non-existent resource.',
    address: modernPage('server/resources#error-handling'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'answer'],
    of: ['resources/list', 'resources/read'],
    watch: () => {
      const listed = new Set<string>();
      const read = new Map<string, string>();
      return ({ kind, from, method, id, params, result }) => {
        if (kind === 'request') {
          if (from === 'client' && method === 'resources/read' && read.size < mostListed)
            read.set(id, ruleText(member(params, 'uri')));
          return null;
        }
        const resources = method === 'resources/list' ? member(result, 'resources') : undefined;
        if (Array.isArray(resources))
          for (const one of resources.slice(0, mostListed - listed.size)) listed.add(ruleText(member(one, 'uri')));
        const uri = read.get(id);
        if (method !== 'resources/read' || uri === undefined) return null;
        read.delete(id);
        const contents = member(result, 'contents');
        return Array.isArray(contents) && contents.length === 0 && !listed.has(uri)
          ? `answers resources/read of ${uri.slice(0, 80)}, which it does not list, with empty contents`
          : null;
      };
    },
    fix: 'Answer with the error -32602 and {"uri": "…"} as data.',
    breaks: [[ask(1, 'resources/read', { uri: 'a:b' }), reply(1, { ...fresh, contents: [] })]],
    keeps: [
      [
        ask(1, 'resources/list'),
        reply(1, { ...fresh, resources: [{ uri: 'a:b', name: 'b' }] }),
        ask(2, 'resources/read', { uri: 'a:b' }),
        reply(2, { ...fresh, contents: [] }),
      ],
      [ask(1, 'resources/read', { uri: 'a:b' }), reply(1, { ...fresh, contents: [{ uri: 'a:b', text: 'x' }] })],
    ],
  },
  {
    id: 'give cursors as strings',
    clause: 'The cursor is an opaque string token, representing a position in the result set.',
    address: legacyPage('server/utilities/pagination#pagination-model'),
    since: '2024-11-05',
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: listMethods,
    watch:
      () =>
      ({ method, result }) => {
        const next = member(result, 'nextCursor');
        return next === undefined || typeof next === 'string'
          ? null
          : `answers ${method} with ${inWords(next)} as nextCursor`;
      },
    fix: 'Leave nextCursor out on the last page. null is not allowed.',
    breaks: [lists({ nextCursor: null }), lists({ nextCursor: 2 })],
    keeps: [lists({ nextCursor: 'b' }), lists({})],
  },
];

const isTypeOf = (type: string, revision: string): boolean =>
  Object.hasOwn(blockTypes, type) && (blockTypes[type] as string) <= revision;
