// The last session of a client with a server, from watched traffic: its calls in order, its lists, and whose they are.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { previewOf } from '../../../shared/features/rehearse/plan-preview.ts';
import type { Plan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import type { InspectorHandle } from '../../inspector/inspector-handle.ts';
import { openFollowing } from '../../inspector/testing/open-following.ts';
import { value } from '../../inspector/testing/test-inspector.ts';

const started = Date.now() - 60_000;
let data: string;
let inspector: InspectorHandle;
let files = 0;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-past-'));
  mkdirSync(join(data, 'spool'));
});
afterEach(async () => {
  await inspector.close();
  rmSync(data, { recursive: true, force: true });
});

/** Written as a wrap writes it; its process is gone. */
function record(client: string, server: string, t: number, tools: readonly string[]): void {
  files += 1;
  const pid = 4_194_300 + files;
  const lines: object[] = [
    { misfire: 1, started: new Date(started).toISOString(), server, client, pid, command: [server] },
  ];
  const say = (at: number, lane: string, body: object) =>
    lines.push({ t: at, server, by: 'client', lane, text: JSON.stringify({ jsonrpc: '2.0', ...body }) });
  const listed = [{ name: 'find', annotations: { readOnlyHint: true }, inputSchema: {} }, { name: 'pay' }];
  say(t, 'out', { id: 0, method: 'tools/list' });
  say(t + 1, 'in', { id: 0, result: { tools: listed } });
  tools.forEach((name, index) => {
    const id = index + 1;
    say(t + id * 10, 'out', { id, method: 'tools/call', params: { name, arguments: {} } });
    say(t + id * 10 + 1, 'in', { id, result: { content: [] } });
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(data, 'spool', `${started}-${pid}-0001.jsonl`), text);
}

const past = (client: string | null, server: string | null) => value(inspector.api.pastSessions({ client, server }));

it('finds the newest session of each client with each server', async () => {
  record('Robo', 'shop', 1000, ['find', 'pay', 'find']);
  record('Codex', 'files', 2000, ['read']);
  inspector = await openFollowing(data);
  await expect.poll(async () => (await past(null, null)).pairs.length).toBe(2);
  await expect.poll(async () => (await past('Robo', 'shop')).session?.events.length).toBe(5);
  const { session } = await past('Robo', null);
  expect(session).toMatchObject({ client: 'Robo', server: 'shop', isLines: true });
  const at = started + 1000;
  const tools = [
    { name: 'find', annotations: { readOnlyHint: true } },
    { name: 'pay', annotations: { readOnlyHint: false } },
  ];
  expect(session?.events).toEqual([
    { at, asksForList: true },
    { at: at + 1, listed: { tools } },
    { at: at + 10, call: 'find' },
    { at: at + 20, call: 'pay' },
    { at: at + 30, call: 'find' },
  ]);
  expect((await past('Codex', 'shop')).session).toBeNull();
  expect((await past(null, null)).session).toMatchObject({ client: 'Codex', server: 'files' });
  expect((await past(null, null)).pairs).toEqual([
    { client: 'Codex', server: 'files' },
    { client: 'Robo', server: 'shop' },
  ]);

  const plan: Plan = {
    name: 'p',
    title: 'P',
    about: '',
    seed: 1,
    endsAfterMs: 60_000,
    steps: [{ do: { spoil: 'cut' } }],
  };
  if (session) expect(previewOf(plan, session)).toMatchObject({ calls: 3, injected: 2 });
});

it('has none where no client was watched', async () => {
  inspector = await openFollowing(data);
  expect(await past(null, null)).toEqual({ pairs: [], session: null });
});
