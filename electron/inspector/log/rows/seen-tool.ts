// What a server declared about a tool, from its tools/list responses in the log. Sends no request. Its hints come from an untrusted server
// and are labeled that way.

import { toolView } from '../../../../shared/api/tool-view.ts';
import type { ToolView } from '../../../../shared/api/views.ts';
import { isObject, member, parseJson } from '../../../../shared/json/json.ts';
import type { LogStore } from '../store/store.ts';

export type Hints = ToolView['hints'];

/** Tools seldom change between connections, but old lists say little. */
const epochsBack = 3;

/** null: no recent list contains this tool. */
export function seenTool(store: LogStore, server: string, epoch: number, tool: string): ToolView | null {
  for (let at = epoch; at > Math.max(0, epoch - epochsBack); at -= 1) {
    const lists = store.contextRows(server, at, 0).filter(({ method }) => method === 'tools/list');
    for (const row of lists.sort((a, b) => b.id - a.id)) {
      for (const seq of store.eventsOf(row.id)) {
        const event = store.event(seq);
        const found = event?.lane === 'in' ? toolIn(event.text, tool) : null;
        if (found) return found;
      }
    }
  }
  return null;
}

function toolIn(text: string, tool: string): ToolView | null {
  const parsed = parseJson(text);
  const tools = parsed.ok ? member(member(parsed.value, 'result'), 'tools') : undefined;
  if (!Array.isArray(tools)) return null;
  const found = tools.find((candidate) => isObject(candidate) && member(candidate, 'name') === tool);
  return found === undefined ? null : toolView(found);
}
