// A stream of bytes that has everything a server may do wrong, the same for each seed. For tests, and for the server of a test.

/** Longer than the longest line that is held whole (lines/byte-lines.ts). */
const longBytes = 18 * 1024 * 1024;

/** Numbers that look like chance and are the same each time. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Messages, split characters, noise, binary, empty and long lines, and an end in the middle of one. */
export function* pour(seed: number, messages: number, longLines: number): Generator<Buffer> {
  const next = chance(seed);
  const words = ['plain', 'größe', '日本語', '👩‍🚀', '\u2028', '\\"quoted\\"', '\u0000', '\r'];
  const word = () => words[Math.floor(next() * words.length)] as string;
  for (let index = 0; index < messages; index += 1) {
    const kind = next();
    if (kind < 0.8) {
      const text = Array.from({ length: Math.floor(next() * 40) }, word).join(' ');
      yield Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: index, method: 'tools/call', params: { text } })}\n`);
    } else if (kind < 0.9) {
      yield Buffer.from(`${word()} is no JSON ${index}\r\n`);
    } else if (kind < 0.95) {
      yield Buffer.concat([Buffer.from(Array.from({ length: 30 }, () => Math.floor(next() * 256))), Buffer.from('\n')]);
    } else {
      yield Buffer.from('\n');
    }
  }
  for (let index = 0; index < longLines; index += 1) {
    const part = Buffer.from(`é${'x'.repeat(65_533)}`.repeat(16));
    for (let sent = 0; sent < longBytes; sent += part.length) yield part;
    yield Buffer.from('\n');
  }
  yield Buffer.from('cut in the midd');
}

/** Chunks that end anywhere, also inside a character. */
export function* cut(parts: Iterable<Buffer>, seed: number): Generator<Buffer> {
  const next = chance(seed);
  for (const part of parts) {
    if (part.length < 2 || part.length > 100_000 || next() < 0.5) yield part;
    else {
      const at = 1 + Math.floor(next() * (part.length - 1));
      yield part.subarray(0, at);
      yield part.subarray(at);
    }
  }
}

export async function writeAll(to: NodeJS.WritableStream, parts: Iterable<Buffer>): Promise<void> {
  for (const part of parts)
    if (!to.write(part)) await new Promise<void>((resolve) => to.once('drain', () => resolve()));
  to.end();
}
