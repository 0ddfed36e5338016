// How a command reaches its servers when the saved or written configuration does not say it all: headers, variables, era,
// transport, time limits, and answers to what servers ask. Owns the flags and how they change a configuration.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ClientSide, ServerConfig } from '../../../../shared/server/server-config.ts';
import type { TelemetryFlags } from '../../../telemetry/settings.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { addCollectorOptions, gather, readMs } from './command-options.ts';
import { nameOf, readInput } from './read-file.ts';

export interface ReachingFlags extends TelemetryFlags {
  header: string[];
  env: string[];
  era?: NonNullable<ServerConfig['era']>;
  transport?: 'http' | 'sse';
  timeout?: number;
  answer?: string;
}

export function addReachingOptions(command: Command): Command {
  return addCollectorOptions(command)
    .option('--header <"Name: value">', 'send this HTTP header; repeatable', gatherHeader, [])
    .option('--env <NAME=value>', 'set this environment variable for a command; repeatable', gatherVariable, [])
    .addOption(
      new Option('--era <era>', 'handshake: legacy (up to 2025-11-25) or modern (since 2026-07-28)').choices([
        'legacy',
        'modern',
        'detect',
      ]),
    )
    .addOption(
      new Option('--transport <kind>', 'transport of an address; detected if omitted').choices(['http', 'sse']),
    )
    .option(
      '--timeout <time>',
      'timeout of the handshake and of each response: 500ms, 30s, 5m; a plain number is milliseconds',
      readMs,
    )
    .option('--answer <file>', "answer the server's own requests from this JSON file; default: decline them");
}

function gatherHeader(text: string, before: string[]): string[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/.test(text)) {
    throw new InvalidArgumentError('A header is written "Name: value".');
  }
  return gather(text, before);
}

function gatherVariable(text: string, before: string[]): string[] {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError('A variable is written NAME=value.');
  return gather(text, before);
}

/** Of all flags those about a collector. */
export const collectorFlags = ({ otlp, otlpContent }: ReachingFlags): TelemetryFlags => ({
  ...(otlp === undefined ? {} : { otlp }),
  ...(otlpContent === undefined ? {} : { otlpContent }),
});

/** `canAsk`: questions of the server are answered on the terminal. Throws a UsageError where a flag does not fit the server. */
export async function applyFlags(
  run: CommandRun,
  config: ServerConfig,
  flags: ReachingFlags,
  canAsk = false,
): Promise<ServerConfig> {
  const answers = flags.answer === undefined ? {} : await readAnswers(run, flags.answer);
  return { ...withFlags(config, flags), clientSide: clientSideOf(config, answers, canAsk) };
}

/** There is no user to ask. */
export const declining = (config: ServerConfig): ServerConfig => ({
  ...config,
  clientSide: clientSideOf(config, {}, false),
});

function withFlags(config: ServerConfig, flags: ReachingFlags): ServerConfig {
  const { header, env, era, transport: kind, timeout } = flags;
  let { transport } = config;
  if (header.length > 0) {
    if (!('headers' in transport))
      throw new UsageError(`--header is for addresses, and ${config.name} is a command. Use --env for a command.`);
    transport = { ...transport, headers: { ...transport.headers, ...Object.fromEntries(header.map(splitHeader)) } };
  }
  if (env.length > 0) {
    if (!('env' in transport))
      throw new UsageError(`--env is for commands, and ${config.name} is an address. Use --header for an address.`);
    transport = { ...transport, env: { ...transport.env, ...Object.fromEntries(env.map(splitVariable)) } };
  }
  if (kind !== undefined) {
    if (transport.kind !== 'http' && transport.kind !== 'sse')
      throw new UsageError(`--transport is for addresses, and ${config.name} is a command.`);
    transport = { ...transport, kind };
  }
  return {
    ...config,
    transport,
    ...(era === undefined ? {} : { era }),
    ...(timeout === undefined ? {} : { callTimeoutMs: timeout, handshakeTimeoutMs: timeout }),
  };
}

function splitHeader(text: string): [string, string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
}

function splitVariable(text: string): [string, string] {
  const equals = text.indexOf('=');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

const asking = { kind: 'ask' } as const;

/** What neither a file nor a saved answer decides is declined, so that no command hangs. */
function clientSideOf({ clientSide }: ServerConfig, given: Partial<ClientSide>, canAsk: boolean): ClientSide {
  const declined = (rule: ClientSide['sampling'] | undefined) =>
    rule === undefined || rule.kind === 'ask' ? ({ kind: 'refuse' } as const) : rule;
  return {
    roots: given.roots ?? clientSide?.roots ?? [],
    sampling: given.sampling ?? declined(clientSide?.sampling),
    elicitation:
      given.elicitation ?? (canAsk ? (clientSide?.elicitation ?? asking) : declined(clientSide?.elicitation)),
  };
}

/** `{"elicitation":{"action":"accept","content":{…}},"sampling":{…},"roots":[{"uri":…}]}`, each as the server is to get it. */
async function readAnswers(run: CommandRun, given: string): Promise<Partial<ClientSide>> {
  const file = nameOf(given);
  const text = await readInput(run, given);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (problem) {
    throw new UsageError(`${file} cannot be read as JSON: ${(problem as Error).message}.`);
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new UsageError(shapeOf(file));
  const { elicitation, sampling, roots, ...others } = read as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`${shapeOf(file)} It has "${unknown}".`);
  const canned = (result: unknown) =>
    typeof result === 'object' && result !== null
      ? ({ kind: 'canned', result: JSON.stringify(result) } as const)
      : undefined;
  if (
    (elicitation !== undefined && !canned(elicitation)) ||
    (sampling !== undefined && !canned(sampling)) ||
    (roots !== undefined && !isRoots(roots))
  )
    throw new UsageError(shapeOf(file));
  return {
    ...(canned(elicitation) && { elicitation: canned(elicitation) }),
    ...(canned(sampling) && { sampling: canned(sampling) }),
    ...(roots === undefined ? {} : { roots: roots as ClientSide['roots'] }),
  };
}

const isRoots = (value: unknown): boolean =>
  Array.isArray(value) && value.every((root) => typeof (root as { uri?: unknown } | null)?.uri === 'string');

const shapeOf = (file: string): string =>
  `${file} must be an object with "elicitation", "sampling" (the result to send) or "roots" (a list of {"uri"}).`;
