// A real server reports its environment: the user's, not that of the process that started Misfire.

import { afterEach, expect, test, vi } from 'vitest';
import { TestInspector, value } from './testing/test-inspector.ts';

const printsEnvironment = `
const { env } = process;
const leaked = Object.keys(env).filter((name) => /^(npm_|MISFIRE_|INIT_CWD$|NODE$)/i.test(name));
const bins = env.PATH.split(':').filter((folder) => /node_modules/.test(folder));
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const name = JSON.stringify([leaked, bins, env.ADAS_OWN, env.npm_config_given]);
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name, version: '1' } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

let bench: TestInspector | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await bench?.close();
});

test('servers start without the variables of npm and Misfire, and with those in their settings', async () => {
  vi.stubEnv('npm_execpath', '/somewhere/npm-cli.js');
  vi.stubEnv('npm_config_probe', 'leak');
  vi.stubEnv('MISFIRE_DATA', '/leak');
  vi.stubEnv('INIT_CWD', '/leak');
  vi.stubEnv('ADAS_OWN', 'kept');
  vi.stubEnv('PATH', `/leak/node_modules/.bin:${process.env.PATH}`);
  bench = await TestInspector.open();
  const server = await bench.connect('env', {
    kind: 'stdio',
    command: process.execPath,
    args: ['-e', printsEnvironment],
    env: { npm_config_given: 'by its settings' },
  });
  const { serverInfo } = await bench.view(server);
  expect(JSON.parse(serverInfo?.name ?? '')).toEqual([['npm_config_given'], [], 'kept', 'by its settings']);
  const report = await value(bench.api.diagnose({ server }));
  const found = report.checks.find(({ id }) => id === 'command')?.words;
  expect(found).toContain(`It is ${process.execPath}, version ${process.versions.node}.`);
});
