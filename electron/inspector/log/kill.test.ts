import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Failure } from '../../../shared/failure.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { Log } from './log.ts';
import { openStore } from './open-store.ts';

const script = fileURLToPath(new URL('./testing/append-until-killed.ts', import.meta.url));

/** Lets a process append until it has acknowledged `enough` lines, kills it, and returns everything it acknowledged. */
async function appendAndKill(path: string, enough: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complaint = '';
  let lines = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    for (const character of text) if (character === '\n') lines += 1;
    if (lines >= enough) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  expect([code, signal], complaint).toEqual([null, 'SIGKILL']);
  return said.split('\n').slice(0, -1);
}

it('keeps every acknowledged event once through kill -9, and ends open calls', async () => {
  const path = join(tempFolder(), 'log.db');
  const acknowledged = new Map<number, string>();
  for (const enough of [1, 150, 700]) {
    for (const line of await appendAndKill(path, enough)) {
      const [seq, ...text] = line.split(' ');
      expect(acknowledged.has(Number(seq))).toBe(false);
      acknowledged.set(Number(seq), text.join(' '));
    }
  }
  const log = new Log({ store: await openStore({ path }), decode: (): Failure | null => null });
  try {
    expect(log.store.notice).toBe('');
    const kept = log.store.eventsAfter(0, 1_000_000);
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index + 1));
    const texts = new Map(kept.map((event) => [event.seq, (event as { text: string }).text]));
    for (const [seq, text] of acknowledged) expect(texts.get(seq)).toBe(text);
    expect(new Set(texts.values()).size).toBe(kept.length);
    const rows = log.store.rowsFrom(0, 1_000_000);
    expect(rows.map(({ ord }) => ord)).toEqual(rows.map((_, index) => index));
    expect(rows.flatMap(({ id }) => log.store.eventsOf(id)).sort((a, b) => a - b)).toEqual(kept.map(({ seq }) => seq));
    expect(rows.filter(({ pending }) => pending)).toEqual([]);
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['answered', 'unanswered']));
    expect(log.counters).toMatchObject({ rows: rows.length, messages: kept.length, pending: 0 });
  } finally {
    log.close();
  }
});
