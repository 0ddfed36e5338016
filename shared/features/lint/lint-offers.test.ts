import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { lintOffers } from './lint-offers.ts';
import { refusalWords } from './refusal-words.ts';
import { schemaDiff } from './schema-diff.ts';

const object = { type: 'object' };
const tool = (more: object = {}): Json => ({ name: 'pay', description: 'Pays.', inputSchema: object, ...more });
const rulesOf = (offers: Parameters<typeof lintOffers>[0]) =>
  lintOffers(offers).flatMap(({ rule, path, repaired }) => (repaired ? [] : [`${rule} ${path}`]));
const ofSchema = (schema: Json) => rulesOf({ tools: [tool({ inputSchema: schema })] });

describe('problems for clients', () => {
  const cases: [string, Json, string[]][] = [
    ['nothing wrong', tool(), []],
    ['a name with a blank', tool({ name: 'pay now' }), ['tool-name /name']],
    ['a name that the protocol allows and services do not', tool({ name: 'pay.now' }), ['tool-name /name']],
    ['a name that leaves no room for the server', tool({ name: 'a'.repeat(60) }), ['tool-name-length /name']],
    ['no description', tool({ description: ' ' }), ['description /description']],
    ['a long description', tool({ description: 'a'.repeat(1100) }), ['description-length /description']],
    ['no schema', tool({ inputSchema: null }), ['input-schema-missing /inputSchema']],
    [
      'a schema for something else',
      tool({ inputSchema: { type: 'array', items: {} } }),
      ['input-schema-type /inputSchema'],
    ],
    [
      'an output schema for something else',
      tool({ outputSchema: { type: 'string' } }),
      ['output-schema-type /outputSchema'],
    ],
    ['an output schema that is none', tool({ outputSchema: 'text' }), ['output-schema-kind /outputSchema']],
    [
      'hints that contradict',
      tool({ annotations: { readOnlyHint: true, destructiveHint: true } }),
      ['annotations /annotations'],
    ],
    ['a hint that is text', tool({ annotations: { readOnlyHint: 'yes' } }), ['annotations /annotations/readOnlyHint']],
  ];
  it.each(cases)('%s', (_name, one, rules) => {
    expect(rulesOf({ tools: [one] })).toEqual(rules);
  });

  it('finds schemas that a model service rejects, with their path', () => {
    expect(ofSchema({ ...object, anyOf: [{ required: ['a'] }] })).toEqual(['schema-top-combinator /inputSchema/anyOf']);
    expect(ofSchema({ ...object, properties: { tags: { type: 'array' } } })).toEqual([
      'schema-items /inputSchema/properties/tags',
    ]);
    expect(ofSchema({ ...object, properties: { 'größe/m': { type: 'string' } } })).toEqual([
      'property-name /inputSchema/properties/größe~1m',
    ]);
    expect(ofSchema({ ...object, properties: { a: { type: 'text' } } })).toEqual([
      'schema-type /inputSchema/properties/a/type',
    ]);
    expect(ofSchema({ ...object, properties: { a: { type: 'string', enum: [] } } })).toEqual([
      'schema-enum /inputSchema/properties/a/enum',
    ]);
    expect(ofSchema({ ...object, required: ['b'], properties: {} })).toEqual(['schema-required /inputSchema/required']);
    expect(ofSchema({ ...object, properties: { a: { type: 'string', required: true } } })).toEqual([
      'schema-required /inputSchema/properties/a/required',
    ]);
    expect(ofSchema({ ...object, $schema: 'http://json-schema.org/draft-03/schema#' })).toEqual([
      'schema-dialect /inputSchema/$schema',
    ]);
    expect(ofSchema({ ...object, $schema: 'https://json-schema.org/draft/2020-12/schema' })).toEqual([]);
  });

  it('follows only references', () => {
    const referring = (reference: string) => ({
      ...object,
      $defs: { m: { type: 'string' } },
      properties: { a: { $ref: reference } },
    });
    expect(ofSchema(referring('#/$defs/m'))).toEqual([]);
    expect(ofSchema(referring('#/$defs/n'))).toEqual(['schema-reference /inputSchema/properties/a/$ref']);
    expect(ofSchema(referring('https://x/s.json'))).toEqual(['schema-reference /inputSchema/properties/a/$ref']);
  });

  it('follows references into lists', () => {
    const referring = (reference: string): Json => ({
      ...object,
      properties: { a: { anyOf: [{ type: 'string' }, { $ref: reference }] } },
    });
    expect(ofSchema(referring('#/properties/a/anyOf/0'))).toEqual([]);
    expect(ofSchema(referring('#/properties/a/anyOf/0/type'))).toEqual([]);
    for (const nowhere of ['#/properties/a/anyOf/2', '#/properties/a/anyOf/length'])
      expect(ofSchema(referring(nowhere))).toEqual(['schema-reference /inputSchema/properties/a/anyOf/1/$ref']);
  });

  it('follows references with escapes', () => {
    const referring = (reference: string): Json => ({
      ...object,
      $defs: { 'a/b c': { type: 'string' } },
      properties: { a: { $ref: reference } },
    });
    for (const there of ['#/$defs/a~1b%20c', '#/$defs/a%2Fb%20c']) expect(ofSchema(referring(there))).toEqual([]);
  });

  it('terminates on infinite schemas', () => {
    let deep: Json = { type: 'string' };
    for (let level = 0; level < 200; level += 1) deep = { type: 'object', properties: { a: deep } };
    expect(ofSchema(deep).map((rule) => rule.split(' ')[0])).toEqual(['schema-depth', 'schema-size']);
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: 'string' }])),
    };
    expect(ofSchema(wide)).toEqual(['schema-size /inputSchema']);
  });

  it('checks the rest of what is offered', () => {
    expect(rulesOf({ serverInfo: { name: 'x' }, instructions: 'a'.repeat(3000) })).toEqual([
      'server-info /serverInfo/version',
      'instructions-length /instructions',
    ]);
    expect(rulesOf({ tools: [tool(), tool(), 7, {}] })).toEqual(['duplicate /name', 'offer-kind ', 'tool-name /name']);
    expect(rulesOf({ tools: Array.from({ length: 41 }, (_, at) => tool({ name: `t${at}` })) })).toEqual([
      'tool-count /tools',
    ]);
    expect(rulesOf({ resources: [{ uri: 'notes', name: 'n', mimeType: 'text' }, { uri: 'memo://a' }] })).toEqual([
      'resource-address /uri',
      'mime-type /mimeType',
      'resource-name /name',
    ]);
    expect(
      rulesOf({
        resourceTemplates: [
          { uriTemplate: 'a://{b', name: 'n' },
          { uriTemplate: 'a://b', name: 'n' },
        ],
      }),
    ).toEqual(['resource-template-address /uriTemplate', 'resource-template-address /uriTemplate']);
    expect(
      rulesOf({
        prompts: [
          { name: 'p', arguments: [{}, { name: 'a' }, { name: 'a' }] },
          { name: 'q', arguments: {} },
        ],
      }),
    ).toEqual(['prompt-arguments /arguments/0', 'prompt-arguments /arguments/2', 'prompt-arguments /arguments']);
  });

  it('reports the problem, the path and the fix', () => {
    for (const note of lintOffers({ tools: cases.map(([, one]) => one) })) {
      expect(note.about).not.toBe('');
      expect(note.message).toMatch(/\.$/);
      expect(note.fix).toMatch(/\.$/);
    }
  });

  it('reports once what models lose if tools with an outputSchema fail', () => {
    const withSchema = (name: string) => tool({ name, outputSchema: { type: 'object', properties: {} } });
    const notes = lintOffers({ tools: [withSchema('a'), withSchema('b')] });
    expect(notes).toEqual([
      {
        rule: 'failure-lost-on-models',
        level: 'note',
        about: 'tools',
        path: '',
        message:
          '2 tools have an outputSchema. If a failure has structuredContent too: 2 of 6 models will not learn that this failed (Codex, opencode).',
        fix: 'Put all that matters into one text that begins with "Error:", and leave structuredContent out of a failure.',
      },
    ]);
  });
});

describe('tools that clients silently drop', () => {
  const dropped = (offers: Parameters<typeof lintOffers>[0]) =>
    lintOffers(offers).filter(({ rule }) => rule === 'tool-dropped');
  const withHeader = (header: Json, type = 'string') =>
    tool({ inputSchema: { type: 'object', properties: { region: { type, 'x-mcp-header': header } } } });

  it.each([
    ['an empty header', withHeader('')],
    ['a header with a blank', withHeader('My Region')],
    ['a header that is no text', withHeader(3)],
    ['a header for an object', withHeader('Region', 'object')],
  ])('%s', (_, one) =>
    expect(dropped({ tools: [one] })).toMatchObject([
      { level: 'error', path: '/inputSchema/properties/region/x-mcp-header' },
    ]),
  );

  it('keeps a valid header, and finds a duplicate one', () => {
    expect(dropped({ tools: [withHeader('Region')] })).toEqual([]);
    const twice = { a: { type: 'string', 'x-mcp-header': 'R' }, b: { type: 'string', 'x-mcp-header': 'r' } };
    expect(dropped({ tools: [tool({ inputSchema: { type: 'object', properties: twice } })] })).toHaveLength(1);
  });

  it('reports names that collide, and names that are too long with the server’s', () => {
    expect(dropped({ tools: [tool({ name: 'pay.now' }), tool({ name: 'pay_now' })] })).toHaveLength(1);
    expect(dropped({ tools: [tool({ name: 'a'.repeat(40) })], calledAs: 'b'.repeat(25) })).toHaveLength(1);
    expect(dropped({ tools: [tool({ name: 'a'.repeat(40) })], calledAs: 'short' })).toEqual([]);
  });
});

it('reports a required property that is not described', () => {
  expect(ofSchema({ type: 'object', required: ['id'] })).toEqual(['schema-required /inputSchema/required']);
  expect(
    ofSchema({
      type: 'object',
      required: ['id'],
      $ref: '#/$defs/a',
      $defs: { a: { properties: { id: { type: 'string' } } } },
    }),
  ).toEqual([]);
});

it('requires lists to say how long they are fresh, since 2026-07-28', () => {
  const list = (result: Json, revision: string) => rulesOf({ lists: [{ method: 'tools/list', result }], revision });
  expect(list({ tools: [] }, '2026-07-28')).toEqual(['list-caching /tools/list']);
  expect(list({ tools: [] }, '2025-11-25')).toEqual([]);
  expect(list({ ttlMs: 0, cacheScope: 'public' }, '2026-07-28')).toEqual([]);
  expect(list({ ttlMs: '5s', cacheScope: 'all' }, '2026-07-28')).toEqual([
    'list-caching /tools/list/ttlMs',
    'list-caching /tools/list/cacheScope',
  ]);
});

it('checks that a server card exists, is complete and agrees with the server', () => {
  const address = 'https://a.test/mcp';
  const card = (value: Json | undefined, url: string | null = `${address}/server-card`) =>
    rulesOf({
      serverInfo: { name: 's', version: '2' },
      revision: '2025-11-25',
      tools: [tool()],
      card: { address, found: { url, card: value, looked: ['one', 'two'] } },
    });
  const whole = {
    name: 'a/s',
    description: 'Pays.',
    version: '2',
    remotes: [{ type: 'streamable-http', url: address }],
  };
  expect(card(whole)).toEqual([]);
  expect(card(undefined, null)).toEqual(['server-card ']);
  expect(card(undefined)).toEqual(['server-card ']);
  expect(card({ ...whole, description: '' })).toEqual(['server-card /serverCard/description']);
  expect(card({ ...whole, version: '1' })).toEqual(['server-card-agreement /serverCard/version']);
  expect(card({ ...whole, remotes: [{ url: 'https://b.test/mcp' }] })).toEqual([
    'server-card-agreement /serverCard/remotes',
  ]);
  expect(card({ ...whole, tools: [{ name: 'gone' }] })).toEqual(['server-card-agreement /serverCard/tools']);
  const spoken = [{ url: address, supportedProtocolVersions: ['2026-07-28'] }];
  expect(card({ ...whole, remotes: spoken })).toEqual(['server-card-agreement /serverCard/remotes']);
});

it('writes a refused schema again, once per tool, and names who refuses it', () => {
  const properties = { n: { type: 'number', minimum: 0, exclusiveMinimum: true }, l: { type: 'array' } };
  const notes = lintOffers({ tools: [tool({ inputSchema: { type: 'object', properties } })] });
  const [repaired, ...more] = notes.flatMap((note) => note.repaired ?? []);
  expect(more).toEqual([]);
  expect(repaired && schemaDiff(repaired)).toEqual([
    '…',
    '      "n": {',
    '        "type": "number",',
    '-       "minimum": 0,',
    '-       "exclusiveMinimum": true',
    '+       "exclusiveMinimum": 0',
    '      },',
    '      "l": {',
    '-       "type": "array"',
    '+       "type": "array",',
    '+       "items": {}',
    '      }',
    '    }',
    '…',
  ]);
  const bound = notes.find(({ rule }) => rule === 'schema-exclusive-bound');
  expect(bound && refusalWords(bound)).toEqual([
    'Anthropic’s service refuses it (behind Claude Code). As reported, not run: https://github.com/Dokploy/mcp/issues/74',
  ]);
});

it('writes a schema again if it has what a source says is refused, even for a note', () => {
  const rulesOf = (inputSchema: Json) => lintOffers({ tools: [tool({ inputSchema })] }).map(({ rule }) => rule);
  const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: {} };
  expect(rulesOf(open)).toEqual(['schema-additional-properties', 'schema-repaired']);
  expect(rulesOf({ ...open, additionalProperties: false })).toEqual([]);
});
