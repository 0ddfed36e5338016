// Which tools a server offers, asked for over its session and made ready to be shown. Owns paging and what a bad list becomes.

import type { ToolView } from '../../shared/api.ts';
import { isObject, type Json, member } from '../../shared/json.ts';
import type { Session } from './session/session.ts';

export interface ToolList {
  tools: ToolView[];
  /** Why the list is missing or incomplete, in one sentence; '' when it is whole. */
  problem: string;
}

/** A server that hands out cursors without end must not keep us asking. */
const pageLimit = 50;

export async function listTools(session: Session): Promise<ToolList> {
  const tools: ToolView[] = [];
  let params = '{}';
  for (let page = 0; page < pageLimit; page += 1) {
    const settled = await session.request('tools/list', params).settled;
    if (settled.kind !== 'answered')
      return { tools, problem: 'The server did not answer tools/list. The timeline shows why.' };
    const result = member(settled.message, 'result');
    const list = member(result, 'tools');
    if (!Array.isArray(list)) {
      return {
        tools,
        problem: 'The server refused tools/list, or its answer has no tools in it. The timeline shows it.',
      };
    }
    for (const tool of list) if (isObject(tool)) tools.push(toView(tool));
    const cursor = member(result, 'nextCursor');
    if (typeof cursor !== 'string') return { tools, problem: '' };
    params = JSON.stringify({ cursor });
  }
  return { tools, problem: `The list goes on after ${pageLimit} pages; only those are shown.` };
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
