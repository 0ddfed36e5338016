// A folder for one test, deleted when the test is over. Only tests import it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
