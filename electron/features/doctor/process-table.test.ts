import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { listProcesses, parsePs } from './process-table.ts';

it('reads the lines of ps: ages with and without hours and days, and no arguments of other users', () => {
  const text = [
    '    1     0     0 12-03:04:05 /sbin/launchd',
    '  501     1   501    02:03:04 node /srv/a b.js',
    '  502   501   501       03:04 npx',
    'not a process',
  ].join('\n');
  expect(parsePs(text, 501, 2e9)).toEqual([
    { pid: 1, parent: 0, startedAt: 2e9 - 1_047_845_000, session: null, line: '' },
    { pid: 501, parent: 1, startedAt: 2e9 - 7_384_000, session: null, line: 'node /srv/a b.js' },
    { pid: 502, parent: 501, startedAt: 2e9 - 184_000, session: null, line: 'npx' },
  ]);
});

it('has no list of another system', async () => {
  expect(await listProcesses(process.platform === 'linux' ? 'darwin' : 'linux', 'node')).toBeNull();
  expect(await listProcesses('win32', 'node')).toBeNull();
});

// Only Linux lists arguments one by one, and allows a process so many of them.
it.skipIf(process.platform !== 'linux')(
  'reads no more arguments than it compares, of a process with 100,000',
  async () => {
    const many = Array.from({ length: 100_000 }, () => 'x');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', ...many], { stdio: 'pipe' });
    try {
      const table = await listProcesses('linux', 'node server.js');
      const found = table?.processes.find(({ pid }) => pid === child.pid);
      expect(found?.line).toBe(`${process.execPath}\0…`);
      expect(found?.parent).toBe(process.pid);
      expect(Math.abs((found?.startedAt ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(table?.hasPipedInput(child.pid as number)).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  },
);
