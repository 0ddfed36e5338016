// Claude Code: `~/.claude/projects/<project>/<session>.jsonl`. A call is a block of an assistant's message, its result a block of the
// user's message that follows. Of attachments only the output of hooks is read; requests and prompts are passed over.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import type { Got } from '../../seen/parts/seen.ts';
import { OpenCalls, pathAfter, splitName, type TranscriptReader, textAt, timeOf } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

/** Lines that hold no calls. Several hold prompts. */
const others = new Set([
  'agent-name',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'attachment',
  'content-replacement',
  'cost-state',
  'custom-title',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'result',
  'summary',
  'system',
  'tag',
  'tools-used',
]);

export const isClaudeCode = (line: Json): boolean => {
  const type = textAt(line, 'type');
  if (type === 'summary') return member(line, 'leafUuid') !== undefined;
  if (member(line, 'sessionId') === undefined || member(line, 'projectHash') !== undefined) return false;
  return others.has(type) || isClaudeCodeLine(line);
};

export const isClaudeCodeLine = (line: Json): boolean =>
  ['assistant', 'user'].includes(textAt(line, 'type')) && isObject(member(line, 'message'));

export class ClaudeCodeReader implements TranscriptReader {
  readonly client = 'claude-code';
  readonly #open = new OpenCalls();
  /** Calls with a result. The lines of their hooks follow it. */
  #ended: SeenCall[] = [];

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    const type = textAt(line, 'type');
    if (type === 'attachment') {
      this.#noteHook(member(line, 'attachment'), number);
      return [];
    }
    const content = member(member(line, 'message'), 'content');
    const blocks = Array.isArray(content) ? content.filter(isObject) : [];
    if (type === 'user') {
      for (const block of blocks) this.#takeResult(line as JsonObject, block, number);
      return [];
    }
    if (type !== 'assistant' && !others.has(type)) return { unknown: type };
    const ended = this.#takeEnded();
    if (type === 'assistant') for (const block of blocks) this.#takeCall(line as JsonObject, block, number);
    return ended;
  }

  pause(): SeenCall[] {
    return this.#takeEnded();
  }

  finish(): SeenCall[] {
    return [...this.#takeEnded(), ...this.#open.takeAll()];
  }

  #takeEnded(): SeenCall[] {
    const ended = this.#ended;
    if (ended.length > 0) this.#ended = [];
    return ended;
  }

  /** The transcript does not keep the result that a hook replaced, only what the hook printed. */
  #noteHook(attachment: Json | undefined, number: number): void {
    if (this.#ended.length === 0 || member(attachment, 'type') !== 'hook_success') return;
    const call = this.#ended.find(({ callId }) => callId === member(attachment, 'toolUseID'));
    if (call === undefined || !replacesOutput(textAt(attachment, 'stdout'))) return;
    call.isReplaced = true;
    call.lines.push(number);
  }

  #takeCall(line: JsonObject, block: JsonObject, number: number): void {
    const name = textAt(block, 'name');
    const callId = textAt(block, 'id');
    if (member(block, 'type') !== 'tool_use' || callId === '' || !name.startsWith('mcp__')) return;
    const parts = splitName(name.slice(5), '__', []);
    if (parts === null) return;
    const at = timeOf(member(line, 'timestamp'));
    const model = textAt(member(line, 'message'), 'model');
    this.#open.add(
      seenCall({
        client: this.client,
        version: textAt(line, 'version'),
        session: textAt(line, 'sessionId'),
        callId,
        name,
        ...parts,
        args: member(block, 'input'),
        at,
        model,
        lines: [number],
      }),
    );
  }

  #takeResult(line: JsonObject, block: JsonObject, number: number): void {
    if (member(block, 'type') !== 'tool_result') return;
    const call = this.#open.take(textAt(block, 'tool_use_id'));
    if (call === undefined) return;
    const content = member(block, 'content');
    call.got = typeof content === 'string' ? content : Array.isArray(content) ? (content.filter(isObject) as Got) : '';
    call.flagged = member(block, 'is_error') === true;
    if (call.flagged) call.failed = true;
    call.ended = timeOf(member(line, 'timestamp')) || call.ended;
    call.lines.push(number);
    if (typeof call.got === 'string' && /^Error: result \([^)]*\) exceeds maximum allowed tokens/.test(call.got)) {
      const path = pathAfter('Output has been saved to ', call.got);
      if (path !== undefined) call.putAside = path;
    }
    this.#ended.push(call);
  }
}

/** What a hook prints to give the model something else. */
function replacesOutput(printed: string): boolean {
  const parsed = printed.trimStart().startsWith('{') ? parseJson(printed) : null;
  const output = parsed?.ok ? member(parsed.value, 'hookSpecificOutput') : undefined;
  return member(output, 'updatedMCPToolOutput') !== undefined || member(output, 'updatedToolOutput') !== undefined;
}
