import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import { decode } from '../decode/decode.ts';
import { noFingerprint, noteMarks } from '../decode/reading/fingerprint.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from '../decode/testing/account-fixtures.ts';

describe('MCP codes', () => {
  const rows: [string, Account, object][] = [
    [
      '-32700',
      rpcError(-32700, 'Parse error', undefined, { method: undefined }),
      { class: 'parse_error', title: 'Not JSON' },
    ],
    ['-32600', rpcError(-32600, 'Invalid Request'), { class: 'invalid_request', fault: 'caller' }],
    [
      '-32601 with HTTP 404',
      rpcError(-32601, 'Method not found', undefined, { method: 'x/y', http: exchanged(404) }),
      { class: 'method_not_found', retry: { verdict: 'never' } },
    ],
    ['-32602', rpcError(-32602, 'Invalid params'), { class: 'validation', retry: { verdict: 'after_fix' } }],
    [
      '-32602 as resource not found',
      rpcError(
        -32602,
        'Resource not found: file:///x',
        { uri: 'file:///x' },
        { method: 'resources/read', target: 'file:///x' },
      ),
      { class: 'not_found', title: 'Unknown resource' },
    ],
    ['-32603', rpcError(-32603, 'Internal error'), { class: 'internal', fault: 'server' }],
    [
      '-32002 with a uri',
      rpcError(-32002, 'Nope', { uri: 'file:///x' }, { method: 'resources/read', target: 'file:///x' }),
      { class: 'not_found' },
    ],
    [
      '-32020',
      rpcError(-32020, 'Header mismatch', { mismatch: { header: 'a', body: 'b' } }, { http: exchanged(400) }),
      { class: 'invalid_request', codeName: 'Header mismatch', retry: { verdict: 'after_fix' } },
    ],
    [
      '-32021',
      rpcError(-32021, 'Missing', { requiredCapabilities: { sampling: {} } }),
      { class: 'unsupported', codeName: 'Missing client capability' },
    ],
    [
      '-32022',
      rpcError(-32022, 'No', { supported: ['2026-07-28'], requested: '1999-01-01' }),
      { class: 'unsupported', explanation: 'acme does not speak protocol version 1999-01-01; it speaks 2026-07-28.' },
    ],
    [
      '-32042',
      rpcError(-32042, 'Open it', {
        elicitations: [{ mode: 'url', elicitationId: '1', url: 'https://a.example/ok', message: 'Confirm' }],
      }),
      { class: 'approval_required', links: [{ label: 'Open this page', url: 'https://a.example/ok' }] },
    ],
    ['-32800', rpcError(-32800, 'x'), { class: 'cancelled' }],
    ['-31001', rpcError(-31001, 'x'), { class: 'method_not_found' }],
    ['408', rpcError(408, 'Timed out while waiting'), { class: 'timeout' }],
    ['32600', rpcError(32600, 'Session terminated'), { class: 'not_found', title: 'Session gone' }],
    ['0', rpcError(0, 'whatever happened'), { class: 'internal' }],
    ['a leaked HTTP code', rpcError(404, 'x'), { class: 'not_found' }],
    ['a leaked gRPC name', rpcError(5, '5 NOT_FOUND: doc'), { class: 'not_found' }],
  ];
  for (const [name, account, expected] of rows)
    it(`reads ${name}`, () => expect(decode(account, context())).toMatchObject(expected));
});

describe('codes with many meanings', () => {
  it('lists -32001 without evidence as ranked candidates', () => {
    const failure = decode(rpcError(-32001, 'Oops'), context());
    expect(failure).toMatchObject({ class: 'unknown', retry: { verdict: 'unknown' }, codeName: null });
    const classes = failure?.candidates.map((candidate) => candidate.class) ?? [];
    for (const expected of ['unauthorized', 'not_found', 'timeout']) expect(classes).toContain(expected);
    const confidences = failure?.candidates.map((candidate) => candidate.confidence) ?? [];
    expect([...confidences].sort((one, other) => other - one)).toEqual(confidences);
    expect(failure?.candidates.every((candidate) => candidate.because.length > 10)).toBe(true);
  });

  const decided: [string, Account, string, string][] = [
    ['HTTP 401', rpcError(-32001, 'Oops', undefined, { http: exchanged(401) }), 'unauthorized', 'http.status'],
    ['data.uri', rpcError(-32001, 'Oops', { uri: 'mcp://x' }), 'not_found', 'error.code'],
    ['“timed out”', rpcError(-32001, 'Request timed out'), 'timeout', 'error.code'],
    [
      '“Session not found”',
      rpcError(-32001, 'Session not found', undefined, { http: exchanged(404) }),
      'not_found',
      'error.code',
    ],
    ['“Unauthorized”', rpcError(-32001, 'Unauthorized'), 'unauthorized', 'error.code'],
  ];
  for (const [evidence, account, failureClass, path] of decided) {
    it(`lets ${evidence} decide -32001, and says so`, () => {
      const failure = decode(account, context());
      expect(failure).toMatchObject({ class: failureClass, candidates: [] });
      expect(failure?.evidence[0]?.decides).toBe(true);
      expect([path, 'error.message']).toContain(failure?.evidence[0]?.path);
    });
  }

  it('lets a pinned dialect decide', () => {
    expect(decode(rpcError(-32003, 'Oops'), context({ pinnedDialect: 'closient' }))).toMatchObject({
      class: 'rate_limited',
      dialect: { id: 'closient', confidence: 1 },
    });
    expect(decode(rpcError(-32003, 'Oops'), context({ pinnedDialect: 'erlmcp' }))).toMatchObject({
      class: 'not_found',
      codeName: 'Prompt Not Found',
    });
    expect(decode(rpcError(-32002, 'Oops'), context({ pinnedDialect: 'closient' }))).toMatchObject({
      class: 'forbidden',
    });
    expect(decode(rpcError(-32002, 'Oops'), context({ pinnedDialect: 'erlmcp' }))).toMatchObject({
      class: 'not_found',
    });
  });

  it('lets the fingerprint of the connection decide', () => {
    const telling = decode(rpcError(-32054, 'Token expired', { expired_at: 1 }), context());
    let fingerprint = noteMarks(noFingerprint, telling);
    fingerprint = noteMarks(fingerprint, decode(rpcError(-32072, 'Cursor expired'), context()));
    expect(fingerprint.firm).toBe('erlmcp');
    expect(decode(rpcError(-32001, 'Oops'), context())?.class).toBe('unknown');
    expect(decode(rpcError(-32001, 'Oops'), context({ fingerprint }))).toMatchObject({
      class: 'not_found',
      dialect: { id: 'erlmcp' },
    });
  });
});

describe('SDK conventions', () => {
  const unknownTool = [
    toolError('MCP error -32602: Tool search not found'),
    rpcError(-32602, 'Tool search not found'),
    toolError('Unknown tool: search'),
    rpcError(-32602, 'Unknown tool: search'),
    rpcError(-32602, 'Unknown tool: invalid_tool_name', 'Tool not found: search'),
    rpcError(-32602, 'tool not found'),
    toolError("Unknown tool: 'search'"),
    rpcError(0, 'Unknown tool: search'),
    rpcError(-32603, 'Method search not found'),
  ];
  it('all mean an unknown tool', () => {
    for (const account of unknownTool)
      expect(decode(account, context()), JSON.stringify(account.answer?.value)).toMatchObject({
        class: 'not_found',
        title: 'Unknown tool',
        explanation: 'acme has no tool called “search”.',
      });
  });

  it('mean an unknown method if the code says so, and still name the tool', () => {
    expect(decode(rpcError(-32601, 'Tool not found: search'), context())).toMatchObject({
      class: 'method_not_found',
      title: 'Unknown tool',
      explanation: 'acme has no tool called “search”.',
    });
  });

  const badArguments: [string, Account, string][] = [
    [
      'TypeScript 1',
      toolError(
        'MCP error -32602: Input validation error: Invalid arguments for tool search: Invalid input: expected ' +
          'string, received undefined at filter.name',
      ),
      '/filter/name',
    ],
    [
      'TypeScript 2',
      toolError(
        'Input validation error: Invalid arguments for tool search: filter.name: Invalid input: expected ' +
          'string, received undefined, limit: Too big',
      ),
      '/filter/name',
    ],
    [
      'TypeScript 1 with a list',
      toolError(
        'MCP error -32602: Invalid arguments for tool search: [{"code":"invalid_type","expected":"string","path":["filter","name"],"mes' +
          'sage":"Required"}]',
      ),
      '/filter/name',
    ],
    [
      'TypeScript 1 request schema',
      rpcError(
        -32603,
        '[{"code":"invalid_type","expected":"object","path":["params","arguments","filter"],"message":"Invalid input"}]',
      ),
      '/filter',
    ],
    [
      'Python',
      toolError(
        'Error executing tool search: 2 validation errors for searchArguments\n' +
          'filter.name\n  Field required [type=missing, input_value={}, input_type=dict]\n' +
          '    For further information visit https://errors.pydantic.dev/2.13/v/missing\n' +
          'limit\n  Input should be a valid integer [type=int_type, input_value=1.5]',
      ),
      '/filter/name',
    ],
    ['Python jsonschema', toolError("Input validation error: 'name' is a required property"), '/name'],
    ['Go', toolError('validating "arguments": validating root: required: missing properties: ["name"]'), '/name'],
    ['Rust', toolError('failed to deserialize parameters: missing field `name`'), '/name'],
    [
      'FastMCP TypeScript',
      rpcError(
        -32602,
        "MCP error -32602: Tool 'search' parameter validation failed: name: Required. Please check the parameter " +
          "types and values according to the tool's schema.",
      ),
      '/name',
    ],
    [
      'Zod prettified',
      toolError('Invalid arguments:\n✖ Invalid input: expected string\n  → at filter.name'),
      '/filter/name',
    ],
    [
      'Ajv list',
      toolError(
        JSON.stringify({
          errors: [
            {
              instancePath: '/filter',
              schemaPath: '#/x',
              keyword: 'required',
              params: { missingProperty: 'name' },
              message: "must have required property 'name'",
            },
          ],
        }),
      ),
      '/filter/name',
    ],
    [
      'Valibot',
      toolError(
        'Invalid arguments for tool search: [{"kind":"schema","type":"object","message":"Invalid key","path":[{"type":"object","key":"n' +
          'ame"}]}]',
      ),
      '/name',
    ],
  ];
  for (const [sdk, account, path] of badArguments) {
    it(`name the argument: ${sdk}`, () => {
      const failure = decode(account, context());
      expect(failure).toMatchObject({ class: 'validation', retry: { verdict: 'after_fix' }, fault: 'caller' });
      expect(failure?.issues[0]?.path).toBe(path);
      expect(failure?.explanation).toContain(path.slice(1).replaceAll('/', '.'));
    });
  }

  it('strip repeated prefixes', () => {
    expect(decode(toolError('MCP error -32602: MCP error -32602: Error: No luck'), context())).toMatchObject({
      code: -32602,
      message: 'No luck',
    });
    expect(decode(toolError('Error executing tool search: No luck'), context())).toMatchObject({ message: 'No luck' });
  });

  it('read Java’s exception in data, and its HTTP body', () => {
    expect(
      decode(
        rpcError(-32603, 'Internal error', 'java.net.ConnectException: Connection refused\n  Caused by: x'),
        context(),
      ),
    ).toMatchObject({ class: 'dependency' });
    const body = JSON.stringify({
      cause: null,
      stackTrace: [{}],
      jsonRpcError: { code: -32601, message: 'Method not found' },
      message: 'Method not found',
    });
    expect(decode({ method: 'x', http: exchanged(400, {}, body) }, context())).toMatchObject({
      class: 'method_not_found',
      code: -32601,
    });
  });

  it('read every content block, tasks, and extra fields', () => {
    expect(
      decode(
        toolResult({
          isError: true,
          content: [
            { type: 'text', text: 'Project failed' },
            { type: 'text', text: '[HTTP 404] Project not found' },
          ],
        }),
        context(),
      ),
    ).toMatchObject({ class: 'not_found', code: 404 });
    expect(
      decode(
        toolResult(
          { taskId: 't', status: 'failed', statusMessage: 'The rate limit was hit' },
          { method: 'tasks/get', target: 't' },
        ),
        context(),
      ),
    ).toMatchObject({ carrier: 'task', class: 'rate_limited' });
    expect(
      decode(
        answered({
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32603, message: 'x' },
          errorContent: [{ type: 'error', text: 'Permission denied' }],
        }),
        context(),
      ),
    ).toMatchObject({ class: 'forbidden' });
    expect(
      decode(
        answered({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Rate limit exceeded', retryAfter: 3 } }),
        context(),
      ),
    ).toMatchObject({ class: 'rate_limited', retry: { verdict: 'wait', afterMs: 3000 } });
  });

  it('treat resultType input_required and task as progress, not failure', () => {
    expect(
      decode(
        toolResult({ resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create' } } }),
        context(),
      ),
    ).toBeNull();
    expect(decode(toolResult({ resultType: 'task', task: { taskId: 't', status: 'working' } }), context())).toBeNull();
  });
});
