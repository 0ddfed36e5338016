// The tool `fix` with the official client and a real server: two calls fix a failure, and nothing is sent without a confirmation.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shopServer } from '../../fix/testing/shop-server.ts';
import { tokensOf } from './budget.ts';
import { startAgent, type ToolAnswer } from './testing/agent.ts';

let folder: string;
let agent: Awaited<ReturnType<typeof startAgent>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-fix-tool-'));
  const log = join(folder, 'calls.txt');
  const kept = `import { appendFileSync } from 'node:fs';\n${shopServer.replace(
    "process.stderr.write('called '",
    `appendFileSync(${JSON.stringify(log)}, 'called '`,
  )}`;
  writeFileSync(join(folder, 'shop.mjs'), kept);
  const command = { command: process.execPath, args: [join(folder, 'shop.mjs')] };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { shop: command } }));
  writeFileSync(log, '');
  agent = await startAgent(join(folder, 'data'), '--server', `${join(folder, 'mcp.json')}#shop`);
});
afterEach(async () => {
  await agent.client.close();
  rmSync(folder, { recursive: true, force: true });
});

const sent = () => readFileSync(join(folder, 'calls.txt'), 'utf8').trim().split('\n');
const failing = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const params = { name, arguments: args };
  const { structuredContent } = await agent.ask('call', { server: 'shop', params });
  return String(structuredContent.id);
};
const data = ({ structuredContent }: ToolAnswer) => structuredContent;

it('fixes several mistakes with two calls and at most 1,500 tokens', async () => {
  const id = await failing('get_rate', { kind: 'suite', nights: 0, guest: { age: '41' } });
  const first = await agent.ask('fix', { id });
  expect(data(first)).toMatchObject({ state: 'asking', needs: { path: 'kind', options: ['single', 'double'] } });
  const second = await agent.ask('fix', { id: data(first).id, values: { kind: 'double' } });
  expect(data(second)).toMatchObject({
    state: 'done',
    arguments: { kind: 'double', nights: 1, guest: { age: 41 } },
  });
  expect(JSON.stringify(data(second))).toContain('by you');
  const read = [
    { name: 'fix', arguments: { id } },
    first,
    { name: 'fix', arguments: { id: data(first).id, values: { kind: 'double' } } },
    second,
  ];
  expect(tokensOf(read)).toBeLessThanOrEqual(1_500);
});

it('lists values only if the agent asks for it', async () => {
  const id = await failing('get_order', { order_id: 'SO-9999' });
  expect(data(await agent.ask('fix', { id }))).toMatchObject({ state: 'asking', needs: { kind: 'pick' } });
  expect(sent()).toHaveLength(1);
  const listed = data(await agent.ask('fix', { id, list: true }));
  expect(listed).toMatchObject({ needs: { kind: 'choose', options: ['SO-1999', 'SO-1001', 'SO-1002'] } });
  expect(data(await agent.ask('fix', { id, values: { order_id: 'SO-1999' } }))).toMatchObject({ state: 'done' });
});

it('sends nothing without a confirmation that names the tool', async () => {
  const id = await failing('pay', { amount: '5' });
  for (const confirm of [undefined, 'yes', 'wipe']) {
    const { problem } = data(await agent.ask('fix', { id, ...(confirm === undefined ? {} : { confirm }) }));
    expect(problem).toContain('Pass confirm');
  }
  expect(sent()).toHaveLength(1);
  expect(data(await agent.ask('fix', { id, confirm: 'pay' }))).toMatchObject({ state: 'done' });
});

it('wants the confirmation again before a guard against effects goes', async () => {
  const id = await failing('pay', { amount: '5', dry_run: true });
  const asked = data(await agent.ask('fix', { id, confirm: 'pay' }));
  expect(asked).toMatchObject({ state: 'asking', needs: { kind: 'confirm' } });
  expect(sent().every((line) => line.includes('dry_run'))).toBe(true);
  expect(data(await agent.ask('fix', { id: asked.id, confirm: 'pay' }))).toMatchObject({ state: 'done' });
});

it('refuses a destructive tool, and does not use one to list values', async () => {
  const wiped = await agent.ask('call', { server: 'shop', params: { name: 'wipe', arguments: {} } });
  expect(data(wiped).problem).toContain('destructive');
  const id = await failing('get_file', { file_id: 'f1' });
  const asked = data(await agent.ask('fix', { id, list: true }));
  expect(asked).toMatchObject({ state: 'asking', needs: { kind: 'fill' } });
  expect(sent().some((line) => line.includes('wipe'))).toBe(false);
});

it('fails the same again with a wrong value, and says so', async () => {
  const id = await failing('get_order', { order_id: 'SO-9999' });
  await agent.ask('fix', { id, list: true });
  const end = data(await agent.ask('fix', { id, values: { order_id: 'SO-7777' } }));
  expect(end).toMatchObject({ state: 'stopped', why: 'The failure of attempt 1 came back.' });
});
