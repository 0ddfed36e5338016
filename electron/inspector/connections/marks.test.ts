import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { serverConfigSchema } from '../../../shared/server/server-config.ts';
import { openInspector } from '../../app/open-inspector.ts';

const folder = mkdtempSync(join(tmpdir(), 'misfire-marks-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives each of many servers its own mark, also those that an older version saved with the same one', async () => {
  const config = (name: string) => serverConfigSchema.parse({ name, transport: { kind: 'stdio', command: 'none' } });
  const servers = Array.from({ length: 24 }, (_, index) => ({
    id: `s${index}`,
    colour: index % 8,
    config: config(`s${index}`),
  }));
  writeFileSync(join(folder, 'servers.json'), JSON.stringify({ version: 1, servers }));
  const abilities = { openExternal: false, secureStorage: false };
  const inspector = await openInspector({ dataDir: folder, version: '0.0.0', abilities });
  for (let index = 24; index < 40; index++)
    await inspector.api.addServer({ config: config(`s${index}`), connect: false });
  const snapshot = await inspector.api.snapshot({});
  if (!snapshot.ok) throw new Error(snapshot.error.message);
  const colours = snapshot.value.servers.map(({ colour }) => colour);
  expect(new Set(colours).size).toBe(40);
  // The first server with a mark keeps it.
  expect(colours.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await inspector.close();
  const saved = JSON.parse(readFileSync(join(folder, 'servers.json'), 'utf8')).servers;
  expect(new Set(saved.map(({ colour }: { colour: number }) => colour)).size).toBe(40);
});
