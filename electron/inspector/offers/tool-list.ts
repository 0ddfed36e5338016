// Which tools a server offers. paged-list.ts does the paging, shared/api/tool-view.ts the display.

import { toolView } from '../../../shared/api/tool-view.ts';
import type { ToolView } from '../../../shared/api/views.ts';
import { isObject } from '../../../shared/json/json.ts';
import type { Session } from '../session/session.ts';
import { listAll } from './paged-list.ts';

export interface ToolList {
  tools: ToolView[];
  /** Why the list is missing or incomplete, in one sentence; '' if it is complete. */
  problem: string;
  /** The row of the request; null if none could be sent. */
  asked: number | null;
}

export async function listTools(session: Session): Promise<ToolList> {
  const { items, problem, asked } = await listAll(session, 'tools/list', 'tools');
  return { tools: items.filter(isObject).map((tool) => toolView(tool, session.isStateless)), problem, asked };
}
