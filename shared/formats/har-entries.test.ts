import { describe, expect, it } from 'vitest';
import { HarEntries } from './har-entries.ts';
import { AnyReader } from './read-any.ts';

const entry = (id: number, more = '') => ({
  startedDateTime: '2026-11-17T10:00:00.000Z',
  time: 5,
  request: {
    method: 'POST',
    url: 'http://h/mcp',
    headers: [],
    postData: { text: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` },
  },
  response: {
    status: 200,
    headers: [],
    content: { text: `{"jsonrpc":"2.0","id":${id},"result":{"more":${JSON.stringify(more)}}}` },
  },
});

function cut(text: string, size: number, longest = 1e9) {
  const entries = new HarEntries(longest);
  const found: string[] = [];
  for (let from = 0; from < text.length; from += size) found.push(...entries.take(text.slice(from, from + size)));
  return { found, entries };
}

describe('HarEntries', () => {
  it.each([1, 2, 3, 7, 1000])('cuts out each entry, in parts of %i', (size) => {
    const wanted = [entry(1, '"]}\\'), entry(2, '\\\\"{['), entry(3)];
    const log = { version: '1.2', pages: [{ entries: [1] }], comment: '"entries":[{', entries: wanted, after: [{}] };
    for (const indent of [0, 2]) {
      const { found, entries } = cut(
        `\ufeff ${JSON.stringify({ other: { entries: [{}] }, log }, null, indent)}\n`,
        size,
      );
      expect(found.map((text) => JSON.parse(text))).toEqual(wanted);
      expect([entries.isFound, entries.isOver, entries.isInEntry]).toEqual([true, true, false]);
    }
  });

  it('finds no list in other files', () => {
    for (const text of [
      '[{"log":{"entries":[]}}]',
      '{"log":[{"entries":[{}]}]}',
      '5\n{"log":{"entries":[{}]}}',
      '{}{"log":{"entries":[]}}',
    ])
      expect(cut(text, 3)).toMatchObject({ found: [], entries: { isFound: false } });
  });

  it('leaves out an entry that is too long, and goes on', () => {
    const text = JSON.stringify({ log: { entries: [entry(1), entry(2, 'x'.repeat(5000)), entry(3)] } });
    const { found, entries } = cut(text, 100, 1000);
    expect([found.length, entries.tooLong]).toEqual([2, 1]);
  });
});

describe('a HAR file that is read in parts', () => {
  it('gives events while it arrives, and keeps those of a file that ends early', () => {
    const text = JSON.stringify({ log: { entries: Array.from({ length: 50 }, (_, id) => entry(id)) } });
    const reader = new AnyReader();
    const first = reader.read(text.slice(0, text.length / 2));
    expect(first.length).toBeGreaterThan(60);
    expect(reader.format).toBe('har');
    const rest = [...reader.read(text.slice(text.length / 2, -100)), ...reader.finish()];
    expect(first.length + rest.length).toBe(49 * 3);
    expect(reader.problems).toEqual([
      { line: 0, message: 'The file ends in the middle of a request. Those before it were read.' },
    ]);
  });

  it('counts entries that are not JSON', () => {
    const text = JSON.stringify({ log: { entries: [entry(1), entry(2)] } }).replace('"time":5', '"time":five');
    const reader = new AnyReader();
    expect([...reader.read(text), ...reader.finish()]).toHaveLength(3);
    expect(reader.problems).toEqual([{ line: 0, message: '1 request of the file could not be read: not JSON.' }]);
  });
});
