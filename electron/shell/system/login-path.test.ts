// With real shells: small scripts that behave like a user's shell.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLoginPath } from './login-path.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-shell-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const posix = process.platform !== 'win32';

test.runIf(posix)('uses the PATH of startup files, followed by the existing one', async () => {
  writeFileSync(join(home, '.profile'), 'echo Welcome back; export PATH=/opt/made/by/profile:/usr/bin:/bin\n');
  const path = await readLoginPath({ SHELL: '/bin/sh', HOME: home, PATH: '/usr/bin:/only/here' });
  expect(path?.split(delimiter)).toEqual(['/opt/made/by/profile', '/usr/bin', '/bin', '/only/here']);
});

test.runIf(posix)('continues without it if the shell takes too long, does not exist, or prints nothing', async () => {
  const script = (name: string, text: string) => {
    writeFileSync(join(home, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(home, name), 0o755);
    return join(home, name);
  };
  const path = '/usr/bin:/bin';
  expect(await readLoginPath({ SHELL: script('slow', 'sleep 60'), PATH: path }, 200)).toBeNull();
  expect(await readLoginPath({ SHELL: join(home, 'no such shell'), PATH: path })).toBeNull();
  expect(await readLoginPath({ SHELL: script('mute', 'exit 3'), PATH: path })).toBeNull();
});
