// What SERVER means on the command line: an address, a sample, a saved server, an entry of an mcpServers file, or a command line.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { readServer, suggestName } from '../../../shared/command-line.ts';
import { parseJson } from '../../../shared/json.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server-config.ts';
import { findSample } from '../../inspector/sample-tour.ts';
import { SavedServers } from '../../inspector/saved-servers.ts';
import { fillSecrets } from '../../inspector/secrets/config-secrets.ts';
import { plainSecrets } from '../../inspector/secrets/vault.ts';
import { UsageError } from './exit-codes.ts';

/** Throws a UsageError with a sentence that says what is wrong. `dataDir` holds the saved servers. */
export function findServer(text: string, dataDir: string): ServerConfig {
  const sample = /^sample:(.*)$/s.exec(text);
  if (sample) {
    const found = findSample(sample[1] as string);
    if (!found) throw new UsageError(`There is no sample "${sample[1]}".`);
    return found;
  }
  const entry = /^(.+\.json)(?:#(.*))?$/s.exec(text);
  if (entry && (entry[2] !== undefined || existsSync(text))) return readEntry(entry[1] as string, entry[2]);
  const saved = /^https?:\/\//i.test(text) ? undefined : findSaved(text, dataDir);
  if (saved) return saved;
  const read = readServer(text);
  switch (read.kind) {
    case 'empty':
      throw new UsageError('The server is empty. Give an address, a saved name, file.json#name or a command line.');
    case 'wrong':
      throw new UsageError(`${JSON.stringify(text)}: ${read.problem}`);
    case 'http':
      return check(text, { name: suggestName(read), transport: { kind: 'http', url: read.url } });
    case 'stdio': {
      const { kind, command, args, env } = read;
      return check(text, { name: suggestName(read) || command, transport: { kind, command, args, env } });
    }
    default:
      return read satisfies never;
  }
}

/** By name or id, as the app's list has it. */
export function findSaved(text: string, dataDir: string): ServerConfig | undefined {
  const saved = new SavedServers(dataDir).load();
  const found = saved.find(({ config }) => config.name === text) ?? saved.find(({ id }) => id === text);
  if (!found) return undefined;
  const { config } = fillSecrets(plainSecrets(dataDir), found.id, found.config);
  // A sample's command depends on where Misfire lies today.
  return (config.sample === undefined ? undefined : findSample(config.sample)) ?? config;
}

const entrySchema = z.union([
  z.object({ url: z.string(), headers: z.record(z.string(), z.string()).default({}) }),
  z.object({ serverUrl: z.string(), headers: z.record(z.string(), z.string()).default({}) }),
  z.object({
    command: z.string(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
  }),
]);

function readEntry(file: string, name: string | undefined): ServerConfig {
  const entries = readEntries(file);
  const names = Object.keys(entries);
  const wanted = name ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined)
    throw new UsageError(`${file} has ${names.length} servers. Say which, as in ${file}#${names[0] ?? 'name'}.`);
  if (!Object.hasOwn(entries, wanted)) {
    throw new UsageError(`${file} has no server "${wanted}". It has: ${names.join(', ') || 'none'}.`);
  }
  const checked = entrySchema.safeParse(entries[wanted]);
  if (!checked.success) throw new UsageError(`${file}: "${wanted}" needs a "command" or a "url".`);
  const entry = checked.data;
  const where = `${file}#${wanted}`;
  if ('command' in entry) {
    const cwd = entry.cwd === undefined ? {} : { cwd: resolve(dirname(file), entry.cwd) };
    return check(where, { name: wanted, transport: { kind: 'stdio', ...entry, ...cwd } });
  }
  const url = 'url' in entry ? entry.url : entry.serverUrl;
  return check(where, { name: wanted, transport: { kind: 'http', url, headers: entry.headers } });
}

/** Most clients call the list `mcpServers`, some `servers`. */
function readEntries(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (problem) {
    throw new UsageError(`${file} cannot be read: ${(problem as Error).message}.`);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError(`${file} is not JSON: ${parsed.problem}.`);
  const list = z.record(z.string(), z.unknown());
  const checked = z.union([z.object({ mcpServers: list }), z.object({ servers: list })]).safeParse(parsed.value);
  if (!checked.success) throw new UsageError(`${file} has no "mcpServers".`);
  return 'mcpServers' in checked.data ? checked.data.mcpServers : checked.data.servers;
}

function check(text: string, config: z.input<typeof serverConfigSchema>): ServerConfig {
  const checked = serverConfigSchema.safeParse(config);
  if (checked.success) return checked.data;
  throw new UsageError(`${text}: ${checked.error.issues[0]?.message ?? 'this is no server.'}`);
}
