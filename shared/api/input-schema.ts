// The schema of a tool's arguments, parsed once per tool: callers ask with each step and each render.

import { isObject, type JsonObject, parseJson } from '../json/json.ts';
import type { ToolView } from './views.ts';

const parsed = new WeakMap<ToolView, JsonObject | null>();

/** null: unknown. */
export function inputSchemaOf(tool: ToolView | null | undefined): JsonObject | null {
  if (!tool) return null;
  const known = parsed.get(tool);
  if (known !== undefined) return known;
  const read = parseJson(tool.inputSchema);
  const schema = read.ok && isObject(read.value) ? read.value : null;
  parsed.set(tool, schema);
  return schema;
}
