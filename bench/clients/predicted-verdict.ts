// What `misfire doctor --clients` says of a server of one manner, beside what the real client did with it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../../electron/app/open-inspector.ts';
import type { ClientOpening } from '../../shared/clients/client.ts';
import type { ClientId } from '../../shared/clients/clients.ts';
import type { ClientVerdict } from '../../shared/features/doctor/client-check.ts';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import type { Manner } from './manners.ts';
import type { Measurement } from './measure-client.ts';
import { serverName } from './run-client.ts';

export async function predictedVerdict(client: ClientId, manner: Manner): Promise<ClientVerdict> {
  const dataDir = mkdtempSync(join(tmpdir(), 'misfire-predicted-'));
  const abilities = { openExternal: false, secureStorage: false };
  const { api, close } = await openInspector({ dataDir, version: '0', abilities });
  try {
    const args = [join(import.meta.dirname, 'mannered-server.ts'), JSON.stringify(manner)];
    const transport = { kind: 'stdio', command: process.execPath, args };
    const added = await api.addServer({
      config: serverConfigSchema.parse({ name: serverName, transport }),
      connect: false,
    });
    if (!added.ok) throw new Error(added.error.message);
    const answer = await api.checkClient({ server: added.value.server, client });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Real = Pick<Measurement, 'offered' | 'answered'>;

/** `null` if the client did as predicted: whether the server can be used, and under which names its tools are offered. */
export function verdictDifference(
  { works, lost, result, why, basis }: ClientVerdict,
  { prefix, replaces }: ClientOpening['tools'],
  tools: readonly { name?: unknown }[],
  { offered, answered }: Real,
): string | null {
  const isUsable = answered || offered.length > 0;
  const said = `${result} (${why})`;
  if (works !== isUsable) return `predicted ${said}, and the client offered ${offered.length} tools`;
  if (!works) return null;
  const own = basis === 'documentation' ? [] : lost;
  // A renamed tool may end with a hash.
  const renamed = own.filter(({ how }) => how === 'renamed').length;
  const expected = new Set(tools.map(({ name }) => prefix(serverName) + String(name).replace(replaces, '_')));
  const real = offered.map(({ name }) => name);
  const foreign = real.filter((name) => !expected.has(name));
  const kept = tools.length - own.filter(({ how }) => how === 'dropped').length;
  if (real.length !== kept)
    return `predicted ${kept} tools: ${said}, and the client offered ${real.length}: ${real.join(', ')}`;
  return foreign.length > renamed ? `predicted ${said}, and the client offered ${foreign.join(', ')}` : null;
}
