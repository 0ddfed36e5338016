// Kill -9 during recording, fifty times in a row on one file: it opens each time, nothing acknowledged is missing, nothing is duplicated.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log } from '../electron/inspector/log/log.ts';
import { openStore } from '../electron/inspector/log/open-store.ts';

const script = fileURLToPath(new URL('../electron/inspector/log/testing/append-until-killed.ts', import.meta.url));

export async function run(args: readonly string[]): Promise<void> {
  const times = Number(args[0]) || 50;
  const folder = mkdtempSync(join(tmpdir(), 'misfire-kills-'));
  const path = join(folder, 'log.db');
  const acknowledged = new Map<number, string>();
  let missing = 0;
  let doubled = 0;
  let refused = 0;
  try {
    for (let n = 0; n < times; n += 1) {
      for (const line of await recordAndKill(path, 20 + ((n * 97) % 900))) {
        const seq = Number(line.slice(0, line.indexOf(' ')));
        if (acknowledged.has(seq)) doubled += 1;
        acknowledged.set(seq, line.slice(line.indexOf(' ') + 1));
      }
      const store = await openStore({ path });
      if (store.kind !== 'sqlite') refused += 1;
      else if (n % 10 === 9 || n === times - 1) {
        const log = new Log({ store, decode: () => null });
        const kept = store.eventsAfter(0, 10_000_000);
        const texts = new Map(kept.map((event) => [event.seq, (event as { text: string }).text]));
        missing = [...acknowledged].filter(([seq, text]) => texts.get(seq) !== text).length;
        doubled += kept.length - new Set(texts.values()).size;
        const rows = store.rowsFrom(0, 10_000_000);
        if (rows.some(({ ord }, index) => ord !== index) || log.counters.pending > 0) refused += 1;
        console.log(
          `${n + 1} kills: ${acknowledged.size} acknowledged, ${kept.length} kept, ${missing} missing, ${doubled} doubled, ${rows.length} rows`,
        );
        log.close();
        continue;
      }
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const ok = missing + doubled + refused === 0;
  console.log(
    `${times} kills: ${ok ? 'nothing lost, nothing doubled, every time opened' : `${missing} missing, ${doubled} doubled, ${refused} times not right`}`,
  );
  process.exitCode = ok ? 0 : 1;
}

async function recordAndKill(path: string, enough: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    for (const character of text) if (character === '\n') lines += 1;
    if (lines >= enough) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said.split('\n').slice(0, -1);
}
