// MCP over a child process: one line of stdout or stdin is one message, stderr is for people. Owns how a process becomes events.
// Lines pass unchanged, JSON or not.

import { now } from './clock.ts';
import { recordedCommandLine } from './credential-text.ts';
import { exitEvent, ServerProcess } from './server-process.ts';
import type { SpawnedCommand } from './spawn-failure.ts';
import type { OnEvents, Transport, TransportParts } from './transport.ts';

export class StdioTransport implements Transport {
  readonly #command: SpawnedCommand;
  readonly #onEvents: OnEvents;
  readonly #process: ServerProcess;
  #started = false;
  /** An end was reported; there is at most one `closed`, and none after `exited`. */
  #over = false;

  constructor(command: SpawnedCommand, onEvents: OnEvents, parts: TransportParts = {}) {
    this.#command = command;
    this.#onEvents = onEvents;
    this.#process = new ServerProcess(
      {
        onOutput: (lines, at) => onEvents(lines.map((line) => ({ lane: 'in', at, ...line }))),
        onErrors: (lines, at) => onEvents(lines.map((line) => ({ lane: 'err', at, ...line }))),
        onEnded: (end) => {
          this.#over = true;
          onEvents([exitEvent(end)]);
        },
        onInputClosed: (at) => {
          this.#over = true;
          const message = 'The server stopped reading: it closed its input but did not exit.';
          onEvents([{ lane: 'life', event: 'closed', at, closedBy: 'server', message }]);
        },
      },
      parts,
    );
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  async start(): Promise<void> {
    if (this.#started) throw new Error('This transport was started or closed before.');
    this.#started = true;
    const outcome = this.#process.start(this.#command);
    const result = outcome instanceof Promise ? await outcome : outcome;
    if (!result.ok) {
      this.#over = true;
      this.#onEvents([{ lane: 'life', event: 'spawn_failed', at: now(), message: result.reason }]);
      throw new Error(result.reason);
    }
    const message = recordedCommandLine(this.#command.command, this.#command.args);
    this.#onEvents([{ lane: 'life', event: 'spawned', at: now(), pid: result.pid, message }]);
  }

  send(text: string): Promise<void> {
    if (this.#over || this.pid === null) return Promise.reject(new Error('The server process is not running.'));
    this.#onEvents([{ lane: 'out', at: now(), text }]);
    return this.#process.write(`${text}\n`);
  }

  async close(): Promise<void> {
    this.#started = true;
    if (!this.#over && this.pid !== null) {
      this.#over = true;
      this.#onEvents([{ lane: 'life', event: 'closed', at: now(), closedBy: 'us' }]);
    }
    await this.#process.stop();
  }
}
