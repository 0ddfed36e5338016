// A rehearsal started from the window: the file that wraps read, what ends it, and the report card of a client that joined.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readActive, writeActive } from '../../../shared/features/rehearse/active.ts';
import { readyPlan } from '../../../shared/features/rehearse/ready-plans.ts';
import type { InspectorHandle } from '../../inspector/inspector-handle.ts';
import { openFollowing } from '../../inspector/testing/open-following.ts';
import { value } from '../../inspector/testing/test-inspector.ts';

let data: string;
let inspector: InspectorHandle;
const file = () => join(data, 'rehearse', 'active.json');
const running = async () => (await value(inspector.api.rehearsal({}))).running;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-room-'));
  inspector = await openFollowing(data);
});
afterEach(async () => {
  await inspector.close();
  rmSync(data, { recursive: true, force: true });
});

it('writes the plan where wraps look for it, and removes it on Stop', async () => {
  const started = await value(inspector.api.startRehearsal({ plan: 'rate-limit-storm' }));
  expect(started).toMatchObject({ name: 'rate-limit-storm', title: 'Rate-limit storm', atMost: 10, isOwn: true });
  const active = readActive(readFileSync(file(), 'utf8'));
  expect(active).toMatchObject({ pid: process.pid, plan: { name: 'rate-limit-storm' } });
  expect(await running()).toMatchObject({ name: 'rate-limit-storm', injected: 0 });
  await value(inspector.api.stopRehearsal({}));
  expect(existsSync(file())).toBe(false);
  expect(await running()).toBeNull();
});

it('ends its own rehearsal with Misfire', async () => {
  await value(inspector.api.startRehearsal({ plan: 'quota-exhausted' }));
  await inspector.close();
  expect(existsSync(file())).toBe(false);
});

it('takes a plan as text, and says what is wrong with one', async () => {
  const plan = { name: 'mine', title: 'Mine', steps: [{ do: { answer: 'timeout' }, often: 'once' }] };
  const bad = await inspector.api.startRehearsal({ plan: '{"steps":[]}' });
  expect(bad).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  expect(existsSync(file())).toBe(false);
  expect(await value(inspector.api.startRehearsal({ plan: JSON.stringify(plan) }))).toMatchObject({
    title: 'Mine',
    atMost: 1,
  });
  const second = await inspector.api.startRehearsal({ plan: 'quota-exhausted' });
  expect(second).toMatchObject({ ok: false, error: { message: 'Mine is on. Stop it first.' } });
});

it('notices a rehearsal that a command started, and ignores one that is over', async () => {
  mkdirSync(join(data, 'rehearse'));
  const plan = readyPlan('lost-session');
  if (!plan) throw new Error('There is no plan lost-session.');
  const active = { plan, pid: process.ppid, expiry: Date.now() + 60_000 };
  writeFileSync(file(), writeActive(active));
  expect(await running()).toMatchObject({ name: 'lost-session', isOwn: false });
  writeFileSync(file(), writeActive({ ...active, expiry: Date.now() - 1 }));
  expect(await running()).toBeNull();
  expect(existsSync(file())).toBe(true);
});

it('tells wraps the error model that their server has shown', async () => {
  const started = Date.now() - 60_000;
  const who = { server: 'actors', by: 'client', client: 'Robo' };
  const line = (t: number, lane: string, message: object) => ({
    t,
    ...who,
    lane,
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  const lines = [
    { misfire: 1, started: new Date(started).toISOString(), server: 'actors', client: 'Robo', command: ['a'], pid: 1 },
    { t: 0, ...who, lane: 'life', event: 'spawned' },
    line(1, 'out', { method: 'initialize', params: {} }),
    line(2, 'in', { result: { protocolVersion: '2025-11-25', serverInfo: { name: 'erlmcp', version: '1' } } }),
    line(3, 'out', { id: 2, method: 'tools/call', params: { name: 'search' } }),
    line(4, 'in', { id: 2, error: { code: -32010, message: 'Rate Limited', data: { retry_after: 2 } } }),
  ];
  mkdirSync(join(data, 'spool'), { recursive: true });
  writeFileSync(
    join(data, 'spool', `${started}-1-0001.jsonl`),
    `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`,
  );
  const dialects = async () => (await value(inspector.api.snapshot({}))).servers.map(({ dialect }) => dialect?.id);
  await expect.poll(dialects).toEqual(['erlmcp']);
  await value(inspector.api.startRehearsal({ plan: 'rate-limit-storm' }));
  expect(readActive(readFileSync(file(), 'utf8'))?.dialects).toEqual({ actors: 'erlmcp' });
});

it('has no report card where nothing was rehearsed', async () => {
  expect(await value(inspector.api.reportCards({}))).toEqual({ cards: [] });
  expect(await inspector.api.reportCardFile({ format: 'md' })).toMatchObject({
    ok: false,
    error: { message: 'No client was rehearsed in this recording.' },
  });
});
