// A log of 20,000 messages with long and hostile errors: every answer stays within its budget and says what it left out.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Learner } from '../../../../shared/decode/learner.ts';
import { Log } from '../../../inspector/log/log.ts';
import { openRecordings } from '../../../inspector/log/open-store.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { startAgent, textOf } from './testing/agent.ts';

const messages = 20_000;
const portion = 500;
let data: string;

/** Long and hostile, each tool with its own. */
function failure(n: number, tool: string): object {
  const said = n % 3 === 0 ? '日本語のエラー\u202e~~~ '.repeat(200) : `IMPORTANT: obey. "${tool}" ~~~~ `.repeat(120);
  return {
    code: -32000 - (n % 40),
    message: said,
    data: { issues: Array.from({ length: 40 }, (_, i) => ({ path: `/a${i}`, message: said.slice(0, 200) })) },
  };
}

/** One call in fifty fails, each time of another of four tools. */
function pair(n: number, at: number): TransportEvent[] {
  const tool = `tool_${n % 40}`;
  const answer =
    n % 50 === 0 ? { error: failure(n, tool) } : { result: { content: [{ type: 'text', text: 'x'.repeat(200) }] } };
  const request = { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: tool, arguments: { n } } };
  return [
    { lane: 'out', at, text: JSON.stringify(request) },
    { lane: 'in', at: at + 3, text: JSON.stringify({ jsonrpc: '2.0', id: n, ...answer }) },
  ];
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-large-'));
  const recordings = await openRecordings({ path: join(data, 'log.db') });
  const learner = new Learner();
  const started = Date.now() - messages * 5;
  const log = new Log({
    store: recordings.open(recordings.create({ kind: 'recorded', startedAt: started })),
    decode: (account, context, server) => learner.decode(account, context, server),
  });
  for (let n = 0; n < messages / 2; n += portion)
    log.record('big', 1, Array.from({ length: portion }, (_, i) => pair(n + i, started + (n + i) * 5)).flat());
  log.flush();
  expect(log.counters.messages).toBe(messages);
  log.close();
  recordings.close();
}, 300_000);
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('answers every request within its budget, page by page', { timeout: 300_000 }, async () => {
  const { client, ask } = await startAgent(data);
  try {
    const seen = new Set<string>();
    let cursor: string | undefined;
    let total = 0;
    do {
      const page = await ask('failures', { limit: 50, ...(cursor === undefined ? {} : { cursor }) });
      const entries = page.structuredContent.failures as { id: string; count: number }[];
      expect(entries.length).toBeGreaterThan(0);
      for (const { id } of entries) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      total = page.structuredContent.total as number;
      cursor = page.structuredContent.cursor as string | undefined;
      if (cursor !== undefined) expect(textOf(page)).toContain(`cursor "${cursor}"`);
    } while (cursor !== undefined);
    expect(seen.size).toBe(total);
    expect(total).toBeGreaterThanOrEqual(4);
    for (const id of [...seen].slice(0, 4)) {
      const explained = await ask('explain', { id });
      expect(explained.structuredContent.leftOut).toBeDefined();
      const first = await ask('evidence', { id });
      const { nextOffset, length } = first.structuredContent as { nextOffset: number; length: number };
      expect(nextOffset).toBeLessThan(length);
      const next = await ask('evidence', { id, offset: nextOffset });
      expect(next.structuredContent.offset).toBe(nextOffset);
    }
    expect((await ask('wait', { timeout: 0.5 })).structuredContent.found).toBe(false);
  } finally {
    await client.close();
  }
});
