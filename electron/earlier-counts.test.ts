// A data folder that a version wrote which counted similar failures within a minute as one (rules 15): counted-by-cause. It has a storm of
// 12 calls with successes in between, three attempts at one call, two tools with two failures each, and a process that died with two open
// calls. Five groups are marked or have notes.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { startAgent } from './features/agents/server/testing/agent.ts';
import { openRecordings } from './inspector/log/open-store.ts';
import { openFollowing } from './inspector/testing/open-following.ts';
import { tempFolder } from './inspector/testing/temp-folder.ts';
import { value } from './inspector/testing/test-inspector.ts';
import { runHere } from './launch/testing/run-here.ts';

const kept = new URL('inspector/log/testing/counted-by-cause/', import.meta.url);

function dataFolder(): string {
  const data = tempFolder();
  writeFileSync(join(data, 'log.db'), gunzipSync(readFileSync(new URL('log.db.gz', kept))));
  copyFileSync(new URL('marks.json', kept), join(data, 'marks.json'));
  return data;
}

/** The same after this version opened the file for another recording: it has the schema of now, and its rows are still the old ones. */
async function migratedFolder(): Promise<string> {
  const data = dataFolder();
  (await openRecordings({ path: join(data, 'log.db') })).close();
  return data;
}

/** 12 of search and the dead process; expected or resolved: 2 of pay, 2 of flaky, and export. */
const counted = { failedCalls: 13, causes: 2, expected: 5 };

it('opens with the new counts, and keeps every mark and note', async () => {
  const inspector = await openFollowing(dataFolder());
  onTestFinished(() => inspector.close());
  const { api } = inspector;
  expect((await value(api.snapshot({}))).counters).toMatchObject(counted);
  expect((await value(api.recordings({}))).recordings).toMatchObject([{ counted }]);
  const { groups } = await value(api.failureGroups({ order: 'last', from: 0, count: 50 }));
  const told = groups.map(({ target, class: kind, count, mark }) => [target, kind, count, mark?.state, mark?.note]);
  expect(told.sort()).toEqual([
    ['export', 'internal', 1, 'resolved', 'disk was cleaned'],
    ['flaky', 'validation', 2, 'expected', ''],
    // One code, and now two causes: the mark is on both.
    ['pay', 'forbidden', 1, 'expected', 'test account'],
    ['pay', 'not_found', 1, 'expected', 'test account'],
    // The call that was open stands for the dead process.
    ['read', 'connection_lost', 1, null, 'crashes in read'],
    ['search', 'rate_limited', 12, null, 'ask for a higher limit'],
  ]);
});

it('is counted again by a command that reads it', async () => {
  const data = await migratedFolder();
  expect((await runHere(['log', '--recordings'], { data })).stdout).toContain('not counted yet');
  const log = await runHere(['log', '--exit-zero'], { data });
  expect(log.stderr).toContain('13 failed calls, 2 causes, 5 expected.');
  expect((await runHere(['log', '--recordings'], { data })).stdout).toContain('13 failed calls, 2 causes, 5 expected');
});

it('is counted again for an agent, which gets the call that ended the process', async () => {
  const agent = await startAgent(await migratedFolder());
  onTestFinished(() => agent.client.close());
  const { structuredContent } = await agent.ask('failures', {});
  expect(structuredContent).toMatchObject({ count: 13, total: 2, expected: 5 });
  const calls = (structuredContent.failures as { call: string; count: number }[]).map(({ call, count }) => [
    call,
    count,
  ]);
  expect(calls).toEqual([
    ['tools/call read', 1],
    ['tools/call search', 12],
  ]);
});
