// Which tools a server offers, made ready to be shown. Paging is offers/paged-list.ts's.

import { isObject, type Json, member } from '../../shared/json.ts';
import type { ToolView } from '../../shared/views.ts';
import { listAll } from './offers/paged-list.ts';
import type { Session } from './session/session.ts';

export interface ToolList {
  tools: ToolView[];
  /** Why the list is missing or incomplete, in one sentence; '' when it is whole. */
  problem: string;
}

export async function listTools(session: Session): Promise<ToolList> {
  const { items, problem } = await listAll(session, 'tools/list', 'tools');
  return { tools: items.filter(isObject).map(toView), problem };
}

function toView(tool: Json): ToolView {
  const hints = member(tool, 'annotations');
  return {
    name: text(member(tool, 'name')),
    title: text(member(tool, 'title')) || text(member(hints, 'title')),
    description: text(member(tool, 'description')),
    inputSchema: encode(member(tool, 'inputSchema') ?? {}),
    hints: {
      readOnly: flag(member(hints, 'readOnlyHint')),
      destructive: flag(member(hints, 'destructiveHint')),
      idempotent: flag(member(hints, 'idempotentHint')),
    },
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const flag = (value: Json | undefined): boolean | null => (typeof value === 'boolean' ? value : null);

/** A schema nested too deeply to be written is of no use to an editor. */
function encode(schema: Json): string {
  try {
    return JSON.stringify(schema);
  } catch {
    return '{}';
  }
}
