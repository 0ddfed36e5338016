// Which programs keep MCP servers in which files, as data: a row for each program, place and system. Sources: the programs'
// own documentation, November 2026. Reading the files is find-servers.ts's.

export type Platform = 'darwin' | 'win32' | 'linux';

/** Where a path begins; find-servers.ts knows what that is on this machine. */
export type Base =
  | 'home'
  /** `~/Library/Application Support` */
  | 'support'
  /** `%APPDATA%` */
  | 'appdata'
  /** `$XDG_CONFIG_HOME`, or `~/.config` */
  | 'config'
  /** `$CLAUDE_CONFIG_DIR`, or the home folder */
  | 'claude'
  /** `$COPILOT_HOME`, or `~/.copilot` */
  | 'copilot'
  /** Nowhere: the path is whole, for everyone on this machine. */
  | 'machine'
  /** A folder that a person named, and each folder above it. */
  | 'project';

export interface ClientRow {
  client: string;
  /** Left out: all systems. */
  on?: Platform;
  base: Base;
  /** Below the base, with slashes; a part `*` stands for every folder there. */
  path: string;
  /** A settings file of everything: without servers it is not worth a word. */
  general?: true;
}

const editors = (client: string, folder: string): ClientRow[] =>
  (
    [
      ['darwin', 'support'],
      ['win32', 'appdata'],
      ['linux', 'config'],
    ] as const
  ).flatMap(([on, base]): ClientRow[] => [
    { client, on, base, path: `${folder}/User/mcp.json` },
    { client: `${client} (profile)`, on, base, path: `${folder}/User/profiles/*/mcp.json` },
    // Before mid-2025 the servers were a part of the settings.
    { client: `${client} (settings)`, on, base, path: `${folder}/User/settings.json`, general: true },
  ]);

export const clientTable: readonly ClientRow[] = [
  { client: 'Claude Desktop', on: 'darwin', base: 'support', path: 'Claude/claude_desktop_config.json' },
  { client: 'Claude Desktop', on: 'win32', base: 'appdata', path: 'Claude/claude_desktop_config.json' },
  { client: 'Claude Desktop', on: 'linux', base: 'config', path: 'Claude/claude_desktop_config.json' },

  { client: 'Claude Code', base: 'claude', path: '.claude.json', general: true },
  {
    client: 'Claude Code (managed)',
    on: 'darwin',
    base: 'machine',
    path: '/Library/Application Support/ClaudeCode/managed-mcp.json',
  },
  { client: 'Claude Code (managed)', on: 'linux', base: 'machine', path: '/etc/claude-code/managed-mcp.json' },
  {
    client: 'Claude Code (managed)',
    on: 'win32',
    base: 'machine',
    path: 'C:/Program Files/ClaudeCode/managed-mcp.json',
  },
  { client: '.mcp.json', base: 'project', path: '.mcp.json' },

  { client: 'Cursor', base: 'home', path: '.cursor/mcp.json' },
  { client: 'Cursor (project)', base: 'project', path: '.cursor/mcp.json' },

  ...editors('VS Code', 'Code'),
  ...editors('VS Code Insiders', 'Code - Insiders'),
  ...editors('VSCodium', 'VSCodium'),
  { client: 'VS Code (project)', base: 'project', path: '.vscode/mcp.json' },
  { client: 'GitHub Copilot', base: 'copilot', path: 'mcp-config.json' },

  { client: 'Windsurf', base: 'home', path: '.codeium/windsurf/mcp_config.json' },
  { client: 'Windsurf Next', base: 'home', path: '.codeium/windsurf-next/mcp_config.json' },

  // Zed follows XDG on macOS too.
  { client: 'Zed', on: 'darwin', base: 'config', path: 'zed/settings.json', general: true },
  { client: 'Zed', on: 'linux', base: 'config', path: 'zed/settings.json', general: true },
  { client: 'Zed', on: 'win32', base: 'appdata', path: 'Zed/settings.json', general: true },
  { client: 'Zed (project)', base: 'project', path: '.zed/settings.json', general: true },
];
