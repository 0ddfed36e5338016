import { expect, test } from 'vitest';
import { judgeConformance } from './conformance.ts';
import { expectationOf } from './expectations.ts';
import { type StandardId, standardIds } from './probing.ts';
import { answered, rpcError, standard, toolError } from './testing/compare-fixtures.ts';

const judge = (id: StandardId, message: Parameters<typeof answered>[2], revision = '2025-11-25', status?: number) => {
  const provocation = standard(id, revision);
  return judgeConformance(
    provocation.expects,
    answered('s', provocation, message, status === undefined ? {} : { status }),
  );
};

test('every standard mistake has a sentence and a section for every revision', () => {
  for (const id of standardIds)
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
      const { sentence, section } = expectationOf(id, revision);
      expect([id, sentence.endsWith('.'), section.length > 3]).toEqual([id, true, true]);
    }
});

test('invalid arguments changed from a protocol error to a tool error with 2025-11-25', () => {
  const asTool = toolError('Invalid arguments: a is required');
  const asProtocol = rpcError(-32602, 'Invalid arguments');
  expect(judge('missing-argument', asTool).verdict).toBe('kept');
  expect(judge('missing-argument', asProtocol)).toMatchObject({
    verdict: 'broken',
    sentence: expect.stringContaining('This server sent the protocol error -32602.'),
  });
  expect(judge('missing-argument', asTool, '2025-06-18').verdict).toBe('broken');
  expect(judge('missing-argument', asProtocol, '2025-06-18').verdict).toBe('kept');
});

test('a missing resource is -32002 until 2025-11-25 and -32602 from 2026-07-28', () => {
  expect(judge('unknown-resource', rpcError(-32002, 'Resource not found')).verdict).toBe('kept');
  expect(judge('unknown-resource', rpcError(-32602, 'Resource not found')).verdict).toBe('broken');
  expect(judge('unknown-resource', rpcError(-32602, 'Resource not found'), '2026-07-28').verdict).toBe('kept');
});

test('a malformed address is rejected with one of two codes, and the sentence names both', () => {
  for (const code of [-32602, -32002])
    expect(judge('malformed-uri', rpcError(code, 'Invalid URI')).verdict).toBe('kept');
  expect(judge('malformed-uri', rpcError(-32603, 'Invalid URL'))).toMatchObject({
    verdict: 'broken',
    sentence:
      'A server must check every resource address, so one that is none is a protocol error -32602 or -32002. This server sent the protocol error -32603.',
  });
});

test.each(['Host name not found', 'fetch failed', 'Invalid API key', 'Too many requests', 'Request timed out'])(
  'a tool that failed with “%s” shows nothing about its arguments',
  (text) => {
    for (const revision of ['2025-11-25', '2025-06-18'])
      expect(judge('missing-argument', toolError(text), revision)).toEqual({
        verdict: 'open',
        sentence: expect.stringContaining('failed for another reason'),
      });
  },
);

test('a tool error whose reason is unknown may be about the arguments', () => {
  expect(judge('missing-argument', toolError('Something odd')).verdict).toBe('kept');
});

test('batches are valid in 2025-03-26 only', () => {
  const pong = { result: { content: [] } };
  expect(judge('batch', pong, '2025-03-26').verdict).toBe('kept');
  expect(judge('batch', pong).verdict).toBe('broken');
});

test('a failure inside a result does not count as success', () => {
  const hidden = { result: { error: { code: -32101, message: 'Validation Error', data: { status: 400 } } } };
  expect(judge('wrong-type', hidden)).toMatchObject({
    verdict: 'broken',
    sentence: expect.stringContaining('hid the failure in a result'),
  });
});

test('credentials are checked by the HTTP status, and undefined behavior is left open', () => {
  expect(judge('wrong-credentials', rpcError(-32001, 'Unauthorized'), '2025-11-25', 401).verdict).toBe('kept');
  expect(judge('wrong-credentials', rpcError(-32001, 'Unauthorized'), '2025-11-25', 200).verdict).toBe('broken');
  expect(judge('before-handshake', rpcError(-32000, 'Not initialized')).verdict).toBe('open');
});
