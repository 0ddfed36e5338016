// Tools whose schema the model service behind a client refuses, according to public sources. No model service is asked.

import type { ModelService, OpeningTools } from '../../clients/client.ts';
import { type Json, member } from '../../json/json.ts';
import { lintSchema } from '../lint/lint-schema.ts';
import { repairedSchema } from '../lint/repair-schema.ts';

export interface SchemaRefusal {
  tool: string;
  service: ModelService;
  why: string;
  fix: string;
  /** A repaired schema exists. */
  hasRepair: boolean;
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
      if (!isRefused || passesTo.mends.includes(rule) || refusals.length > 0) return;
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
