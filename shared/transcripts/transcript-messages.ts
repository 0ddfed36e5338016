// Calls in bare messages of a model's API: Anthropic messages, as Cline keeps them, and chat completions. Only what a person pastes is
// read so: such messages do not tell a server's tool from another one.

import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { gotText } from '../seen/parts/blocks.ts';
import { splitName, text, textAt } from './parts/reader.ts';
import type { SeenCall } from './parts/seen-call.ts';

/** What a pasted call needs of a call in a transcript. */
export type PastedCall = Pick<SeenCall, 'callId' | 'server' | 'tool' | 'args' | 'started' | 'said' | 'got' | 'failed'>;

export const isMessage = (line: Json): boolean =>
  Array.isArray(member(line, 'tool_calls')) ||
  (member(line, 'role') === 'tool' && member(line, 'tool_call_id') !== undefined) ||
  (member(line, 'role') !== undefined &&
    blocksOf(line).some(({ type }) => type === 'tool_use' || type === 'tool_result'));

export function callsInMessages(messages: readonly Json[]): PastedCall[] {
  const calls = new Map<string, PastedCall>();
  for (const message of messages) {
    for (const block of blocksOf(message)) {
      if (block.type === 'tool_use') begin(calls, block.id, text(block.name), block.input);
      if (block.type === 'tool_result') end(calls, block.tool_use_id, block.content, block.is_error === true);
    }
    const asked = member(message, 'tool_calls');
    for (const call of Array.isArray(asked) ? asked : []) {
      const named = member(call, 'function');
      begin(calls, member(call, 'id'), textAt(named, 'name'), member(named, 'arguments'));
    }
    if (member(message, 'role') === 'tool')
      end(calls, member(message, 'tool_call_id'), member(message, 'content'), false);
  }
  return [...calls.values()];
}

function begin(calls: Map<string, PastedCall>, id: Json | undefined, name: string, args: Json | undefined): void {
  if (typeof id !== 'string' || calls.has(id)) return;
  const parts = splitName(name.startsWith('mcp__') ? name.slice(5) : name, '__', []) ?? { server: '', tool: name };
  calls.set(id, { callId: id, ...parts, args: argumentsIn(args), started: null, got: null });
}

function end(calls: Map<string, PastedCall>, id: Json | undefined, content: Json | undefined, isError: boolean): void {
  const call = typeof id === 'string' ? calls.get(id) : undefined;
  if (call === undefined) return;
  call.got = Array.isArray(content) ? content.filter(isObject) : text(content);
  if (isError) call.failed = true;
  // Cline passes the whole result on as JSON.
  const whole = parseJson(gotText(call.got));
  if (whole.ok && isObject(whole.value) && Array.isArray(member(whole.value, 'content')))
    call.said = { result: whole.value };
}

function blocksOf(message: Json): JsonObject[] {
  const content = member(message, 'content');
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** An object, or its text. */
function argumentsIn(value: Json | undefined): Json {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  return parsed?.ok ? parsed.value : (value ?? {});
}
