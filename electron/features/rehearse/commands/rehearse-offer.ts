// What a client is given with `--server`: a command that wraps the server, an address that forwards it, and a settings file with
// either. Each injects by itself; which one the client uses is its choice.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSecrets } from '../../../../shared/mask/find.ts';
import type { ServerConfig, TransportConfig } from '../../../../shared/server/server-config.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../foreign-files/temporary-folder.ts';
import { findServer } from '../../../hosts/cli/common/find-server.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { misfireCommand } from '../../../inspector/paths/app-paths.ts';
import { missingWords, resolveReferences } from '../../../inspector/secrets/references.ts';
import { Secret } from '../../../inspector/secrets/secret.ts';
import { openProxy } from '../../watch/programs/proxy/proxy.ts';
import { ProxyCopy } from '../../watch/programs/proxy/proxy-copy.ts';
import { startServing } from '../running/served-command.ts';
import { openGateway, type RunningServer } from '../running/stdio-gateway.ts';
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
  const folder = makeTemporaryFolder('rehearse');
  const command = wrapCommand(config, transport, server.url, dataDir, folder);
  warnOfArguments(run, config, transport);
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
      removeTemporaryFolder(folder);
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

function wrapCommand(
  config: ServerConfig,
  transport: TransportConfig,
  url: string,
  dataDir: string,
  folder: string,
): string[] {
  const target = transport.kind === 'stdio' ? ownCommand(transport, folder) : [url];
  return [...misfireCommand(), 'wrap', '--data', dataDir, '--name', config.name, '--', ...target];
}

/**
 * Clients pass few variables on and start servers in a folder of their own, so a script brings both along. Only its owner can read it:
 * every user of the machine can read arguments, and the spool keeps them.
 */
function ownCommand({ command, args, env, cwd }: Stdio, folder: string): string[] {
  const variables = Object.entries(env).map(([name, value]) => [name, new Secret(value)] as const);
  if (variables.length === 0 && cwd === undefined) return [command, ...args];
  const unfit = variables.find(([name]) => !/^[A-Za-z_]\w*$/.test(name));
  if (unfit) throw new UsageError(`A shell cannot set the variable "${unfit[0]}", so this server cannot be offered.`);
  const script = join(folder, 'server.sh');
  const lines = [
    ...(cwd === undefined ? [] : [`cd ${inQuotes(cwd)} || exit`]),
    // A part of the shell: no process gets the value as an argument.
    ...variables.map(([name, value]) => `export ${inQuotes(`${name}=${value.reveal('child environment')}`)}`),
    'exec "$@"',
  ];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return ['sh', script, command, ...args];
}

type Stdio = Extract<TransportConfig, { kind: 'stdio' }>;

const inQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A server that demands its key as an argument gets it there. */
function warnOfArguments({ output }: CommandRun, { name }: ServerConfig, transport: TransportConfig): void {
  if (!('args' in transport)) return;
  if (findSecrets([transport.command, ...transport.args].join(' ')).length > 0)
    output.printMessage(
      `The command of ${name} has a secret as an argument. Other users of this machine can read it while the server runs.`,
    );
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

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inQuotes(word));
