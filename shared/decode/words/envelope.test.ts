import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, rpcError, toolError } from '../testing/account-fixtures.ts';
import { isOfMessage } from './envelope.ts';

const typed = (path: string[], expected: string, received: string): string =>
  JSON.stringify([{ code: 'invalid_type', path, expected, message: `Expected ${expected}, received ${received}` }]);

function refused(method: string, params: Json | undefined, message: string, code = -32602) {
  return decode(rpcError(code, message, undefined, { method, target: undefined, params }), context());
}

describe("params that break MCP's schema", () => {
  it.each([
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {} },
      ['params', 'clientInfo'],
      'Pass params.clientInfo: {name, version}',
    ],
    ['initialize', undefined, ['params'], 'Pass params: {protocolVersion, capabilities, clientInfo: {name, version}}'],
    ['initialize', { protocolVersion: 7 }, ['params', 'protocolVersion'], 'params.protocolVersion: 7 → text'],
    ['tools/call', undefined, ['params'], 'Pass params: {name, arguments}'],
    ['tools/call', { arguments: {} }, ['params', 'name'], 'Pass params.name: a name from tools/list'],
    ['tools/call', { name: false }, ['params', 'name'], 'params.name: false → text'],
    ['tools/call', { name: 'draw', arguments: [1] }, ['params', 'arguments'], 'params.arguments: a list → an object'],
  ])('%s with %j: names the path and the expected value', (method, params, path, step) => {
    const failure = refused(method, params as Json | undefined, typed(path, 'object', 'other'));
    expect(failure?.sentence).toBe(step);
    expect(failure?.remedy).toEqual([`${step}.`]);
    expect(failure?.owner).toBe(method === 'initialize' ? 'client' : 'request');
    expect(failure?.notes.map(({ message }) => message).join(' ')).not.toContain('tool error');
  });

  it('says that params must be an object if the server names no path', () => {
    const failure = refused('ping', ['a'], 'cannot decode array into PingParams', -32600);
    expect(failure?.sentence).toBe('params: a list → an object');
    expect(failure?.remedy.join(' ')).not.toContain('or a list');
  });

  it('names every invalid path if the server says so in text or names only the first', () => {
    const params = { protocolVersion: 7, capabilities: [], clientInfo: 'x' } as Json;
    for (const said of [
      'invalid params: protocolVersion must be string, capabilities must be object, clientInfo must be object',
      'json: cannot unmarshal number into Go struct field initializeParams.protocolVersion of type string',
    ])
      expect(refused('initialize', params, said)?.remedy).toEqual([
        'params.protocolVersion: 7 → text.',
        'params.capabilities: a list → an object.',
        'params.clientInfo: text → an object.',
      ]);
  });

  it('names every path that the server rejects', () => {
    const params = { protocolVersion: 7, capabilities: [], clientInfo: { name: 'x', version: '1' } };
    const both = ['protocolVersion', 'capabilities'].map((name) => ({
      code: 'invalid_type',
      path: ['params', name],
      message: 'Wrong type',
    }));
    expect(refused('initialize', params as Json, JSON.stringify(both))?.remedy).toEqual([
      'params.protocolVersion: 7 → text.',
      'params.capabilities: a list → an object.',
    ]);
  });

  it.each([
    ['resources/read', { uri: 3 }, ['params', 'uri'], 'params.uri: 3 → text'],
    ['resources/read', {}, ['params', 'uri'], 'Pass params.uri: an address from resources/list'],
    ['prompts/get', {}, ['params', 'name'], 'Pass params.name: a name from prompts/list'],
    ['tools/list', { cursor: 5 }, ['params', 'cursor'], 'params.cursor: 5 → text, the nextCursor of the page before'],
    [
      'logging/setLevel',
      { level: 'loud' },
      ['params', 'level'],
      'Correct params.level: one of debug, info, notice, warning, error, critical, alert, emergency',
    ],
  ])('%s with %j: says what MCP expects there', (method, params, path, step) => {
    expect(refused(method, params as Json, typed(path, 'string', 'other'))?.remedy).toEqual([`${step}.`]);
  });

  it('names the invalid URL if the server only says that one is invalid', () => {
    const failure = refused('resources/read', { uri: 'just words' }, 'Invalid URL');
    expect(failure?.sentence).toBe('params.uri: “just words” → an address from resources/list');
    expect(refused('resources/read', { uri: 'file:///a' }, 'Invalid URL')?.sentence).not.toContain('params.uri');
  });

  it('suggests params for a handshake without any', () => {
    expect(refused('initialize', undefined, 'Invalid request parameters')?.sentence).toBe(
      'Pass params: {protocolVersion, capabilities, clientInfo: {name, version}}',
    );
    expect(refused('tools/list', undefined, 'Invalid request parameters')?.sentence).not.toContain('Pass params');
  });

  it('recognizes an invalid message by the kinds it could have been', () => {
    const kinds = ['JSONRPCRequest', 'JSONRPCNotification']
      .map((name) => `${name}\n  Input should be a valid dictionary [type=model_type, input_value=[], input_type=list]`)
      .join('\n');
    const text = `2 validation errors for union[JSONRPCRequest,JSONRPCNotification]\n${kinds}`;
    const failure = decode(rpcError(-32602, text, undefined, { method: undefined, target: undefined }), context());
    expect(failure?.sentence).toContain('Send one JSON-RPC message');
    expect(failure?.sentence).toContain('not a list');
    expect(failure?.owner).toBe('client');
  });

  it('suggests -32602 instead of -32603 for bad params', () => {
    const notes = refused(
      'tools/call',
      { arguments: {} },
      typed(['params', 'name'], 'string', 'undefined'),
      -32603,
    )?.notes;
    expect(notes?.map(({ message }) => message)).toContain(
      'Bad params were answered with -32603, internal error; -32602 says what it is.',
    );
  });

  it('treats an argument named params as an argument', () => {
    const sent = { method: 'tools/call', params: { name: 'draw', arguments: { params: 4 } } };
    const text = typed(['params'], 'string', 'number');
    expect(decode(toolError(text, sent), context())?.sentence).toBe('Set params to "4"');
    expect(decode(rpcError(-32602, text, undefined, sent), context())?.sentence).toBe('Set params to "4"');
  });

  it('ignores issues inside the arguments', () => {
    const sent = { method: 'tools/call', params: { name: 'draw', arguments: { size: 'x' } } };
    const failure = decode(
      rpcError(-32602, typed(['params', 'arguments', 'size'], 'number', 'string'), undefined, sent),
      context(),
    );
    expect(failure?.sentence).toMatch(/^Fix size/);
    expect(failure?.fix).toMatchObject({ missing: [{ path: '/size' }] });
  });
});

it('reads a list of reasons as a broken message only if several kinds of message were tried', () => {
  const issue = (path: string) => ({ path, message: 'Field required' });
  const tried = [issue('/JSONRPCRequest/method'), issue('/JSONRPCNotification/method')];
  expect(isOfMessage(tried)).toBe(true);
  expect(isOfMessage(tried.slice(1))).toBe(false);
  expect(isOfMessage([...tried, issue('/params')])).toBe(false);
});
