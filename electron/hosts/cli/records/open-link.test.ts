// `misfire serve` opens the browser: the link that lets one in is in no argument of another process, where every user can read it.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../../launch/testing/built-program.ts';

let data: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-open-link-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

const ended = (process: ChildProcess) => new Promise((resolve) => process.once('exit', resolve));

describe.skipIf(process.platform === 'win32')('misfire serve', () => {
  it('gives the browser a page of its owner that leads to the link, and removes it at the end', async () => {
    const asked = join(data, 'asked');
    const bin = join(data, 'bin');
    mkdirSync(bin);
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s' "$*" > '${asked}.new' && mv '${asked}.new' '${asked}'\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const folder = join(data, 'folder');
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, DISPLAY: ':0', HOME: data };
    child = spawn(process.execPath, [builtProgram, '--data', folder, 'serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (!existsSync(asked)) await new Promise((resolve) => setTimeout(resolve, 20));
    const seen = readFileSync(asked, 'utf8');
    expect(seen).toMatch(/^file:\/\//);
    const page = fileURLToPath(seen);
    expect(statSync(page).mode & 0o077).toBe(0);
    const link = /url=([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
    const code = new URL(link).searchParams.get('token') ?? '';
    expect(code.length).toBeGreaterThan(20);
    expect(seen).not.toContain(code);
    // It is the link that lets a browser in, as one comes from a page of another site.
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(link, { headers }, resolve).on('error', reject);
    });
    answer.resume();
    expect([answer.statusCode, answer.headers.location?.includes(code)]).toEqual([303, true]);
    const over = ended(child);
    child.kill('SIGTERM');
    await over;
    expect(existsSync(page)).toBe(false);
  });
});
