// Canceling at any point leaves no timer and no pending call, and the chain shows what happened.

import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { isOver, script, TryOut, value } from '../../inspector/testing/replays.ts';

/** Answers each call after 15 ms with a failure that asks to wait 25 ms. Never answers if the arguments say so. */
const slow = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'busy', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] } });
  else if (method === 'tools/call' && !(process.env.HANG && params.arguments.hang && ++process.calls > 1)) setTimeout(() => {
    const retry_hint = { retry_after_ms: params.arguments.wait ?? 25, max_attempts: 4, backoff: 'fixed' };
    const structuredContent = { error_class: 'retryable', sanitized_error: 'Rate limit exceeded.', retry_hint };
    send({ id, result: { isError: true, content: [{ type: 'text', text: 'Rate limit exceeded.' }], structuredContent } });
  }, 15);
}
`.replace('const send', 'process.calls = 0;\nconst send');

async function open(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-cancel-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'slow.mjs');
  writeFileSync(file, slow);
  const tryOut = await TryOut.open();
  const server = await tryOut.connect(script(file, env));
  return { tryOut, server };
}

/** Timers of more than five minutes: the waits, without internal timers and the timeouts of the tests. */
function watchLongTimers(): () => number {
  const long = new Set<number>();
  const hook = createHook({
    init(id, type, _by, resource) {
      if (type === 'Timeout' && (resource as { _idleTimeout?: number })._idleTimeout! > 300_000) long.add(id);
    },
    destroy: (id) => void long.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return () => long.size;
}

test('at sixty moments between the first wait and the last response', async () => {
  const { tryOut, server } = await open();
  for (let run = 0; run < 60; run += 1) {
    const row = await tryOut.callTool(server, 'busy', { run });
    const { replay } = value(await tryOut.start(row.id, { when: { kind: 'hinted' } }));
    await pause((run * 37) % 180);
    const before = await tryOut.view(replay);
    const cancelled = await tryOut.api.controlReplay({ replay, action: 'cancel' });
    expect(cancelled.ok).toBe(!isOver(before));
    const view = await tryOut.view(replay);
    expect(isOver(view)).toBe(true);
    expect(view).toMatchObject({ nextAt: null, remaining: 0 });
    if (!isOver(before))
      expect(view).toMatchObject({ state: 'cancelled', words: expect.stringMatching(/sent|waiting/) });
    // Nothing is left open now, and nothing is sent later.
    expect(value(await tryOut.api.snapshot({})).counters.pending).toBe(0);
    const sent = view.attempts.length;
    expect(view.attempts.every((attempt) => attempt.row !== null)).toBe(true);
    const { attempts } = await tryOut.detail(row.id);
    expect(attempts.length).toBe(sent === 0 ? 0 : sent + 1);
    expect(attempts.slice(1).map(({ id }) => id)).toEqual(view.attempts.map((attempt) => attempt.row));
  }
  const { rows } = value(await tryOut.api.snapshot({})).counters;
  await pause(150);
  const late = value(await tryOut.api.snapshot({})).counters;
  // Responses to canceled calls may still arrive as separate rows; calls must not.
  expect(late.pending).toBe(0);
  const { view } = value(await tryOut.api.openView({ filter: 'method:tools/call' }));
  const calls = value(await tryOut.api.rows({ view, from: 0, count: 500 })).rows;
  expect(calls.filter(({ ord, kind }) => ord >= rows && kind === 'call')).toEqual([]);
});

describe('while a call is open', () => {
  it('cancels the call, notifies the server, and shows it in the chain', async () => {
    const { tryOut, server } = await open({ HANG: '1' });
    const row = await tryOut.callTool(server, 'busy', { hang: true });
    const { replay } = value(await tryOut.start(row.id));
    await tryOut.replay(replay, ({ state }) => state === 'running');
    value(await tryOut.api.controlReplay({ replay, action: 'cancel' }));
    const { attempts } = await tryOut.detail(row.id);
    expect(attempts.map(({ outcome, pending }) => [outcome, pending])).toEqual([
      ['tool_error', false],
      ['cancelled', false],
    ]);
    const view = await tryOut.replay(replay, (it) => it.attempts[0]?.latencyMs !== null);
    expect(view).toMatchObject({
      state: 'cancelled',
      verdict: null,
      words: 'It was waiting for an answer.',
    });
    expect(view.attempts[0]).toMatchObject({ verdict: null });
  });

  it('ends the replay when the call itself is canceled', async () => {
    const { tryOut, server } = await open({ HANG: '1' });
    const row = await tryOut.callTool(server, 'busy', { hang: true });
    const { replay } = value(await tryOut.start(row.id, { times: 5 }));
    const { attempts } = await tryOut.replay(replay, ({ state }) => state === 'running');
    value(await tryOut.api.cancel({ id: attempts[0]?.row ?? 0 }));
    expect(await tryOut.replay(replay)).toMatchObject({ state: 'cancelled', attempts: [{ verdict: null }] });
  });
});

describe('a wait', () => {
  it('can be paused indefinitely, and continues when resumed', async () => {
    const { tryOut, server } = await open();
    const row = await tryOut.callTool(server, 'busy', { wait: 1500 });
    const { replay } = value(await tryOut.start(row.id, { when: { kind: 'hinted' } }));
    value(await tryOut.api.controlReplay({ replay, action: 'pause' }));
    expect(await tryOut.api.controlReplay({ replay, action: 'pause' })).toMatchObject({ ok: false });
    await pause(1700);
    expect(await tryOut.view(replay)).toMatchObject({ state: 'paused', attempts: [{ row: null }] });
    value(await tryOut.api.controlReplay({ replay, action: 'resume' }));
    await tryOut.replay(replay, ({ attempts }) => typeof attempts[0]?.row === 'number');
    value(await tryOut.api.controlReplay({ replay, action: 'cancel' }));
  });

  it('can be skipped', async () => {
    const { tryOut, server } = await open();
    const row = await tryOut.callTool(server, 'busy', { wait: 600_000 });
    const { replay } = value(await tryOut.start(row.id, { when: { kind: 'hinted' } }));
    value(await tryOut.api.controlReplay({ replay, action: 'skip' }));
    const view = await tryOut.replay(replay, ({ attempts }) => attempts[0]?.latencyMs != null);
    expect(view.attempts[0]?.verdict).toBe('same');
    value(await tryOut.api.controlReplay({ replay, action: 'cancel' }));
    // A person who skips the wait is not a client that ignores the hint.
    const { judgements } = await tryOut.detail(row.id);
    expect(judgements).toEqual([]);
  });

  it('leaves no timer, also when everything is closed', async () => {
    const { tryOut, server } = await open();
    const row = await tryOut.callTool(server, 'busy', { wait: 600_000 });
    const waiting = watchLongTimers();
    const started = await Promise.all(
      Array.from({ length: 20 }, () => tryOut.start(row.id, { when: { kind: 'hinted' } })),
    );
    await expect.poll(waiting).toBe(20);
    for (const answer of started.slice(0, 10)) {
      value(await tryOut.api.controlReplay({ replay: value(answer).replay, action: 'cancel' }));
    }
    await expect.poll(waiting).toBe(10);
    await tryOut.inspector.close();
    await expect.poll(waiting).toBe(0);
  });

  it('of a bulk ends with the bulk', async () => {
    const { tryOut, server } = await open({ HANG: '1' });
    const rows: number[] = [];
    for (let run = 0; run < 6; run += 1) rows.push((await tryOut.callTool(server, 'busy', { run })).id);
    const hanging = await tryOut.callTool(server, 'busy', { hang: true });
    const { bulk } = value(await tryOut.api.startBulk({ rows: [hanging.id, hanging.id, ...rows], confirm: [] }));
    value(await tryOut.api.controlReplay({ replay: bulk, action: 'cancel' }));
    const { replays } = value(await tryOut.api.replays({}));
    expect(replays.filter((view) => view.bulk === bulk).map(({ state }) => state)).toEqual(Array(8).fill('cancelled'));
    expect(value(await tryOut.api.snapshot({})).counters.pending).toBe(0);
  });
});
