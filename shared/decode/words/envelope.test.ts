import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, rpcError, toolError } from '../testing/fixtures.ts';

const typed = (path: string[], expected: string, received: string): string =>
  JSON.stringify([{ code: 'invalid_type', path, expected, message: `Expected ${expected}, received ${received}` }]);

function refused(method: string, params: Json | undefined, message: string, code = -32602) {
  return decode(rpcError(code, message, undefined, { method, target: undefined, params }), context());
}

describe('params that break the shape of MCP', () => {
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
  ])('%s with %j: names the place and what belongs there', (method, params, path, step) => {
    const failure = refused(method, params as Json | undefined, typed(path, 'object', 'other'));
    expect(failure?.sentence).toBe(step);
    expect(failure?.remedy).toEqual([`${step}.`]);
    expect(failure?.owner).toBe(method === 'initialize' ? 'client' : 'request');
    expect(failure?.notes.map(({ message }) => message).join(' ')).not.toContain('tool error');
  });

  it('says that a list of params is no object where the server names no place', () => {
    const failure = refused('ping', ['a'], 'cannot decode array into PingParams', -32600);
    expect(failure?.sentence).toBe('params: a list → an object');
    expect(failure?.remedy.join(' ')).not.toContain('or a list');
  });

  it('asks for -32602 alone where -32603 answers bad params', () => {
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

  it('leaves an argument that is called params to the arguments', () => {
    const sent = { method: 'tools/call', params: { name: 'draw', arguments: { params: 4 } } };
    const text = typed(['params'], 'string', 'number');
    expect(decode(toolError(text, sent), context())?.sentence).toBe('Set params to "4"');
    expect(decode(rpcError(-32602, text, undefined, sent), context())?.sentence).toBe('Set params to "4"');
  });

  it('leaves what is inside of the arguments to the arguments', () => {
    const sent = { method: 'tools/call', params: { name: 'draw', arguments: { size: 'x' } } };
    const failure = decode(
      rpcError(-32602, typed(['params', 'arguments', 'size'], 'number', 'string'), undefined, sent),
      context(),
    );
    expect(failure?.remedy).toContain('Compare the arguments with the input schema in tools/list.');
  });
});
