// Whole failures of kinds that were decoded wrongly before: what the server says about this call comes before what Misfire works out, a
// name is no meaning, and advice follows from the message.

import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { decode } from './decode.ts';
import { answered, context, rpcError, toolError, toolResult } from './testing/account-fixtures.ts';

const orders: Json = {
  type: 'object',
  properties: {
    order: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, customer: { type: 'object', properties: { email: { type: 'string' } } } },
    },
    nights: { type: 'integer', minimum: 1, maximum: 30 },
    amount: { type: 'number', exclusiveMinimum: 0 },
    city: { type: 'string' },
    zip: { type: 'string' },
  },
};

/** A rejected call of a tool with that schema. */
const rejected = (text: string, args: Json) =>
  decode(
    toolError(text, { target: 'book', params: { name: 'book', arguments: args }, inputSchema: orders }),
    context(),
  );
/** A failed call without arguments, of a tool about which nothing is known. */
const failed = (text: string, target = 'book') =>
  decode(toolError(text, { target, params: { name: target, arguments: {} } }), context());
/** A normal result. */
const returned = (target: string, args: Json, answer: Json) =>
  decode(
    toolResult(
      { content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }] },
      { target, params: { name: target, arguments: args } },
    ),
    context(),
  );

describe('the server’s word about this call', () => {
  it('names the field in data, also if the schema rejects another one', () => {
    const data = { field: 'order.customer.email' };
    const params = { name: 'book', arguments: { order: { customer: { email: 'x' } } } };
    const failure = decode(rpcError(-32602, 'Invalid params', data, { params, inputSchema: orders }), context());
    expect(failure?.sentence).toContain('Fix order.customer.email');
    expect(failure?.remedy).toEqual(['Correct order.customer.email.']);
    expect(failure?.check).toMatchObject({ result: 'fails', words: 'order.id is required' });
  });

  it('names the field in details of a result', () => {
    const error = { code: 2002, message: 'Missing required field', retryable: false, details: { field: 'order.id' } };
    expect(decode(answered({ jsonrpc: '2.0', id: 1, result: { error } }), context())?.sentence).toBe('Pass order.id');
  });

  it('quotes the text that decided, and does not send the reader to a log', () => {
    const detail = "Cannot read properties of undefined (reading 'total')";
    const failure = decode(rpcError(-32603, 'Internal error', { detail }), context());
    expect(failure?.quote).toMatchObject({ text: detail, path: 'error.data.detail' });
    expect(failure?.evidence.find(({ decides }) => decides)?.path).toBe('error.data.detail');
    expect(failure?.remedy.join(' ')).not.toContain('log');
  });

  it('blames no argument for a rule about two', () => {
    expect(rejected('Provide either city or zip, not both', { city: 'a', zip: '1' })?.sentence).toBe(
      'Pass city or zip, not both',
    );
    const one = rejected('One of city or zip is required', { nights: 2 });
    expect(one).toMatchObject({ class: 'validation', sentence: 'Pass city or zip', issues: [] });
  });
});

describe('values', () => {
  it('never picks one of a range, and never repeats the rejected one', () => {
    const failure = rejected('nights must be between 1 and 30', { nights: 99 });
    expect(failure?.sentence).toBe('nights must be from 1 to 30; you sent 99');
    expect(failure?.fix).toMatchObject({ kind: 'request', changes: [], missing: [{ path: '/nights', isSent: true }] });
    expect(JSON.stringify(rejected('amount must be above 0', { amount: -5 })?.remedy)).not.toContain('-5');
  });

  it('never replaces a value that was sent by a default', () => {
    const inputSchema: Json = { type: 'object', properties: { year: { type: 'integer', default: 0 } } };
    const params = { name: 'book', arguments: { year: 'soon' } };
    const failure = decode(toolError('year: not an integer', { target: 'book', params, inputSchema }), context());
    expect(failure?.fix).toMatchObject({ changes: [], missing: [{ path: '/year', wants: 'an integer' }] });
    expect(failure?.sentence).toBe('year must be an integer; you sent "soon"');
  });

  it('offers the choices that the message lists, if nothing was sent', () => {
    expect(failed('Invalid option: expected one of "beds"|"trees"')?.remedy).toEqual([
      'Choose from what the server lists: “"beds"|"trees"”',
    ]);
  });

  it('has one wait, also in other languages', () => {
    const waits = (text: string) => {
      const failure = failed(text);
      return [failure?.retry.afterMs, failure?.sentence, failure?.remedy[0]];
    };
    const six = [6000, 'Rate limited by acme: retry in 6 s', 'Wait 6 s, then repeat the same call.'];
    expect(waits('Rate limit reached. Retry in 6 s.')).toEqual(six);
    expect(waits('Zu viele Anfragen. Bitte in 6 Sekunden erneut versuchen.')).toEqual(six);
    expect(waits('リクエストが多すぎます。6秒後に再試行してください')).toEqual(six);
  });
});

describe('who has to act', () => {
  it.each([
    ["ENOENT: no such file or directory, scandir '/srv/beds'", 'Put /srv/beds where the server looks for it'],
    ['spawn pandoc ENOENT', 'Install pandoc'],
    ['ffmpeg is not installed or not in PATH', 'Install ffmpeg'],
    ['GARDEN_ACCESS_TOKEN is not set', 'Set GARDEN_ACCESS_TOKEN'],
  ])('is the operator: %s', (text, step) => {
    expect(failed(text)).toMatchObject({ owner: 'settings', fix: { kind: 'setting' } });
    expect(failed(text)?.remedy[0]).toContain(step);
  });

  it('is the caller, for a step that comes first', () => {
    const failure = failed('Index not built. Run build_index before searching.');
    expect(failure).toMatchObject({ owner: 'request', sentence: 'Call build_index first' });
    expect(failure?.remedy).toEqual(['Call build_index first.']);
  });

  it.each(['Client does not support elicitation', 'Sampling is not supported by the connected client'])(
    'is the client: %s',
    (text) => {
      expect(failed(text)?.owner).toBe('client');
      expect(failed(text)?.remedy.join(' ')).toContain('Use a client that supports it');
    },
  );

  it('is the one who pays, if money is missing', () => {
    expect(failed('Not enough funds')?.sentence).toBe('Not enough funds for book');
    expect(failed('Insufficient balance: 3 left')?.sentence).toBe(
      'book must be paid for: Insufficient balance: 3 left',
    );
  });

  it('is not said for a server that is not ready and names no step', () => {
    expect(failed('The index is not ready')?.remedy.join(' ')).not.toContain('the message names');
  });

  it('is the caller of our own library, for its code 429', () => {
    const structuredContent = { code: 429, error: 'Too many orders this minute', retryable: true };
    const failure = decode(
      toolResult({ isError: true, content: [{ type: 'text', text: structuredContent.error }], structuredContent }),
      context(),
    );
    expect(failure).toMatchObject({ class: 'rate_limited', owner: 'client' });
    expect(failure?.sentence).not.toContain('upstream');
  });
});

describe('a name', () => {
  it.each([
    ['Unknown field: limit', 'validation'],
    ['limit must be positive', 'validation'],
    ['Internal error in rate_limit', 'internal'],
    ['Error in notFound handler: disk full', 'internal'],
    ['The recording has no call of rate_limit with these arguments', 'not_found'],
    ['max_retries must be at most 5', 'validation'],
    ['approval_required must be a boolean', 'validation'],
    ['Alert rule "service unavailable" not found', 'not_found'],
    ["'unauthorized' is not a valid season", 'validation'],
    ["AttributeError: 'Quota' object has no attribute 'exceeded'", 'internal'],
    ['panic: index out of range [3]\n\ngoroutine 1 [running]:\nmain.checkQuotaExceeded()', 'internal'],
  ])('is no meaning: %s', (text, kind) => {
    expect(failed(text, 'get_rate_limit')?.class).toBe(kind);
  });

  it('of a code stays, whatever the sentence beside it means', () => {
    const failure = decode(rpcError(-32603, 'getaddrinfo ENOTFOUND beds.example'), context());
    expect(failure).toMatchObject({ class: 'dependency', code: -32603, codeName: 'Internal error' });
  });
});

describe('a code with rival meanings', () => {
  it.each([
    [-32000, 'Timeout', 'timeout'],
    [-32003, 'Rate limit', 'rate_limited'],
    [-32000, 'Unknown bed', 'not_found'],
    [-32002, 'Missing title', 'validation'],
    [-32000, 'The bed already has a fence', 'conflict'],
    [-32001, 'Failed', 'unknown'],
  ])('is settled by words, even vague ones: %i %s', (code, text, kind) => {
    expect(decode(rpcError(code, text), context())?.class).toBe(kind);
  });
});

describe('a normal result', () => {
  it.each<[string, Json, Json]>([
    ['read_file', { path: '/var/log/pump.log' }, 'Error: connection refused\n  at pump'],
    ['get_logs', { app: 'pump' }, '2026-01-01 ERROR no water\nFATAL: could not connect'],
    ['greet', { name: 'Error: invalid token' }, 'Hello Error: invalid token'],
    ['run', { command: 'cat x' }, { return_code: 0, stdout: 'Error: not found', stderr: '' }],
    ['read_note', { id: '3' }, 'Fehler: Die Datei wurde nicht gefunden'],
    ['fetch', { url: 'https://a.example' }, 'Access Denied (2019) is a short film about a gardener.'],
    ['git_log', {}, 'a1b2c3 fix: unauthorized when the key is missing\nd4e5f6 revert "failed move"'],
    ['check_spelling', { text: 'teh bed' }, 'Error: "teh" should be "the"'],
    ['mark_bed', { id: 1 }, 'Marked as failed.'],
  ])('is content that was asked for: %s %j', (...sample) => expect(returned(...sample)).toBeNull());

  it.each<[string, Json, Json]>([
    ['build', {}, { exit_code: 3, stdout: '', stderr: 'cc: fatal error' }],
    ['plant', {}, { status: 'error', message: 'no such host' }],
    ['run_command', { command: 'ls /x' }, "STDERR:\nls: cannot access '/x': No such file or directory"],
    ['pay', {}, 'Payment declined by the bank.'],
    ['install', { name: 'x' }, 'E: Unable to locate package x'],
    ['send_mail', { to: 'a' }, 'Fehler: Die Nachricht konnte nicht gesendet werden'],
  ])('is a program or a call that failed: %s %j', (...sample) => expect(returned(...sample)).not.toBeNull());
});
