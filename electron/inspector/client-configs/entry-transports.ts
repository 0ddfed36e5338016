// How a client's entry reaches its server: variables, headers and address. Read from the client's settings whenever such a connection is
// opened, and stored nowhere else, because entries hold keys.

import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Json, member } from '../../../shared/json/json.ts';
import type { ServerConfig, TransportConfig } from '../../../shared/server/server-config.ts';
import { readEntry } from '../../../shared/server-text/read-entry.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { headersOfVariables } from './address-edit.ts';
import type { Machine } from './base-folder.ts';
import { findEntries, watchedWordsOf } from './entry-edit.ts';
import { fillEditorVariables, findFiles } from './find-servers.ts';
import { readSettings } from './settings-file.ts';
import { jsonOf, readSpans } from './span-tree.ts';
import type { ObjectSpan } from './span-types.ts';

interface ClientEntry {
  client: string;
  server: string;
  transport: TransportConfig;
  /** A file with more variables, as written in the entry. */
  envFile: string | undefined;
}

export class EntryTransports {
  readonly #machine: Machine;
  #entries: ClientEntry[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Reads the settings of all clients again and drops what was read before. */
  async refresh(): Promise<void> {
    const found: ClientEntry[] = [];
    for (const { row, path, project } of await findFiles(this.#machine)) {
      const read = await readSettings(path);
      const spans = read.kind === 'text' ? readSpans(read.text, row.settings.format ?? 'json') : null;
      if (!spans?.ok) continue;
      for (const { name, entry } of findEntries(spans.root)) {
        const known = { userHome: this.#machine.home, workspaceFolder: project };
        const value = fillEditorVariables(jsonOf(entry), known);
        const transport = transportOf(name, value, entry);
        const envFile = member(value, 'envFile');
        if (transport)
          found.push({
            client: row.name,
            server: name,
            transport,
            envFile: typeof envFile === 'string' ? envFile : undefined,
          });
      }
    }
    this.#entries = found;
  }

  /** The same transport plus what its entry adds; unchanged if no entry matches the watched one. */
  of({ entry: wanted, transport }: ServerConfig): TransportConfig {
    if (!wanted) return transport;
    const entry = this.#entries.find(
      ({ client, server, transport: own }) =>
        client === wanted.client && server === wanted.server && isSamePlace(own, transport),
    );
    if (!entry) return transport;
    const { transport: own } = entry;
    if (transport.kind === 'stdio' && own.kind === 'stdio') {
      const cwd = transport.cwd ?? own.cwd;
      const env = { ...this.#readFile(entry.envFile, cwd), ...own.env, ...transport.env };
      return { ...transport, env, ...(cwd === undefined ? {} : { cwd }) };
    }
    // The complete address: the recorded one has no keys.
    if ('url' in transport && 'url' in own)
      return { ...transport, url: own.url, headers: { ...own.headers, ...transport.headers } };
    return transport;
  }

  #readFile(path: string | undefined, cwd: string | undefined): Record<string, string> {
    if (path === undefined) return {};
    try {
      return parseEnv(readForeignText(resolve(cwd ?? this.#machine.home, path), { maxBytes: 1_000_000 })) as Record<
        string,
        string
      >;
    } catch {
      return {};
    }
  }
}

/** The command the client intends, without the launcher. */
function transportOf(name: string, value: Json, entry: ObjectSpan): TransportConfig | null {
  const read = readEntry(name, value);
  if ('problem' in read) return null;
  const { transport, secrets = [] } = read.entry.config;
  if (transport.kind !== 'stdio') return transport;
  // Values that only a person can fill in are not set.
  const env = Object.fromEntries(
    Object.entries(transport.env).filter(([key, held]) => held !== '' || !secrets.includes(`env:${key}`)),
  );
  const watched = watchedWordsOf(entry);
  if (!watched) return { ...transport, env };
  // Taken from the transport, where editor variables are filled in.
  const [command = '', ...args] = [transport.command, ...transport.args].slice(watched.launcherLength);
  if (watched.reaches === 'command') return { ...transport, env, command, args };
  return { kind: watched.isOld ? 'sse' : 'http', url: command, headers: headersOfVariables(env) };
}

/** Variables go only to the program or address that the entry names. Placeholders the client filled in may have any value. */
function isSamePlace(own: TransportConfig, run: TransportConfig): boolean {
  if ('url' in own || 'url' in run) {
    if (!('url' in own && 'url' in run) || !URL.canParse(run.url)) return false;
    const { origin, pathname } = new URL(run.url);
    return URL.canParse(own.url) && new URL(own.url).origin === origin && new URL(own.url).pathname === pathname;
  }
  const [mine, theirs] = [
    [own.command, ...own.args],
    [run.command, ...run.args],
  ];
  return mine.length === theirs.length && mine.every((word, index) => word === theirs[index] || word.includes('${'));
}
