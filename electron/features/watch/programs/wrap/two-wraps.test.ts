// Two clients of one server, each through a wrap of its own, at the same time and with the same ids: late and duplicate answers
// and answers without a request stay with their session, and are never paired with the other's call. Real processes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Row } from '../../../../../shared/timeline.ts';
import type { InspectorHandle } from '../../../../inspector/inspector-handle.ts';
import { openFollowing } from '../../../../inspector/testing/open-following.ts';
import { ended, startWrapped } from '../testing/test-peers.ts';

let data: string;
let inspector: InspectorHandle | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-two-wraps-'));
});
afterEach(async () => {
  await inspector?.close();
  inspector = null;
  rmSync(data, { recursive: true, force: true });
});

/** Answers with its own name. `late` is answered with the next call, `twice` twice, `other` only under an unused id. */
const server = `
const own = process.argv[1];
const send = (id, more = '') => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: own + more }] } }) + '\\n');
let late = null;
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, params } = JSON.parse(line);
  if (params.name === 'late') { late = id; return; }
  if (params.name === 'other') { send(900 + id, ' to nobody'); return; }
  send(id);
  if (params.name === 'twice') send(id, ' again');
  if (late !== null) { send(late, ' late'); late = null; }
});`;

const call = (id: number, name: string, who: string) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { who } } })}\n`;
const order = ['late', 'quick', 'twice', 'other', 'quick'];

test('two wraps with equal ids: never paired across, and unmatched answers are orphans', async () => {
  const clients = ['ada', 'bob'].map((who) => ({
    who,
    child: startWrapped([process.execPath, '-e', server, who], { data, client: 'same client', name: 'same' }),
  }));
  // In turns, so that the two are under way at once.
  for (const [index, name] of order.entries()) {
    for (const { who, child } of clients) child.stdin.write(call(index + 1, name, who));
    await Promise.all(
      clients.map(({ child }) =>
        name === 'late' ? undefined : new Promise((resolve) => child.stdout.once('data', resolve)),
      ),
    );
  }
  for (const { child } of clients) child.stdin.end();
  await Promise.all(clients.map(({ child }) => ended(child)));

  inspector = await openFollowing(data);
  const { api } = inspector;
  const rows = async (): Promise<Row[]> => {
    const read = await api.rows({ view: '', from: 0, count: 500 });
    return read.ok ? read.value.rows : [];
  };
  const isDone = async () => (await rows()).filter(({ headline }) => headline.startsWith('Exited')).length;
  await expect.poll(isDone).toBe(2);

  const found = await rows();
  // One run each, though server and client have the same name.
  const runs = new Set(found.map((row) => `${row.server} ${row.epoch}`));
  expect(runs.size).toBe(2);
  for (const run of runs) {
    const own = found.filter((row) => `${row.server} ${row.epoch}` === run);
    const calls = own.filter(({ kind }) => kind === 'call');
    const details = await Promise.all(
      calls.map(async ({ id }) => {
        const read = await api.rowDetail({ id });
        return read.ok ? read.value : null;
      }),
    );
    const who = /"who":"(\w+)"/.exec(details[0]?.params ?? '')?.[1] ?? '';
    expect(['ada', 'bob']).toContain(who);
    expect(calls.map(({ target }) => target)).toEqual(order);
    expect(calls.map(({ headline }) => headline)).toEqual([
      `${who} late`,
      who,
      who,
      expect.not.stringContaining('ada'),
      who,
    ]);
    expect(calls.map(({ outcome }) => outcome === 'answered')).toEqual([true, true, true, false, true]);
    // Every byte of a row is this client's or its server's.
    const texts = details.flatMap((detail) => detail?.events.map(({ text }) => text) ?? []).join('\n');
    expect(texts).not.toContain(who === 'ada' ? 'bob' : 'ada');
    const orphans = own.filter(({ kind }) => kind === 'orphan');
    expect(orphans.map(({ remarks }) => remarks)).toEqual([
      expect.arrayContaining(['duplicate']),
      expect.arrayContaining(['unknown_id']),
    ]);
  }
});
