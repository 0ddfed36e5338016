// How the servers behave that the openings of clients are measured against: one manner per question about a client.

export interface Manner {
  era?: 'legacy' | 'modern' | 'both';
  /** What an unknown method gets before `initialize`. */
  unknown?: 'error' | 'silent' | 'dies';
  /** What these methods get instead of their answer. */
  does?: Record<string, 'silent' | 'dies' | 'error' | 'missing'>;
  /** How long these methods take, in milliseconds. */
  delays?: Record<string, number>;
  /** How long it reads nothing after its start, in milliseconds. */
  startMs?: number;
  /** The protocol version that `initialize` answers with. */
  version?: string;
  capabilities?: object;
  /** Members of the result of `initialize`; null removes one. */
  greeting?: object;
  /** Variables without which the server ends. */
  needs?: readonly string[];
  tools?: readonly object[];
  prompts?: readonly object[];
  resources?: readonly object[];
  /** Lists have pages of this size. */
  pageSize?: number;
  /** A line on stdout before any message. */
  banner?: string;
  http?: boolean;
}

export interface Question {
  id: string;
  manner: Manner;
  /** How long the model waits for tools, in seconds. */
  waitS?: number;
  /** Of the client. */
  env?: Record<string, string>;
}

/** Variables of a user's shell: which of them does a server get? */
const strayVariables: Record<string, string> = Object.fromEntries(
  [
    'USER LOGNAME SHELL TZ LC_ALL LC_CTYPE DISPLAY DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK',
    'HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS NODE_PATH PYTHONPATH PYTHONUNBUFFERED',
    'VIRTUAL_ENV CONDA_PREFIX GOPATH CARGO_HOME RUST_LOG RUST_BACKTRACE JAVA_HOME NVM_DIR PNPM_HOME DOCKER_HOST KUBECONFIG',
    'AWS_PROFILE AWS_ACCESS_KEY_ID GITHUB_TOKEN OPENAI_API_KEY DATABASE_URL MY_SERVER_API_KEY MY_SERVER_SETTING EDITOR PWD __CF_USER_TEXT_ENCODING',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name, name.endsWith('PROXY') || name === 'DOCKER_HOST' ? '' : `stray-${name}`]),
);

interface BrokenSchema {
  id: string;
  schema: object;
}

/** One for each rule about schemas. */
const brokenSchemas: readonly BrokenSchema[] = [
  { id: 'nested_required', schema: { type: 'object', properties: { a: { type: 'string' }, required: ['a'] } } },
  { id: 'null_enum', schema: { type: 'object', properties: { a: { type: ['string', 'null'], enum: ['x', null] } } } },
  { id: 'enum_is_null', schema: { type: 'object', properties: { a: { type: 'string', enum: null } } } },
  {
    id: 'draft4_minimum',
    schema: { type: 'object', properties: { a: { type: 'number', minimum: 0, exclusiveMinimum: true } } },
  },
  {
    id: 'foreign_pattern',
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?i)^[a-z]+\\Z' } } },
  },
  {
    id: 'outside_ref',
    schema: { type: 'object', properties: { a: { $ref: 'https://example.com/schemas/address.json' } } },
  },
  {
    id: 'top_anyof',
    schema: { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  },
  {
    id: 'top_oneof',
    schema: {
      oneOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    },
  },
  { id: 'missing_type', schema: { properties: { a: { description: 'Anything.' }, b: { type: 'array' } } } },
  { id: 'bad_default', schema: { type: 'object', properties: { a: { type: 'integer', default: 'ten' } } } },
  {
    id: 'additional',
    schema: {
      type: 'object',
      properties: { a: { type: 'object', additionalProperties: {} } },
      additionalProperties: true,
    },
  },
];

const tool = (name: string, inputSchema: object = { type: 'object', properties: { q: { type: 'string' } } }) => ({
  name,
  description: `Tool ${name}.`,
  inputSchema,
});
const tools = (count: number) => Array.from({ length: count }, (_, at) => tool(`tool_${at + 1}`));
const good = tool('ok');

/** Long enough that requests that are sent at once arrive before the first answer. */
const slowLists = { 'tools/list': 400, 'prompts/list': 400, 'resources/list': 400 };

/** A server of each era that answers everything: what they record is the opening itself. */
export const openings = [
  { id: 'legacy', manner: { delays: slowLists } },
  { id: 'modern', manner: { era: 'modern', delays: slowLists } },
] as const satisfies readonly Question[];

export const questions: readonly Question[] = [
  { id: 'both', manner: { era: 'both' } },
  { id: 'dies-on-unknown', manner: { unknown: 'dies' } },
  { id: 'silent-on-unknown', manner: { unknown: 'silent' }, waitS: 40 },
  { id: 'noise', manner: { banner: 'Server ready on stdio' } },
  { id: 'initialize-silent', manner: { unknown: 'silent', does: { initialize: 'silent' } }, waitS: 130 },
  { id: 'tools-silent', manner: { does: { 'tools/list': 'silent' } }, waitS: 130 },
  {
    id: 'offers-silent',
    manner: { does: { 'resources/list': 'silent', 'prompts/list': 'silent', 'resources/templates/list': 'silent' } },
    waitS: 130,
  },
  {
    id: 'offers-error',
    manner: {
      does: {
        'resources/list': 'error',
        'prompts/list': 'error',
        'resources/templates/list': 'error',
        'logging/setLevel': 'error',
        ping: 'error',
      },
    },
  },
  {
    id: 'offers-missing',
    manner: { does: { 'resources/list': 'missing', 'prompts/list': 'missing', 'resources/templates/list': 'missing' } },
  },
  { id: 'resources-error', manner: { does: { 'resources/list': 'error' } } },
  { id: 'no-server-info', manner: { greeting: { serverInfo: null } } },
  { id: 'no-protocol-version', manner: { greeting: { protocolVersion: null } } },
  { id: 'capabilities-missing', manner: { greeting: { capabilities: null } } },
  { id: 'discover-error', manner: { does: { 'server/discover': 'error' } } },
  { id: 'tools-error', manner: { does: { 'tools/list': 'error' } } },
  { id: 'initialize-error', manner: { does: { initialize: 'error' } } },
  { id: 'old-version', manner: { version: '2024-11-05' } },
  { id: 'oldest-version', manner: { version: '2024-10-07' } },
  { id: 'future-version', manner: { version: '2099-01-01' } },
  { id: 'no-capabilities', manner: { capabilities: {} } },
  { id: 'only-tools', manner: { capabilities: { tools: {} } } },
  { id: 'pages', manner: { tools: [good, ...tools(9)], pageSize: 3 } },
  { id: 'many-tools', manner: { tools: [good, ...tools(199)] } },
  {
    id: 'names',
    manner: {
      tools: [
        good,
        tool('dot.name'),
        tool('slash/name'),
        tool('hyphen-name'),
        tool('space name'),
        tool('colon:name'),
        tool('ümlaut'),
        tool('UPPER'),
        tool('1digit'),
        tool('same'),
        tool('same'),
        tool('like_this'),
        tool('like-this'),
        ...[40, 45, 48, 50, 52, 54, 55, 56, 57, 58, 60, 64, 65, 80, 128, 129, 200].map((length) =>
          tool(`n${length}_`.padEnd(length, 'x')),
        ),
      ],
    },
  },
  { id: 'no-input-schema', manner: { tools: [good, { name: 'bare', description: 'No schema.' }] } },
  { id: 'null-input-schema', manner: { tools: [good, { name: 'bare', description: 'Null.', inputSchema: null }] } },
  {
    id: 'no-type',
    manner: { tools: [good, tool('bare', {}), tool('untyped', { properties: { a: { type: 'string' } } })] },
  },
  { id: 'array-type', manner: { tools: [good, tool('bare', { type: 'array', items: { type: 'string' } })] } },
  { id: 'no-description', manner: { tools: [good, { name: 'bare', inputSchema: { type: 'object' } }] } },
  { id: 'no-name', manner: { tools: [good, { description: 'x', inputSchema: { type: 'object' } }] } },
  {
    id: 'null-description',
    manner: { tools: [good, { name: 'bare', description: null, inputSchema: { type: 'object' } }] },
  },
  { id: 'bad-annotations', manner: { tools: [good, { ...tool('bare'), annotations: { readOnlyHint: 'yes' } }] } },
  { id: 'bad-output-schema', manner: { tools: [good, { ...tool('bare'), outputSchema: { type: 'array' } }] } },
  { id: 'environment', manner: {}, env: strayVariables },
  {
    id: 'prompts',
    manner: { prompts: [{ name: 'greet', description: 'Greets.' }], resources: [{ uri: 'mem://a', name: 'a' }] },
  },
  { id: 'broken-schemas', manner: { tools: [good, ...brokenSchemas.map(({ id, schema }) => tool(id, schema))] } },
  ...brokenSchemas.map(({ id, schema }) => ({ id: `broken-${id}`, manner: { tools: [good, tool(id, schema)] } })),
  { id: 'slow-1', manner: { delays: { initialize: 1_000 } } },
  { id: 'slow-1.5', manner: { delays: { initialize: 1_500 } } },
  { id: 'slow-2', manner: { delays: { initialize: 2_000 } } },
  { id: 'slow-3', manner: { delays: { initialize: 3_000 } } },
  { id: 'slow-5', manner: { delays: { initialize: 5_000 } } },
  { id: 'slow-start', manner: { startMs: 4_000 }, waitS: 40 },
  { id: 'slow-start-modern', manner: { era: 'modern', startMs: 4_000 }, waitS: 40 },
  { id: 'slower-start-modern', manner: { era: 'modern', startMs: 11_000 }, waitS: 60 },
  {
    id: 'property-names',
    manner: { tools: [good, tool('brackets', { type: 'object', properties: { 'uids[]': {} } })] },
  },
  { id: 'slow-12', manner: { delays: { initialize: 12_000 } }, waitS: 60 },
];
