// The calls in a pasted part of a transcript. Such a part may begin anywhere, so any of its lines may tell which client wrote it.

import { isObject, type Json, member } from '../json/json.ts';
import { type TranscriptReader, text } from './parts/reader.ts';
import { ClaudeCodeReader } from './readers/claude-code.ts';
import { CodexReader } from './readers/codex.ts';
import { CopilotReader } from './readers/copilot.ts';
import { GeminiReader } from './readers/gemini-cli.ts';
import { OpencodeReader } from './readers/opencode.ts';
import { callsInMessages, isMessage, type PastedCall } from './transcript-messages.ts';

export function pastedCalls(lines: readonly Json[]): PastedCall[] {
  const reader = readerOf(lines);
  if (reader === null) return lines.some(isMessage) ? callsInMessages(lines) : [];
  const calls = lines.flatMap((line, index) => {
    const read = isObject(line) ? reader.read(isPart(line) ? { opencode: line } : line, index + 1) : [];
    return Array.isArray(read) ? read : [];
  });
  return [...calls, ...reader.finish()];
}

function readerOf(lines: readonly Json[]): TranscriptReader | null {
  for (const line of lines) {
    const type = text(member(line, 'type'));
    if (type === 'response_item' || type === 'event_msg') return new CodexReader();
    if (type.startsWith('tool.execution_')) return new CopilotReader();
    if (isPart(line)) return new OpencodeReader();
    if (Array.isArray(member(line, 'toolCalls'))) return new GeminiReader();
    if ((type === 'assistant' || type === 'user') && isObject(member(line, 'message'))) return new ClaudeCodeReader();
  }
  return null;
}

const isPart = (line: Json): boolean => member(line, 'type') === 'tool' && isObject(member(line, 'state'));
