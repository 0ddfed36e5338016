// Memory that pairing still holds after calls and connections end: thousands of rows, but none of their messages. Measures heap bytes after
// a garbage collection, for half of the work and for all of it. Held memory must not grow between the two. The limits are a small fraction
// of the traffic, so the collector's timing cannot decide the result.

import { expect, test } from 'vitest';
import { decode } from '../../../shared/decode/decode.ts';
import {
  type EventDraft,
  http,
  into,
  life,
  out,
  request,
  result,
  see,
  stored,
} from '../../../shared/exchange/event-fixtures.ts';
import { Pairing } from '../../../shared/exchange/pairing.ts';

const megabyte = 1_000_000;
const words = (n: number, bytes: number) => `${n} ${'lorem ipsum '.repeat(bytes / 12)}`;

/** Bytes still in use. */
function held(): number {
  if (global.gc === undefined) throw new Error('vite.config.ts runs this file with --expose-gc.');
  global.gc();
  global.gc();
  return process.memoryUsage().heapUsed;
}

/** Growth of held memory over the second half of the work. */
function growth(times: number, work: (n: number) => EventDraft[]): number {
  const pairing = new Pairing({ decode: (account, context) => decode(account, context) });
  let seq = 0;
  const run = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      for (const event of stored(work(n))) {
        seq += 1;
        pairing.take(see({ ...event, seq }));
      }
      pairing.endChunk();
      for (const { failure, ...change } of pairing.drain()) JSON.stringify([failure, change]); // As a store would.
    }
  };
  run(0, times / 2);
  const before = held();
  run(times / 2, times);
  const after = held();
  pairing.drain(); // It is still referenced.
  return after - before;
}

const call = (n: number, args: object = { n }) => request(n, 'tools/call', { name: 'get', arguments: { ...args } });
const posted = (n: number, args: object = { n }) =>
  out({ id: n, method: 'tools/call', params: { name: 'get', arguments: { ...args } } }, { via: n });

test.each<[name: string, times: number, work: (n: number) => EventDraft[]]>([
  [
    'a long body of a failure',
    160,
    (n) => [posted(n), http(500, { exchange: n, id: n, body: `<h1>${words(n, 120_000)}` })],
  ],
  [
    'failures that were reported',
    600,
    (n) => {
      const data = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`member${i}`, words(n, 480)]));
      return [call(n), into({ id: n, error: { code: -32000, message: words(n, 4800), data } })];
    },
  ],
  [
    'long arguments of calls that may still be answered',
    400,
    (n) => [posted(n, { text: words(n, 60_000) }), life('stream_ended', { via: n, clean: false })],
  ],
  [
    'tools of connections that are over',
    80,
    (n) =>
      [
        request(1, 'tools/list', {}),
        result(1, {
          tools: Array.from({ length: 10 }, (_, i) => ({ name: `${i}`, inputSchema: { about: words(i, 12_000) } })),
        }),
        life('closed'),
      ].map((event) => ({ ...event, epoch: n })),
  ],
  [
    'calls of connections that are over',
    60,
    (n) =>
      [...Array.from({ length: 300 }, (_, i) => [call(i), result(i)]).flat(), life('exited', { code: 0 })].map(
        (event) => ({ ...event, epoch: n }),
      ),
  ],
  [
    'refused handshakes of connections that are over',
    80,
    (n) =>
      [
        request(1, 'initialize', { protocolVersion: '2025-11-25' }),
        into({ id: 1, error: { code: -32000, message: 'no', data: { about: words(n, 240_000) } } }),
        life('closed'),
      ].map((event) => ({ ...event, epoch: n })),
  ],
])('does not hold %s', (_name, times, work) => {
  expect(growth(times, work)).toBeLessThan(3 * megabyte);
});
