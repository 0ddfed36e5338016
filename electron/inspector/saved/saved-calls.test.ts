import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { SavedCalls } from './saved-calls.ts';

const read = async (calls: SavedCalls, server = 's') => {
  const answer = await calls.keptCalls({ server });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};
const last = (tool: string, args: string) => ({ server: 's', tool, args, as: 'last' as const, keep: true });
const favourite = (tool: string, args: string, keep = true) => ({
  ...last(tool, args),
  as: 'favourite' as const,
  keep,
});

it('keeps the last arguments of each tool across a restart', async () => {
  const folder = tempFolder();
  const calls = new SavedCalls(folder);
  await calls.keepCall(last('get', '{"id":1}'));
  await calls.keepCall(last('get', '{"id":2}'));
  await calls.keepCall(last('list', ''));
  const expected = [
    { tool: 'list', args: '', left: [] },
    { tool: 'get', args: '{"id":2}', left: [] },
  ];
  expect((await read(calls)).last).toEqual(expected);
  expect((await read(new SavedCalls(folder))).last).toEqual(expected);
  expect((await read(calls, 'other')).last).toEqual([]);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'calls.json')).mode & 0o777).toBe(0o600);
});

it('writes no secret to the disk, remembers it for the run, and names what it left out', async () => {
  const folder = tempFolder();
  const calls = new SavedCalls(folder);
  const args = '{"id":"A-1","password":"correct-horse-battery"}';
  await calls.keepCall(last('get', args));
  await calls.keepCall(favourite('get', args));
  expect((await read(calls)).last).toEqual([{ tool: 'get', args, left: [] }]);
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('correct-horse');
  const [kept] = (await read(new SavedCalls(folder))).last;
  expect(JSON.parse(kept!.args)).toEqual({ id: 'A-1' });
  expect(kept!.left).toEqual(['password']);
});

it('keeps each favorite once, deletes it on request, and forgets a removed server', async () => {
  const folder = tempFolder();
  const calls = new SavedCalls(folder);
  for (const args of ['{"id":1}', '{"id":2}', '{"id":1}']) await calls.keepCall(favourite('get', args));
  expect((await read(calls)).favourites.map(({ args }) => args)).toEqual(['{"id":1}', '{"id":2}']);
  await calls.keepCall(favourite('get', '{"id":1}', false));
  expect((await read(new SavedCalls(folder))).favourites.map(({ args }) => args)).toEqual(['{"id":2}']);
  calls.forget('s');
  expect(await read(new SavedCalls(folder))).toEqual({ last: [], favourites: [] });
});

it("renames a file that it cannot read, and two copies keep each other's calls", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'calls.json'), '{"version":7}');
  const calls = new SavedCalls(folder);
  await calls.keepCall(last('get', '{}'));
  expect(readdirSync(folder).some((name) => name.includes('unreadable'))).toBe(true);
  const second = new SavedCalls(folder);
  await calls.keepCall(last('one', '{}'));
  await second.keepCall(last('two', '{}'));
  expect((await read(second)).last.map(({ tool }) => tool)).toEqual(['two', 'one', 'get']);
});
