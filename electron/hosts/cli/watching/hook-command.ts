// `misfire hook`: takes one report of a client's hook on stdin and leaves it in the spool, where the app joins it with the watched wire.
// The client waits for it, so it prints nothing, always exits with 0, and loads little.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isObject, type Json, member, parseJson } from '../../../../shared/json/json.ts';
import { hookCall, serversAreIn } from '../../../../shared/transcripts/hook-call.ts';
import { findDataFolder } from '../../data-folder.ts';
import { keepReports } from './keep-reports.ts';

const mostBytes = 64_000_000;
/** A client that never ends its report must not be kept waiting. */
const longestMs = 5000;

export async function takeHook(args: readonly string[]): Promise<void> {
  setTimeout(() => process.exit(0), longestMs).unref();
  process.exitCode = 0;
  try {
    const at = args.indexOf('--data');
    keep(await readInput(), findDataFolder(at < 0 ? undefined : args[at + 1]));
  } catch {
    // The client's work goes on: a report that cannot be kept is lost.
  }
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function keep(text: string, data: string): void {
  const parsed = parseJson(text);
  const call = parsed.ok ? hookCall(parsed.value, Date.now(), serversFor(parsed.value)) : null;
  if (call !== null) keepReports([call], data);
}

/** Copilot CLI names a tool `server-tool`, like tools of its own that are none of ours. Its settings tell them apart. */
function serversFor(report: Json): string[] {
  if (serversAreIn(report) === '') return [];
  const folder = member(report, 'cwd');
  const own = join(process.env.COPILOT_HOME || join(homedir(), '.copilot'), 'mcp-config.json');
  const inProject =
    typeof folder === 'string' ? ['.mcp.json', '.github/mcp.json'].map((file) => join(folder, file)) : [];
  return [own, ...inProject].flatMap((file) => {
    const parsed = parseJson(readIfThere(file));
    const servers = parsed.ok ? (member(parsed.value, 'mcpServers') ?? member(parsed.value, 'servers')) : null;
    return isObject(servers) ? Object.keys(servers) : [];
  });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
