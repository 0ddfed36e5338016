// The short form of a failure agrees with the whole one, and what was read before with what is read anew.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../failure.ts';
import type { Json } from '../json.ts';
import { type DecodeOptions, decode, judge } from './decode.ts';
import { noFingerprint } from './fingerprint.ts';
import { answered, context, exchanged, receivedAt, rpcError, toolError, toolResult } from './fixtures.ts';
import { Readings } from './readings.ts';
import type { Subject } from './subject.ts';

function inShort(failure: Judgement | null): string {
  if (failure === null) return 'null';
  const { layer, carrier, origin, code, codeName, severity, flagged, title, message } = failure;
  const { class: failureClass, retry, issues, problem, dialect, notes } = failure;
  return JSON.stringify([
    [layer, carrier, origin, failureClass, code, codeName, severity, flagged, title, message],
    [retry, issues, problem, dialect, notes],
  ]);
}

/** Judges the subjects one after another with one memory, and each of them whole and without. */
function check(subjects: readonly Subject[], contexts: readonly DecodeOptions[]): void {
  const readings = new Readings();
  for (const options of contexts) {
    for (const subject of subjects) {
      const failure = decode(subject, options);
      expect(inShort(judge(subject, options))).toBe(inShort(failure));
      expect(inShort(judge(subject, options, readings))).toBe(inShort(failure));
    }
  }
}

const contexts: readonly DecodeOptions[] = [
  context(),
  context(),
  context({ server: 'other', receivedAt: receivedAt + 60_000 }),
  context({ fingerprint: { ...noFingerprint, confidence: { erlmcp: 0.9 }, firm: 'erlmcp' } }),
  context({ pinnedDialect: 'platica' }),
];

function asked(subject: Subject): Subject[] {
  return [
    subject,
    { ...subject, target: 'another' },
    { ...subject, method: 'resources/read', target: 'file:///a' },
    { ...subject, method: 'resources/list', target: undefined },
    { ...subject, method: 'logging/setLevel', target: undefined },
    { ...subject, http: exchanged(200) },
    { ...subject, http: exchanged(503, { 'retry-after': '30' }) },
  ];
}

const words = fc.constantFrom(
  'MCP error -32602: ',
  'Error: ',
  'rate limit exceeded',
  'not found',
  ' retry in 30 seconds',
  'Invalid arguments for tool x: a: Required',
  '{"code":"NOT_FOUND","message":"gone"}',
  'HTTP 401 ',
  'Tool nope not found',
  'token=abcdefghijkl',
  ' https://docs.example/help ',
  '\n    at main (/srv/app/index.js:3:1)',
  'é ',
);
const text = fc.array(fc.oneof(words, fc.string({ maxLength: 8 })), { maxLength: 4 }).map((parts) => parts.join(''));
const code = fc.constantFrom<Json>(
  -32601,
  -32602,
  -32603,
  -32001,
  -32000,
  -32042,
  -32200,
  429,
  1001,
  3001,
  'E_X',
  null,
);
const data = fc.dictionary(
  fc.constantFrom(
    'status',
    'retry_after',
    'retryable',
    'errors',
    'field',
    'type',
    'title',
    'detail',
    'error_class',
    'uri',
  ),
  fc.oneof(text, fc.constantFrom<Json>(404, 30, true, [{ path: ['a'], message: 'Required' }], 'https://x.example/y')),
  { maxKeys: 5 },
) as fc.Arbitrary<Json>;

describe('two depths of reading', () => {
  it('agree on anything, met before or not', () => {
    fc.assert(
      fc.property(code, text, data, (number, message, more) => {
        for (const subject of [
          rpcError(number, message, more),
          toolError(message),
          toolResult({ isError: true, content: [], structuredContent: more }),
          toolResult({ content: [{ type: 'text', text: JSON.stringify({ error: more, message }) }] }),
        ])
          check(asked(subject), contexts);
      }),
      { numRuns: 15 },
    );
  });

  it('agree where nobody sent an error', () => {
    check(
      [
        answered([]),
        answered({ jsonrpc: '2.0', id: 1 }),
        { method: 'ping', timeout: { afterMs: 100 } },
        { method: 'tools/call', unanswered: { why: 'closed' } },
        toolResult({ content: [{ type: 'text', text: 'all is well' }] }),
      ],
      contexts,
    );
  });

  it('judge a failure alike whatever tool and server it is of', () => {
    const readings = new Readings();
    const asked = (method: string) => rpcError(-32603, 'Too many requests', undefined, { method });
    const known = judge(asked('resources/list'), context(), readings);
    expect(judge(asked('prompts/list'), context({ server: 'globex' }), readings)).toBe(known);
    expect(decode(asked('prompts/list'), context({ server: 'globex' }))?.explanation).toContain('globex');
  });

  it('give the whole failure where no answer was read', () => {
    const subjects: Subject[] = [
      { method: 'ping', timeout: { afterMs: 100 } },
      { method: 'ping', http: exchanged(503, {}, 'Service unavailable') },
      { ...toolResult({ content: [] }), http: exchanged(500) },
    ];
    for (const subject of subjects) expect(judge(subject, context())).toEqual(decode(subject, context()));
  });
});
