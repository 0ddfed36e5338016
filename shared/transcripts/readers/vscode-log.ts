// VS Code's log about one MCP server, which it shows as the output channel "MCP: NAME": `mcpServer.<id>.log`. Whole messages are in it at
// the level debug only. The server's name is only in the path.

import { LoggedCalls, type LogLine, type LogReader, longestLog, messageIn } from '../parts/log-reader.ts';
import type { SeenCall } from '../parts/seen-call.ts';

const head = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \[(?:trace|debug|info|warning|error)\] /;
/** Words that only this log has: other logs of VS Code begin their lines in the same way. */
const marks =
  /^(?:\[editor -> server\]|\[server -> editor\]|\[server stderr\]|\[Client Says\]|\[Server Says\]|Starting server|Connection state: |Waiting for server to respond|Discovered \d+ tools|Stopping server|Process exited with code)/;

export const isVsCodeLog = (line: string): boolean => {
  const found = head.exec(line);
  return found !== null && marks.test(line.slice(found[0].length));
};

export class VsCodeLogReader implements LogReader {
  readonly client = 'vscode';
  readonly #server: string;
  readonly #calls = new LoggedCalls('vscode');
  #at = 0;

  constructor(server: string) {
    this.#server = server;
  }

  read(line: string, number: number): (SeenCall | LogLine)[] {
    const [whole, day, time] = head.exec(line) ?? [];
    // A line without a time continues the one before.
    if (whole === undefined) return line.trim() === '' ? [] : [this.#line(line)];
    // It is the local time of the machine.
    const at = Date.parse(`${day}T${time}`);
    this.#at = Number.isFinite(at) ? at : this.#at;
    const said = line.slice(whole.length);
    const message = messageIn(said);
    const calls = message && this.#calls.take(message, this.#server, this.#at, number);
    return calls ?? [this.#line(said)];
  }

  finish(): SeenCall[] {
    return this.#calls.finish();
  }

  #line(said: string): LogLine {
    return { at: this.#at, server: this.#server, text: said.trimEnd().slice(0, longestLog) };
  }
}
