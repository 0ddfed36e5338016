// What a server said about its tools, from its answers to tools/list in the log; asked for anew only over an open connection.
// Owns how long that may take: a guard must be shown soon, and what is not known by then counts as unknown.

import type { ToolView } from '../../../shared/api.ts';
import { isObject, member, parseJson } from '../../../shared/json.ts';
import type { Connection } from '../connections.ts';
import type { Log } from '../log/log.ts';
import type { ToolList } from '../tool-list.ts';

export type Hints = ToolView['hints'];

const askMs = 3000;
const epochsBack = 3;

export class ToolHints {
  readonly #log: Log;
  readonly #listTools: (connection: Connection) => Promise<ToolList | null>;

  constructor(log: Log, listTools: (connection: Connection) => Promise<ToolList | null>) {
    this.#log = log;
    this.#listTools = listTools;
  }

  /** null: unknown. `connection` is missing for servers that are only in the log. */
  async find(server: string, epoch: number, connection: Connection | undefined, tool: string): Promise<Hints | null> {
    const current = connection?.session?.isOpen ? connection.session.epoch : epoch;
    const seen = this.#seen(server, Math.max(current, epoch), tool);
    if (seen !== null || !connection?.session?.isOpen) return seen;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), askMs);
    });
    const list = await Promise.race([this.#listTools(connection).catch(() => null), late]);
    clearTimeout(timer);
    return list?.tools.find(({ name }) => name === tool)?.hints ?? null;
  }

  #seen(server: string, epoch: number, tool: string): Hints | null {
    this.#log.flush();
    const { store } = this.#log;
    for (let at = epoch; at > Math.max(0, epoch - epochsBack); at -= 1) {
      const lists = store.contextRows(server, at, 0).filter(({ method }) => method === 'tools/list');
      for (const row of lists.reverse()) {
        for (const seq of store.eventsOf(row.id)) {
          const event = store.event(seq);
          const hints = event?.lane === 'in' ? hintsIn(event.text, tool) : null;
          if (hints) return hints;
        }
      }
    }
    return null;
  }
}

function hintsIn(text: string, tool: string): Hints | null {
  const parsed = parseJson(text);
  const tools = parsed.ok ? member(member(parsed.value, 'result'), 'tools') : undefined;
  if (!Array.isArray(tools)) return null;
  const found = tools.find((candidate) => isObject(candidate) && member(candidate, 'name') === tool);
  if (found === undefined) return null;
  const notes = member(found, 'annotations');
  return {
    readOnly: flag(member(notes, 'readOnlyHint')),
    destructive: flag(member(notes, 'destructiveHint')),
    idempotent: flag(member(notes, 'idempotentHint')),
  };
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
