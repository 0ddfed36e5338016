// What SERVER means on the command line: an address, a sample, a saved server, an entry of an mcpServers file, or a command line.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { type ServerConfig, serverConfigSchema } from '../../../../shared/server/server-config.ts';
import { readServer, suggestName } from '../../../../shared/server-text/command-line.ts';
import { readJsonSettings } from '../../../../shared/server-text/read-servers.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { findSample } from '../../../inspector/sample-config.ts';
import { fillSecrets, readSecretPlace } from '../../../inspector/secrets/config-secrets.ts';
import { plainSecrets } from '../../../inspector/secrets/open-vault.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { readInputText } from './read-file.ts';

/** Throws a UsageError with a sentence that says what is wrong. `dataDir` holds the saved servers. */
export function findServer(run: CommandRun, text: string, dataDir: string): ServerConfig {
  if (text === '-') throw new UsageError('"-" is stdin. Name a server: "misfire help servers" says how.');
  const sample = /^sample:(.*)$/s.exec(text);
  if (sample) {
    const found = findSample(sample[1] as string);
    if (!found) throw new UsageError(`Unknown sample "${sample[1]}".`);
    return found;
  }
  const entry = /^(.+\.json)(?:#(.*))?$/s.exec(text);
  if (entry && (entry[2] !== undefined || existsSync(run.path(text))))
    return readEntry(run, entry[1] as string, entry[2]);
  const saved = /^https?:\/\//i.test(text) ? undefined : findSaved(text, dataDir);
  if (saved) return saved;
  const read = readServer(text);
  switch (read.kind) {
    case 'empty':
      throw new UsageError('No server given. Give an address, a saved name, file.json#name or a command line.');
    case 'wrong':
      throw new UsageError(`${JSON.stringify(text)}: ${read.problem}`);
    case 'http':
      return check(text, { name: suggestName(read) || 'server', transport: { kind: 'http', url: read.url } });
    case 'stdio': {
      const { kind, command, args, env } = read;
      return check(text, { name: suggestName(read) || command, transport: { kind, command, args, env } });
    }
    default:
      return read satisfies never;
  }
}

/** All servers of a command: those it names, then the one whose command is written after `--`. */
export async function chosenServers(
  run: CommandRun,
  texts: readonly string[],
  afterDashes: readonly string[],
  dataDir: string,
): Promise<ServerConfig[]> {
  const named: ServerConfig[] = [];
  for (const text of texts) {
    const config = findServer(run, text, dataDir);
    if ('command' in config.transport && config.transport.command === text) await refuseEntryId(run, text);
    named.push(config);
  }
  const [command, ...args] = afterDashes;
  if (command === undefined) return named;
  // An address alone needs no quotes, and works on either side.
  if (args.length === 0 && /^https?:\/\//i.test(command)) return [...named, findServer(run, command, dataDir)];
  const read = { kind: 'stdio' as const, command, args, env: {} };
  return [...named, check(afterDashes.join(' '), { name: suggestName(read) || command, transport: read })];
}

/** `cursor/files` names an entry of a client where entries are listed. As a command it would only be missing. */
async function refuseEntryId(run: CommandRun, text: string): Promise<void> {
  if (!/^[a-z0-9.-]+\//.test(text) || existsSync(run.path(text))) return;
  const { findClientEntries } = await import('../../../inspector/client-configs/client-entries.ts');
  const { env, folder } = run.io;
  const { found } = await findClientEntries({ platform: process.platform, home: homeOrNowhere(env), env }, folder);
  const entry = found.find(({ id }) => id === text);
  if (!entry) return;
  const isReadable = entry.path.endsWith('.json');
  const how = isReadable ? `Name it as ${entry.path}#${entry.server}.` : 'Give its command or its address.';
  throw new UsageError(`"${text}" is an entry in ${entry.path}. ${how}`);
}

/** By name or id, as the app's list has it. */
export function findSaved(text: string, dataDir: string): ServerConfig | undefined {
  const saved = new SavedServers(dataDir).load();
  const found = saved.find(({ config }) => config.name === text) ?? saved.find(({ id }) => id === text);
  if (!found) return undefined;
  const { config } = fillSecrets(plainSecrets(dataDir), found.id, found.config);
  // A sample's command depends on where Misfire is installed.
  const sample = config.sample === undefined ? undefined : findSample(config.sample);
  return sample ?? ownConnection(config);
}

/** A watched connection belongs to its client: what is sent goes through one of our own, by the same command or address. */
function ownConnection({ watched, ...config }: ServerConfig): ServerConfig {
  return watched ? { ...config, name: watched.server, entry: watched } : config;
}

/** As adding servers in the app reads such a file: of any client, with comments, in any of their forms. */
function readEntry(run: CommandRun, file: string, name: string | undefined): ServerConfig {
  const { servers, problems } = readJsonSettings(readInputText(run, file));
  const names = servers.map((server) => server.name);
  if (names.length === 0 && name === undefined)
    throw new UsageError(`${file}: ${problems[0] ?? 'there is no server in it.'}`);
  const wanted = name ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined)
    throw new UsageError(`${file} has ${names.length} servers. Say which, as in ${file}#${names[0]}.`);
  const found = servers.find((server) => server.name === wanted);
  if (!found) {
    const problem = names.length === 0 ? problems[0] : problems.find((text) => text.startsWith(`“${wanted}”`));
    throw new UsageError(
      problem === undefined
        ? `${file} has no server "${wanted}". It has: ${names.join(', ') || 'none'}.`
        : `${file}: ${problem}`,
    );
  }
  // Values stay where they are: a command keeps no secrets. One that its own program asks for is not there to be used.
  const { secrets = [], ...config } = found.config;
  if (secrets.some((secret) => readSecretPlace(config, secret) === ''))
    throw new UsageError(`${file}: ${found.remark}`);
  const { transport } = config;
  if (!('cwd' in transport) || transport.cwd === undefined) return config;
  return { ...config, transport: { ...transport, cwd: resolve(dirname(run.path(file)), transport.cwd) } };
}

function check(text: string, config: z.input<typeof serverConfigSchema>): ServerConfig {
  const checked = serverConfigSchema.safeParse(config);
  if (checked.success) return checked.data;
  throw new UsageError(`${text}: ${checked.error.issues[0]?.message ?? 'this is not a server.'}`);
}
