import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, toolResult } from '../testing/account-fixtures.ts';
import { isNegativeAnswer } from './negative.ts';

const said = (text: string) => decode(toolResult({ content: [{ type: 'text', text }] }), context());
const answered = (result: Json, target = 'dig', args: Json = {}) =>
  decode(toolResult(result, { target, params: { name: target, arguments: args } }), context());
const given = (value: Json) => said(JSON.stringify(value));

describe('failures reported as success', () => {
  const texts: [string, string][] = [
    ['Error: Rate limit exceeded. Please wait a moment', 'rate_limited'],
    ['Error retrieving timesheet: getaddrinfo ENOTFOUND identity.example.com', 'dependency'],
    ['Failed to fetch provider versions: 404 Not Found', 'not_found'],
    ['Invalid or missing API key', 'unauthorized'],
    ['❌ The conversation skill is not available.', 'unavailable'],
    ['MCP error -32602: Tool search not found', 'not_found'],
    ['TypeError: Cannot read properties of undefined (reading "x")', 'internal'],
    ['Traceback (most recent call last):\n  File "x.py", line 1\nRuntimeError: bad', 'internal'],
    ['GCP credentials are not available. Please configure your environment.', 'unauthorized'],
    ['**Error**\n\nUnable to connect to the service', 'dependency'],
    ['Error 429: rate limited, retry after 12 seconds', 'rate_limited'],
  ];
  for (const [text, failureClass] of texts)
    it(`finds “${text.slice(0, 40)}”`, () =>
      expect(said(text)).toMatchObject({ class: failureClass, flagged: false, carrier: 'content.text' }));

  const payloads: [Json, string][] = [
    [{ success: false, error: 'relation "x" does not exist' }, 'not_found'],
    [{ status: 401, object: 'error', code: 'unauthorized', message: 'API token is invalid.' }, 'unauthorized'],
    [{ status: 'error', error: 'fetch failed' }, 'dependency'],
    [{ ok: false, error: 'missing_scope' }, 'forbidden'],
    [{ error: 'Missing required argument: channel_id' }, 'validation'],
    [{ isError: true, message: 'Something timed out' }, 'timeout'],
    [{ result: { error: { code: 3001, message: 'Slow down', retryable: true } } }, 'rate_limited'],
    [[{ query: 'a', error: 'getaddrinfo ENOTFOUND x' }], 'dependency'],
    [{ code: 'E_MCP_TOOL_ERROR', message: 'No permission' }, 'forbidden'],
    [{ statusCode: 503, message: 'Down for maintenance' }, 'unavailable'],
    [{ status: 'REQUEST_DENIED', error_message: 'The provided API key is invalid.', results: [] }, 'unauthorized'],
  ];
  for (const [payload, failureClass] of payloads)
    it(`finds ${JSON.stringify(payload)}`, () =>
      expect(given(payload)).toMatchObject({ class: failureClass, flagged: false }));

  it('finds them in structuredContent, in a content type that does not exist, and in a result that is an error', () => {
    expect(
      decode(
        toolResult({ content: [], structuredContent: { error: { code: 'X_FAILED', message: 'timed out' } } }),
        context(),
      ),
    ).toMatchObject({ class: 'timeout', carrier: 'structuredContent', flagged: false });
    expect(decode(toolResult({ content: [{ type: 'error', text: 'Invalid number' }] }), context())).toMatchObject({
      class: 'validation',
      flagged: false,
    });
    expect(
      decode(
        toolResult(
          { type: 'error', error: { code: 'resource_not_found', message: 'No handler for it' } },
          { method: 'resources/read', target: 'a:b' },
        ),
        context(),
      ),
    ).toMatchObject({ class: 'not_found' });
  });
});

describe('ordinary responses', () => {
  const texts = [
    'No errors found',
    'No results found for query "x"',
    'Errors: 0\nWarnings: 2',
    'Error rate: 0.2 %',
    'Error 404 pages, and how to design them',
    'Error handling in Go\n\nGo has no exceptions …',
    '# HTTP 404\n\nThe 404 Not Found status means that the server cannot find the resource.',
    'The function returns an error when the input is invalid.',
    'Key not found: nope',
    '2026-01-01 ERROR something in a log\n2026-01-01 INFO next line',
    'Everything failed successfully? No: 12 tests passed, 0 failed.',
    '## Validation Summary\n\n**Overall Status:** ❌ INVALID',
    '❌ User declined to provide the requested information.',
    '<!DOCTYPE html><html><title>500 ways to cook</title></html>',
    'const error = new Error("x");',
    'Unable to connect? Here is what helps.',
  ];
  for (const text of texts) it(`ignores “${text.slice(0, 40)}”`, () => expect(said(text)).toBeNull());

  const payloads: Json[] = [
    { success: true, error: null },
    { error: null, data: [1] },
    { error: '', items: [] },
    { errors: [] },
    { errors: [], data: { a: 1 } },
    { status: 'ok', message: 'done' },
    { status: 200, message: 'fine' },
    { error_count: 0 },
    { error: { count: 0 } },
    { code: 'FR', message: 'Bonjour' },
    { name: 'x', type: 'error-handler' },
    [{ id: 1 }, { id: 2, error: 'skipped' }],
    { valid: false, errors: [] },
    { found: false },
    { statusCode: 200, body: 'x' },
    { code: 404 },
    { status: 'OK', error_message: '', results: [1] },
  ];
  for (const payload of payloads) it(`ignores ${JSON.stringify(payload)}`, () => expect(given(payload)).toBeNull());

  it('distinguishes a code that was looked up from one that replaced a response', () => {
    const answered = (sent: Json, value: Json) => {
      const params = { name: 'explain_status', arguments: sent };
      const content = [{ type: 'text', text: JSON.stringify(value) }];
      return decode(toolResult({ content }, { target: 'explain_status', params }), context());
    };
    expect(answered({ code: 404 }, { code: 404, message: 'Not found' })).toBeNull();
    expect(answered({ limit: 400 }, { code: 400, message: 'Bad request' })).not.toBeNull();
    expect(answered({ query: '' }, { error: 'The query is empty.' })).not.toBeNull();
  });

  // Never convert a server's object to a string or number: it may have its own `toString`.
  it('handles fields that cannot be converted to text', () => {
    const odd: Json = { toString: 1, valueOf: 1 };
    for (const target of ['check_page', 'get_job', 'water_bed'])
      for (const name of ['status', 'code', 'uploaded', 'processed', 'detail', 'title', 'errors'])
        for (const structuredContent of [
          { [name]: odd },
          { url: 'a', [name]: odd, errors: [{ message: 'x' }] },
          { status: 500, ok: false, [name]: odd },
          { message: 'Out of order', [name]: odd },
        ])
          expect(() => decode(toolResult({ content: [], structuredContent }, { target }), context())).not.toThrow();
  });

  it('ignores resources about errors', () => {
    const read = (text: string) =>
      decode(toolResult({ contents: [{ uri: 'a:b', text }] }, { method: 'resources/read', target: 'a:b' }), context());
    expect(read('{"error":"documented here","code":404}')).toBeNull();
    expect(read('Errors and how to handle them')).toBeNull();
    expect(read('Resource not found or expired.')).toMatchObject({ class: 'not_found', flagged: false });
  });
});

describe('negative results', () => {
  it('are distinguished from failures', () => {
    const nos: Json[] = [
      { valid: false },
      { structuredContent: { found: false } },
      { content: [{ type: 'text', text: '{"valid": false, "why": "x"}' }] },
    ];
    for (const value of nos) expect(isNegativeAnswer(value)).toBe(true);
    for (const value of [{ valid: true }, {}, null, 'no', { content: [{ type: 'text', text: 'valid: false' }] }])
      expect(isNegativeAnswer(value as Json)).toBe(false);
  });
});

describe('documents that a tool returns as data', () => {
  const read = (target: string, stored: Json, args: Json) =>
    decode(
      toolResult(
        { content: [{ type: 'text', text: JSON.stringify(stored) }], structuredContent: stored },
        { target, params: { name: target, arguments: args } },
      ),
      context(),
    );
  it('are content, regardless of what they contain', () => {
    expect(read('read_file', { error: { code: 'rate_limited' } }, { path: '/a.json' })).toBeNull();
    expect(read('get', { error: 'rate_limited', retry_after: 3 }, { key: 'last' })).toBeNull();
  });
  it('are failures if they are about reading the document', () => {
    expect(read('read_file', { error: 'File not found: /a.json' }, { path: '/a.json' })).toMatchObject({
      class: 'not_found',
      flagged: false,
    });
    expect(read('get_bed', { error: 'rate_limited' }, { id: 9 })).toMatchObject({ class: 'rate_limited' });
  });
});

describe('flags beside isError', () => {
  const text = (words: string, more = {}) => ({ type: 'text', text: words, ...more });

  it('count like isError; the words choose the class', () => {
    const words = 'The place /srv/west is not in the allowed list';
    const flags: JsonObject[] = [
      { error: true },
      { isError: true },
      { is_error: true },
      { success: false },
      { ok: false },
    ];
    for (const flag of flags) {
      expect(answered({ content: [text(words, flag)] })).toMatchObject({ class: 'forbidden', flagged: true });
      expect(answered({ content: [text(words)], ...flag })).toMatchObject({ class: 'forbidden', flagged: true });
    }
    expect(answered({ content: [text('The spade bent', { error: true })] })).toMatchObject({ class: 'unknown' });
    expect(answered({ content: [text('Started'), text('Access denied', { error: true })] })).toMatchObject({
      class: 'forbidden',
      message: 'Access denied',
    });
  });

  it('do not count if they are off, or the verdict of a check', () => {
    const words = 'The place /srv/west is far from the garden';
    for (const flag of [{ error: false }, { error: null }, { success: true }, { ok: true }, { error: 'none' }])
      expect(answered({ content: [text(words, flag)] })).toBeNull();
    expect(answered({ content: [text(words, { success: false })] }, 'check_path')).toBeNull();
    expect(answered({ content: [text(words)], ok: false }, 'validate_path')).toBeNull();
  });

  it('do not count on the stderr of a program that ended well', () => {
    const warned = (code: number) =>
      answered(
        { content: [text('warning: the soil is dry', { error: true }), text(`Exit code: ${code}`)] },
        'run_command',
        { command: 'plantd' },
      );
    expect(warned(0)).toBeNull();
    expect(warned(3)).toMatchObject({ title: 'Program failed' });
  });
});

describe('a report about a program that the server ran', () => {
  const report = (stderr: string) =>
    said(`-- dig --\nRan dig --bed west\n\n❌ Script failed with exit code 7\n\nSTDERR:\n${stderr}\n`);

  it('is classified by what the program wrote to stderr', () => {
    expect(report('error: could not resolve host: seeds.example')).toMatchObject({ class: 'dependency' });
    expect(report('error: no such file or directory')).toMatchObject({ class: 'not_found' });
    expect(report('the spade bent')).toMatchObject({ class: 'unknown', message: 'the spade bent' });
  });

  it('fails without words, too', () => {
    expect(report('')).toMatchObject({ class: 'internal', certainty: 'a guess' });
  });

  it('quotes its stderr next to an exit code, and the block above the one with the code', () => {
    const args = { command: 'cat bed.txt' };
    const stderr = 'cat: bed.txt: No such file or directory';
    const text = JSON.stringify({ exitCode: 1, stdout: '', stderr });
    expect(answered({ content: [{ type: 'text', text }] }, 'exec', args)).toMatchObject({ class: 'not_found' });
    const blocks = [stderr, 'Command completed with return code: 1'].map((text) => ({ type: 'text', text }));
    expect(answered({ content: blocks }, 'run_command', args)).toMatchObject({ message: stderr });
  });
});
