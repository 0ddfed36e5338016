// Commands get everything from their run: two of them run side by side in one process, and none of them reads the process itself.

import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../../launch/testing/run-here.ts';

/** What a command must take from its io instead. */
const globals = /\bprocess\.(?:stdout|stderr|stdin|env|exit|exitCode|cwd|on|once|off|removeListener)\b|\bconsole\./;

/** Files that may use them, and why. */
const exceptions = new Map([
  ['electron/hosts/cli/main.ts', 'starts a wrap or a hook before anything else is loaded'],
  ['electron/hosts/cli/run-commands.ts', 'is the process: its arguments, signals, broken pipes and exit code'],
  ['electron/hosts/cli/process-io.ts', 'builds the io of a run from the process'],
  [
    'electron/features/watch/commands/wrap-command.ts',
    'passes bytes between the streams of the process, before commands are loaded',
  ],
  ['electron/hosts/cli/common/open-browser.ts', 'removes a page when the process ends'],
]);

test('no command reads globals of the process', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = globSync('electron/{hosts/cli,features/*/commands}/**/*.ts', { cwd: root });
  const found = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .filter((file) => globals.test(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual([...exceptions.keys()].sort());
});

/** Fails with the value of FLAVOUR, and its folder on stderr. */
const server = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/call') send({ id, error: { code: -32000, message: [process.env.FLAVOUR, process.cwd(), params.arguments.said].join(' ') } });
  else if (id !== undefined) send({ id, result: { tools: [] } });
}`;

test('two commands at once have their own data, folder, environment, streams and placeholders', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-two-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'server.mjs'), server);
  const run = (name: string, said: string[], tty?: number) => {
    const cwd = mkdtempSync(join(folder, `${name}-`));
    const entry = {
      command: process.execPath,
      args: [join(folder, 'server.mjs')],
      env: { FLAVOUR: '${' + 'FLAVOUR}' },
    };
    writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { [name]: entry } }));
    const params = JSON.stringify({ name: 'fail', arguments: { said: said.join(' ') } });
    const args = ['call', `mcp.json#${name}`, 'tools/call', params, '--record'];
    const options = { data: join(cwd, 'data'), cwd, env: { FLAVOUR: name, NO_COLOR: '' }, ...(tty ? { tty } : {}) };
    return { options, ended: runHere(args, options), cwd };
  };
  const mail = (name: string) => `${name}@example.org`;
  const lemon = run('lemon', [mail('ann'), mail('ben')], 100);
  const mint = run('mint', [mail('ben')]);
  const [one, two] = await Promise.all([lemon.ended, mint.ended]);
  expect([one.code, two.code]).toEqual([1, 1]);
  expect(one.stdout).toContain(`lemon ${lemon.cwd}`);
  expect(two.stdout).toContain(`mint ${mint.cwd}`);
  // The second address of one run is the first of the other.
  expect(one.stdout).toContain('‹e-mail 1› ‹e-mail 2›');
  expect(two.stdout).toContain('‹e-mail 1›');
  expect(two.stdout).not.toContain('‹e-mail 2›');
  // Only one of them has a terminal.
  expect(one.stdout).toContain('\u001b[');
  expect(two.stdout).not.toContain('\u001b[');
  for (const [{ options }, name, other] of [
    [lemon, 'lemon', 'mint'],
    [mint, 'mint', 'lemon'],
  ] as const) {
    const { stdout } = await runHere(['log', 'is:failed'], options);
    expect(stdout).toContain(name);
    expect(stdout).not.toContain(other);
  }
});
