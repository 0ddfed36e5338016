import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { answered, context, rpcError } from '../testing/account-fixtures.ts';

const unknown = (method: string, params: Json = {}, more = {}) =>
  decode(rpcError(-32601, 'Method not found', undefined, { method, target: undefined, params, ...more }), context());

const predates = 'This server seems to predate 2026-07-28: connect with initialize instead.';
const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

describe('a method that the server does not know', () => {
  it('of 2026-07-28 means an older server', () => {
    expect(unknown('subscriptions/listen')?.remedy).toEqual([predates]);
    expect(unknown('server/discover', modern)?.remedy[0]).toContain('fall back to initialize');
    expect(unknown('prompts/get', modern)?.remedy).toEqual([
      predates,
      'prompts/get needs the capability prompts: this server seems not to offer it.',
    ]);
  });

  it('is read from error.data if no request is known', () => {
    const error = { code: 7, message: 'Handler crashed', data: 'Unknown request tag: subscriptions/listen' };
    const failure = decode(
      answered({ jsonrpc: '2.0', id: 9, error }, { method: undefined, target: undefined }),
      context(),
    );
    expect(failure?.class).toBe('method_not_found');
    expect(failure?.remedy).toEqual([predates]);
  });

  it('of the specification is spelled correctly: its capability is named', () => {
    expect(unknown('resources/subscribe')?.remedy).toEqual([
      'resources/subscribe needs the capability resources.subscribe: this server seems not to offer it.',
    ]);
    expect(unknown('logging/setLevel')?.remedy.join(' ')).toContain('capability logging');
  });

  it('of no specification may be misspelled', () => {
    expect(unknown('tool/lst')?.remedy[0]).toBe('Check the spelling of the method.');
  });
});

describe('a method that the server sent and the client does not know', () => {
  it('is for the server to fix', () => {
    const failure = unknown('telemetry', {}, { isFromServer: true });
    expect(failure).toMatchObject({ owner: 'server', fix: { kind: 'report', to: 'server' } });
    expect(failure?.sentence).toBe('acme sent telemetry, which the client does not offer');
    expect(failure?.remedy.join(' ')).toContain('notifications/message');
  });

  it('names the capability that the client did not declare', () => {
    expect(unknown('roots/list', {}, { isFromServer: true })?.remedy).toEqual([
      'Change the server: send roots/list only to clients that declare the capability roots.',
    ]);
  });
});
