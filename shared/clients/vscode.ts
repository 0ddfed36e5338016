// VS Code with GitHub Copilot. Its forks have files of their own and share the settings below.

import { CopilotReader, isVsCodeTranscript } from '../transcripts/readers/copilot-cli.ts';
import { isVsCodeLog, VsCodeLogReader } from '../transcripts/readers/vscode-log.ts';
import { type ClientSettings, defineClient, type SettingsFile, type TranscriptPlace, userFolders } from './client.ts';

/** `folder`: its own, below the folder of the user's settings. `more`: files besides those. */
export const editorSettings = (folder: string, program: string, more: readonly SettingsFile[] = []) =>
  ({
    program,
    key: 'servers',
    order: ['project', 'user'],
    asksTrust: true,
    entry: (run) => ({ type: 'stdio', ...run }),
    files: [
      ...userFolders.flatMap((place): SettingsFile[] => [
        { ...place, path: `${folder}/User/mcp.json` },
        { ...place, path: `${folder}/User/profiles/*/mcp.json`, part: 'profile', takesNoEntries: true },
        // Before mid-2025 the servers were part of the settings.
        {
          ...place,
          path: `${folder}/User/settings.json`,
          part: 'settings',
          general: true,
          olderKey: 'mcp',
          takesNoEntries: true,
        },
      ]),
      ...more,
    ],
  }) satisfies ClientSettings;

/** On Windows and macOS its policies are not in a readable file. */
export const editorPolicy = {
  files: { linux: ['/etc/vscode/policy.json'] },
  has: /"ChatMCP"|"McpAllowedServers"/,
} satisfies ClientSettings['policy'];

const below = (path: string, rest: Pick<TranscriptPlace, 'path' | 'named'>): TranscriptPlace[] =>
  ['Code', 'Code - Insiders'].flatMap((folder) =>
    userFolders.map((place) => ({ ...place, folder: `${folder}/${path}`, ...rest })),
  );

export const vscode = defineClient({
  id: 'vscode',
  name: 'VS Code Copilot',
  alsoKnownAs: ['VS Code', 'vs-code'],
  settings: {
    ...editorSettings('Code', 'code', [{ base: 'project', path: '.vscode/mcp.json' }]),
    name: 'VS Code',
    policy: editorPolicy,
  },
  transcripts: {
    places: below('User/workspaceStorage', { path: [/^[^.]/, /copilot/i, /^transcripts$/, /\.jsonl$/] }),
    fits: isVsCodeTranscript,
    reader: () => new CopilotReader('vscode'),
  },
  logs: {
    places: below('logs', {
      path: [/^[^.]/, /^window\d+$/, /^mcpServer\.(?:mcp\.config\.[^.]+\.)?(.+)\.log$/],
      named: 2,
    }),
    fits: (first, json) => json === undefined && isVsCodeLog(first),
    reader: (server) => new VsCodeLogReader(server),
  },
});
