// A process with the handler survives uncaught errors and reports them; a command exits with a code that is not about servers.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

test('uncaught errors and rejections are reported, and the process goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-net-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const net = pathToFileURL(join(import.meta.dirname, 'uncaught-errors.ts')).href;
  const file = join(folder, 'program.ts');
  writeFileSync(
    file,
    `import { handleUncaughtErrors } from '${net}';
handleUncaughtErrors(() => process.exit(9));
handleUncaughtErrors((problem) => { console.log('told', String(problem)); throw new Error('in the report'); });
setImmediate(() => { throw new Error('one'); });
setTimeout(() => void Promise.reject(new Error('two')), 20);
setTimeout(() => { throw undefined; }, 40);
setTimeout(() => console.log('alive'), 80);
`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, 'told Error: one\ntold Error: two\ntold undefined\nalive\n']);
});
