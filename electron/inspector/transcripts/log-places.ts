// Logs that clients keep about one server: their paths name the client and the server, their lines do not.

import { basename, dirname } from 'node:path';
import { logHeader } from '../../../shared/transcripts/recognize.ts';

/** `mcp-logs-<server>` */
export const claudeCodeLogs = /^mcp-logs-(.+)$/;
/** `mcp-server-<server>.log` */
export const claudeDesktopLog = /^mcp-server-(.+)\.log$/;
/** `mcpServer.mcp.config.<where>.<server>.log` */
export const vsCodeLog = /^mcpServer\.(?:mcp\.config\.[^.]+\.)?(.+)\.log$/;

/** The line that is put before the log, so that its reader knows the server; '' for any other file. */
export function headerOfLog(file: string): string {
  const [, code] = vsCodeLog.exec(basename(file)) ?? [];
  if (code !== undefined) return logHeader('vscode', code);
  const [, desktop] = claudeDesktopLog.exec(basename(file)) ?? [];
  if (desktop !== undefined) return logHeader('claude-desktop', desktop);
  const [, claude] = claudeCodeLogs.exec(basename(dirname(file))) ?? [];
  return claude !== undefined && file.endsWith('.jsonl') ? logHeader('claude-code', claude) : '';
}
