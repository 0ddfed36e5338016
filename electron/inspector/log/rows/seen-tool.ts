// What a server declared about a tool, from its tools/list responses in the log. Sends no request. Its hints come from an untrusted server
// and are labeled that way.

import { toolView } from '../../../../shared/api/tool-view.ts';
import type { ToolView } from '../../../../shared/api/views.ts';
import { isObject, type Json, member, parseJson } from '../../../../shared/json/json.ts';
import type { LogStore } from '../store/store.ts';

export type Hints = ToolView['hints'];

/** Tools seldom change between connections, but old lists say little. */
const epochsBack = 3;

/** null: no recent list contains this tool. */
export function seenTool(store: LogStore, server: string, epoch: number, tool: string): ToolView | null {
  for (const tools of toolLists(store, server, epoch)) {
    const found = tools.find((candidate) => isObject(candidate) && member(candidate, 'name') === tool);
    if (found !== undefined) return toolView(found);
  }
  return null;
}

const mostTools = 1_000;

/** The newest list; empty if there is none. */
export function seenTools(store: LogStore, server: string, epoch: number): ToolView[] {
  const [newest = []] = toolLists(store, server, epoch);
  return newest
    .filter((tool) => typeof member(tool, 'name') === 'string')
    .slice(0, mostTools)
    .map((tool) => toolView(tool));
}

/** The newest first. */
function* toolLists(store: LogStore, server: string, epoch: number): Generator<readonly Json[]> {
  for (let at = epoch; at > Math.max(0, epoch - epochsBack); at -= 1) {
    const lists = store.contextRows(server, at, 0).filter(({ method }) => method === 'tools/list');
    for (const row of lists.sort((a, b) => b.id - a.id)) {
      for (const seq of store.eventsOf(row.id)) {
        const event = store.event(seq);
        const parsed = event?.lane === 'in' ? parseJson(event.text) : null;
        const tools = parsed?.ok ? member(member(parsed.value, 'result'), 'tools') : undefined;
        if (Array.isArray(tools)) yield tools;
      }
    }
  }
}
