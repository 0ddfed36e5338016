import { describe, expect, it } from 'vitest';
import type { Account } from '../../account/account.ts';
import { decode } from '../decode.ts';
import { noFingerprint, noteMarks } from '../reading/fingerprint.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from '../testing/account-fixtures.ts';
import { lintRules } from './lint.ts';

const problem = { type: 'https://a.example/p', title: 'Bad', status: 400, detail: 'It is bad' };
const http = (status: number, body: object, headers: Record<string, string> = {}): Account => ({
  method: 'ping',
  http: exchanged(status, headers, JSON.stringify(body)),
});

// For each rule: one failure that triggers it and one that does not.
const cases: Record<string, [fires: Account, silent: Account]> = {
  'stack-trace': [toolError('Boom\n    at run (index.js:1:2)\n    at main'), toolError('Boom\nat least twice')],
  'source-path': [toolError('Cannot load /srv/app/lib/index.js:12'), toolError('Cannot load https://a.example/docs')],
  'secret-in-message': [
    toolError('Refused for key sk-abcdefghijklmnopqrstuvwx'),
    toolError('Refused: set the key in the settings'),
  ],
  'email-in-message': [toolError('Access denied for jane.doe@example.com'), toolError('Access denied for @everyone')],
  'retry-hint-not-allowed': [
    toolError(JSON.stringify({ error_class: 'validation', sanitized_error: 'No', retry_hint: { retry_after_ms: 1 } })),
    toolError(JSON.stringify({ error_class: 'retryable', sanitized_error: 'No', retry_hint: { retry_after_ms: 1 } })),
  ],
  'retryable-validation': [
    toolError(JSON.stringify({ error: { code: 2001, message: 'x', retryable: true } })),
    toolError(JSON.stringify({ error: { code: 2001, message: 'x', retryable: false } })),
  ],
  'retryable-contradicts-code': [
    toolError(JSON.stringify({ error: { code: 5001, message: 'x', retryable: true } })),
    toolError(JSON.stringify({ error: { code: 5001, message: 'x', retryable: false } })),
  ],
  'rate-limit-without-delay': [toolError('Rate limit exceeded'), toolError('Rate limit exceeded. Retry after 3s')],
  'retry-delay-too-long': [
    toolError('Rate limit exceeded. Retry after 7200s'),
    toolError('Rate limit exceeded. Retry after 30s'),
  ],
  'retry-value-unreadable': [http(429, {}, { 'retry-after': '-5' }), http(429, {}, { 'retry-after': '5' })],
  'retry-without-use': [
    rpcError(-32602, 'Invalid params', { retry_after: 5 }),
    rpcError(-32603, 'Internal error', { retry_after: 5 }),
  ],
  'positive-code': [rpcError(404, 'Not found'), rpcError(-32602, 'Not found')],
  'broke-on-bad-arguments': [
    toolError("KeyError: 'city'", { params: { name: 'search', arguments: {} }, inputSchema: { required: ['city'] } }),
    toolError("KeyError: 'city'", {
      params: { name: 'search', arguments: { city: 'a' } },
      inputSchema: { required: ['city'] },
    }),
  ],
  'retry-after-differs': [
    { method: 'tools/call', http: exchanged(429, { 'retry-after': '5' }, '{"error":"slow_down","retry_after":60}') },
    { method: 'tools/call', http: exchanged(429, { 'retry-after': '60' }, '{"error":"slow_down","retry_after":60}') },
  ],
  'code-zero': [rpcError(0, 'Boom'), rpcError(-32603, 'Boom')],
  'code-not-a-number': [rpcError('E1', 'Boom'), rpcError(-1, 'Boom')],
  'reserved-code': [rpcError(-32050, 'Boom'), rpcError(-31000, 'Boom')],
  'status-contradicts-code': [
    toolResult({
      error: {
        code: -32200,
        message: 'x',
        data: { type: 'https://closient.com/docs/errors/not_found', title: 'x', status: 429 },
      },
    }),
    toolResult({
      error: {
        code: -32200,
        message: 'x',
        data: { type: 'https://closient.com/docs/errors/not_found', title: 'x', status: 404 },
      },
    }),
  ],
  'status-differs-from-http': [http(500, problem), http(400, problem)],
  'code-outside-its-range': [
    toolResult({ error: { code: 3001, message: 'x', retryable: true } }),
    toolResult({ error: { code: 4002, message: 'x', retryable: true } }),
  ],
  'validation-as-internal-error': [
    rpcError(-32603, 'Missing required argument: a'),
    rpcError(-32603, 'Cannot read properties of undefined'),
  ],
  'validation-as-protocol-error': [
    rpcError(-32602, 'Invalid arguments for tool search: a: Required'),
    toolError('Invalid arguments for tool search: a: Required'),
  ],
  'wrapped-error': [
    rpcError(-32603, 'Internal error', { originalError: 'ORDER_NOT_FOUND' }),
    rpcError(-32603, 'Internal error', { originalError: 'SOMETHING_ODD' }),
  ],
  'protocol-error-as-tool-error': [toolError('Unknown tool: search'), rpcError(-32602, 'Unknown tool: search')],
  'result-and-error': [
    answered({ jsonrpc: '2.0', id: 1, result: {}, error: { code: -32603, message: 'x' } }),
    rpcError(-32603, 'x'),
  ],
  'id-answers-no-request': [
    answered({ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'x' } }),
    rpcError(-32603, 'x'),
  ],
  'error-not-an-object': [answered({ jsonrpc: '2.0', id: 1, error: 'nope' }), rpcError(-32603, 'nope')],
  'empty-error-content': [toolResult({ isError: true, content: [] }), toolError('Boom')],
  'not-flagged': [toolResult({ content: [{ type: 'text', text: 'Error: boom' }] }), toolError('Error: boom')],
  'prefix-in-message': [toolError('MCP error -32602: MCP error -32602: Boom'), toolError('MCP error -32602: Boom')],
  'vague-message': [toolError('An error occurred.'), toolError('The disk is full')],
  'problem-without-type': [http(400, { title: 'Bad', status: 400, detail: 'x' }), http(400, problem)],
  'problem-type-relative': [
    http(400, { ...problem, type: 'errors/bad' }),
    http(400, { ...problem, type: 'about:blank' }),
  ],
};

describe('lint', () => {
  for (const [id, [fires, silent]] of Object.entries(cases)) {
    it(`${id} fires, and does not`, () => {
      expect(decode(fires, context())?.notes.map((note) => note.id)).toContain(id);
      expect(decode(silent, context())?.notes.map((note) => note.id)).not.toContain(id);
    });
  }

  it('problem-title-varies fires when the title of a type changes, and not otherwise', () => {
    const fingerprint = noteMarks(noFingerprint, decode(http(400, problem), context()));
    expect(
      decode(http(400, { ...problem, title: 'Really bad' }), context({ fingerprint }))?.notes.map((note) => note.id),
    ).toContain('problem-title-varies');
    expect(decode(http(400, problem), context({ fingerprint }))?.notes.map((note) => note.id)).not.toContain(
      'problem-title-varies',
    );
  });

  // leaks.ts searches a text only after a quick check, and each kind of secret must pass that check.
  it.each([
    'key sk-abcdefghijklmnopqrst refused',
    'key sk_live_abcdefghijklmnopqrst refused',
    'ghp_abcdefghijklmnopqrstuvwx has no access',
    'for (ghs_abcdefghijklmnopqrstuvwx)',
    'xoxb-1234567890-abcdef was revoked',
    'AKIAABCDEFGHIJKLMNOP is unknown',
    'got eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.sig',
    'Bearer abcdefghijklmnopqrstuvwxyz is stale',
    'GET /x?api_key=abcdefgh1234 failed',
    'GET /x?token=abcdefgh1234 failed',
    'client_secret=abcdefgh1234',
    'password=abcdefgh1234',
    '-----BEGIN RSA PRIVATE KEY----- is not PEM',
    'cannot reach postgres://admin:hunter22@db',
  ])('finds the secret in: %s', (text) => {
    for (const message of [text, `Invalid arguments for tool x: a: ${text}`, `${text} ${'é '.repeat(3)}`])
      expect(decode(toolError(message), context())?.notes.map((note) => note.id)).toContain('secret-in-message');
  });

  it.each(['js', 'cjs', 'mjs', 'ts', 'py', 'go', 'rs', 'java', 'rb', 'php', 'cs'])(
    'finds a path to a .%s',
    (ending) => {
      for (const message of [
        `Broken /srv/app/main.${ending}:12`,
        `Invalid arguments for tool x: a: /srv/app/main.${ending}`,
      ])
        expect(decode(toolError(message), context())?.notes.map((note) => note.id)).toContain('source-path');
    },
  );

  it('has a case for each rule, with stable ids and whole sentences', () => {
    expect(lintRules.map((rule) => rule.id).sort()).toEqual([...Object.keys(cases), 'problem-title-varies'].sort());
    for (const [fires] of Object.values(cases)) {
      for (const note of decode(fires, context())?.notes ?? []) {
        expect(note.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(note.message).toMatch(/^.*[.]$/s);
      }
    }
  });
});
