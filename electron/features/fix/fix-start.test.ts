// "Fix until it works" for servers that do not start, with real processes: each end, what the log has, and what stays as it was.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { answerSchema, type FixAnswerInput } from '../../../shared/features/fix/methods.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import { TryOut, value } from '../../inspector/testing/replays.ts';
import { tempFolder } from '../../inspector/testing/temp-folder.ts';
import { shopServer } from './testing/shop-server.ts';

/** Wants a folder that exists as its last argument, then the variables. */
const picky = (...variables: string[]): string => `
import { readdirSync } from 'node:fs';
const folder = process.argv.at(-1);
try { if (!folder.endsWith('.mjs')) readdirSync(folder); } catch { console.error('Error accessing directory ' + folder + ': Error: ENOENT'); process.exit(1); }
for (const name of ${JSON.stringify(variables)}) if (!process.env[name]) { console.error('Error: ' + name + ' environment variable is required'); process.exit(1); }
${shopServer.replace('for await', 'const lines = createInterface({ input: process.stdin });\nfor await').replace('createInterface({ input: process.stdin })) {', 'lines) {')}`;

let app: TryOut;
let folder: string;
beforeEach(async () => {
  folder = tempFolder();
  mkdirSync(join(folder, 'data'));
  app = await TryOut.open();
});

const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const config = (args: string[], command = process.execPath): ServerConfig =>
  serverConfigSchema.parse({ name: 'shop', transport: { kind: 'stdio', command, args } });

/** The fix of a server that does not connect, once it asks. */
async function fix(wanted: ServerConfig): Promise<FixView> {
  const { server } = value(await app.api.addServer({ config: wanted, connect: false }));
  expect((await app.api.connect({ server })).ok).toBe(false);
  const row = await app.until(async () => (await failedRows(server)).at(-1) ?? null);
  return stopped(value(await app.api.startFix({ row: row.incident ?? row.id, confirm: '' })).fix);
}

async function failedRows(server: string) {
  const { view, total } = value(await app.api.openView({ filter: 'is:failed' }));
  return value(await app.api.rows({ view, from: 0, count: total })).rows.filter((row) => row.server === server);
}

const stopped = (id: string): Promise<FixView> =>
  app.until(async () => {
    const view = value(await app.api.fixes({})).fixes.find((one) => one.id === id);
    return view === undefined || view.state === 'running' || view.state === 'waiting' ? null : view;
  });

async function answer(view: FixView, input: FixAnswerInput): Promise<FixView> {
  value(await app.api.answerFix({ fix: view.id, answer: answerSchema.parse(input) }));
  return stopped(view.id);
}

const setAndGoOn = async (view: FixView, name: string): Promise<FixView> => {
  const values = { [name]: { value: 'secret-1' } };
  value(await app.api.setVariables({ server: view.to, values, words: {}, keep: 'run' }));
  return answer(view, { kind: 'ready' });
};
const failedCalls = async () => value(await app.api.snapshot({})).counters.failedCalls;
const savedArgs = async (server: string) => {
  const { transport } = value(await app.api.serverConfig({ server })).config;
  return 'args' in transport ? transport.args : [];
};

describe('a server that does not start', () => {
  it('gets the right path, then its variable, for this run only', async () => {
    const script = put('server.mjs', picky('SHOP_TOKEN'));
    const asked = await fix(config([script, join(folder, 'dta')]));
    expect(asked.ask).toMatchObject({
      kind: 'word',
      path: '/args/1',
      wrong: 'folder',
      suggestions: [{ value: join(folder, 'data') }],
    });
    const next = await answer(asked, { kind: 'word', path: '/args/1', text: join(folder, 'data') });
    expect(next.ask).toEqual({ kind: 'set', variables: ['SHOP_TOKEN'] });
    const fixed = await setAndGoOn(next, 'SHOP_TOKEN');
    expect(fixed).toMatchObject({ state: 'done', params: '', sent: 2 });
    expect(fixed.attempts.map(({ isStart, passed }) => [isStart, passed])).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
    expect(JSON.stringify(fixed)).not.toContain('secret-1');
    expect(await savedArgs(fixed.to)).toEqual([script, join(folder, 'dta')]);
    const rows = await Promise.all(fixed.attempts.map(async ({ row }) => (await app.detail(row)).row));
    expect(new Set(rows.map(({ chain }) => chain)).size).toBe(1);
    expect(rows.map(({ actor }) => actor)).toEqual(['you', 'you', 'you']);
    expect(await failedCalls()).toBe(1);
  });

  it('offers a script and a program that exist under similar names, and saves the word that is typed', async () => {
    const script = put('server.mjs', shopServer);
    const asked = await fix(config([join(folder, 'servr.mjs')]));
    expect(asked.ask).toMatchObject({ kind: 'word', wrong: 'script', suggestions: [{ value: script }] });
    const fixed = await answer(asked, { kind: 'word', path: '/args/0', text: script });
    expect(fixed.state).toBe('done');
    value(await app.api.setVariables({ server: asked.to, values: {}, words: { '/args/0': script }, keep: 'server' }));
    expect(await savedArgs(asked.to)).toEqual([script]);
    const other = await fix(config([script], 'noode'));
    expect(other.ask).toMatchObject({ kind: 'word', path: '/command', wrong: 'program' });
    expect((await answer(other, { kind: 'word', path: '/command', text: process.execPath })).state).toBe('done');
    expect(await failedCalls()).toBe(2);
  });

  it('asks again for another word that does not exist, and counts all of it once', async () => {
    put('server.mjs', shopServer);
    const asked = await fix(config(['server.mjs'], 'noode'));
    const again = await answer(asked, { kind: 'word', path: '/command', text: 'nooode' });
    expect(again).toMatchObject({ state: 'asking', ask: { sent: 'nooode' } });
    expect(await failedCalls()).toBe(1);
  });

  it('can be started again after something was done outside of Misfire', async () => {
    const script = put('server.mjs', "import 'not-there';");
    const asked = await fix(config([script]));
    expect(asked.ask).toMatchObject({ kind: 'act' });
    writeFileSync(script, shopServer);
    expect((await answer(asked, { kind: 'ready' })).state).toBe('done');
  });

  it('sends the call again once it starts', async () => {
    const script = put('server.mjs', picky('SHOP_TOKEN'));
    const { server } = value(await app.api.addServer({ config: config([script]), connect: false }));
    value(await app.api.setVariables({ server, values: { SHOP_TOKEN: { value: 'x' } }, words: {}, keep: 'run' }));
    value(await app.api.connect({ server }));
    const row = await app.callTool(server, 'get_rate', { kind: 'Double', nights: 1 });
    value(await app.api.disconnect({ server }));
    writeFileSync(script, picky('SHOP_TOKEN', 'SHOP_KEY'));
    const asked = await stopped(value(await app.api.startFix({ row: row.id, confirm: '' })).fix);
    expect(asked.ask).toEqual({ kind: 'set', variables: ['SHOP_KEY'] });
    const fixed = await setAndGoOn(asked, 'SHOP_KEY');
    expect(fixed.state).toBe('done');
    expect(fixed.attempts.map(({ isStart }) => isStart)).toEqual([false, true, true, false]);
    expect(JSON.parse(fixed.params)).toMatchObject({ arguments: { kind: 'double' } });
  });
});

describe('a server that lies about its start', () => {
  it('asks for a variable that it has: stops', async () => {
    const script = "console.error('Error: SHOP_KEY environment variable is required'); process.exit(1);";
    const view = await setAndGoOn(await fix(config([put('server.mjs', script)])), 'SHOP_KEY');
    expect(view.stopped?.reason).toBe('same_failure');
  });

  it('names a word that is not in its command: nothing of it gets there', async () => {
    const script = put(
      'server.mjs',
      "console.error('Error accessing directory /etc/evil: Error: ENOENT'); process.exit(1);",
    );
    const asked = await fix(config([script]));
    expect(asked.ask).toMatchObject({ kind: 'act' });
    const word = { kind: 'word', path: '/command', text: 'sh' } as const;
    expect(await app.api.answerFix({ fix: asked.id, answer: word })).toMatchObject({ ok: false });
    expect(
      await app.api.answerFix({ fix: asked.id, answer: { kind: 'value', path: '/command', value: '"sh"' } }),
    ).toMatchObject({ ok: false });
  });

  it('a word that did not help is not used again after the fix was stopped', async () => {
    const script = put('server.mjs', picky());
    const wrong = join(folder, 'dta');
    const asked = await fix(config([script, wrong]));
    await answer(asked, { kind: 'word', path: '/args/1', text: join(folder, 'other') });
    value(await app.api.stopFix({ fix: asked.id }));
    const again = await fixAgain(asked);
    expect(again.ask).toMatchObject({ kind: 'word', sent: wrong });
  });
});

const fixAgain = async ({ source }: FixView): Promise<FixView> =>
  stopped(value(await app.api.startFix({ row: source, confirm: '' })).fix);
