// Touched calls one by one, and what the client did after each.

import { expect, it } from 'vitest';
import { injectedCalls } from './injected-calls.ts';
import { readRun } from './recorded-run.ts';
import {
  call,
  captureOf,
  fine,
  type Line,
  opening,
  rateLimited,
  refusedForGood,
  rehearsed,
  started,
} from './testing/recording.ts';

const listed = (lines: readonly Line[]) =>
  injectedCalls(readRun([{ entries: captureOf([...opening, ...lines]).entries }]));
const limited = { mark: rehearsed('answer:rate_limited') };

it('lists only touched calls, with whose they are and where', () => {
  const [only, ...others] = listed([
    ...call(1, [100, 110], 'find', rateLimited(2), limited),
    ...call(2, [2200, 2210], 'find', fine),
    ...call(3, [2300, 2310], 'note', fine),
  ]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    at: started + 100,
    client: 'Robo',
    server: 'shop',
    target: 'find',
    what: 'answered “rate limited”, asking to wait 2 s',
    did: 'came back after 2.09 s',
    sign: 'good',
  });
});

it.each([
  ['too early', [...call(1, [100, 110], 'find', rateLimited(2), limited), ...call(2, [400, 410], 'find', fine)], 'bad'],
  [
    'although it was refused for good',
    [
      ...call(1, [100, 110], 'find', refusedForGood, { mark: rehearsed('answer:terminal') }),
      ...call(2, [400, 410], 'find', fine),
    ],
    'bad',
  ],
] as const)('marks a call that came back %s', (_why, lines, sign) => {
  expect(listed(lines)[0]).toMatchObject({ did: 'came back after 290 ms', sign });
});

it('says what is still open', () => {
  expect(listed(call(1, [100, 110], 'find', rateLimited(2), limited))).toMatchObject([
    { did: 'not sent again so far', sign: 'open' },
  ]);
  expect(listed(call(1, [100, 110], 'find', undefined, { mark: rehearsed('spoil:no-answer') }))).toMatchObject([
    { what: 'no answer comes', did: 'no answer so far', sign: 'open' },
  ]);
});

it('says that a late answer arrived', () => {
  expect(listed(call(1, [100, 8100], 'find', fine, { mark: rehearsed('spoil:delay') }))).toMatchObject([
    { what: 'the answer comes late', did: 'got its answer', sign: 'plain' },
  ]);
});
