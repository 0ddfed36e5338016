// `misfire mcp`: serves the tools of electron/mcp-server on stdin and stdout. Owns which servers an agent may reach: those that a
// person has added to Misfire or named when this was started, never a command or an address that an agent makes up.

import { existsSync, readFileSync } from 'node:fs';
import { Masker } from '../../../../shared/mask/masker.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { readJsonText } from '../../../../shared/server-text/read-servers.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { findSample } from '../../../inspector/tour/sample-tour.ts';
import { SpoolWriter } from '../../../watch/spool/spool-writer.ts';
import { findSaved, findServer } from '../common/find-server.ts';
import { openDataFolder } from '../common/open-data-folder.ts';
import { applyFlags } from '../common/reaching-options.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { endWhenAsked } from '../terminal/stop-signals.ts';

export interface McpFlags {
  server: string[];
  allow: string[];
}

export async function mcp(options: McpFlags & { data: string | undefined }): Promise<ExitCode> {
  const dataDir = openDataFolder(options.data);
  const given = readGiven(options.server, dataDir);
  const { serveMcp } = await import('../../../mcp-server/serve-mcp.ts');
  const serving = serveMcp({
    dataDir,
    version: appVersion(),
    openSpool: (config, agent) => new SpoolWriter(dataDir, headerOf(config, agent)),
    findServer: (name) => {
      const found = reach(name, given, dataDir);
      return found && ready(found);
    },
    serverNames: () => [
      ...new Set([...given.keys(), ...new SavedServers(dataDir).load().map(({ config }) => config.name)]),
    ],
    allowed: new Set(options.allow),
  });
  const release = endWhenAsked(serving.close);
  await serving.ended;
  await serving.close();
  release();
  return exitCodes.done;
}

/** By name: what to ask `findServer` for, each time anew, so that an entry that is edited meanwhile counts. */
function readGiven(servers: readonly string[], dataDir: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const text of servers) {
    const all = /\.json$/.test(text) && existsSync(text) ? readJsonText(readFileSync(text, 'utf8')).servers : [];
    if (all.length > 0) for (const { name } of all) given.set(name, `${text}#${name}`);
    else given.set(findServer(text, dataDir).name, text);
  }
  return given;
}

function reach(name: string, given: ReadonlyMap<string, string>, dataDir: string): ServerConfig | null {
  const text = given.get(name);
  if (text !== undefined) return findServer(text, dataDir);
  const sample = /^sample:(.*)$/s.exec(name);
  if (sample) return findSample(sample[1] as string) ?? null;
  return findSaved(name, dataDir) ?? null;
}

/** Nobody is there to be asked, and what belongs to a watched client is reached by a connection of its own. */
function ready({ watched, ...config }: ServerConfig): ServerConfig {
  const own = watched ? { ...config, name: watched.server } : config;
  return applyFlags(own, { header: [], env: [] });
}

/** What the spool says about a connection; arguments may hold keys. */
function headerOf({ name, transport }: ServerConfig, agent: string) {
  const masker = new Masker();
  const words = 'command' in transport ? [transport.command, ...transport.args] : [];
  return {
    server: name,
    client: agent || 'an agent',
    by: 'agent' as const,
    pid: process.pid,
    command: words.map((word) => masker.mask(word)),
    cwd: ('cwd' in transport ? transport.cwd : undefined) ?? process.cwd(),
    ...('url' in transport ? { url: masker.mask(transport.url) } : {}),
  };
}
