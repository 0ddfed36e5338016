import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { answered, context, exchanged, rpcError } from '../decode/testing/account-fixtures.ts';
import type { Json } from '../json/json.ts';

const statuses = [
  [400, 'Bad input', 'validation', 'after_fix'],
  [400, 'Must specify a valid workspace for this key', 'validation', 'after_fix'],
  [401, 'Key is disabled', 'unauthorized', 'after_auth'],
  [403, 'No access', 'forbidden', 'after_auth'],
  [404, 'Client not found', 'not_found', 'after_fix'],
  [422, 'Agent without workspace', 'conflict', 'after_fix'],
  [500, 'Backend broke', 'internal', 'backoff'],
] as const;

function executionError(body: Json, structured?: Json) {
  const result: Json = { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] };
  return answered({
    jsonrpc: '2.0',
    id: 7,
    result: structured === undefined ? result : { ...result, structuredContent: structured },
  });
}

describe('platica', () => {
  for (const [code, error, failureClass, verdict] of statuses) {
    for (const structured of [true, false]) {
      it(`reads REST ${code} “${error}” ${structured ? 'with' : 'without'} structuredContent`, () => {
        const failure = decode(
          executionError({ code, error, details: 'More about it' }, structured ? { code, error } : undefined),
          context(),
        );
        expect(failure).toMatchObject({
          layer: 'tool',
          carrier: 'result.isError',
          class: failureClass,
          code,
          category: 'Execution error',
          retry: { verdict },
          dialect: { id: 'platica' },
        });
      });
    }
  }

  it('suggests the workspace if that is missing', () => {
    const failure = decode(
      executionError({ code: 400, error: 'Must specify a valid workspace...', details: '' }),
      context(),
    );
    expect(failure?.remedy[0]).toBe('Pass workspace: "<id>" in the arguments.');
    expect(failure?.codeName).toBe('Workspace missing');
  });

  for (const [code, failureClass, verdict] of [
    [-32001, 'unauthorized', 'after_auth'],
    [-32000, 'unsupported', 'never'],
    [-32602, 'invalid_request', 'after_fix'],
    [-32603, 'internal', 'backoff'],
  ] as const) {
    it(`reads protocol error ${code}`, () => {
      const failure = decode(rpcError(code, 'It did not go through'), context({ pinnedDialect: 'platica' }));
      expect(failure).toMatchObject({
        class: failureClass,
        category: 'Protocol error',
        retry: { verdict },
        dialect: { id: 'platica' },
      });
    });
  }

  it('recognizes its key format', () => {
    const failure = decode(
      rpcError(-32001, 'Unauthorized: use Bearer pl_key_...', undefined, { http: exchanged(401) }),
      context(),
    );
    expect(failure).toMatchObject({ class: 'unauthorized', dialect: { id: 'platica' } });
  });

  it('turns issues into paths', () => {
    const failure = decode(
      answered({
        jsonrpc: '2.0',
        id: 1,
        result: {
          isError: true,
          content: [{ type: 'text', text: 'client.name: Required\nage: Expected number' }],
          structuredContent: {
            issues: [
              { path: ['client', 'name'], message: 'Required', code: 'invalid_type' },
              { path: 'age', message: 'Expected number', code: 'invalid_type' },
            ],
          },
        },
      }),
      context(),
    );
    expect(failure).toMatchObject({
      class: 'validation',
      issues: [
        { path: '/client/name', message: 'Required', code: 'invalid_type' },
        { path: '/age', message: 'Expected number', code: 'invalid_type' },
      ],
    });
  });
});
