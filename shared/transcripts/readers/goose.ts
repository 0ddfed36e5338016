// Goose: rows of the table `messages` of its SQLite file, one a line: `{"goose":CONTENT,"session":…,"at":…}`. The result is the
// server's, as Goose received it; its blocks are what the model gets.

import { isObject, type Json, member } from '../../json/json.ts';
import { contentOf } from '../../seen/parts/blocks.ts';
import { numberOf, OpenCalls, splitName, type TranscriptReader, textAt } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

/** Extensions that are part of Goose. Their content is not taken in. */
const ownExtensions = new Set([
  'apps',
  'autovisualiser',
  'chatrecall',
  'code_execution',
  'computercontroller',
  'developer',
  'extensionmanager',
  'memory',
  'platform',
  'skills',
  'subagent',
  'summon',
  'todo',
  'tom',
  'tutorial',
]);

const mostTaken = 50_000;

export const isGoose = (line: Json): boolean => member(line, 'goose') !== undefined;

export class GooseReader implements TranscriptReader {
  readonly client = 'goose';
  readonly #open = new OpenCalls();
  /** Goose writes a session again when it shortens it, so a call may come twice. */
  readonly #taken = new Set<string>();

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    const blocks = member(line, 'goose');
    if (!Array.isArray(blocks)) return { unknown: 'message' };
    const at = numberOf(member(line, 'at')) ?? 0;
    return blocks.flatMap((block) => {
      const id = textAt(block, 'id');
      if (member(block, 'type') === 'toolRequest') this.#begin(id, block, textAt(line, 'session'), at, number);
      return member(block, 'type') === 'toolResponse' ? this.#end(id, block, at, number) : [];
    });
  }

  finish(): SeenCall[] {
    return this.#open.takeAll();
  }

  #begin(callId: string, block: Json, session: string, at: number, number: number): void {
    const value = member(member(block, 'toolCall'), 'value');
    const name = textAt(value, 'name');
    const parts = splitName(name, '__', []);
    if (callId === '' || parts === null || ownExtensions.has(parts.server)) return;
    if (this.#taken.has(`${session} ${callId} ${at}`)) return;
    const args = member(value, 'arguments');
    this.#open.add(seenCall({ client: this.client, session, callId, name, ...parts, args, at, lines: [number] }));
  }

  #end(callId: string, block: Json, at: number, number: number): SeenCall[] {
    const call = this.#open.take(callId);
    if (call === undefined) return [];
    if (this.#taken.size < mostTaken) this.#taken.add(`${call.session} ${callId} ${call.started}`);
    const outcome = member(block, 'toolResult');
    const value = member(outcome, 'value');
    call.ended = at || call.ended;
    call.lines.push(number);
    if (member(outcome, 'status') === 'error') {
      call.got = textAt(outcome, 'error');
      call.flagged = true;
      call.failed = true;
      return [call];
    }
    // Before schema 9 the value was the list of blocks alone.
    const result = isObject(value) ? value : Array.isArray(value) ? { content: value } : null;
    call.got = result === null ? '' : contentOf(result);
    if (result !== null) call.said = { result };
    if (member(result, 'isError') === true) call.failed = true;
    return [call];
  }
}
