// A tool's hints for a guard: from the log, or requested over an open connection. Owns the timeout: a guard must be shown soon, and a tool
// without an answer by then counts as unknown.

import type { Connection } from '../../inspector/connections/connections.ts';
import { type Hints, seenTool } from '../../inspector/log/rows/seen-tool.ts';
import type { ToolList } from '../../inspector/offers/tool-list.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';

const askMs = 3000;

export class ToolHints {
  readonly #logs: Logs;
  readonly #listTools: (connection: Connection) => Promise<ToolList | null>;

  constructor(logs: Logs, listTools: (connection: Connection) => Promise<ToolList | null>) {
    this.#logs = logs;
    this.#listTools = listTools;
  }

  /** From the log; sends nothing. null: unknown. */
  seen(server: string, epoch: number, connection: Connection | undefined, tool: string): Hints | null {
    const log = this.#logs.shown;
    log.flush();
    const current = connection?.session?.isOpen ? connection.session.epoch : epoch;
    return seenTool(log.store, server, Math.max(current, epoch), tool)?.hints ?? null;
  }

  /** The same, but asks the server if the log does not know. `connection` is missing for servers that are only in the log. */
  async find(server: string, epoch: number, connection: Connection | undefined, tool: string): Promise<Hints | null> {
    const seen = this.seen(server, epoch, connection, tool);
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
