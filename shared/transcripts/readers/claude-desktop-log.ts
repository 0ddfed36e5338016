// Claude Desktop's logs: `mcp.log` about all servers (`TIME [level] [server] …`) and `mcp-server-NAME.log` about one (`TIME [server]
// [level] …`). The server's stderr stands between the lines without a time. Older versions wrote whole messages.

import { LoggedCalls, type LogLine, type LogReader, longestLog, messageIn } from '../parts/log-reader.ts';
import type { SeenCall } from '../parts/seen-call.ts';

const head = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z) \[([^\]\n]{1,200})\] \[([^\]\n]{1,200})\] /;
const levels = new Set(['debug', 'info', 'warn', 'warning', 'error']);

export const isClaudeDesktopLog = (line: string): boolean => {
  const [, , one = '', other = ''] = head.exec(line) ?? [];
  return levels.has(one) || levels.has(other);
};

export class ClaudeDesktopLogReader implements LogReader {
  readonly client = 'claude-desktop';
  readonly #calls = new LoggedCalls('claude-desktop');
  #at = 0;
  #server: string;

  /** `server`: of a log about one server, '' where each line names its own. */
  constructor(server: string) {
    this.#server = server;
  }

  read(line: string, number: number): (SeenCall | LogLine)[] {
    const [whole, time, one = '', other = ''] = head.exec(line) ?? [];
    if (whole === undefined) return line.trim() === '' ? [] : [this.#line(line)];
    const at = Date.parse(time ?? '');
    this.#at = Number.isFinite(at) ? at : this.#at;
    // A server may be named like a level; then the order of `mcp.log` decides.
    this.#server = levels.has(one) ? other : one;
    const said = line.slice(whole.length);
    const message = messageIn(said);
    const calls = message && this.#calls.take(message, this.#server, this.#at, number);
    return calls ?? [this.#line(said)];
  }

  finish(): SeenCall[] {
    return this.#calls.finish();
  }

  #line(said: string): LogLine {
    const bare = said.replace(/ \{ metadata: undefined \}\s*$/, '').trimEnd();
    return { at: this.#at, server: this.#server || '?', text: bare.slice(0, longestLog) };
  }
}
