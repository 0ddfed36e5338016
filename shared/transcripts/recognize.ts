// Which client wrote a transcript or a log, by its first line.

import { isObject, type Json, member, parseJson } from '../json/json.ts';
import { ClientLogLines } from './client-log-lines.ts';
import { type TranscriptReader, text } from './parts/reader.ts';
import { ClaudeCodeReader, isClaudeCode } from './readers/claude-code.ts';
import { ClaudeCodeLogReader, isClaudeCodeLog } from './readers/claude-code-log.ts';
import { ClaudeDesktopLogReader, isClaudeDesktopLog } from './readers/claude-desktop-log.ts';
import { CodexReader, isCodex } from './readers/codex.ts';
import { CopilotReader, isCopilot } from './readers/copilot.ts';
import { GeminiReader, isGemini } from './readers/gemini-cli.ts';
import { GooseReader, isGoose } from './readers/goose.ts';
import { isOpencode, OpencodeReader } from './readers/opencode.ts';
import { isVsCodeLog, VsCodeLogReader } from './readers/vscode-log.ts';
import { type LineReader, TranscriptLines } from './transcript-lines.ts';

const formats: readonly [(line: Json) => boolean, () => TranscriptReader][] = [
  [isCodex, () => new CodexReader()],
  [isCopilot, () => new CopilotReader()],
  [isGemini, () => new GeminiReader()],
  [isOpencode, () => new OpencodeReader()],
  [isGoose, () => new GooseReader()],
  [isClaudeCode, () => new ClaudeCodeReader()],
];

const logs = {
  'claude-code': ClaudeCodeLogReader,
  'claude-desktop': ClaudeDesktopLogReader,
  vscode: VsCodeLogReader,
} as const;
export type LogClient = keyof typeof logs;

/** For a log whose lines do not name the server. The code that opens the file puts this line before it. */
export const logHeader = (client: LogClient, server: string): string => JSON.stringify({ clientLog: client, server });

/** null: it is the first line of something else. */
export function lineReaderOf(first: string): LineReader | null {
  const line = first.charCodeAt(0) === 0xfeff ? first.slice(1) : first;
  const parsed = parseJson(line);
  if (parsed.ok) return transcriptLinesOf(parsed.value) ?? jsonLogOf(parsed.value);
  if (isClaudeDesktopLog(line)) return new ClientLogLines(new ClaudeDesktopLogReader(''), false);
  if (isVsCodeLog(line)) return new ClientLogLines(new VsCodeLogReader(unnamed), false);
  return null;
}

function transcriptLinesOf(first: Json): TranscriptLines | null {
  if (!isObject(first) || 'misfire' in first || 'lane' in first || 'jsonrpc' in first) return null;
  const format = formats.find(([fits]) => fits(first));
  return format === undefined ? null : new TranscriptLines(format[1]());
}

function jsonLogOf(first: Json): ClientLogLines | null {
  if (isClaudeCodeLog(first)) return new ClientLogLines(new ClaudeCodeLogReader(unnamed), false);
  const client = text(member(first, 'clientLog'));
  if (!Object.hasOwn(logs, client)) return null;
  const Reader = logs[client as LogClient];
  return new ClientLogLines(new Reader(text(member(first, 'server'))), true);
}

/** As in captures without names. */
const unnamed = '?';
