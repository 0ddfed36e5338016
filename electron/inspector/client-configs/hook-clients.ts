// Which clients report their calls to a hook, and how their settings name it, as data. Checked by running Claude Code 2.1.325,
// Gemini CLI 0.61.0 and GitHub Copilot CLI 1.0.102. Codex has hooks too, but runs none after a failed call.

import { type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import type { Base } from './client-table.ts';
import type { HookItem } from './hook-edit.ts';
import type { WatchProgram } from './launcher.ts';

export interface HookClientRow {
  /** As `misfire watch` names it. */
  id: string;
  client: string;
  base: Exclude<Base, 'project'>;
  /** Its own folder there: it exists if the client is installed. */
  folder: string;
  path: string;
  /** Members of a new file beside its hooks. */
  fresh: JsonObject;
  items(command: string): HookItem[];
  /** The path to a member that turns all hooks off, and its value. */
  off?: { path: readonly string[]; value: boolean };
}

/** `misfire hook` ends after 5 s by itself. */
const seconds = 10;

const grouped = (command: string, matcher: string, timeout: number): JsonObject => ({
  matcher,
  hooks: [{ type: 'command', command, timeout }],
});

export const hookClients: readonly HookClientRow[] = [
  {
    id: 'claude-code',
    client: 'Claude Code',
    base: 'claude',
    folder: '.claude',
    path: 'settings.json',
    fresh: {},
    items: (command) =>
      ['PostToolUse', 'PostToolUseFailure'].map((event) => ({ event, item: grouped(command, 'mcp__.*', seconds) })),
    off: { path: ['disableAllHooks'], value: true },
  },
  {
    id: 'gemini-cli',
    client: 'Gemini CLI',
    base: 'home',
    folder: '.gemini',
    path: 'settings.json',
    fresh: {},
    // In milliseconds.
    items: (command) => [{ event: 'AfterTool', item: grouped(command, 'mcp_.*', seconds * 1000) }],
    off: { path: ['hooksConfig', 'enabled'], value: false },
  },
  {
    id: 'github-copilot',
    client: 'GitHub Copilot CLI',
    base: 'copilot',
    folder: '',
    // Each file in this folder counts, so Misfire has one of its own.
    path: 'hooks/misfire.json',
    fresh: { version: 1 },
    items: (command) =>
      ['postToolUse', 'postToolUseFailure'].map((event) => ({
        event,
        item: { type: 'command', bash: command, timeoutSec: seconds },
      })),
  },
];

/** What a hook runs. It prints nothing and ends with 0, also if Misfire is gone. */
export function hookCommand({ runtime, isApp, bridge, dataDir }: WatchProgram): string {
  const [program, file, data] = [runtime, bridge, dataDir].map(shellWord);
  const variables = `${isApp ? 'ELECTRON_RUN_AS_NODE=1 ' : ''}NODE_OPTIONS=`;
  return `if [ -x ${program} ] && [ -f ${file} ]; then ${variables} ${program} ${file}${ownWords}${data}${ending}`;
}

const ownWords = ' hook --data ';
const ending = ' >/dev/null 2>&1; fi; exit 0';
const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An item that Misfire wrote, with nothing else in it. */
export const isOwnItem = (item: Json): boolean => {
  const commands = commandsIn(item);
  return commands.length > 0 && commands.every(isOwnCommand);
};

const isOwnCommand = (command: string): boolean =>
  command.startsWith('if [ -x ') && command.includes(`bridge.cjs'${ownWords}`) && command.endsWith(ending);

/** Someone added `misfire hook` by hand, or changed what Misfire wrote. */
export const reportsToMisfire = (item: Json): boolean =>
  commandsIn(item).some(
    (command) =>
      isOwnCommand(command) ||
      /\bmisfire(?:\.cjs|\.cmd)?['"]? hook\b/.test(command) ||
      command.includes(`bridge.cjs'${ownWords}`),
  );

function commandsIn(item: Json): string[] {
  const inner = member(item, 'hooks');
  const handlers = Array.isArray(inner) ? inner : [item];
  return handlers.flatMap((handler) => {
    const command = member(handler, 'command') ?? member(handler, 'bash');
    return typeof command === 'string' ? [command] : [];
  });
}
