// One finding per failure: sources stay separate, the fix matches the advice, and the sentence names the subject.

import { describe, expect, it } from 'vitest';
import type { Account } from '../../account/account.ts';
import { failureClasses, faults, owners } from '../../failure.ts';
import { decode } from '../decode.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from '../testing/account-fixtures.ts';
import { inMarks, shorten } from '../words/shorten.ts';
import { usualOwner } from './advise.ts';

const read = (account: Account) => {
  const failure = decode(account, context());
  if (failure === null) throw new Error('nothing failed');
  return failure;
};

describe('the server and the schema check', () => {
  const book = {
    target: 'book',
    params: { name: 'book', arguments: { nights: 99, payment: { number: '12' } } },
    inputSchema: {
      type: 'object',
      properties: {
        nights: { type: 'integer', maximum: 30 },
        payment: { type: 'object', properties: { number: { type: 'string' } } },
      },
    },
  };

  it('keeps the server’s objection and the limit of the schema apart', () => {
    const failure = read(toolError('payment.number must be 16 digits', book));
    expect(failure.sentence).toBe('Fix payment.number: must be 16 digits (first of 2)');
    expect(failure.quote).toEqual({ text: 'payment.number must be 16 digits', path: 'result.content[0].text' });
    expect(failure.check).toEqual({ name: 'schema', result: 'fails', words: 'nights 99 > maximum 30' });
    expect(failure.issues).toEqual([
      { path: '/payment/number', message: 'payment.number must be 16 digits' },
      { path: '/nights', message: 'must be <= 30', code: 'maximum', by: 'schema' },
    ]);
    expect(failure.fix).toMatchObject({
      kind: 'request',
      changes: [{ path: '/nights', before: 99, after: 30, from: 'schema' }],
      missing: [{ path: '/payment/number', isSent: true }],
    });
    expect(JSON.stringify(failure)).not.toContain('the server says: must be <= 30');
  });

  it('agrees if both name the same argument', () => {
    const failure = read(toolError('nights must be at most 30', book));
    expect(failure.check?.result).toBe('agrees');
    expect(failure.sentence).toBe('nights must be at most 30; you sent 99');
  });

  it('passes if the server requires more than the schema says', () => {
    const failure = read(
      toolError('Workspace is required. Pass workspace as one of: ws_north, ws_south', {
        target: 'list_docs',
        params: { name: 'list_docs', arguments: {} },
        inputSchema: { type: 'object', properties: { workspace: { type: 'string' } } },
      }),
    );
    expect(failure.sentence).toBe('Pick a workspace: ws_north or ws_south');
    expect(failure.short).toBe('Pick a workspace: ws_north or ws_south');
    expect(failure.check).toEqual({ name: 'schema', result: 'passes', words: 'passes, workspace is optional there' });
    expect(failure.fix).toEqual({
      kind: 'request',
      changes: [],
      missing: [
        { path: '/workspace', wants: 'text', says: 'is required', isSent: false, choices: ['ws_north', 'ws_south'] },
      ],
    });
    expect(failure.remedy.join(' ')).not.toMatch(/Nothing was sent|Neither/);
  });
});

describe('the sentence', () => {
  it('offers the choices listed next to the objection, even without a schema', () => {
    const body = {
      code: 400,
      error: 'Must specify a valid workspace',
      details: 'This key can use ws_north and ws_south.',
    };
    const failure = read(
      toolError(JSON.stringify(body), { target: 'list_docs', params: { name: 'list_docs', arguments: {} } }),
    );
    expect(failure.sentence).toBe('Pick a workspace: ws_north or ws_south');
    expect(failure.remedy.join(' ')).not.toMatch(/Nothing was sent|Neither/);
  });

  it('names the argument that the detail of a problem is about', () => {
    const data = { title: 'Validation Error', status: 400, detail: 'gtin: "123" has 3 digits, not 8, 12, 13 or 14' };
    const call = { target: 'lookup', params: { name: 'lookup', arguments: { gtin: '123' } } };
    expect(read(rpcError(-32602, 'Validation Error', data, call)).sentence).toBe(
      'Fix gtin: "123" has 3 digits, not 8, 12, 13 or 14',
    );
  });

  it('names the id that a response repeats anywhere', () => {
    const error = {
      code: 4001,
      message: 'Adapter error',
      details: { originalError: 'ORDER_NOT_FOUND', id: 'SO-9999' },
    };
    const call = { target: 'get_order', params: { name: 'get_order', arguments: { order_id: 'SO-9999' } } };
    expect(read(toolResult({ error }, call)).sentence).toBe('There is no order SO-9999');
  });

  it('quotes the text that names the argument, not a word that contains its letter', () => {
    const data = { details: 'Missing required parameter: a' };
    const call = { target: 'sum', params: { name: 'sum', arguments: { b: 1 } } };
    expect(read(rpcError(-32602, 'Invalid tool arguments', data, call)).quote?.text).toBe(data.details);
  });

  it('names the argument that a prompt lacks', () => {
    const call = { method: 'prompts/get', target: 'essay', params: { name: 'essay' } };
    const failure = read(rpcError(-32602, 'Missing required argument: topic', undefined, call));
    expect(failure.sentence).toBe('Pass topic');
  });

  it('cuts a long reason instead of dropping it', () => {
    const failure = read(toolError(`Access denied: ${'the project is not shared with you '.repeat(4)}`));
    expect(failure.sentence).toMatch(/^acme does not allow search: Access denied: the project .*…$/);
  });
});

describe('advice', () => {
  it('names the missing argument of a call without any', () => {
    const failure = read(
      toolError('n must be a number', { target: 'square', params: { name: 'square', arguments: {} } }),
    );
    expect(failure.sentence).toBe('Pass n: a number');
    expect(failure.fix).toMatchObject({ kind: 'request', missing: [{ path: '/n', isSent: false }] });
    expect(failure.remedy.join(' ')).not.toContain('Nothing was sent');
  });

  it('has the wait from the text even if the class is unknown', () => {
    const failure = read(toolError('Retry after 7 s', { target: 'flaky', params: { name: 'flaky', arguments: {} } }));
    expect(failure).toMatchObject({ class: 'unknown', retry: { verdict: 'wait', afterMs: 7000 } });
    expect(failure.sentence).toBe('flaky failed: retry in 7 s');
    expect(failure.fix).toEqual({ kind: 'wait', afterMs: 7000 });
    expect(failure.remedy[0]).toBe('Wait 7 s, then repeat the same call.');
    expect(failure.remedy.join(' ')).not.toContain('below');
  });

  it('reports a broken output schema instead of proposing another request', () => {
    const failure = read(
      toolResult(
        { content: [], structuredContent: { total: 'x' } },
        {
          schemaIssues: [{ path: '/total', message: 'must be number', code: 'type' }],
          params: { name: 'sum', arguments: { a: 1 } },
        },
      ),
    );
    expect(failure).toMatchObject({
      class: 'invalid_response',
      owner: 'server',
      fix: { kind: 'report', to: 'server' },
    });
    expect(failure.sentence).toContain('breaks its output schema at total');
  });

  it('says which id does not exist', () => {
    const account = { target: 'get_order', params: { name: 'get_order', arguments: { orderId: 'SO-9999' } } };
    expect(read(toolError('Order SO-9999 not found', account))).toMatchObject({
      sentence: 'There is no order SO-9999',
      short: 'No order SO-9999',
    });
  });

  it('names the block that a quote from JSON within a text is in', () => {
    const body = JSON.stringify({ message: 'Validation Failed', errors: [{ field: 'q', code: 'missing' }] });
    const content = [
      { type: 'text', text: 'Error calling tool search' },
      { type: 'text', text: body },
    ];
    const failure = read(toolResult({ isError: true, content }));
    expect(failure.quote).toEqual({ text: 'missing', path: 'result.content[1].text' });
  });

  it('quotes the cause from stderr if the response names none', () => {
    const failure = read(
      toolError('Error executing tool sum', { stderr: ['INFO ready', 'ValueError: cannot add text to a number'] }),
    );
    expect(failure.remedy).toContain('Likely cause, from stderr: “ValueError: cannot add text to a number”');
    expect(failure.evidence).toContainEqual({
      path: 'stderr',
      value: 'ValueError: cannot add text to a number',
      means: 'written to stderr during the call',
    });
  });

  it('does not mistake a logged response for a cause', () => {
    const line = '[error] Sent: Tool execution failed.';
    const { stderr, ...rest } = read(toolError('Tool execution failed', { stderr: [line] }));
    expect(stderr).toEqual([line]);
    expect(JSON.stringify(rest)).not.toContain('Sent');
  });

  it('keeps the whole lines that the server wrote to stderr during an answered call', () => {
    const lines = ['INFO ready', 'ValueError: cannot add text to a number'];
    const failure = read(toolError('Error executing tool sum', { stderr: [...lines, 'x'.repeat(401)] }));
    expect(failure.stderr).toEqual(lines);
  });

  it('does not mistake progress on stderr for a cause', () => {
    const failure = read(toolError('Error executing tool sum', { stderr: ['INFO listening on stdio'] }));
    expect(failure.remedy.join(' ')).not.toContain('listening');
  });
});

describe('a connection that ended', () => {
  it('suggests the variable that stderr names', () => {
    const stderr = ['Traceback (most recent call last):', "KeyError: 'DB_URL'"];
    const failure = read({ method: 'initialize', process: { code: 1, signal: null, stderr, isStart: true } });
    expect(failure).toMatchObject({
      sentence: 'Set DB_URL for acme',
      owner: 'settings',
      fix: { kind: 'setting', variables: ['DB_URL'] },
      quote: { text: "KeyError: 'DB_URL'", path: 'stderr[1]' },
      retry: { verdict: 'after_fix' },
    });
  });

  it('names the response that came with another id type', () => {
    const failure = read({
      method: 'tools/call',
      target: 'search',
      timeout: { afterMs: 5000 },
      strays: [{ kind: 'other_type', id: '"7"', lateMs: 0, text: '{"jsonrpc":"2.0","id":"7","result":{}}' }],
    });
    expect(failure).toMatchObject({
      class: 'invalid_response',
      sentence: 'The answer has id "7", of another type than the request',
      fix: { kind: 'report', to: 'server' },
      quote: { text: '{"jsonrpc":"2.0","id":"7","result":{}}' },
    });
    expect(failure.explanation).not.toContain('sent no answer');
  });

  it('says how late a response was', () => {
    const strays = [{ kind: 'late' as const, id: '7', lateMs: 1500, text: '{}' }];
    const failure = read({ method: 'tools/call', target: 'search', timeout: { afterMs: 5000 }, strays });
    expect(failure).toMatchObject({
      class: 'timeout',
      sentence: 'Misfire timed out after 5.0 s. The server answered 1.5 s later.',
    });
  });

  it('names the address without a listener', () => {
    const http = { ...exchanged(null), url: 'http://user@localhost:1/mcp', error: 'ECONNREFUSED: connect refused' };
    expect(read({ method: 'initialize', http }).sentence).toBe('Connection refused: localhost:1');
  });
});

describe('certainty', () => {
  it('is certain if a code and the text agree', () => {
    expect(read(rpcError(-32602, 'Invalid arguments: city: Required')).certainty).toBe('certain');
  });

  it('is likely if only the text of a flagged failure decides', () => {
    expect(read(toolError('Rate limit exceeded')).certainty).toBe('likely');
  });

  it('is a guess if nothing decides', () => {
    expect(read(rpcError(-32001, 'no')).certainty).toBe('a guess');
    expect(read(toolError('Something odd happened')).certainty).toBe('a guess');
  });
});

describe('owners', () => {
  it('maps every fault and class', () => {
    for (const fault of faults)
      for (const failureClass of failureClasses) expect(owners).toContain(usualOwner(fault, failureClass, 'tool'));
  });

  it('distinguishes the request, the client and the settings', () => {
    expect(usualOwner('caller', 'validation', 'protocol')).toBe('request');
    expect(usualOwner('caller', 'invalid_request', 'protocol')).toBe('client');
    expect(usualOwner('caller', 'invalid_request', 'tool')).toBe('request');
    expect(usualOwner('caller', 'unauthorized', 'protocol')).toBe('settings');
    expect(usualOwner('nobody', 'cancelled', 'protocol')).toBe('none');
  });
});

describe('texts with a length limit', () => {
  it('cuts at a word and marks the cut', () => {
    expect(shorten('one two three', 10)).toBe('one two…');
    expect(shorten('one two', 10)).toBe('one two');
    expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('puts the ellipsis of a cut quotation after the quotation marks', () => {
    expect(inMarks('abcdef', 3)).toBe('“abc”…');
    expect(inMarks('abc', 3)).toBe('“abc”');
  });

  it('names the cause that its row names', () => {
    const failure = read(toolError('Card declined: insufficient funds', { target: 'pay' }));
    expect(failure).toMatchObject({ sentence: 'Not enough funds for pay', short: 'Not enough funds' });
  });

  it('keeps sentences within their limits', () => {
    const long = 'x'.repeat(300);
    const failure = read(answered({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: long } }, { target: long }));
    expect(failure.sentence.length).toBeLessThanOrEqual(90);
    expect(failure.short.length).toBeLessThanOrEqual(40);
    expect(failure.tiny.length).toBeLessThanOrEqual(28);
  });
});

describe('a text of several lines', () => {
  const rows = Array.from({ length: 640 }, (_, row) => `row ${row + 1} ok, gtin ${4_006_381_333_931 + row * 7}`);
  const importing = (...last: string[]) =>
    read(toolError(['Importing 640 products', ...rows, ...last].join('\n'), { target: 'import_products' }));

  it('quotes the line that decided, with its number, and says it in every length', () => {
    const failure = importing('ERROR gtin 00614141123452 already claimed');
    expect(failure).toMatchObject({ class: 'conflict', short: 'gtin 00614141123452 already claimed' });
    expect(failure.sentence).toBe(
      'import_products conflicts with the current state: gtin 00614141123452 already claimed',
    );
    expect(failure.quote).toEqual({
      text: 'ERROR gtin 00614141123452 already claimed',
      path: 'result.content[0].text',
      line: 642,
    });
    expect(failure.explanation).toContain('gtin 00614141123452 already claimed');
    expect(failure.explanation).not.toContain('Importing');
    expect(importing('ERROR sku A-1 already exists').tiny).toBe('sku A-1 already exists');
  });

  /** The text, and what is quoted. */
  const logs: [text: string, quote: string, line: number][] = [
    ['Import failed\nrow 17: sku A-1 already exists\n2 rows skipped', 'row 17: sku A-1 already exists', 2],
    [
      'Build started\n[ERROR] Config file not found: tsconfig.json\ndone in 3 s',
      '[ERROR] Config file not found: tsconfig.json',
      2,
    ],
    [
      '09:20:07,120 - sync - INFO - retry after timeout\n2026-11-18 09:20:08,044 - sync - ERROR - permission denied for orders',
      '2026-11-18 09:20:08,044 - sync - ERROR - permission denied for orders',
      2,
    ],
    [
      'Export of 3 rows\nCheck whether the order was not found before\nrow 2: order SO-7 not found',
      'row 2: order SO-7 not found',
      3,
    ],
    ['Exit code: 128\nStderr: fatal: repository not found\nStdout:', 'Stderr: fatal: repository not found', 2],
    [
      'STDERR:\nERROR: You do not have permission to read bucket b-1\nPlease run: login',
      'ERROR: You do not have permission to read bucket b-1',
      2,
    ],
    [
      '> build\n\nnpm ERR! code E404\nnpm ERR! 404 Not Found - GET /left-padd',
      'npm ERR! 404 Not Found - GET /left-padd',
      4,
    ],
    [
      'Report for May\nTraceback (most recent call last):\n  File "a.py", line 3, in run\n    find(7)\nLookupError: order SO-7 not found',
      'order SO-7 not found',
      5,
    ],
  ];

  it.each(logs)('quotes %j', (text, quote, line) => {
    const failure = read(toolError(text, { target: 'run' }));
    expect(failure.quote).toMatchObject({ text: quote, line });
    expect(`${failure.sentence} ${failure.explanation}`).not.toMatch(/\b(?:ERROR|ERR!|fatal|INFO|Stderr|STDERR)\b/);
  });

  it.each([
    ['Order SO-7 not found\nHint: an order that was not found may be archived'],
    ['Access denied for team north\nError: exit status 1'],
    ['Could not find exact match for edit:\nthe file was not found in the index'],
    ['Missing setting REGION\n\nIf the token is invalid or expired, sign in again.'],
  ])('keeps the first line of %j, which has a reason of its own', (text) => {
    const failure = read(toolError(text, { target: 'run' }));
    expect(failure.quote).toMatchObject({ text: text.split('\n')[0] });
    expect(failure.quote?.line).toBeUndefined();
  });
});

it('repeats no color codes of the server, and quotes them', () => {
  const failure = decode(toolError('\u001b[31mred failure\u001b[0m in the pump'), context());
  expect(failure?.sentence).toBe('acme failed, and Misfire has no rule for it: red failure in the pump');
  expect(failure?.quote?.text).toBe('\u001b[31mred failure\u001b[0m in the pump');
});
