// What a client is given with `--server`: a command that wraps the server, an address that forwards it, and a settings file with
// either. Each injects by itself; which one the client uses is its choice.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerConfig, TransportConfig } from '../../../../shared/server/server-config.ts';
import { findServer } from '../../../hosts/cli/common/find-server.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { misfireCommand } from '../../../inspector/paths/app-paths.ts';
import { missingWords, resolveReferences } from '../../../inspector/secrets/references.ts';
import { openProxy } from '../../../watch/proxy/proxy.ts';
import { ProxyCopy } from '../../../watch/proxy/proxy-copy.ts';
import { startServing } from '../../../watch/rehearse/served-command.ts';
import { openGateway, type RunningServer } from '../../../watch/rehearse/stdio-gateway.ts';
import { httpRehearsal } from './rehearsing.ts';

export interface OfferedServer {
  command: string[];
  url: string;
  /** An `mcpServers` file. */
  config: string;
  variables: { MISFIRE_SERVER_COMMAND: string; MISFIRE_SERVER_URL: string };
  close(): Promise<void>;
}

/** `activeFile`: the rehearsal that the address joins. The command finds it in the data folder. */
export async function offerServer(
  run: CommandRun,
  text: string,
  dataDir: string,
  activeFile: string,
): Promise<OfferedServer> {
  const config = findServer(run, text, dataDir);
  const resolved = resolveReferences(config.transport, run.io.env);
  if (!resolved.ok) throw new UsageError(missingWords(resolved.missing));
  const { transport } = resolved;
  const server = await reach(run, transport).catch((problem: Error) => {
    throw new UsageError(`${config.name}: ${problem.message}`);
  });
  const address = new URL(server.url);
  const rehearsal = await httpRehearsal(run, { source: activeFile, by: 'option' });
  const copy = new ProxyCopy({
    dataDir,
    name: config.name,
    url: `${address.origin}${address.pathname}`,
    folder: run.io.folder,
  });
  const proxy = await openProxy({
    url: address,
    port: 0,
    copy,
    ...(rehearsal ? { rehearsal } : {}),
    onChallenge: () => {},
  });
  const command = wrapCommand(config, transport, server.url, dataDir);
  const folder = mkdtempSync(join(tmpdir(), 'misfire-rehearse-'));
  const file = join(folder, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { [config.name]: entryOf(transport, command, proxy.url) } }), {
    mode: 0o600,
  });
  return {
    command,
    url: proxy.url,
    config: file,
    variables: { MISFIRE_SERVER_COMMAND: JSON.stringify(command), MISFIRE_SERVER_URL: proxy.url },
    async close() {
      await proxy.close();
      await copy.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server at an address. A stdio server gets one; its process starts only when the address is used. */
async function reach({ output }: CommandRun, transport: TransportConfig): Promise<RunningServer> {
  const report = (line: string) => output.printMaskedMessage(line);
  switch (transport.kind) {
    case 'stdio':
      return openGateway(commandOf(transport), report);
    case 'http-command':
      return startServing(commandOf(transport), report);
    default:
      return { url: transport.url, close: async () => {} };
  }
}

function commandOf({ command, args, env, cwd }: Extract<TransportConfig, { command: string }>) {
  return { command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

function wrapCommand(config: ServerConfig, transport: TransportConfig, url: string, dataDir: string): string[] {
  const target = transport.kind === 'stdio' ? ownCommand(commandOf(transport)) : [url];
  return [...misfireCommand(), 'wrap', '--data', dataDir, '--name', config.name, '--', ...target];
}

/** Clients pass few variables on and start servers in a folder of their own, so the command brings both along. */
function ownCommand({
  command,
  args,
  env,
  cwd,
}: {
  command: string;
  args: readonly string[];
  env: object;
  cwd?: string;
}) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = [...(variables.length > 0 ? ['env', ...variables] : []), command, ...args];
  return cwd === undefined ? words : ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...words];
}

function entryOf(transport: TransportConfig, [command, ...args]: readonly string[], url: string): object {
  if (transport.kind === 'stdio') return { command, args };
  const { headers } = transport;
  return { type: 'http', url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
}

/** A word that is `{server}` becomes the words of the command; inside a word, the command is quoted for a shell. */
export function fillPlaces(words: readonly string[], offered: OfferedServer | null): string[] {
  return words.flatMap((word) => {
    const place = /\{(?:server|url|config)\}/.exec(word)?.[0];
    if (place === undefined) return [word];
    if (!offered) throw new UsageError(`${place} needs --server: it is replaced by that server.`);
    if (word === '{server}') return offered.command;
    return [
      word
        .replaceAll('{server}', offered.command.map(quoted).join(' '))
        .replaceAll('{url}', offered.url)
        .replaceAll('{config}', offered.config),
    ];
  });
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
