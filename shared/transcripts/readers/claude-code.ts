// Claude Code: `~/.claude/projects/<project>/<session>.jsonl`. A call is a block of an assistant's message, its result a block of the
// user's message that follows. Requests, attachments and prompts are passed over unread.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { Got } from '../../seen/parts/seen.ts';
import { OpenCalls, pathAfter, splitName, type TranscriptReader, text, timeOf } from '../parts/reader.ts';
import type { SeenCall } from '../parts/seen-call.ts';

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
  const type = text(member(line, 'type'));
  if (type === 'summary') return member(line, 'leafUuid') !== undefined;
  if (member(line, 'sessionId') === undefined || member(line, 'projectHash') !== undefined) return false;
  return others.has(type) || ((type === 'user' || type === 'assistant') && isObject(member(line, 'message')));
};

export class ClaudeCodeReader implements TranscriptReader {
  readonly client = 'claude-code';
  readonly #open = new OpenCalls();

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    const type = text(member(line, 'type'));
    if (type !== 'user' && type !== 'assistant') return others.has(type) ? [] : { unknown: type };
    const content = member(member(line, 'message'), 'content');
    const blocks = Array.isArray(content) ? content.filter(isObject) : [];
    if (type === 'user')
      return blocks.flatMap((block) => this.#takeResult(line as JsonObject, block, number, blocks.length === 1));
    for (const block of blocks) this.#takeCall(line as JsonObject, block, number);
    return [];
  }

  finish(): SeenCall[] {
    return this.#open.takeAll();
  }

  #takeCall(line: JsonObject, block: JsonObject, number: number): void {
    const name = text(member(block, 'name'));
    const callId = text(member(block, 'id'));
    if (member(block, 'type') !== 'tool_use' || callId === '' || !name.startsWith('mcp__')) return;
    const parts = splitName(name.slice(5), '__', []);
    if (parts === null) return;
    const at = timeOf(member(line, 'timestamp'));
    const model = text(member(member(line, 'message'), 'model'));
    this.#open.add({
      client: this.client,
      version: text(member(line, 'version')),
      session: text(member(line, 'sessionId')),
      callId,
      name,
      ...parts,
      args: member(block, 'input') ?? {},
      started: at === 0 ? null : at,
      ended: at,
      got: null,
      flagged: false,
      ...(model === '' ? {} : { model }),
      lines: [number],
    });
  }

  #takeResult(line: JsonObject, block: JsonObject, number: number, isAlone: boolean): SeenCall[] {
    if (member(block, 'type') !== 'tool_result') return [];
    const call = this.#open.take(text(member(block, 'tool_use_id')));
    if (call === undefined) return [];
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
    if (isAlone && wasReplaced(line, call.got)) call.isReplaced = true;
    return [call];
  }
}

/** A hook's output is what the model gets; the client keeps the server's beside it. */
function wasReplaced(line: JsonObject, got: Got | null): boolean {
  const kept = member(line, 'toolUseResult');
  if (kept === undefined || got === null) return false;
  const plain = (value: Json): string =>
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.map((block) => text(member(block, 'text'))).join('\n')
        : '';
  const [one, other] = [plain(kept), plain(got as Json)];
  if (one === '' || other === '') return false;
  return one !== other && one !== `Error: ${other}` && !one.includes(other) && !other.includes(one);
}
