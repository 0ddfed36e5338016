import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FramedText, LineFramer } from './line-framer.ts';

function frame(chunks: (string | number[] | Buffer)[], limit?: number): FramedText[] {
  const framer = new LineFramer(limit);
  const lines = chunks.flatMap((chunk) =>
    framer.push(Buffer.isBuffer(chunk) ? chunk : typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk)),
  );
  return [...lines, ...framer.end()];
}

describe('lines', () => {
  test('end only at \\n and keep all other characters', () => {
    expect(frame(['\ufeffa\r\nb\rc\0\n\n\u2028d\n'])).toEqual([
      { text: '\ufeffa\r' },
      { text: 'b\rc\0' },
      { text: '' },
      { text: '\u2028d' },
    ]);
  });

  test('may arrive in any pieces, with split characters', () => {
    const bytes = Buffer.from('{"x":"häß🚒"}\n');
    expect(frame([...bytes].map((byte) => [byte]))).toEqual([{ text: '{"x":"häß🚒"}' }]);
  });

  test('are marked when the stream ends inside one', () => {
    expect(frame(['a\n{"half":'])).toEqual([{ text: 'a' }, { text: '{"half":', partial: true }]);
    expect(frame(['a\n'])).toEqual([{ text: 'a' }]);
  });

  test('that are not UTF-8 keep their bytes next to a lossy text', () => {
    const [first, second, surrogate] = frame([[0x61, 0xff, 0xc3, 0x28, 0x0a], 'ok\n', [0xed, 0xa0, 0x80, 0x0a]]);
    expect(first).toEqual({ text: 'a\ufffd\ufffd(', bytes: Uint8Array.of(0x61, 0xff, 0xc3, 0x28) });
    expect(second).toEqual({ text: 'ok' });
    expect(surrogate?.bytes).toEqual(Uint8Array.of(0xed, 0xa0, 0x80));
  });

  test('over the limit are truncated, counted and passed on, and the next one is complete', () => {
    expect(frame(['0123', '456789abc\nnext\n'], 8)).toEqual([{ text: '01234567', cut: 13 }, { text: 'next' }]);
    expect(frame(['01234567\n'], 8)).toEqual([{ text: '01234567' }]);
    expect(frame(['0123456789'], 8)).toEqual([{ text: '01234567', cut: 10, partial: true }]);
  });

  test('are not called invalid if the cut splits a character', () => {
    expect(frame(['ab🚒🚒\n'], 4)).toEqual([{ text: 'ab', cut: 10 }]);
    expect(frame(['ab🚒🚒\n'], 6)).toEqual([{ text: 'ab🚒', cut: 10 }]);
    expect(frame([[0x61, 0xff, 0x62, 0x63, 0x0a]], 3)).toMatchObject([{ text: 'a\ufffdb', cut: 4 }]);
  });

  test('have every byte, for any chunk sizes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.integer({ min: 1, max: 50 })), (bytes, sizes) => {
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? 7;
          chunks.push(Buffer.from(bytes.subarray(at, at + size)));
          at += size;
        }
        const lines = frame(chunks);
        const back = lines.map((line) =>
          Buffer.concat([line.bytes ?? Buffer.from(line.text), Buffer.from(line.partial ? '' : '\n')]),
        );
        expect(Buffer.concat(back).equals(bytes)).toBe(true);
      }),
    );
  });
});

test('300 MB without a newline stay within the limit in memory', () => {
  const framer = new LineFramer(1024 * 1024);
  const chunk = Buffer.alloc(1024 * 1024, 0x78);
  const before = process.memoryUsage();
  for (let count = 0; count < 300; count += 1) expect(framer.push(chunk)).toEqual([]);
  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(16 * 1024 * 1024);
  const [line, next] = framer.push(Buffer.from('\n{}\n'));
  expect(line?.cut).toBe(300 * 1024 * 1024);
  expect(line?.text).toHaveLength(1024 * 1024);
  expect(next).toEqual({ text: '{}' });
});

test('a 24 MB line in chunks of 100 bytes is joined once', () => {
  const framer = new LineFramer();
  const chunk = Buffer.alloc(100, 0x78);
  for (let count = 0; count < 240_000; count += 1) framer.push(chunk);
  expect(framer.push(Buffer.from('\n'))[0]?.text).toHaveLength(24_000_000);
  // Joining again for each chunk would copy 2.9 TB: the test would time out long before.
});

test('a long line has one copy of its bytes while it grows, and none once it is text', () => {
  const framer = new LineFramer();
  const chunk = Buffer.alloc(65_536, 0x78);
  const before = process.memoryUsage().arrayBuffers;
  const held = () => process.memoryUsage().arrayBuffers - before;
  for (let count = 1; count <= 384; count += 1) {
    framer.push(chunk);
    // Its buffer doubles; the old one is freed without waiting for the garbage collector.
    expect(held()).toBeLessThan(2 * count * chunk.length + 1_000_000);
  }
  expect(framer.push(Buffer.from('\n'))[0]?.text).toHaveLength(24 * 1024 * 1024);
  expect(held()).toBeLessThan(1_000_000);
});
