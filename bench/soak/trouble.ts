// Occasional problems of the whole app during a soak: the clock jumps, the log's file is locked or its disk full, the window reloads.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { InspectorHandle } from '../../electron/inspector/inspector-handle.ts';
import type { fullDisk } from './full-disk.ts';
import { ok } from './lives.ts';

interface Options {
  inspector: InspectorHandle;
  folder: string;
  disk: ReturnType<typeof fullDisk>;
  everyMs: number;
  random: () => number;
  goesOn: () => boolean;
  count: (fault: string) => void;
}

export async function trouble({ inspector, folder, disk, everyMs, random, goesOn, count }: Options): Promise<void> {
  const realNow = Date.now;
  let offset = 0;
  Date.now = () => realNow() + offset;
  let stop = inspector.onBatch(() => {});
  while (goesOn()) {
    await pause(everyMs);
    switch (Math.floor(random() * 4)) {
      case 0:
        offset = (random() - 0.5) * 7_200_000;
        count('the clock jumped');
        break;
      case 1:
        await lockLog(folder, count);
        break;
      case 2: {
        disk.fill();
        count('the disk was full');
        // Free pages within the file are used first.
        for (let tries = 0; tries < 50 && goesOn(); tries += 1) {
          await pause(100);
          if (!/disk is full/.test(ok(await inspector.api.hello({}))?.store.notice ?? '')) continue;
          count('the disk was full: said');
          await pause(1000);
          break;
        }
        disk.free();
        break;
      }
      default: {
        stop();
        await inspector.api.snapshot({});
        stop = inspector.onBatch(() => {});
        count('the window reloaded');
      }
    }
  }
  stop();
  Date.now = realNow;
}

async function lockLog(folder: string, count: (fault: string) => void): Promise<void> {
  const file = readdirSync(folder).find((name) => name.endsWith('.db'));
  if (file === undefined) return;
  const other = new DatabaseSync(join(folder, file), { timeout: 1000 });
  try {
    other.exec('BEGIN IMMEDIATE');
    count('another program locked the log');
    await pause(400);
    other.exec('COMMIT');
  } catch {
    // Busy: try again next time.
  } finally {
    other.close();
  }
}
