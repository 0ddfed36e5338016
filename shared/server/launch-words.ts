// The words that start a server, by JSON Pointer: `/command`, `/args/1`, `/cwd`. Owns reading and replacing them.

import type { TransportConfig } from './server-config.ts';

export interface Launch {
  command: string;
  args: readonly string[];
  cwd?: string;
}

/** Words that differ from the settings. */
export type LaunchWords = Record<string, string>;

/** null: Misfire does not start it. */
export function launchOf(transport: TransportConfig): Launch | null {
  if (!('command' in transport)) return null;
  const { command, args, cwd } = transport;
  return { command, args, ...(cwd === undefined ? {} : { cwd }) };
}

/** Of `/args/1`: 1; null: it is another word. */
export function argumentIndex(pointer: string): number | null {
  const [, index] = /^\/args\/(\d{1,4})$/.exec(pointer) ?? [];
  return index === undefined ? null : Number(index);
}

export function wordAt({ command, args, cwd }: Launch, pointer: string): string | undefined {
  if (pointer === '/command') return command;
  return pointer === '/cwd' ? cwd : args[argumentIndex(pointer) ?? -1];
}

/** A transport that starts nothing stays as it is, and so does a word that is not there. */
export function withWords(transport: TransportConfig, words: LaunchWords): TransportConfig {
  if (!('command' in transport)) return transport;
  const { command, args, cwd } = transport;
  const folder = words['/cwd'] ?? cwd;
  return {
    ...transport,
    command: words['/command'] ?? command,
    args: args.map((arg, index) => words[`/args/${index}`] ?? arg),
    ...(folder === undefined ? {} : { cwd: folder }),
  };
}
