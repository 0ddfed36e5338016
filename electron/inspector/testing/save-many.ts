// For two-copies.test.ts: a separate process that adds servers and secrets one by one, like a copy of Misfire.

import { join } from 'node:path';
import { SavedServers } from '../connections/saved-servers.ts';
import { openFileVault } from '../secrets/file-vault.ts';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const saved = new SavedServers(folder);
const servers = saved.load();
const vault = await openFileVault({ path: join(folder, 'secrets.json'), where: 'file', words: '' });
for (let n = 0; n < Number(count); n += 1) {
  const transport = { kind: 'stdio' as const, command: 'x', args: [], env: {} };
  servers.push({ id: `${name}-${n}`, colour: 0, config: { name: `${name} ${n}`, transport, callTimeoutMs: 60_000 } });
  servers.push(...saved.save(servers));
  await vault.set(`${name}-${n}`, 'value');
}
if (saved.notice !== '') throw new Error(saved.notice);
