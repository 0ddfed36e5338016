// A tool's hints for a guard: from the log, or asked for anew over an open connection.
// Owns how long that may take: a guard must be shown soon, and what is not known by then counts as unknown.

import type { Connection } from '../connections.ts';
import { type Hints, seenHints } from '../log/seen-hints.ts';
import type { Logs } from '../sessions/sessions.ts';
import type { ToolList } from '../tool-list.ts';

const askMs = 3000;

export class ToolHints {
  readonly #logs: Logs;
  readonly #listTools: (connection: Connection) => Promise<ToolList | null>;

  constructor(logs: Logs, listTools: (connection: Connection) => Promise<ToolList | null>) {
    this.#logs = logs;
    this.#listTools = listTools;
  }

  /** null: unknown. `connection` is missing for servers that are only in the log. */
  async find(server: string, epoch: number, connection: Connection | undefined, tool: string): Promise<Hints | null> {
    const log = this.#logs.shown;
    log.flush();
    const current = connection?.session?.isOpen ? connection.session.epoch : epoch;
    const seen = seenHints(log.store, server, Math.max(current, epoch), tool);
    if (seen !== null || connection?.state !== 'connected') return seen;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), askMs);
    });
    const list = await Promise.race([this.#listTools(connection).catch(() => null), late]);
    clearTimeout(timer);
    return list?.tools.find(({ name }) => name === tool)?.hints ?? null;
  }
}
