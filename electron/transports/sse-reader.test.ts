import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SseItem, SseReader } from './sse-reader.ts';

function read(chunks: (string | Buffer)[], limit?: number): SseItem[] {
  const reader = new SseReader(limit);
  return [...chunks.flatMap((chunk) => reader.push(Buffer.from(chunk as string))), ...reader.end()];
}

/** Heap bytes in use. */
function held(): number {
  if (global.gc === undefined) throw new Error('vite.config.ts runs this file with --expose-gc.');
  global.gc();
  return process.memoryUsage().heapUsed;
}

const data = (text: string, more: object = {}) => ({ kind: 'message', data: { text }, ...more });

describe('an event stream', () => {
  test('gives events with their fields, for any line endings', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['event: message', 'id: 7', 'retry: 250', 'data: {"a":', 'data:1}', '', 'data: two', '', ''].join(
        end,
      );
      expect(read([text])).toEqual([data('{"a":\n1}', { event: 'message', id: '7', retry: 250 }), data('two')]);
      expect(read([...text])).toEqual([data('{"a":\n1}', { event: 'message', id: '7', retry: 250 }), data('two')]);
    }
  });

  test('keeps what clients drop', () => {
    expect(read([': ping\n: pong\n\nnonsense here\ndata: x\n\nid: 9\ndata:\n\nretry: 5\n\n'])).toEqual([
      { kind: 'remark', text: 'ping\npong\nThis line is not an event-stream field: nonsense here' },
      data('x'),
      { kind: 'remark', text: 'Event without data, id: 9\nEvent without data, retry: 5' },
    ]);
  });

  test('shows a truncated event, and marks it', () => {
    expect(read(['data: {"half":\n'])).toEqual([{ kind: 'message', data: { text: '{"half":', partial: true } }]);
    expect(read(['data: {"ha'])).toEqual([{ kind: 'message', data: { text: '{"ha', partial: true } }]);
  });

  test('keeps bytes that are not UTF-8', () => {
    const stream = Buffer.concat([Buffer.from('data: a\ndata: '), Buffer.from([0xff, 0x0a, 0x0a])]);
    expect(read([stream])).toEqual([
      { kind: 'message', data: { text: 'a\n\ufffd', bytes: Uint8Array.of(0x61, 0x0a, 0xff) } },
    ]);
  });

  test('is truncated at the limit, by one long line or by many short ones, and then continues', () => {
    expect(read([`data: ${'x'.repeat(50)}\n\ndata: ok\n\n`], 20)).toEqual([
      { kind: 'message', data: { text: 'x'.repeat(14), cut: 50 } },
      data('ok'),
    ]);
    const [first, second] = read([`${'data: 12345\n'.repeat(10)}\ndata: ok\n\n`], 150);
    expect(first).toEqual({ kind: 'message', data: { text: '12345\n12345\n12345', cut: 59 } });
    expect(second).toEqual(data('ok'));
  });

  test('of many comments or endless empty data lines stays small', () => {
    const reader = new SseReader(1024 * 1024);
    const chunk = Buffer.from(':\n'.repeat(32_768));
    for (let count = 0; count < 8; count += 1) expect(reader.push(chunk)).toHaveLength(1);
    const lines = Buffer.from('data\n'.repeat(10_000));
    const before = held();
    for (let count = 0; count < 50; count += 1) reader.push(lines);
    expect(held() - before).toBeLessThan(5_000_000);
    expect(reader.push(Buffer.from('\n'))).toHaveLength(1);
  });

  test('remembers id and wait for a reconnect, if they are usable', () => {
    const reader = new SseReader();
    reader.push(Buffer.from('id: a\nretry: 3000\ndata: x\n\n'));
    expect([reader.lastEventId, reader.retryMs]).toEqual(['a', 3000]);
    reader.push(Buffer.from('id: b\0\nretry: soon\ndata: x\n\n'));
    expect([reader.lastEventId, reader.retryMs]).toEqual(['a', 3000]);
    reader.push(Buffer.from(`id: ${'z'.repeat(100_000)}\n\n`));
    expect(reader.lastEventId).toBe('');
  });

  test('does not remember the id of a truncated event: the server would never send it again', () => {
    const reader = new SseReader();
    reader.push(Buffer.from('id: a\ndata: x\n\nid: b\ndata: {"half'));
    expect(reader.end()).toMatchObject([{ kind: 'message', id: 'b', data: { partial: true } }]);
    expect(reader.lastEventId).toBe('a');
  });

  test('reads the same events as eventsource-parser', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '',
        'data',
        'data:',
        'data: ',
        'id',
        ':',
        ': c',
        'event:e',
        'event: f',
        'id: 1',
        'retry: 10',
        'x: y',
      ),
      fc.string({ maxLength: 6 }).map((text) => `data: ${text}`),
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), fc.integer({ min: 1, max: 9 }), (lines, size) => {
        const bytes = Buffer.from(lines.flat().join(''));
        const expected: object[] = [];
        const parser = createParser({ onEvent: ({ event, data, id }) => expected.push({ event, data, id }) });
        parser.feed(bytes.toString());
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        const messages = read(chunks).flatMap((item) =>
          item.kind === 'message' && !item.data.partial
            ? [{ event: item.event, data: item.data.text, id: item.id }]
            : [],
        );
        // Events whose data is empty are remarks here, and an empty event name is none.
        const normal = (list: object[]) => JSON.stringify(list);
        expect(normal(messages.filter((one) => one.data !== ''))).toBe(
          normal((expected as { data: string }[]).filter((one) => one.data !== '')),
        );
      }),
    );
  });
});
