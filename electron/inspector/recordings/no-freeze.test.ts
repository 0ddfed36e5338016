// Large files do not block the app. Counts how many turns of the event loop others get, not how long the work takes. Quadratic code would
// run into the test's timeout.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import { TestInspector } from '../testing/test-inspector.ts';

let bench: TestInspector;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());

const importText = (text: string, part = 500_000) => bench.tryImport(text, { part });

/** The length of its longest part. */
async function exportAs(format: ExportOptions['format']): Promise<number> {
  let longest = 0;
  for await (const text of bench.exportParts({ format })) longest = Math.max(longest, text.length);
  return longest;
}

/** Number of event loop turns for others during `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  over = true;
  return turns;
}

const event = (text: string, server = 's') => JSON.stringify({ t: 1, server, lane: 'in', text });

describe('an import', () => {
  it.each([
    ['letters', 'x'.repeat(300_000)],
    ['spaces', `{"a":1}${' '.repeat(300_000)}`],
    ['brackets', '['.repeat(300_000)],
    ['quotation marks', '"'.repeat(300_000)],
    ['backslashes', `"${'\\'.repeat(300_000)}`],
    ['blank lines', '\n'.repeat(300_000)],
    ['carriage returns', '\r'.repeat(300_000)],
  ])('of one line of %s that never ends is refused with a message', async (_, text) => {
    const answer = await importText(text, 1000);
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('contains nothing that') } });
  });

  it('of a line of megabytes in small parts gives its event', async () => {
    const answer = await importText(event('y'.repeat(2_000_000)), 1000);
    expect(answer).toMatchObject({ ok: true, value: { recording: { rows: 1 } } });
  });

  it('of thousands of server names is recorded in portions, not server by server', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => event(`{"jsonrpc":"2.0","id":${n},"result":{}}`, `s${n}`));
    const answer = await importText(lines.join('\n'));
    expect(answer).toMatchObject({ ok: true, value: { recording: { messages: 2_000 } } });
  });

  it('of large messages yields after each', async () => {
    const lines = Array.from({ length: 20 }, (_, n) =>
      event(`{"jsonrpc":"2.0","id":${n},"result":"${'x'.repeat(210_000)}"}`),
    );
    const text = lines.join('\n');
    expect(await turnsDuring(() => importText(text, text.length))).toBeGreaterThanOrEqual(20);
  });

  it('of one long message yields after reading, storing, parsing and writing it', async () => {
    const text = event('y'.repeat(300_000));
    expect(await turnsDuring(() => importText(text, text.length))).toBeGreaterThanOrEqual(5);
  });

  it('of a large batch yields between portions of its rows', async () => {
    const batch = Array.from({ length: 5_000 }, (_, n) => `{"jsonrpc":"2.0","id":${n},"result":{}}`);
    const text = event(`[${batch.join(',')}]`);
    expect(await turnsDuring(() => importText(text, text.length))).toBeGreaterThanOrEqual(10);
  });
});

it.each([
  ['large', 20, 7_000, 20],
  ['middling', 100, 1_000, 10],
])(
  'an export of %s responses yields after each page, and no part is larger than one page',
  async (_size, count, repeats, leastTurns) => {
    const words = 'Called twice, wants a new date. '.repeat(repeats);
    const lines = Array.from({ length: count }, (_, n) =>
      event(JSON.stringify({ jsonrpc: '2.0', id: n, result: { words } })),
    );
    await importText(lines.join('\n'));
    for (const format of ['jsonl', 'har'] as const) {
      let longest = 0;
      const turns = await turnsDuring(async () => {
        longest = await exportAs(format);
      });
      expect(turns).toBeGreaterThanOrEqual(leastTurns);
      expect(longest).toBeLessThan(1_500_000);
    }
  },
);
