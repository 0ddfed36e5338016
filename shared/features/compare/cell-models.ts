// What the models of clients get from one compared failure. Only answers to tool calls reach a model.

import { isObject, member } from '../../json/json.ts';
import { isMeasured, summaryOf } from '../../seen/loss-summary.ts';
import type { Loss } from '../../seen/parts/seen.ts';
import { readServerAnswer } from '../../seen/read-server-answer.ts';
import type { SeenClientId } from '../../seen/seen.ts';
import { seenByAll } from '../../seen/seen-by-all.ts';
import type { Observation, StandardId } from './probing.ts';

export interface CellModels {
  /** `2 of 6 models will not learn that this failed (Codex, opencode)`; '' if all will. */
  sentence: string;
  /** The change that reaches all of them; '' if none is needed. */
  change: string;
  /** Per measured client: whether the model learns of the failure, and what it does not get. */
  clients: { client: SeenClientId; told: boolean; lost: Loss[] }[];
}

const ofTools: readonly StandardId[] = [
  'unknown-tool',
  'missing-argument',
  'wrong-type',
  'extra-argument',
  'out-of-enum',
  'null-for-object',
  'empty-string',
  'oversized-string',
];

export function cellModels({ provocation, answered: { message } }: Observation): CellModels | null {
  if (!isObject(message)) return null;
  const isToolResult = member(member(message, 'result'), 'content') !== undefined;
  if (!isToolResult && !ofTools.includes(provocation.id as StandardId)) return null;
  const read = readServerAnswer(message);
  if (!read.ok) return null;
  const seen = seenByAll(read.answer);
  const { sentence, change, unaware } = summaryOf(read.answer, seen);
  const clients = seen
    .filter(({ client }) => isMeasured(client))
    .map(({ client, lost }) => ({
      client,
      told: !unaware.includes(client),
      lost: lost.filter((loss) => loss !== 'flag'),
    }));
  return { sentence, change, clients };
}
