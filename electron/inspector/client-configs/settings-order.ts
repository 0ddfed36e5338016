// Which settings files a client reads and in which order, as data. The first file that has an entry of a name wins. Rows observed with a
// real client name its version. The others come from the clients' documentation, November 2026.

export type Scope = 'managed' | 'local' | 'project' | 'user';

export interface ClientSettings {
  /** The version this was observed with; omitted: from documentation only. */
  checkedWith?: string;
  /** The program's name in the PATH; omitted if it has none. */
  program?: string;
  /** The key that holds the entries. */
  key: string;
  /** Highest precedence first. */
  order: readonly Scope[];
  /** If the managed file exists, nothing else counts. */
  managedAlone?: true;
  /** The field that disables an entry, and the value that does. */
  off?: { member: string; value: boolean };
}

const disabled = { member: 'disabled', value: true };
const notEnabled = { member: 'enabled', value: false };

/** By the client's name without its location. `.mcp.json` belongs to Claude Code. */
export const clientSettings: Readonly<Record<string, ClientSettings>> = {
  'Claude Code': {
    checkedWith: '2.1.325',
    program: 'claude',
    key: 'mcpServers',
    order: ['managed', 'local', 'project', 'user'],
    managedAlone: true,
  },
  Codex: { checkedWith: '0.166.0', program: 'codex', key: 'mcp_servers', order: ['project', 'user'], off: notEnabled },
  'Gemini CLI': { checkedWith: '0.61.0', program: 'gemini', key: 'mcpServers', order: ['managed', 'project', 'user'] },
  opencode: { checkedWith: '1.18.34', program: 'opencode', key: 'mcp', order: ['project', 'user'], off: notEnabled },
  'GitHub Copilot': { checkedWith: '1.0.102', program: 'copilot', key: 'mcpServers', order: ['user', 'project'] },
  'Claude Desktop': { key: 'mcpServers', order: ['user'] },
  Cursor: { key: 'mcpServers', order: ['project', 'user'] },
  'VS Code': { program: 'code', key: 'servers', order: ['project', 'user'] },
  'VS Code Insiders': { program: 'code-insiders', key: 'servers', order: ['project', 'user'] },
  VSCodium: { program: 'codium', key: 'servers', order: ['project', 'user'] },
  Windsurf: { key: 'mcpServers', order: ['user'], off: disabled },
  Zed: { program: 'zed', key: 'context_servers', order: ['project', 'user'], off: notEnabled },
  Goose: { program: 'goose', key: 'extensions', order: ['user'], off: notEnabled },
  Cline: { program: 'cline', key: 'mcpServers', order: ['user'], off: disabled },
  'Roo Code': { key: 'mcpServers', order: ['user'], off: disabled },
  'LM Studio': { key: 'mcpServers', order: ['user'] },
  Kiro: { key: 'mcpServers', order: ['user'], off: disabled },
  Antigravity: { key: 'mcpServers', order: ['user'], off: disabled },
};

/** The client that a table row belongs to. */
export function settingsOwner(client: string): string {
  return client === '.mcp.json' ? 'Claude Code' : (client.split(' (', 1)[0] ?? client);
}
