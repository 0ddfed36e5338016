import { expect, test } from 'vitest';
import { holdLimit } from './hold-limit.ts';

const second = 1000;

test.each([
  // Asked at 10 s, and held at 20 s.
  ['50 s for an unknown client', null, undefined, 70],
  ['50 s for a client without a known limit', 'some-client', undefined, 70],
  ['until 5 s before the limit of the client', 'opencode', undefined, 65],
  ['5 minutes for a client that waits longer', 'Gemini CLI', undefined, 320],
  ['until 5 s before the timeout of a call of Misfire itself', 'Misfire', 30, 35],
  ['for half of a limit that is shorter than 10 s, from the call', 'Misfire', 22, 27],
  ['not at all after that', 'Misfire', 8, 20],
  ['5 minutes for a call of Misfire itself without a timeout', 'Misfire', Number.POSITIVE_INFINITY, 320],
])('a message is held %s', (_, client, ownLimit, until) => {
  const ownMs = ownLimit === undefined ? undefined : ownLimit * second;
  expect(holdLimit(client, 20 * second, 10 * second, ownMs).until).toBe(until * second);
});
