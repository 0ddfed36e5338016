// A link to a device that never ends is refused by every command that reads files, at once and in words.

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-endless-'));
  symlinkSync('/dev/zero', join(data, 'capture.jsonl'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('a link to /dev/zero', () => {
  it.each(['decode', 'import', 'replay'])('is refused by %s', async (command) => {
    const { code, stderr } = await runHere([command, join(data, 'capture.jsonl')], { data: join(data, 'folder') });
    expect(stderr).toContain('is a device and may never end');
    expect(code).toBe(2);
  });
});
