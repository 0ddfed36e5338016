// What a person who reads the message would say: whose values, whose fault, which words, and what to do next.

import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import type { Json } from '../json/json.ts';
import { decode } from './decode.ts';
import { context, exchanged, rpcError, toolError, toolResult } from './testing/account-fixtures.ts';

const call = (tool: string, args: Json, inputSchema?: Json): Partial<Account> => ({
  method: 'tools/call',
  target: tool,
  params: { name: tool, arguments: args },
  ...(inputSchema === undefined ? {} : { inputSchema }),
});
const bouquet = {
  type: 'object',
  properties: { bouquet: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] } },
};

describe('a field that the server names', () => {
  it('comes before what Misfire finds in the schema', () => {
    const data = { field: 'bouquet.card.text', reason: 'too rude' };
    const failure = decode(
      rpcError(-32602, 'Invalid params', data, call('send', { bouquet: { card: { text: 'x' } } }, bouquet)),
      context(),
    );
    expect(failure?.issues).toEqual([{ path: '/bouquet/card/text', message: 'too rude' }]);
    expect(failure?.sentence).toMatch(/^Fix bouquet\.card\.text: too rude/);
    expect(failure?.evidence[0]?.path).not.toContain('request.params');
    expect(failure?.quote).toMatchObject({ text: 'too rude', path: 'error.data.reason' });
  });
  it('may be in the details of the error', () => {
    const text = JSON.stringify({ code: 2001, message: 'Validation failed', details: { field: 'bouquet.size' } });
    const failure = decode(toolError(text, call('send', { bouquet: { size: 'big' } })), context());
    expect(failure?.issues[0]?.path).toBe('/bouquet/size');
  });
  it('lets the schema decide only if there is none', () => {
    const failure = decode(
      rpcError(-32603, 'Internal error', undefined, call('send', { bouquet: {} }, bouquet)),
      context(),
    );
    expect(failure).toMatchObject({ class: 'validation', issues: [{ path: '/bouquet/size', by: 'schema' }] });
    const missing = decode(toolError('Bouquet 17 does not exist', call('send', { bouquet: {} }, bouquet)), context());
    expect(missing?.class).toBe('not_found');
  });
});

describe('the text that decided', () => {
  it('is quoted, even from a field beside an idle message', () => {
    const detail = "Cannot read properties of undefined (reading 'petals')";
    const failure = decode(rpcError(-32603, 'Internal error', { detail }, call('send', { id: 'a' })), context());
    expect(failure).toMatchObject({ message: detail, quote: { text: detail, path: 'error.data.detail' } });
    expect(failure?.sentence).toContain('petals');
  });
});

describe('a field beside a message that says nothing', () => {
  it('is quoted even if no rule knows its words', () => {
    const detail = 'The ledger of May is closed';
    const failure = decode(rpcError(-32603, 'Internal error', { detail }, call('send', { id: 'a' })), context());
    expect(failure).toMatchObject({ message: detail, quote: { text: detail, path: 'error.data.detail' } });
    const other = decode(rpcError(-32603, 'The shop burned down', { detail }, call('send', { id: 'a' })), context());
    expect(other?.message).toBe('The shop burned down');
  });
});

describe('a reason under a name that no rule knows', () => {
  const why = '{"why": "The license has expired"}';
  const resource = (text: string) => [{ type: 'resource', resource: { uri: 'errors:1', text } }];

  it.each([
    ['an embedded resource', resource(why), 'result.content[0].resource.text.why'],
    ['an embedded resource of plain text', resource('The license has expired'), 'result.content[0].resource.text'],
    ['a text', [{ type: 'text', text: why }], 'result.content[0].text.why'],
  ])('is read in %s', (_, content, path) => {
    const failure = decode(toolResult({ isError: true, content }), context());
    expect(failure?.message).toBe('The license has expired');
    expect(failure?.quote).toEqual({ text: 'The license has expired', path });
    expect(failure?.sentence).toContain('The license has expired');
  });

  it('is not taken from the request, or from one of several sentences', () => {
    const params = { name: 'pay', arguments: { text: 'The license has expired' } };
    const read = (body: object) =>
      decode(toolResult({ isError: true, content: resource(JSON.stringify(body)) }, { params }), context())?.message;
    expect(read({ why: 'The license has expired' })).toBe('');
    expect(read({ first: 'One sentence', second: 'Another sentence' })).toBe('');
  });
});

describe('advice', () => {
  const of = (text: string, tool = 'send', args: Json = { id: 'a7' }, schema?: Json) =>
    decode(toolError(text, call(tool, args, schema)), context({ server: 'florist' }));

  it('asks for funds, not for other arguments', () => {
    const failure = of('Not enough funds for this bouquet');
    expect(failure?.sentence).not.toContain('conflicts');
    expect(failure?.remedy).toEqual(['Add what is missing (funds or stock), or ask for less.']);
  });
  it('shows no example that the schema refuses', () => {
    const size = { type: 'number', exclusiveMinimum: 0, examples: [-3] };
    const failure = of('size is invalid', 'send', { size: -3 }, { type: 'object', properties: { size } });
    expect(JSON.stringify(failure?.fix)).not.toContain('such as');
  });
  it('leaves the choice within a range open', () => {
    const failure = of('stems must be between 3 and 12', 'send', { stems: 40 });
    expect(failure?.fix).toMatchObject({ kind: 'request', changes: [] });
    expect(failure?.fix).toMatchObject({ missing: [{ path: '/stems', wants: 'a number from 3 to 12' }] });
  });
  it('names both arguments of a rule about two', () => {
    expect(of('Pass card or note, not both', 'send', { card: 'x', note: 'y' })).toMatchObject({
      class: 'validation',
      remedy: ['Pass card or note, not both.'],
    });
    expect(of('card and note are mutually exclusive', 'send', { card: 'x', note: 'y' })?.class).toBe('validation');
  });
  it('follows a step that comes first instead of waiting', () => {
    expect(of('Stock not available. Please run load_stock before calling send.')).toMatchObject({
      class: 'not_ready',
      retry: { verdict: 'after_fix' },
      remedy: ['Call load_stock first.'],
    });
  });
  it('follows it even if the server is busy', () => {
    const failure = of('Florist is busy, call open_shop first');
    expect(failure).toMatchObject({ retry: { verdict: 'after_fix' }, owner: 'request', fix: { kind: 'request' } });
    expect(failure?.sentence).toBe('Call open_shop first');
    expect(failure?.remedy).toEqual(['Call open_shop first.']);
  });
  it('does not point to a step that the message does not name', () => {
    expect(of('Not ready')?.remedy[0]).toContain('The message names no step');
    expect(of('No shop is selected. Select a shop first.')?.remedy[0]).toContain('“No shop is selected');
  });
  it('waits for something that is not ready and names no step', () => {
    expect(of('The database is not ready')).toMatchObject({ class: 'unavailable', retry: { verdict: 'backoff' } });
  });
  it('sends a missing capability of the client to the client', () => {
    const failure = of('The client does not support elicitation');
    expect(failure).toMatchObject({ class: 'unsupported', owner: 'client' });
    expect(failure?.remedy.join(' ')).not.toContain('server offers');
  });
  it.each([
    ['Zu viele Anfragen. Bitte warten Sie 45 Sekunden.', 45_000],
    ['Demasiadas solicitudes, intente de nuevo en 3 minutos', 180_000],
    ['Trop de requêtes. Veuillez réessayer dans 20 secondes.', 20_000],
    ['Слишком много запросов, повторите через 15 секунд', 15_000],
    ['请求过于频繁，请在40秒后重试', 40_000],
  ])('keeps a wait in another language: %s', (text, afterMs) => {
    expect(of(text)).toMatchObject({ class: 'rate_limited', retry: { verdict: 'wait', afterMs } });
  });
  it('suggests no sentence as a command', () => {
    expect(of('docker is not installed')?.remedy[0]).not.toContain('The server suggests');
  });
});

describe('settings', () => {
  it.each([
    ["ENOENT: no such file or directory, scandir '/srv/roses'", 'a folder'],
    ['docker is not installed', 'a program'],
  ])('are not the server’s fault: %s', (text) => {
    const failure = decode(toolError(text, call('list', { kind: 'tulip' })), context());
    expect(failure).toMatchObject({ owner: 'settings', fix: { kind: 'setting' } });
  });
  it('include a package that the registry does not have', () => {
    const stderr = ['npm error code E404', "npm error 404  'no-such-florist@*' is not in this registry."];
    const process = { code: 1, signal: null, stderr, isStart: true };
    expect(decode({ method: 'initialize', process }, context())).toMatchObject({ owner: 'settings' });
  });
});

describe('a name', () => {
  it.each([
    ['rate_limit must be a number', 'set_plan', { rate_limit: 'x' }],
    ['quota_exceeded is not a known event', 'on', { event: 'quota_exceeded' }],
    ['Something failed in rate_limit', 'rate_limit', { a: 1 }],
    ['limit is not a number', 'list', { limit: 'x' }],
  ])('is no statement: %s', (text, tool, args) => {
    expect(decode(toolError(text, call(tool, args)), context())?.class).not.toBe('rate_limited');
  });
  it('of a tool in a recording is not found', () => {
    const failure = decode(
      rpcError(-32000, 'The recording has no call of rate_limit.', undefined, call('rate_limit', {})),
      context(),
    );
    expect(failure?.class).toBe('not_found');
  });
});

describe('a status in a field of the result', () => {
  it('is the server’s own, not that of a service', () => {
    const error = { code: 429, message: 'Too many bouquets', retry_after: 5 };
    const result = {
      isError: true,
      content: [{ type: 'text', text: 'Too many bouquets' }],
      structuredContent: { error },
    };
    expect(decode(toolResult(result, call('send', {})), context())).toMatchObject({ owner: 'client', fault: 'caller' });
    const quoted = toolError('Request failed with status code 429', call('send', {}));
    expect(decode(quoted, context())).toMatchObject({ owner: 'upstream' });
  });
});

describe('an address that refuses', () => {
  it('is checked, not restarted', () => {
    const http = { ...exchanged(200), status: null, error: 'ECONNREFUSED: Nothing is listening at 127.0.0.1:9' };
    expect(decode({ method: 'initialize', http }, context())).toMatchObject({ owner: 'network' });
  });
});
