// A tool as its server lists it, made ready to be shown. Whatever is not as it should be becomes empty; nothing is refused here.

import { type Json, member } from '../json/json.ts';
import { headerProblems } from '../schema/header-annotations.ts';
import type { ToolView } from './views.ts';

/** `mirrorsHeaders`: arguments are repeated in headers, as over Streamable HTTP since 2026-07-28. */
export function toolView(tool: Json, mirrorsHeaders = false): ToolView {
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
    leftOut: mirrorsHeaders ? (headerProblems(member(tool, 'inputSchema'))[0]?.words ?? '') : '',
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
