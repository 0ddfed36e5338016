// A server whose child processes all ignore SIGTERM leaves no process, however the connection or Misfire ends.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import { openInspector } from '../app/open-inspector.ts';
import { groupIsAlive } from '../transports/process-groups.ts';
import { value } from './testing/test-inspector.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-left-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** sh, which starts Node, which starts a sleep. `answers`: whether it ever responds to `initialize`. */
function family(answers: boolean) {
  const group = join(folder, 'group');
  const up = join(folder, 'up');
  const file = join(folder, 'server.mjs');
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => {});
spawn('sh', ['-c', 'trap "" TERM HUP INT; sleep 600; sleep 600'], { stdio: 'ignore' });
writeFileSync(${JSON.stringify(up)}, 'up');
setInterval(() => {}, 1000);
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id !== undefined && ${answers}) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize'
      ? { protocolVersion: '2025-11-25', serverInfo: { name: 'x', version: '1' }, capabilities: {} } : {} }));
  }
});`,
  );
  const script = `echo $$ > '${group}'; trap '' TERM HUP INT; '${process.execPath}' '${file}'; sleep 600`;
  const config = serverConfigSchema.parse({
    name: 'family',
    transport: { kind: 'stdio', command: 'sh', args: ['-c', script], env: {} },
  });
  const isUp = () => existsSync(up) && existsSync(group);
  return { config, isUp, leader: () => Number(readFileSync(group, 'utf8')) };
}

const options = () => ({
  dataDir: join(folder, 'data'),
  version: '0',
  abilities: { openExternal: false, secureStorage: false },
});

describe.skipIf(process.platform === 'win32')('no process is left', () => {
  test.each([
    ['disconnecting', true],
    ['quitting', true],
    ['disconnecting while it connects', false],
    ['quitting while it connects', false],
  ])('after %s', async (how, answers) => {
    const { config, isUp, leader } = family(answers);
    const inspector = await openInspector(options());
    const { server } = await value(inspector.api.addServer({ config, connect: false }));
    const connecting = inspector.api.connect({ server });
    await expect.poll(isUp).toBe(true);
    if (answers) await connecting;
    expect(groupIsAlive(leader())).toBe(true);
    if (how.startsWith('disconnecting')) await inspector.api.disconnect({ server });
    else await inspector.close();
    await expect.poll(() => groupIsAlive(leader())).toBe(false);
    await inspector.close();
  });

  test('when Misfire is killed while it connects', async () => {
    const { config, isUp, leader } = family(false);
    const program = join(folder, 'host.ts');
    const inspectorFile = pathToFileURL(join(import.meta.dirname, '..', 'app', 'open-inspector.ts')).href;
    writeFileSync(
      program,
      `import { openInspector } from ${JSON.stringify(inspectorFile)};
const { api } = await openInspector(${JSON.stringify(options())});
const added = await api.addServer({ config: ${JSON.stringify(config)}, connect: true });
setInterval(() => added, 1000);`,
    );
    const host = spawn(process.execPath, [program], { stdio: 'ignore' });
    await expect.poll(isUp).toBe(true);
    expect(groupIsAlive(leader())).toBe(true);
    host.kill('SIGKILL');
    await expect.poll(() => groupIsAlive(leader())).toBe(false);
  });
});
