// A log that is followed is asked whether it changed, and read only then.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importFiles } from './import-command.ts';
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
  await importFiles([file], { json: true, data });
  const kept = await openStoredLog(data);
  try {
    const first = kept.version();
    kept.open(undefined).log.store.rowsFrom(0, 10);
    expect(kept.version()).toBe(first);
    await importFiles([file], { again: true, json: true, data });
    expect(kept.version()).not.toBe(first);
  } finally {
    kept.close();
  }
});
