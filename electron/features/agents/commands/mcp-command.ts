// `misfire mcp`: serves the tools of this feature on stdin and stdout. Owns which servers an agent may reach: those that a
// person has added to Misfire or named when this was started, never a command or an address that an agent makes up.

import { existsSync } from 'node:fs';
import { Masker } from '../../../../shared/mask/masker.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { readJsonSettings } from '../../../../shared/server-text/read-servers.ts';
import { findSaved, findServer } from '../../../hosts/cli/common/find-server.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import { declining } from '../../../hosts/cli/common/reaching-options.ts';
import { readInputText } from '../../../hosts/cli/common/read-file.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes } from '../../../hosts/cli/terminal/exit-codes.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { findSample } from '../../../inspector/sample-config.ts';
import { SpoolWriter } from '../../../spool/spool-writer.ts';

export interface McpFlags {
  server: string[];
  allow: string[];
}

export async function runMcp(run: CommandRun, options: McpFlags & { data: string | undefined }): Promise<ExitCode> {
  const { io } = run;
  const dataDir = openDataFolder(run, options.data);
  const given = readGiven(run, options.server, dataDir);
  const { serveMcp } = await import('../server/serve-mcp.ts');
  const serving = serveMcp({
    dataDir,
    version: appVersion(),
    surroundings: { env: io.env, folder: io.folder },
    input: io.stdin,
    output: io.stdout,
    openSpool: (config, agent) => new SpoolWriter(dataDir, headerOf(config, agent, io.folder)),
    findServer: (name) => {
      const found = reach(run, name, given, dataDir);
      return found && ready(found);
    },
    serverNames: () => [
      ...new Set([...given.keys(), ...new SavedServers(dataDir).load().map(({ config }) => config.name)]),
    ],
    allowed: new Set(options.allow),
  });
  const release = run.cleanUpWhenStopped(serving.close);
  await serving.ended;
  await serving.close();
  await release();
  return exitCodes.done;
}

/** By name: what to ask `findServer` for, each time anew, so that an entry that is edited meanwhile counts. */
function readGiven(run: CommandRun, servers: readonly string[], dataDir: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const text of servers) {
    const all =
      /\.json$/.test(text) && existsSync(run.path(text)) ? readJsonSettings(readInputText(run, text)).servers : [];
    if (all.length > 0) for (const { name } of all) given.set(name, `${text}#${name}`);
    else given.set(findServer(run, text, dataDir).name, text);
  }
  return given;
}

function reach(
  run: CommandRun,
  name: string,
  given: ReadonlyMap<string, string>,
  dataDir: string,
): ServerConfig | null {
  const text = given.get(name);
  if (text !== undefined) return findServer(run, text, dataDir);
  const sample = /^sample:(.*)$/s.exec(name);
  if (sample) return findSample(sample[1] as string) ?? null;
  return findSaved(name, dataDir) ?? null;
}

/** Nobody is there to be asked, and what belongs to a watched client is reached by a connection of its own. */
function ready({ watched, ...config }: ServerConfig): ServerConfig {
  return declining(watched ? { ...config, name: watched.server } : config);
}

/** What the spool says about a connection; arguments may hold keys. */
function headerOf({ name, transport }: ServerConfig, agent: string, folder: string) {
  const masker = new Masker();
  const words = 'command' in transport ? [transport.command, ...transport.args] : [];
  return {
    server: name,
    client: agent || 'an agent',
    by: 'agent' as const,
    pid: process.pid,
    command: words.map((word) => masker.mask(word)),
    cwd: ('cwd' in transport ? transport.cwd : undefined) ?? folder,
    ...('url' in transport ? { url: masker.mask(transport.url) } : {}),
  };
}
