// For tests only: drives the whole inspector through probes: adds servers, waits for a run, reads its comparison.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../../shared/contract/api.ts';
import type { ComparedCell, Comparison } from '../../../shared/features/compare/compared.ts';
import type { ProbeView } from '../../../shared/features/compare/probing.ts';
import { serverConfigSchema } from '../../../shared/server/server-config.ts';
import { openInspector } from '../../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector-handle.ts';

export interface ProbeTest {
  inspector: InspectorHandle;
  folder: string;
  add(name: string, args: string[], env?: Record<string, string>): Promise<string>;
  finished(probe: string): Promise<ProbeView>;
  compare(probe: string): Promise<Comparison>;
  close(): Promise<void>;
}

export async function openProbeTest(): Promise<ProbeTest> {
  const folder = await mkdtemp(join(tmpdir(), 'misfire-probe-test-'));
  const inspector = await openInspector({
    dataDir: folder,
    version: '0.0.0',
    abilities: { openExternal: false, secureStorage: false },
  });
  return {
    inspector,
    folder,
    async add(name, args, env = {}) {
      const transport = { kind: 'stdio', command: process.execPath, args, env };
      const config = serverConfigSchema.parse({ name, transport });
      return (await value(inspector.api.addServer({ config, connect: false }))).server;
    },
    async finished(probe) {
      for (;;) {
        const { probes } = await value(inspector.api.probes({}));
        const view = probes.find(({ id }) => id === probe);
        if (view && view.state !== 'running') return view;
        await new Promise<void>((resolve) => {
          const end = inspector.onBatch(() => {
            end();
            resolve();
          });
        });
      }
    },
    compare: (probe) => value(inspector.api.compareServers({ source: { kind: 'probe', probe } })),
    async close() {
      await inspector.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

/** The cell of a server in the row of that name. */
export function cellOf({ servers, rows }: Comparison, row: string, server: string): ComparedCell | undefined {
  const at = servers.findIndex(({ name }) => name === server);
  return rows.find(({ name }) => name === row)?.cells[at];
}
