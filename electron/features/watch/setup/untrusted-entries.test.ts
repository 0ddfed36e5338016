// A settings file or an install link is an offer to run a command. Reading one starts nothing and shows the exact words and variables.
// After the user agrees, each word reaches the program as written, without a shell.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openInspector } from '../../../app/open-inspector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';
import { value } from '../../../inspector/testing/test-inspector.ts';

let folder: string;
let inspector: InspectorHandle;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-untrusted-'));
  inspector = await openInspector({
    dataDir: join(folder, 'data'),
    version: '0',
    abilities: { openExternal: false, secureStorage: false },
  });
});
afterEach(async () => {
  await inspector.close();
  rmSync(folder, { recursive: true, force: true });
});

const words = [
  '"; touch pwned; "',
  '$(touch pwned)',
  '`touch pwned`',
  '& touch pwned',
  '| touch pwned',
  '> pwned',
  '--inspect=0.0.0.0:9229',
  '--eval=process.exit(9)',
  '-c',
  '$HOME',
  '%PATH%',
  '*',
  '~',
  "it's",
  'two words',
  '',
  '\\',
  'line\nbreak',
];
const env = { LD_PRELOAD_X: '$(touch pwned)', A: '"; touch pwned' };

/** Writes its arguments to a file. */
function recorder() {
  const file = join(folder, 'recorder.cjs');
  const startFile = join(folder, 'startFile.json');
  writeFileSync(
    file,
    `require('node:fs').writeFileSync(${JSON.stringify(startFile)}, JSON.stringify({ argv: process.argv.slice(2), execArgv: process.execArgv, env: process.env, cwd: process.cwd() }));
setInterval(() => {}, 1000);`,
  );
  return { entry: { command: process.execPath, args: [file, ...words], env, cwd: folder }, startFile };
}

const forms: [string, (entry: object) => string][] = [
  ['mcpServers', (entry) => JSON.stringify({ mcpServers: { offered: entry } })],
  ['an editor’s servers', (entry) => JSON.stringify({ servers: { offered: { type: 'stdio', ...entry } } })],
  [
    'a link of Cursor',
    (entry) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=offered&config=${encodeURIComponent(Buffer.from(JSON.stringify(entry)).toString('base64'))}`,
  ],
  [
    'a link of VS Code',
    (entry) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'offered', ...entry }))}`,
  ],
];

test.each(forms)('%s starts nothing, and an accepted command is started word by word', async (_form, write) => {
  const { entry, startFile } = recorder();
  const { servers } = await value(inspector.api.readServers({ text: write(entry) }));
  const config = servers[0]?.config;
  expect(config?.transport).toMatchObject({ kind: 'stdio', ...entry });
  const { server } = await value(inspector.api.addServer({ config: config!, connect: false }));
  // Time for anything that might have been started.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { view } = await value(inspector.api.openView({ filter: 'kind:life' }));
  expect((await value(inspector.api.rows({ view, from: 0, count: 10 }))).rows).toEqual([]);
  expect(existsSync(startFile)).toBe(false);

  void inspector.api.connect({ server });
  await expect.poll(() => existsSync(startFile) && readFileSync(startFile, 'utf8').endsWith('}')).toBe(true);
  const started = JSON.parse(readFileSync(startFile, 'utf8')) as { argv: string[]; execArgv: string[]; env: object };
  expect(started.argv).toEqual(words);
  expect(started.execArgv).toEqual([]);
  expect(started.env).toMatchObject(env);
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
});
