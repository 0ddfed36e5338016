// Entries of the previous version, word for word: they still run, with and without Misfire, and can still be undone.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlaunchEntry } from './entry-edit.ts';
import { readWatchedWords } from './watched-forms.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-previous-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const scripts = {
  node: '[ -x "$1" ] && [ -f "$2" ] && exec "$@"; shift 9; exec "$@"',
  app: '[ -x "$1" ] && [ -f "$2" ] && { export ELECTRON_RUN_AS_NODE=1; exec "$@"; }; shift 9; exec "$@"',
};
const watcher = join(import.meta.dirname, '../../features/watch/programs/main.ts');
const server = ['/bin/sh', '-c', 'cat; echo "$A|$NODE_ENV"; exit 5'];
const entry = (script: string, name: string, file: string) => ({
  command: '/bin/sh',
  args: ['-c', script, 'misfire', process.execPath, file, '--name', name, '--client', 'Cursor', '--data', data, '--'],
});

describe.skipIf(process.platform === 'win32')('an entry of the previous version', () => {
  for (const [runtime, script] of Object.entries(scripts))
    for (const [what, file] of Object.entries({ 'with Misfire': watcher, 'without Misfire': '/missing/wrap.cjs' }))
      it(`runs its server ${what} (${runtime})`, () => {
        const { command, args } = entry(script, 'files', file);
        const env = { A: 'own', NODE_ENV: 'test' };
        const ran = spawnSync(command, [...args, ...server], { encoding: 'utf8', env, input: 'hello\n' });
        expect([ran.stdout, ran.stderr, ran.status]).toEqual(['hello\nown|test\n', '', 5]);
      });

  for (const name of ['files', '--'])
    it(`is undone from its own text: ${name}`, () => {
      const { command, args } = entry(scripts.node, name, join(data, 'watch/wrap.cjs'));
      const text = JSON.stringify({ mcpServers: { [name]: { command, args: [...args, 'npx', '-y', '--', 'x'] } } });
      expect(readWatchedWords([command, ...args, 'npx'])).toMatchObject({ reaches: 'command', runs: ['npx'] });
      const undone = unlaunchEntry(text, 'json', ['mcpServers', name]);
      expect(undone.ok && JSON.parse(undone.text)).toEqual({
        mcpServers: { [name]: { command: 'npx', args: ['-y', '--', 'x'] } },
      });
    });
});
