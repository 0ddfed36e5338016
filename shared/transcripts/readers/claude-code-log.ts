// Claude Code's log about one server: `<cache>/<project>/mcp-logs-<server>/<start>.jsonl`. The server's name is only in the path. A failed
// tool becomes a call; every other line stays a line. The folder in each line is left out.

import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { LoggedCalls, type LogLine, type LogReader, longestLog, messageIn } from '../parts/log-reader.ts';
import { textAt, timeOf } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

export const isClaudeCodeLog = (line: Json): boolean =>
  (typeof member(line, 'debug') === 'string' || typeof member(line, 'error') === 'string') &&
  typeof member(line, 'timestamp') === 'string' &&
  typeof member(line, 'sessionId') === 'string';

export class ClaudeCodeLogReader implements LogReader {
  readonly client = 'claude-code';
  readonly #server: string;
  readonly #calls = new LoggedCalls('claude-code');
  #at = 0;

  constructor(server: string) {
    this.#server = server;
  }

  read(line: string, number: number): (SeenCall | LogLine)[] {
    const parsed = parseJson(line);
    const value = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const said = textAt(value, 'error') || textAt(value, 'debug') || (parsed.ok ? '' : line);
    if (said === '') return [];
    this.#at = timeOf(member(value, 'timestamp')) || this.#at;
    const message = messageIn(said);
    const calls = message && this.#calls.take(message, this.#server, this.#at, number);
    if (calls) return calls;
    const failed = failedCall(said);
    if (failed === null) return [{ at: this.#at, server: this.#server, text: said.slice(0, longestLog) }];
    return [
      seenCall({
        client: this.client,
        session: textAt(value, 'sessionId'),
        name: `mcp__${this.#server}__${failed.tool}`,
        server: this.#server,
        tool: failed.tool,
        started: this.#at - failed.seconds * 1000,
        ended: this.#at,
        got: failed.words,
        flagged: true,
        failed: true,
        // The log has no arguments, so a watched call cannot be told from another one.
        isReported: true,
        lines: [number],
      }),
    ];
  }

  finish(): SeenCall[] {
    return this.#calls.finish();
  }
}

/** `Tool 'X' failed after 2s: WORDS` */
function failedCall(said: string): { tool: string; seconds: number; words: string } | null {
  const [, tool, seconds, words] = /^Tool '([^']{1,200})' failed after (\d{1,9})s: ([\s\S]+)$/.exec(said) ?? [];
  return tool === undefined || words === undefined ? null : { tool, seconds: Number(seconds), words };
}
