// Files with impossible values: each line is read, or reported as broken, and nothing impossible gets through.

import { expect, test } from 'vitest';
import { AnyReader } from '../formats/read-any.ts';
import { readCapture } from './capture.ts';
import { unsoundness } from './sound-event.ts';

const poison = [
  200.5,
  -1,
  -0.5,
  1e300,
  -1e300,
  1e21,
  2 ** 53,
  Number.MAX_VALUE,
  8.64e15 + 1,
  '7',
  null,
  true,
  [],
  {},
  '__proto__',
];
const message = { lane: 'in', t: 1, server: 'a', text: '{}' };
const http = { lane: 'http', t: 1, server: 'a', http: { method: 'POST', url: 'x', status: 200 } };
const life = { lane: 'life', t: 1, server: 'a', event: 'exited' };

const lines: string[] = [];
for (const value of poison) {
  for (const name of ['t', 'epoch', 'cut', 'via', 'server', 'sse', 'bytes', 'partial', 'text'])
    lines.push(JSON.stringify({ ...message, [name]: value }));
  for (const name of ['event', 'id', 'retry']) lines.push(JSON.stringify({ ...message, sse: { [name]: value } }));
  for (const name of ['t', 'epoch', 'id', 'http']) lines.push(JSON.stringify({ ...http, [name]: value }));
  for (const name of [
    'exchange',
    'status',
    'startedAt',
    'headersAt',
    'endedAt',
    'bodyCut',
    'headers',
    'url',
    'step',
    'bodyBytes',
  ])
    lines.push(JSON.stringify({ ...http, http: { ...http.http, [name]: value } }));
  for (const name of ['code', 'signal', 'afterMs', 'pid', 'via', 'id', 'event', 'epoch'])
    lines.push(JSON.stringify({ ...life, [name]: value }));
  lines.push(JSON.stringify({ misfire: 1, started: value }));
}
lines.push('{"lane":"in","text":"{}","__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}');
lines.push('{"lane":"http","http":{"__proto__":{"status":200},"headers":{"__proto__":"x","constructor":"y"}}}');
lines.push(`{"lane":"in","text":"{}","server":"${'n'.repeat(5000)}"}`);

test.each(lines)('%s', (line) => {
  // A second, valid line shows that the reader continues.
  const { entries, problems } = readCapture(`${line}\n${JSON.stringify(message)}`);
  for (const { event } of entries) expect(unsoundness(event)).toBe('');
  expect(entries.some(({ line: at }) => at === 2)).toBe(true);
  expect(problems.every(({ message: words }) => words.length > 5)).toBe(true);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('reports impossible values instead of guessing', () => {
  const { problems } = readCapture(
    [
      { ...http, http: { ...http.http, status: 200.5 } },
      { ...message, epoch: 1e300 },
      { ...message, t: 1e300 },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  expect(problems.map(({ line, message: words }) => [line, words])).toEqual([
    [1, expect.stringContaining('"status"')],
    [2, expect.stringContaining('"epoch"')],
    [3, expect.stringContaining('time')],
  ]);
});

test('HAR files and histories pass the same check', () => {
  for (const value of poison) {
    const entry = {
      startedDateTime: value,
      time: value,
      request: {
        method: 'POST',
        url: 'http://x/',
        headers: [],
        postData: { text: '{"jsonrpc":"2.0","id":1,"method":"x"}' },
      },
      response: { status: value, headers: [], content: { text: '{"jsonrpc":"2.0","id":1,"result":{}}' } },
      timings: { wait: value },
    };
    const reader = new AnyReader();
    const events = [...reader.read(JSON.stringify({ log: { version: '1.2', entries: [entry] } })), ...reader.finish()];
    for (const event of events) expect(unsoundness(event)).toBe('');
  }
});
