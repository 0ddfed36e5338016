// The rules of the protocol over the recording that is shown: by server, with the row of the request, and each event read once.

import { expect, test } from 'vitest';
import { MemoryStore } from '../../inspector/log/store/memory-store.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';
import { RuleChecks } from './rule-checks.ts';

const line = (server: string, lane: 'in' | 'out', message: object) => ({
  server,
  epoch: 1,
  at: 1,
  lane,
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const session = (server: string) => [
  line(server, 'out', {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  }),
  line(server, 'in', {
    id: 0,
    result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  }),
  line(server, 'out', { method: 'notifications/initialized' }),
];

test('reports what this server and its clients broke, at the row of the request, and goes on where it ended', async () => {
  const store = new MemoryStore({ recording: 1 });
  let read = 0;
  const eventsAfter = store.eventsAfter.bind(store);
  store.eventsAfter = (seq, limit) => {
    const events = eventsAfter(seq, limit);
    read += events.length;
    return events;
  };
  const checks = new RuleChecks({ shown: { store, flush: () => undefined } } as unknown as Logs);
  const ask = async (server: string) => {
    const answer = await checks.brokenRules({ server });
    return answer.ok ? answer.value.broken.map(({ rule, side, rows }) => [rule, side, rows[0]?.row]) : answer;
  };
  store.append([...session('a'), ...session('b')]);
  expect([await ask('a'), await ask('b')]).toEqual([[], []]);
  // A ping must be answered with an empty result.
  store.append([line('a', 'out', { id: 1, method: 'ping' }), line('b', 'out', { id: 1, method: 'ping' })]);
  store.append([line('a', 'in', { id: 1, result: { pong: true } }), line('b', 'in', { id: 1, result: {} })]);
  expect([await ask('a'), await ask('b')]).toEqual([[['answer-ping-with-an-empty-result', 'server', 7]], []]);
  expect(read).toBe(10);
});
