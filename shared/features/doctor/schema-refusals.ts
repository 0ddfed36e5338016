// Tools whose schema the model service behind a client refuses, according to public sources. No model service is asked.

import type { ModelService, OpeningTools } from '../../clients/client.ts';
import { type Json, type JsonObject, member } from '../../json/json.ts';
import { lintSchema } from '../lint/lint-schema.ts';
import { repairedSchema } from '../lint/repair-schema.ts';
import { schemaDiff } from '../lint/schema-diff.ts';

export interface SchemaRefusal {
  tool: string;
  service: ModelService;
  why: string;
  fix: string;
  /** A repaired schema exists. */
  hasRepair: boolean;
}

const mostRepaired = 20;

/** Tools whose schema is refused by something, with the schema that is not. */
export function repairedTools(tools: readonly Json[]): { tool: string; diff: readonly string[] }[] {
  const repaired: { tool: string; diff: readonly string[] }[] = [];
  for (const tool of tools) {
    if (repaired.length === mostRepaired) break;
    const name = member(tool, 'name');
    const schema = member(tool, 'inputSchema');
    let isRefused = false;
    lintSchema(schema, '/inputSchema', true, (_rule, level) => {
      isRefused ||= level === 'error';
    });
    const after = isRefused ? repairedSchema(schema, true) : null;
    if (after !== null && typeof name === 'string')
      repaired.push({ tool: name, diff: schemaDiff({ before: schema as JsonObject, after }) });
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
