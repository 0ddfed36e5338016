// What a server said about a tool, from its answers to tools/list in the log. Hints of an untrusted party, and called so.

import { isObject, member, parseJson } from '../../../shared/json.ts';
import type { ToolView } from '../../../shared/views.ts';
import type { LogStore } from './store.ts';

export type Hints = ToolView['hints'];

/** Tools seldom change from one connection to the next, but old ones say little. */
const epochsBack = 3;

/** null: no list with this tool was seen lately. */
export function seenHints(store: LogStore, server: string, epoch: number, tool: string): Hints | null {
  for (let at = epoch; at > Math.max(0, epoch - epochsBack); at -= 1) {
    const lists = store.contextRows(server, at, 0).filter(({ method }) => method === 'tools/list');
    for (const row of lists.sort((a, b) => b.id - a.id)) {
      for (const seq of store.eventsOf(row.id)) {
        const event = store.event(seq);
        const hints = event?.lane === 'in' ? hintsIn(event.text, tool) : null;
        if (hints) return hints;
      }
    }
  }
  return null;
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
