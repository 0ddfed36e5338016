import { expect, it } from 'vitest';
import type { FailureGroup } from '../../../shared/api/views.ts';
import {
  callWords,
  causeHead,
  dayOrTime,
  groupSentence,
  lastSeen,
  recoveredWords,
  retryCell,
  retryWords,
  sparkPath,
} from './group-words.ts';

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
  owner: 'client',
  isByHand: false,
  foundOwner: null,
  flagged: true,
  title: 'Rate limited',
  sentence: 'qaqnuz accepts no more calls for now.',
  newest: 4,
  count: 14,
  recovered: 3,
  firstAt: 0,
  lastAt: 60_000,
  spark: [0, 14],
  by: [{ actor: 'you', client: null, count: 14 }],
  isNew: true,
  mark: null,
};

it('summarizes everything in one sentence', () => {
  expect(groupSentence(group, 'qaqnuz')).toBe(
    'send_invoice on qaqnuz: Rate limited, 14 times, warning, retry after 6 s, fix in the client, over 1 min, 3 recovered, new since the last recording.',
  );
  expect([retryWords(group), retryCell(group), recoveredWords(group)]).toEqual([
    'retry after 6 s',
    'After 6 s',
    '3 of 14 recovered',
  ]);
  expect(retryCell({ verdict: null, afterMs: null, class: null })).toBe('Not known');
});

it('says when it was last seen: relative while recording, absolute in a recording', () => {
  const now = new Date(2026, 10, 17, 14, 30).getTime();
  const at = new Date(2026, 10, 17, 14, 2, 11).getTime();
  expect([lastSeen(at, now, false), lastSeen(at, now, true), lastSeen(now, now, false)]).toEqual([
    '27 min ago',
    '14:02:11',
    'just now',
  ]);
  expect(lastSeen(now - 3 * 3_600_000, now, false)).toBe('3 h ago');
  expect(dayOrTime(new Date(2026, 10, 9).getTime(), now)).toBe('9 Nov');
  expect(dayOrTime(new Date(2025, 10, 9).getTime(), now)).toBe('9 Nov 2025');
});

it('names the call in plain words', () => {
  expect(callWords({ method: 'resources/read', target: 'file:///a' })).toBe('resources/read file:///a');
  expect(callWords({ method: 'ping', target: null })).toBe('ping');
  expect(callWords({ method: null, target: null })).toBe('connection');
});

it('omits the reason without space, as the card does next to its quote', () => {
  expect(causeHead('Get approval for delete_workspace: This action requires approval')).toBe(
    'Get approval for delete_workspace',
  );
  expect(causeHead('There is no order SO-9999')).toBe('There is no order SO-9999');
});

it('keeps a single occurrence visible next to frequent ones', () => {
  expect(sparkPath([1, 0, 900], 60, 20)).toBe('M0 20v-2h19v2zM40 20v-20h19v20z');
  expect(sparkPath([0, 0], 60, 20)).toBe('');
});
