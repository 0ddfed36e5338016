// Which client wrote a transcript, by its first line.

import { isObject, type Json } from '../json/json.ts';
import type { TranscriptReader } from './parts/reader.ts';
import { ClaudeCodeReader, isClaudeCode } from './readers/claude-code.ts';
import { CodexReader, isCodex } from './readers/codex.ts';
import { CopilotReader, isCopilot } from './readers/copilot.ts';
import { GeminiReader, isGemini } from './readers/gemini-cli.ts';
import { GooseReader, isGoose } from './readers/goose.ts';
import { isOpencode, OpencodeReader } from './readers/opencode.ts';
import { TranscriptLines } from './transcript-lines.ts';

const formats: readonly [(line: Json) => boolean, () => TranscriptReader][] = [
  [isCodex, () => new CodexReader()],
  [isCopilot, () => new CopilotReader()],
  [isGemini, () => new GeminiReader()],
  [isOpencode, () => new OpencodeReader()],
  [isGoose, () => new GooseReader()],
  [isClaudeCode, () => new ClaudeCodeReader()],
];

/** null: it is the first line of something else. */
export function transcriptLinesOf(first: Json): TranscriptLines | null {
  if (!isObject(first) || 'misfire' in first || 'lane' in first || 'jsonrpc' in first) return null;
  const format = formats.find(([fits]) => fits(first));
  return format === undefined ? null : new TranscriptLines(format[1]());
}
