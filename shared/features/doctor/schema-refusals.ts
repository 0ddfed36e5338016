// Tools whose schema the model service behind a client refuses, according to public sources. No model service is asked.

import type { ModelService, OpeningTools } from '../../clients/client.ts';
import { type Json, type JsonObject, member } from '../../json/json.ts';
import { lintSchema } from '../lint/lint-schema.ts';
import { repairedSchema } from '../lint/repair-schema.ts';
import { schemaDiff, schemaText } from '../lint/schema-diff.ts';

export interface SchemaRefusal {
  tool: string;
  service: ModelService;
  why: string;
  fix: string;
  /** A repaired schema exists. */
  hasRepair: boolean;
}

export interface RepairedTool {
  tool: string;
  /** The repaired schema. */
  schema: string;
  /** What changed, as lines of a diff. */
  diff: readonly string[];
}

const mostRepaired = 20;
/** Longer ones are not shown in a table: misfire lint prints them. */
const longestRepaired = 50_000;

/** Tools whose schema is refused by something, with the schema that is not. */
export function repairedTools(tools: readonly Json[]): RepairedTool[] {
  const repaired: RepairedTool[] = [];
  for (const tool of tools) {
    if (repaired.length === mostRepaired) break;
    const name = member(tool, 'name');
    const schema = member(tool, 'inputSchema');
    let isRefused = false;
    lintSchema(schema, '/inputSchema', true, (_rule, level) => {
      isRefused ||= level === 'error';
    });
    const after = isRefused ? repairedSchema(schema, true) : null;
    if (after === null || typeof name !== 'string') continue;
    const text = schemaText(after);
    if (text.length > longestRepaired) continue;
    repaired.push({ tool: name, schema: text, diff: schemaDiff({ before: schema as JsonObject, after }) });
  }
  return repaired;
}

/** Only what certainly breaks a turn: a warning may be about some models. */
export function schemaRefusals(tools: readonly Json[], { passesTo }: OpeningTools): SchemaRefusal[] {
  if (passesTo === undefined) return [];
  return tools.flatMap((tool, at) => {
    const name = member(tool, 'name');
    const schema = member(tool, 'inputSchema');
    const refusals: SchemaRefusal[] = [];
    lintSchema(schema, '/inputSchema', true, (rule, level, message, fix, _path, { refusedBy = [] } = {}) => {
      const isRefused = level === 'error' && refusedBy.some(({ service }) => service === passesTo.service);
      if (!isRefused || passesTo.repairs.includes(rule) || refusals.length > 0) return;
      const hasRepair = repairedSchema(schema, true) !== null;
      const { service } = passesTo;
      refusals.push({
        tool: typeof name === 'string' ? name : `tool ${at + 1}`,
        service,
        why: message,
        fix,
        hasRepair,
      });
    });
    return refusals;
  });
}
