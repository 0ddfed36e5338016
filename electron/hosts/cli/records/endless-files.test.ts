// A link to a device that never ends is refused by every command that reads files, at once and in words.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../../launch/testing/built-program.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-endless-'));
  symlinkSync('/dev/zero', join(data, 'capture.jsonl'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('a link to /dev/zero', () => {
  it.each(['decode', 'import', 'replay'])('is refused by %s', async (command) => {
    const args = [builtProgram, '--data', join(data, 'folder'), command, join(data, 'capture.jsonl')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(said).toContain('is a device and may never end');
    expect(code).toBe(2);
  });
});
