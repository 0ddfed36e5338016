// A log that is followed is asked whether it changed, and read only then.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere, testRun } from '../../../launch/testing/run-here.ts';
import { openStoredLog } from './stored-recording.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('its version moves when another program writes to it, and at no other time', async () => {
  const file = join(folder, 'one.jsonl');
  writeFileSync(file, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n');
  const data = join(folder, 'data');
  await runHere(['import', file], { data });
  const kept = await openStoredLog(testRun(), data);
  try {
    const first = kept.version();
    (await kept.open(undefined)).log.store.rowsFrom(0, 10);
    expect(kept.version()).toBe(first);
    await runHere(['import', file, '--again'], { data });
    expect(kept.version()).not.toBe(first);
  } finally {
    kept.close();
  }
});
