import { describe, expect, it, test } from 'vitest';
import type { ReplayVerdict } from '../retry/replay-verdict.ts';
import { failure } from '../retry/testing/retry-fixtures.ts';
import { type FailureIdentity, failureIdentity, judgeAll, judgeAnswer } from './verdict.ts';

const before: FailureIdentity = {
  layer: 'tool',
  carrier: 'result.error',
  class: 'validation',
  code: -32602,
  target: 'create_order',
  fields: ['/email', '/lines'],
};

describe('one response', () => {
  test.each<[string, Partial<FailureIdentity>, ReplayVerdict, string]>([
    ['nothing changed', {}, 'same', 'Same kind, code and place of failure.'],
    ['another code', { code: -32603 }, 'different', 'code was -32602, is -32603.'],
    ['one of two fields was put right', { fields: ['/lines'] }, 'different', 'fields was /email, /lines, is /lines.'],
    ['another class', { class: 'not_found' }, 'different', 'class was validation, is not_found.'],
    ['another carrier', { carrier: 'jsonrpc.error' }, 'different', 'carrier was result.error, is jsonrpc.error.'],
    [
      'a refusal became an internal error',
      { class: 'internal' },
      'worse',
      'A refusal became a breakdown within the call.',
    ],
    ['a refusal became silence', { class: 'timeout' }, 'worse', 'A refusal became a breakdown within the call.'],
    ['a refusal became a crash', { class: 'connection_lost' }, 'worse', 'A refusal became a lost connection.'],
    ['a number became a text', { code: '-32602' }, 'different', 'code was -32602, is -32602.'],
  ])('%s', (_name, change, verdict, because) => {
    expect(judgeAnswer(before, { ...before, ...change })).toEqual({ verdict, because });
  });

  it('is not worse if a crash became a refusal', () => {
    expect(judgeAnswer({ ...before, class: 'connection_lost' }, before).verdict).toBe('different');
  });

  it('is fixed if it succeeds, and worse if it succeeded before', () => {
    expect(judgeAnswer(before, null).verdict).toBe('fixed');
    expect(judgeAnswer(null, before).verdict).toBe('worse');
    expect(judgeAnswer(null, null).verdict).toBe('same');
  });

  it('is judged by its content, not by its wording or server', () => {
    const one = failure({}, { message: 'Sorry', dialect: { id: 'a', confidence: 1, runnerUp: null } });
    const other = failure({ afterMs: 7 }, { message: 'No', dialect: { id: 'b', confidence: 0, runnerUp: null } });
    expect(judgeAnswer(failureIdentity(one, 'x'), failureIdentity(other, 'x')).verdict).toBe('same');
  });
});

test('lists each field once and in order', () => {
  const issues = ['/b', '/a', '/b'].map((path) => ({ path, message: '' }));
  expect(failureIdentity(failure({}, { issues }), null).fields).toEqual(['/a', '/b']);
});

test.each<[ReplayVerdict[], ReplayVerdict | null, number]>([
  [[], null, 0],
  [['fixed', 'fixed'], 'fixed', 2],
  [['fixed', 'same', 'fixed', 'same', 'same'], 'flaky', 2],
  [['same', 'same'], 'same', 0],
  [['same', 'different'], 'different', 0],
  [['different', 'worse', 'same'], 'worse', 0],
])('over several: %j is %s', (verdicts, verdict, fixedCount) => {
  expect(judgeAll(verdicts)).toEqual({ verdict, fixedCount });
});
