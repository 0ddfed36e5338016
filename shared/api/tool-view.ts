// A tool as its server lists it, prepared for display. Invalid parts become empty; nothing is rejected here.

import { type Json, member } from '../json/json.ts';
import { headerProblems } from '../schema/header-annotations.ts';
import type { DroppedTool } from '../server/dropped-tools.ts';
import type { ToolView } from './views.ts';

/** `dropped`: which of the listed tools clients drop. `mirrorsHeaders`: arguments are repeated in headers, as over Streamable HTTP since 2026-07-28. */
export function toolView(tool: Json, mirrorsHeaders = false, dropped: readonly DroppedTool[] = []): ToolView {
  const hints = member(tool, 'annotations');
  const output = member(tool, 'outputSchema');
  return {
    name: text(member(tool, 'name')),
    title: text(member(tool, 'title')) || text(member(hints, 'title')),
    description: text(member(tool, 'description')),
    inputSchema: encode(member(tool, 'inputSchema') ?? {}),
    outputSchema: output === undefined ? '' : encode(output),
    hints: {
      readOnly: flag(member(hints, 'readOnlyHint')),
      destructive: flag(member(hints, 'destructiveHint')),
      idempotent: flag(member(hints, 'idempotentHint')),
    },
    notOffered: dropped
      .filter((one) => one.tool === member(tool, 'name'))
      .map(({ by, why, fix }) => ({ by, why, fix })),
    leftOut: mirrorsHeaders ? (headerProblems(member(tool, 'inputSchema'))[0]?.words ?? '') : '',
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const flag = (value: Json | undefined): boolean | null => (typeof value === 'boolean' ? value : null);

/** An editor cannot use a schema that is nested too deeply to serialize. */
function encode(schema: Json): string {
  try {
    return JSON.stringify(schema);
  } catch {
    return '{}';
  }
}
