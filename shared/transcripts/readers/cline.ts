// Cline: `~/.cline/data/sessions/<id>/<id>.messages.json`, one JSON value that is written whole after each step. A result is the
// server's response as JSON text, cut in the middle when it is long.

import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { numberOf, OpenCalls, splitName, type TranscriptReader, text, textAt } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

export const isCline = (value: Json): boolean =>
  typeof member(value, 'sessionId') === 'string' &&
  isObject(member(value, 'origin')) &&
  Array.isArray(member(value, 'messages'));

export class ClineReader implements TranscriptReader {
  readonly client = 'cline';
  readonly #open = new OpenCalls();
  #session = '';
  #version = '';

  read(value: Json, number: number): SeenCall[] | { unknown: string } {
    const messages = member(value, 'messages');
    if (!Array.isArray(messages)) return { unknown: textAt(value, 'type') };
    this.#session = textAt(value, 'sessionId');
    this.#version = textAt(member(value, 'origin'), 'version');
    return messages.flatMap((message) => this.#takeMessage(message, number));
  }

  finish(): SeenCall[] {
    return this.#open.takeAll();
  }

  #takeMessage(message: Json, number: number): SeenCall[] {
    const blocks = member(message, 'content');
    const at = numberOf(member(message, 'ts')) ?? 0;
    if (!Array.isArray(blocks)) return [];
    return blocks.flatMap((block) => {
      const type = member(block, 'type');
      if (type === 'tool_use') this.#takeCall(block, at, textAt(member(message, 'modelInfo'), 'id'), number);
      return type === 'tool_result' ? this.#takeResult(block, at) : [];
    });
  }

  /** Names of its own tools have no server. */
  #takeCall(block: Json, at: number, model: string, number: number): void {
    const name = textAt(block, 'name');
    const parts = splitName(name, '__', []);
    if (parts === null) return;
    this.#open.add(
      seenCall({
        client: this.client,
        version: this.#version,
        session: this.#session,
        callId: textAt(block, 'id'),
        name,
        ...parts,
        args: member(block, 'input'),
        at,
        model,
        lines: [number],
      }),
    );
  }

  #takeResult(block: Json, at: number): SeenCall[] {
    const call = this.#open.take(textAt(block, 'tool_use_id'));
    if (call === undefined) return [];
    call.ended = at;
    call.got = text(member(block, 'content'));
    call.flagged = member(block, 'is_error') === true;
    if (call.flagged) call.failed = true;
    const said = parseJson(call.got);
    if (!said.ok || !isObject(said.value) || !('content' in said.value)) return [call];
    call.said = { result: said.value };
    if (member(said.value, 'isError') === true) call.failed = true;
    return [call];
  }
}
