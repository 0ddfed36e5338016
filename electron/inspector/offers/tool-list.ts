// Which tools a server offers. paged-list.ts does the paging, shared/api/tool-view.ts the display.

import { toolView } from '../../../shared/api/tool-view.ts';
import type { ToolView } from '../../../shared/api/views.ts';
import { isObject, type JsonObject } from '../../../shared/json/json.ts';
import { type DroppedTool, droppedTools } from '../../../shared/server/dropped-tools.ts';
import type { Session } from '../session/session.ts';
import { listAll } from './paged-list.ts';

export interface ToolList {
  tools: ToolView[];
  /** Why the list is missing or incomplete, in one sentence; '' if it is complete. */
  problem: string;
  /** The row of the request; null if none could be sent. */
  asked: number | null;
}

/** `server`: its name, which clients put before the names of tools; '' if that does not matter. */
export async function listTools(session: Session, server = ''): Promise<ToolList> {
  const { items, problem, asked } = await listAll(session, 'tools/list', 'tools');
  const tools = items.filter(isObject);
  const dropped = groupedByTool(droppedTools(tools, server));
  const view = (tool: JsonObject) => toolView(tool, session.isStateless, dropped.get(String(tool.name)));
  return { tools: tools.map(view), problem, asked };
}

/** Some servers list thousands of tools. */
function groupedByTool(dropped: readonly DroppedTool[]): Map<string, DroppedTool[]> {
  const byTool = new Map<string, DroppedTool[]>();
  for (const one of dropped) byTool.set(one.tool, [...(byTool.get(one.tool) ?? []), one]);
  return byTool;
}
