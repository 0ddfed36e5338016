// Retry timing over real pipes: a retry never leaves before the earliest time that the server allows. How soon after cannot be tested on a
// shared machine.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { script, TryOut, value } from '../../inspector/testing/replays.ts';

/** Refuses every call with the wait and the jitter from its arguments. */
const limiter = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'busy', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] } });
  else if (method === 'tools/call') {
    const { wait, jitter } = params.arguments;
    const retry_hint = { retry_after_ms: wait, max_attempts: 1, backoff: 'fixed', jitter };
    const structuredContent = { error_class: 'retryable', sanitized_error: 'Rate limit exceeded.', retry_hint };
    send({ id, result: { isError: true, content: [{ type: 'text', text: 'Rate limit exceeded.' }], structuredContent } });
  }
}
`;

const runs = 200;
const atOnce = 10;

test('over 200 hints with jitter no retry leaves too early, nor is planned later than the jitter allows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'limiter.mjs');
  writeFileSync(file, limiter);
  const tryOut = await TryOut.open();
  const server = await tryOut.connect(script(file));
  let measured = 0;

  const once = async (run: number) => {
    // Each with its own arguments, so that each is a separate chain. Shorter hints get a floor, see retry.
    const wait = 100 + (run % 9) * 7;
    const jitter = (run % 5) / 10;
    const row = await tryOut.callTool(server, 'busy', { wait, jitter, run });
    const { replay } = value(await tryOut.start(row.id, { when: { kind: 'hinted' } }));
    const planned = (await tryOut.view(replay)).nextAt;
    const view = await tryOut.replay(replay);
    const { row: again } = await tryOut.detail(view.attempts[0]?.row ?? 0);
    const earliest = (row.endAt ?? 0) + wait;
    expect(again.at).toBeGreaterThanOrEqual(earliest);
    // A replay that starts after that time leaves at once and has no wait to measure.
    if (planned === null) return;
    expect(planned).toBeGreaterThanOrEqual(earliest);
    expect(planned).toBeLessThanOrEqual(earliest + wait * jitter);
    expect(again.at).toBeGreaterThanOrEqual(planned);
    measured += 1;
  };

  for (let run = 0; run < runs; run += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => once(run + index)));
  }
  expect(measured).toBeGreaterThan(0);
});
