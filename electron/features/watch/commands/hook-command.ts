// `misfire hook`: takes one report of a client's hook on stdin and leaves it in the spool, where the app joins it with the watched wire.
// The client waits for it, so it prints nothing, always exits with 0, and loads little.

import { join } from 'node:path';
import { isObject, type Json, member, parseJson } from '../../../../shared/json/json.ts';
import { hookCall, hooksOf } from '../../../../shared/transcripts/hook-call.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';
import type { CommandIo } from '../../../hosts/cli/terminal/command-io.ts';
import { stdinParts } from '../../../hosts/cli/terminal/read-stdin.ts';
import { findDataFolder, folderSurroundings } from '../../../hosts/data-folder.ts';
import { baseFolder } from '../../../inspector/client-configs/base-folder.ts';
import { largestSettings } from '../../../inspector/client-configs/settings-file.ts';
import { homeIn } from '../../../inspector/paths/home-folder.ts';
import { keepReports } from './keep-reports.ts';

const mostCharacters = 64_000_000;

/** What a report is read from. */
type HookIo = Pick<CommandIo, 'stdin' | 'env' | 'folder' | 'now'>;

export async function takeHook(args: readonly string[], io: HookIo): Promise<void> {
  try {
    const at = args.indexOf('--data');
    const data = findDataFolder(at < 0 ? undefined : args[at + 1], folderSurroundings(io.env, io.folder));
    keep(io, await readInput(io.stdin), data);
  } catch {
    // The client's work goes on: a report that cannot be kept is lost.
  }
}

async function readInput(stdin: HookIo['stdin']): Promise<string> {
  if (stdin.isTTY) return '';
  let text = '';
  for await (const part of stdinParts(stdin)) {
    text += part;
    if (text.length > mostCharacters) return '';
  }
  return text;
}

function keep({ env, now }: HookIo, text: string, data: string): void {
  const parsed = parseJson(text);
  const call = parsed.ok ? hookCall(parsed.value, now(), serversFor(env, parsed.value)) : null;
  if (call !== null) keepReports([call], data);
}

/** A client may join server and tool to one name, like those of its own tools. Its settings tell them apart. */
function serversFor(env: HookIo['env'], report: Json): string[] {
  const named = hooksOf(report)?.serversIn;
  if (!named) return [];
  const folder = member(report, 'cwd');
  const own = join(baseFolder(named.base, { home: homeIn(env), env }), named.path);
  const inProject = typeof folder === 'string' ? named.inProject.map((file) => join(folder, file)) : [];
  return [own, ...inProject].flatMap((file) => {
    const parsed = parseJson(readIfThere(file));
    const servers = parsed.ok ? (member(parsed.value, 'mcpServers') ?? member(parsed.value, 'servers')) : null;
    return isObject(servers) ? Object.keys(servers) : [];
  });
}

function readIfThere(file: string): string {
  try {
    return readForeignText(file, { maxBytes: largestSettings });
  } catch {
    return '';
  }
}
