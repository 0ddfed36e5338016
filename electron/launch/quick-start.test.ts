// Node's own fetch takes longer to load than a whole small command, and no command needs it at startup. Checked by module name, not by a
// clock.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from './testing/built-program.ts';

/** Whether that program loads it, from Node's list of modules at exit. */
function loadsFetch(folder: string, ...args: string[]): boolean {
  const preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    `process.on('exit', () => console.log('\\nfetch', process.moduleLoadList.some((name) => name.includes('deps/undici'))));`,
  );
  const said = execFileSync(process.execPath, ['--require', preload, ...args], { encoding: 'utf8' });
  return said.trim().endsWith('fetch true');
}

test('a command that could reach servers starts without it, and imports of node:http would not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-quick-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const importing = join(folder, 'importing.mjs');
  writeFileSync(importing, `import { request } from 'node:http';`);
  expect(loadsFetch(folder, importing)).toBe(true);
  expect(loadsFetch(folder, builtProgram, '--data', folder, 'call', 'sample:faulty-stdio', 'ping')).toBe(false);
});
