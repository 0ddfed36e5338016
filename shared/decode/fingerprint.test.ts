import { expect, test } from 'vitest';
import type { Json } from '../json.ts';
import { decode } from './decode.ts';
import { type Fingerprint, hasFirmedUp, noFingerprint, noteMarks } from './fingerprint.ts';

const closientError = (code: number, word: string, status: number): Json => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    error: {
      code,
      message: word,
      data: { type: `https://closient.com/docs/errors/${word}`, title: word, status, detail: 'd', error_code: word },
    },
  },
});

function read(value: Json, fingerprint: Fingerprint) {
  const answer = { value, text: JSON.stringify(value) };
  return decode({ method: 'tools/call', target: 'get', answer }, { server: 'S', receivedAt: 0, fingerprint });
}

test('a server that sends problem documents firms up as itself, not as the format', () => {
  let fingerprint = noFingerprint;
  for (const [code, word, status] of [
    [-32200, 'not_found', 404],
    [-32003, 'rate_limited', 429],
    [-32002, 'forbidden', 403],
  ] as const) {
    const failure = read(closientError(code, word, status), fingerprint);
    expect(failure?.dialect.id).toBe('closient');
    fingerprint = noteMarks(fingerprint, failure);
  }
  expect(fingerprint.firm).toBe('closient');
  expect(hasFirmedUp(noFingerprint, fingerprint)).toBe(true);
});

test('what was learnt decides a code that means three things', () => {
  const bare: Json = { jsonrpc: '2.0', id: 2, error: { code: -32001, message: 'Refused' } };
  expect(read(bare, noFingerprint)).toMatchObject({ class: 'unknown', retry: { verdict: 'unknown' } });
  const learnt = noteMarks(noFingerprint, read(closientError(-32200, 'not_found', 404), noFingerprint));
  expect(read(bare, learnt)).toMatchObject({ class: 'unauthorized', dialect: { id: 'closient' } });
});
