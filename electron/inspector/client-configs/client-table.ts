// Which programs keep MCP servers in which files, as data: one row per program, location and system. Sources: the programs' own
// documentation, November 2026. find-servers.ts reads the files.

import type { SettingsFormat } from './span-types.ts';

export type Platform = 'darwin' | 'win32' | 'linux';

/** The base of a path; find-servers.ts resolves it on this machine. */
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
  /** `$CODEX_HOME`, or `~/.codex` */
  | 'codex'
  /** `%LOCALAPPDATA%` */
  | 'localappdata'
  /** No base: the path is absolute, for all users of this machine. */
  | 'machine'
  /** A folder the user named, and each folder above it. */
  | 'project';

export interface ClientRow {
  client: string;
  /** Omitted: all systems. */
  on?: Platform;
  base: Base;
  /** Relative to the base, with slashes; a part `*` matches every folder there. */
  path: string;
  /** A general settings file: not worth a mention if it has no servers. */
  general?: true;
  /** Omitted: JSON, with or without comments. */
  format?: Exclude<SettingsFormat, 'json'>;
  /** A file managed by a company: it is read, and never changed. */
  managed?: true;
  /** When the client notices a change of the file. Omitted: at its next start. */
  rereads?: 'at once' | 'next session';
  /** The field that limits how long a server may take to start, and its unit. In most clients `timeout` is for calls. */
  startLimit?: { member: string; unitMs: number };
}

const codexStart = { member: 'startup_timeout_sec', unitMs: 1000 };
const opencodeStart = { member: 'timeout', unitMs: 1 };

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
    // Before mid-2025 the servers were part of the settings.
    { client: `${client} (settings)`, on, base, path: `${folder}/User/settings.json`, general: true },
  ]);

export const clientTable: readonly ClientRow[] = [
  { client: 'Claude Desktop', on: 'darwin', base: 'support', path: 'Claude/claude_desktop_config.json' },
  { client: 'Claude Desktop', on: 'win32', base: 'appdata', path: 'Claude/claude_desktop_config.json' },
  { client: 'Claude Desktop', on: 'linux', base: 'config', path: 'Claude/claude_desktop_config.json' },
  // Installed from the Microsoft Store, its files are elsewhere.
  {
    client: 'Claude Desktop',
    on: 'win32',
    base: 'localappdata',
    path: 'Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
  },

  { client: 'Claude Code', base: 'claude', path: '.claude.json', general: true, rereads: 'next session' },
  {
    client: 'Claude Code (managed)',
    on: 'darwin',
    base: 'machine',
    path: '/Library/Application Support/ClaudeCode/managed-mcp.json',
    managed: true,
  },
  {
    client: 'Claude Code (managed)',
    on: 'linux',
    base: 'machine',
    path: '/etc/claude-code/managed-mcp.json',
    managed: true,
  },
  {
    client: 'Claude Code (managed)',
    on: 'win32',
    base: 'machine',
    path: 'C:/Program Files/ClaudeCode/managed-mcp.json',
    managed: true,
  },
  { client: '.mcp.json', base: 'project', path: '.mcp.json' },

  { client: 'Cursor', base: 'home', path: '.cursor/mcp.json', rereads: 'at once' },
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
  { client: 'GitHub Copilot (project)', base: 'project', path: '.github/mcp.json' },
  { client: 'Windsurf (JetBrains)', base: 'home', path: '.codeium/mcp_config.json' },
  {
    client: 'Codex',
    base: 'codex',
    path: 'config.toml',
    general: true,
    format: 'toml',
    rereads: 'next session',
    startLimit: codexStart,
  },
  {
    client: 'Codex (project)',
    base: 'project',
    path: '.codex/config.toml',
    general: true,
    format: 'toml',
    startLimit: codexStart,
  },
  { client: 'Gemini CLI', base: 'home', path: '.gemini/settings.json', general: true },
  { client: 'Gemini CLI (project)', base: 'project', path: '.gemini/settings.json', general: true },
  ...(
    [
      ['linux', '/etc/gemini-cli/settings.json'],
      ['darwin', '/Library/Application Support/GeminiCli/settings.json'],
      ['win32', 'C:/ProgramData/gemini-cli/settings.json'],
    ] as const
  ).map(
    ([on, path]): ClientRow => ({
      client: 'Gemini CLI (managed)',
      on,
      base: 'machine',
      path,
      general: true,
      managed: true,
    }),
  ),
  { client: 'Goose', on: 'darwin', base: 'config', path: 'goose/config.yaml', general: true, format: 'yaml' },
  { client: 'Goose', on: 'linux', base: 'config', path: 'goose/config.yaml', general: true, format: 'yaml' },
  {
    client: 'Goose',
    on: 'win32',
    base: 'appdata',
    path: 'Block/goose/config/config.yaml',
    general: true,
    format: 'yaml',
  },
  { client: 'Cline', base: 'home', path: '.cline/data/settings/cline_mcp_settings.json', rereads: 'at once' },
  { client: 'Cline', base: 'home', path: '.cline/mcp.json', rereads: 'at once' },
  ...(
    [
      ['darwin', 'support'],
      ['win32', 'appdata'],
      ['linux', 'config'],
    ] as const
  ).flatMap(([on, base]): ClientRow[] => [
    {
      client: 'Cline (VS Code)',
      on,
      base,
      path: 'Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      rereads: 'at once',
    },
    {
      client: 'Roo Code',
      on,
      base,
      path: 'Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    },
  ]),
  { client: 'LM Studio', base: 'home', path: '.lmstudio/mcp.json' },
  { client: 'LM Studio', base: 'home', path: '.cache/lm-studio/mcp.json' },
  ...(['opencode.json', 'opencode.jsonc'] as const).flatMap((file): ClientRow[] => [
    { client: 'opencode', base: 'config', path: `opencode/${file}`, general: true, startLimit: opencodeStart },
    { client: 'opencode (project)', base: 'project', path: file, general: true, startLimit: opencodeStart },
  ]),
  { client: 'Continue', base: 'home', path: '.continue/config.yaml', general: true, format: 'yaml' },
  { client: 'Kiro', base: 'home', path: '.kiro/settings/mcp.json' },
  { client: 'Antigravity', base: 'home', path: '.gemini/antigravity/mcp_config.json' },
  { client: 'Factory', base: 'home', path: '.factory/mcp.json' },
  { client: 'Kimi', base: 'home', path: '.kimi/mcp.json' },
];
