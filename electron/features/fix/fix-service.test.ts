// The methods of "Fix until it works", with a real server: what the log has afterwards, and what windows can do with a fix.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { answerSchema } from '../../../shared/features/fix/methods.ts';
import { script, TryOut, value } from '../../inspector/testing/replays.ts';
import { tempFolder } from '../../inspector/testing/temp-folder.ts';
import { shopServer } from './testing/shop-server.ts';

let app: TryOut;
let server: string;
beforeEach(async () => {
  const file = join(tempFolder(), 'shop.mjs');
  writeFileSync(file, shopServer);
  app = await TryOut.open();
  server = await app.connect(script(file));
});

/** The fix of a failed call, once it stops or asks. */
async function fix(tool: string, args: object): Promise<FixView> {
  const row = await app.callTool(server, tool, args);
  return stopped(value(await app.api.startFix({ row: row.id, confirm: '' })).fix);
}

const stopped = (id: string): Promise<FixView> =>
  app.until(async () => {
    const view = value(await app.api.fixes({})).fixes.find((one) => one.id === id);
    return view === undefined || view.state === 'running' || view.state === 'waiting' ? null : view;
  });

async function answer(view: FixView, path: string, given: string, attempt?: number): Promise<FixView> {
  const input = answerSchema.parse({ kind: 'value', path, value: JSON.stringify(given), attempt });
  value(await app.api.answerFix({ fix: view.id, answer: input }));
  return stopped(view.id);
}

const rowsOf = (view: FixView) => Promise.all(view.attempts.map(async ({ row }) => (await app.detail(row)).row));
const failedCalls = async () => value(await app.api.snapshot({})).counters.failedCalls;

describe('in the log', () => {
  it('all attempts are one chain of the person, and one failed call', async () => {
    const view = await fix('get_rate', { kind: 'Double', nights: 0 });
    expect(view.state).toBe('done');
    const [first, second] = await rowsOf(view);
    expect([first?.attempt, first?.chain, first?.actor]).toEqual([1, first?.id, 'you']);
    expect([second?.attempt, second?.chain, second?.actor]).toEqual([2, first?.id, 'you']);
    expect(await failedCalls()).toBe(1);
  });

  it('attempts that fail too are counted once', async () => {
    const view = await fix('get_more', {});
    expect(view.stopped?.reason).toBe('limit');
    expect(view.attempts).toHaveLength(9);
    expect(new Set((await rowsOf(view)).map(({ chain }) => chain)).size).toBe(1);
    expect(await failedCalls()).toBe(1);
  });
});

it('another choice at a finished step starts again from there', async () => {
  const asked = await fix('get_rate', { kind: 'suite', nights: 0 });
  expect(asked.ask).toMatchObject({ kind: 'choose', path: '/kind' });
  const fixed = await answer(asked, '/kind', 'double');
  expect(fixed.state).toBe('done');
  const again = await answer(fixed, '/kind', 'single', 0);
  expect(JSON.parse(again.params)).toEqual({ name: 'get_rate', arguments: { kind: 'single', nights: 1 } });
  expect([again.attempts.length, again.sent]).toEqual([2, 2]);
});

it('the fixed call joins a repro set that expects it to work', async () => {
  const view = await fix('get_rate', { kind: 'Double', nights: 0 });
  const one = value(await app.api.fixReproSet({ fix: view.id, into: '' })).text;
  expect(JSON.parse(one).calls).toMatchObject([{ params: { arguments: { kind: 'double' } }, expected: 'fixed' }]);
  const two = value(await app.api.fixReproSet({ fix: view.id, into: one })).text;
  expect(JSON.parse(two).calls).toHaveLength(2);
  expect(await app.api.fixReproSet({ fix: view.id, into: '{"misfireRepro":9}' })).toMatchObject({ ok: false });
});
