// Real server processes that die at each step of the protocol. Their output is in the log byte for byte, and their end is one incident with
// a correct sentence. No call stays open, and none of their processes survives. Over HTTP: http-deaths.test.ts.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { troubleOf } from '../../shared/incident/incident.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { groupIsAlive } from '../transports/process-groups.ts';
import { TestInspector, value } from './testing/test-inspector.ts';

const program = fileURLToPath(new URL('testing/dying-server.ts', import.meta.url));
let bench: TestInspector;
let folder: string;
const pids: number[] = [];
beforeAll(async () => {
  bench = await TestInspector.open();
  folder = mkdtempSync(join(tmpdir(), 'misfire-deaths-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Before this step the server has not responded, so the connection fails. */
const unanswered = ['before any byte', 'initialize'];
const steps = [
  ...unanswered,
  'before initialized',
  'tools/list',
  'call',
  'call, and its child holds the pipes',
  'progress',
  'cancel',
  'sampling',
  'elicitation',
  'half a line',
  'half a character',
  'shutdown',
];
const ways = ['0', '1', '255', 'SIGTERM', 'SIGSEGV', 'SIGABRT'];
const table = [
  ...steps.flatMap((step) => [
    [step, '3'],
    [step, 'SIGKILL'],
  ]),
  ...ways.map((how) => ['call', how]),
] as [step: string, how: string][];

/** Acts like a user up to the step, and leaves one more call open than that step needs. */
async function liveUntil(step: string, server: string): Promise<void> {
  if (step === 'before initialized') return;
  if (step === 'tools/list') {
    const { problem } = await value(bench.api.tools({ server, refresh: true }));
    expect(problem).toBe('The server did not answer tools/list.');
    return;
  }
  await bench.callTool(server, 'work', { last: false });
  if (step === 'shutdown') {
    await value(bench.api.disconnect({ server }));
    return;
  }
  const row = await bench.send(server, 'tools/call', { name: 'work', arguments: { last: true } }, { progress: true });
  if (step === 'cancel') await value(bench.api.cancel({ id: row }));
  if (step === 'sampling' || step === 'elicitation') {
    expect((await bench.ask()).server).toBe(server);
    await bench.send(server, 'die');
  }
  await bench.settled(row);
}

const detailsOf = async (server: string): Promise<RowDetail[]> =>
  Promise.all(
    (await bench.rows()).filter((row) => row.server === server).map(({ id }) => value(bench.api.rowDetail({ id }))),
  );

/** The server's output in the log, byte for byte. */
function saidBytes(details: readonly RowDetail[]): Buffer {
  const events = new Map(details.flatMap(({ events: all }) => all).map((event) => [event.seq, event]));
  const lines = [...events.values()].filter(({ lane }) => lane === 'in').sort((a, b) => a.seq - b.seq);
  return Buffer.concat(
    lines.flatMap(({ text, hex, partial }) => [
      hex === undefined ? Buffer.from(text) : Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'),
      Buffer.from(partial ? '' : '\n'),
    ]),
  );
}

describe.skipIf(process.platform === 'win32')('a server dies', () => {
  test.each(table)('%s, by %s', async (step, how) => {
    const ledger = join(folder, `${pids.length}`);
    const name = `s${pids.length}`;
    const args = [program, step, how, ledger];
    const server = await bench.add(name, { kind: 'stdio', command: process.execPath, args });
    const ending = how.startsWith('SIG') ? `was ended by ${how}` : `exited with code ${how}`;
    const connected = await bench.api.connect({ server });
    pids.push((await bench.view(server)).pid ?? -1);
    if (unanswered.includes(step)) expect(connected).toMatchObject({ ok: false, error: { code: 'refused' } });
    else await liveUntil(step, server);
    await expect.poll(async () => (await bench.view(server)).state).toMatch(/^(?:failed|exited|idle)$/);

    const details = await detailsOf(server);
    // Nothing is lost, and nothing is reported that was not sent.
    const said = existsSync(ledger) ? readFileSync(ledger) : Buffer.alloc(0);
    expect(saidBytes(details).toString('latin1')).toBe(said.toString('latin1'));
    // No call and no question to a person stays open.
    expect(details.filter(({ row }) => row.pending).map(({ row }) => row.method)).toEqual([]);
    expect((await value(bench.api.asks({}))).asks).toEqual([]);
    expect(await bench.api.call({ server, method: 'ping', params: '' })).toMatchObject({
      error: { code: 'not_connected' },
    });
    // One incident with a correct sentence. A server that was asked to exit did not fail.
    const incidents = new Set(details.flatMap(({ incident }) => (incident ? [incident.id] : [])));
    if (step === 'shutdown') {
      expect(incidents.size).toBe(0);
      return;
    }
    const dead = details.flatMap(({ row, failure }) => (failure && row.outcome !== 'cancelled' ? [failure] : []));
    expect(new Set(dead.map(({ sentence }) => sentence)).size).toBe(1);
    const before = unanswered.includes(step) ? ' before it answered' : '( before it answered .+)?';
    for (const failure of dead) {
      expect(troubleOf(failure)).toBe('process');
      expect(failure.explanation).toMatch(new RegExp(`^${name} ${ending}${before}(: .+)?\\.$`));
    }
    // A call that a person canceled is not caused by the exit.
    expect(incidents.size).toBe(step === 'cancel' ? 2 : 1);
    const outcomes = details.map(({ row }) => row.outcome).filter((outcome) => outcome !== null);
    const expected = step === 'cancel' ? 'cancelled' : step === 'before initialized' ? 'answered' : 'process_died';
    expect(outcomes.at(-1)).toBe(expected);
  });

  test('and none of their child processes survives', async () => {
    expect(pids.length).toBe(table.length);
    await expect.poll(() => pids.filter((pid) => groupIsAlive(pid))).toEqual([]);
  });
});
