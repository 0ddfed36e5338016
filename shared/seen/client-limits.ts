// How large an answer may be before a client cuts it, refuses it or puts it aside, as far as is publicly known. Data only: each
// figure is a default that a setting or a newer version may change, and each says where it is from. Looked up in November 2026.

export type LimitUnit = 'tokens' | 'characters' | 'bytes' | 'lines';

export interface ClientLimit {
  client: string;
  unit: LimitUnit;
  most: number;
  /** What the client does with more, as the end of a sentence that begins with its name. */
  beyond: string;
  source: string;
  /** It only says so; the answer reaches the model whole. */
  passesOn?: true;
}

export const clientLimits: readonly ClientLimit[] = [
  {
    client: 'Codex',
    unit: 'bytes',
    most: 10_240,
    beyond: 'leaves out the middle before its model sees it',
    source: 'openai/codex#6544, #5913',
  },
  {
    client: 'Codex',
    unit: 'lines',
    most: 256,
    beyond: 'leaves out the middle before its model sees it',
    source: 'openai/codex#6544, #5913',
  },
  {
    client: 'Claude Code',
    unit: 'tokens',
    most: 10_000,
    beyond: 'warns that the answer is large',
    source: 'getsentry/XcodeBuildMCP#188',
    passesOn: true,
  },
  {
    client: 'Claude Code',
    unit: 'characters',
    most: 50_000,
    beyond: 'puts it into a file and shows its model 2 kB of it, unless the tool says anthropic/maxResultSizeChars',
    source: 'anthropics/claude-code#45766',
  },
  {
    client: 'Claude Code',
    unit: 'tokens',
    most: 25_000,
    beyond: 'does not pass it on, unless MAX_MCP_OUTPUT_TOKENS is raised',
    source: 'claude.com/docs/connectors/building; GuDaStudio/codexmcp#4',
  },
  {
    client: 'opencode',
    unit: 'bytes',
    most: 51_200,
    beyond: 'cuts it, unless tool_output.max_bytes is raised',
    source: 'anomalyco/opencode#22565, #23770',
  },
  {
    client: 'opencode',
    unit: 'lines',
    most: 2_000,
    beyond: 'cuts it, unless tool_output.max_lines is raised',
    source: 'anomalyco/opencode#22565, #23770',
  },
  {
    client: 'Claude Desktop',
    unit: 'characters',
    most: 150_000,
    beyond: 'cuts it, as claude.ai does',
    source: 'claude.com/docs/connectors/building',
  },
];
