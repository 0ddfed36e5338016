import { expect, it } from 'vitest';
import type { FailureGroup } from '../../../shared/api/views.ts';
import { callWords, groupSentence, kindWords, retryWords, sparkPath } from './group-words.ts';

const group: FailureGroup = {
  id: 'abcd1234',
  server: 's1',
  method: 'tools/call',
  target: 'send_invoice',
  layer: 'tool',
  code: '-32003',
  class: 'rate_limited',
  severity: 'warning',
  verdict: 'wait',
  afterMs: 6000,
  title: 'Rate limited',
  sentence: 'qaqnuz accepts no more calls for now.',
  newest: 4,
  count: 14,
  recovered: 3,
  firstAt: 0,
  lastAt: 60_000,
  spark: [0, 14],
  isNew: true,
  mark: null,
};

it('says all that matters in one sentence', () => {
  expect(groupSentence(group, 'qaqnuz')).toBe(
    'send_invoice on qaqnuz: Rate limited, 14 times, warning, retry after 6 s, over 1 min, 3 recovered, new since the last recording.',
  );
  expect([retryWords(group), kindWords(group)]).toEqual(['retry after 6 s', 'warning · rate limited']);
  expect(kindWords({ severity: 'error', class: null })).toBe('error · not understood');
});

it('names the call as people do', () => {
  expect(callWords({ method: 'resources/read', target: 'file:///a' })).toBe('resources/read file:///a');
  expect(callWords({ method: 'ping', target: null })).toBe('ping');
  expect(callWords({ method: null, target: null })).toBe('connection');
});

it('draws what happened once beside what happened often', () => {
  expect(sparkPath([1, 0, 900], 60, 20)).toBe('M0 20v-2h19v2zM40 20v-20h19v20z');
  expect(sparkPath([0, 0], 60, 20)).toBe('');
});
