import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import { carriers, failureClasses, layers, severities, verdicts } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { decode } from './decode.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from './testing/account-fixtures.ts';

/** Decodes and checks the result against the guarantees of failure.ts. */
function check(account: Account): void {
  const before = JSON.stringify(account.params ?? null);
  const failure = decode(account, context());
  expect(JSON.stringify(account.params ?? null)).toBe(before);
  if (failure === null) return;
  expect(failureClasses).toContain(failure.class);
  expect(verdicts).toContain(failure.retry.verdict);
  expect(layers).toContain(failure.layer);
  expect(carriers).toContain(failure.carrier);
  expect(severities).toContain(failure.severity);
  expect(failure.title.length).toBeGreaterThan(0);
  expect(failure.explanation).toMatch(/\S/);
  expect(failure.explanation.length).toBeLessThan(2000);
  expect(failure.retry.afterMs === null || failure.retry.afterMs >= 0).toBe(true);
  expect(failure.dialect.confidence).toBeGreaterThanOrEqual(0);
  expect(failure.dialect.confidence).toBeLessThanOrEqual(1);
  // It can be serialized.
  expect(JSON.stringify(failure).length).toBeLessThan(300_000);
}

const names = fc.constantFrom(
  'error',
  'code',
  'message',
  'data',
  'status',
  'retry_after',
  'retryable',
  'details',
  'errors',
  'issues',
  'title',
  'type',
  'detail',
  'isError',
  'content',
  'text',
  'structuredContent',
  'result',
  '__proto__',
  'constructor',
  'toString',
  'path',
  'error_class',
  'retry_hint',
  '@type',
  'x402Version',
  'accepts',
  'elicitations',
  'next_actions',
  'fieldErrors',
  'success',
  'ok',
);
const scalars = fc.oneof(
  fc.constantFrom<Json>(
    -32001,
    -32602,
    404,
    429,
    3001,
    0,
    1e308,
    -0,
    'rate limit exceeded',
    'MCP error -32602: ',
    '{"a":',
    '\ud800',
    '',
    'not found',
    'x'.repeat(500),
    true,
    false,
    null,
    'https://a.example/',
    '#/a/%zz',
    '[{"path":["a"],"message":"b"}]',
  ),
  fc.string(),
  fc.integer(),
  fc.double(),
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars as fc.Arbitrary<Json>,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 6 }).map((entries) => {
      // As JSON.parse makes them: `__proto__` is an ordinary key.
      const object: Record<string, Json> = {};
      for (const [name, value] of entries)
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      return object;
    }),
  ),
})).value;

/** Any value as text: its own `toString` field must not be called. */
function plain(value: Json): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

describe('decode, with any input', () => {
  it('never throws and keeps its guarantees', () => {
    fc.assert(
      fc.property(json, (value) => {
        check(answered(value));
        check(answered({ jsonrpc: '2.0', id: 1, error: value }));
        check(toolResult(value));
        check(toolResult({ isError: true, content: [value], structuredContent: value }));
        check(toolResult({ isError: true, content: [{ type: 'text', text: JSON.stringify(value) }] }));
        check(toolResult({ content: [{ type: 'text', text: JSON.stringify({ error: value }) }] }));
        check(rpcError(-32603, JSON.stringify(value), value));
        check({
          method: 'ping',
          http: exchanged(
            500,
            { 'retry-after': plain(value), 'www-authenticate': JSON.stringify(value) ?? '' },
            JSON.stringify(value),
          ),
        });
        check({ method: 'tools/list', noise: [JSON.stringify(value) ?? '', plain(value)] });
      }),
    );
  });

  it('reads every prefix and many mutations of real messages', () => {
    const messages = [
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32200,"message":"Not Found","data":{"type":"https://closient.com/docs/errors/not_foun' +
        'd","title":"Not Found","status":404,"retryable":false}}}',
      '{"result":{"isError":true,"content":[{"type":"text","text":"{\\"code\\":404,\\"error\\":\\"Client ' +
        'not found\\"}"}],"structuredContent":{"code":404}},"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error: MCP error -32602: [{\\"path\\":[\\"a\\"],\\"message' +
        '\\":\\"b\\"}] Retry after 5s"}]}}',
    ];
    for (const message of messages) {
      for (let length = 0; length <= message.length; length++) {
        const part = message.slice(0, length);
        check(toolError(part));
        check(toolResult({ content: [{ type: 'text', text: part }] }));
        check({ method: 'tools/call', noise: [part] });
        check({ method: 'tools/call', http: exchanged(502, {}, part) });
      }
    }
    fc.assert(
      fc.property(fc.constantFrom(...messages), fc.nat(), fc.string({ maxLength: 3 }), (message, at, noise) => {
        const index = at % message.length;
        check(toolError(message.slice(0, index) + noise + message.slice(index + noise.length)));
      }),
    );
  });

  it('handles nesting of 10,000 levels', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"error":', '}'],
      ['{"data":', '}'],
      ['{"errors":[', ']}'],
      ['{"message":', '}'],
    ] as const) {
      const text = open.repeat(10_000) + (open === '[' ? '' : '1') + close.repeat(10_000);
      const value = JSON.parse(text) as Json;
      const deep = (answer: Json): Account => ({
        method: 'tools/call',
        target: 'x',
        answer: { value: answer, text: '' },
      });
      for (const account of [
        deep({ jsonrpc: '2.0', id: 1, error: value }),
        deep({ id: 1, result: { isError: true, structuredContent: value, content: [{ type: 'text', text }] } }),
        deep({ id: 1, result: { content: [{ type: 'text', text }], structuredContent: value } }),
        deep({ id: 1, result: value }),
        rpcError(-32603, text),
      ]) {
        const failure = decode(account, context());
        if (failure !== null) expect(() => JSON.stringify(failure)).not.toThrow();
      }
    }
    let nested = '"end"';
    for (let level = 0; level < 12; level++) nested = JSON.stringify(`{"message":${nested}}`);
    check(toolError(JSON.parse(nested) as string));
  });

  it('handles 4 MB of text', () => {
    const size = 4 * 1024 * 1024;
    // Quadratic work would run into the test's timeout.
    for (const letter of [
      'a',
      ' ',
      '{',
      '[{"',
      'Error: ',
      '<html>',
      'MCP error -32602: ',
      '\n    at x',
      '4',
      '"error":{',
    ]) {
      const text = letter.repeat(Math.ceil(size / letter.length));
      decode(
        {
          method: 'tools/call',
          target: 'x',
          answer: { value: { id: 1, result: { isError: true, content: [{ type: 'text', text }] } }, text },
        },
        context(),
      );
      decode(
        {
          method: 'tools/call',
          target: 'x',
          answer: { value: { id: 1, result: { content: [{ type: 'text', text }] } }, text },
        },
        context(),
      );
      decode({ method: 'tools/call', http: exchanged(500, {}, text) }, context());
    }
  });

  it('examines only a bounded part of wide payloads', () => {
    const wide: Record<string, Json> = {};
    for (let index = 0; index < 200_000; index++) wide[`field${index}`] = { error: 'x' };
    check(rpcError(-32603, 'x', wide));
    check(
      toolResult({
        isError: true,
        content: [],
        structuredContent: {
          issues: Array.from({ length: 100_000 }, (_, index) => ({ path: ['a', index], message: 'b' })),
        },
      }),
    );
  });
});
