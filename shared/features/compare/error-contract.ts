// The error contract of a server as saved in a file, and its changes. baseline.ts compares them. The same file keeps its definitions, which
// the feature lint compares.

import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';

/** The error contract of one server: what a client may rely on. No times and no varying texts. */
const baselineEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['failed', 'passed', 'silent']),
  carrier: z.string().nullable(),
  class: z.string().nullable(),
  code: z.union([z.number(), z.string()]).nullable(),
  verdict: z.string().nullable(),
  unit: z.string().nullable(),
  /** `path: type`, sorted. */
  members: z.array(z.string()),
});
export type BaselineEntry = z.infer<typeof baselineEntrySchema>;

const definitionSchema = z.object({
  kind: z.string(),
  name: z.string(),
  /** Read from JSON, and of any depth. */
  definition: z.custom<JsonObject>((value) => isObject(value as Json)),
});

export const baselineSchema = z.object({
  misfireBaseline: z.literal(1),
  /** The version of the rules that decoded the answers (reading-rules.ts). Missing in files of older versions. */
  rules: z.number().optional(),
  servers: z.array(
    z.object({
      name: z.string(),
      revision: z.string().nullable(),
      provocations: z.array(baselineEntrySchema),
      /** What it offers, as `misfire lint --save-baseline` saves it. Missing if only its errors were saved. */
      definitions: z.array(definitionSchema).optional(),
    }),
  ),
});
export type Baseline = z.infer<typeof baselineSchema>;

export interface ContractChange {
  server: string;
  provocation: string;
  /** `reading`: the same answer, which Misfire reads differently now. The server has not changed. */
  kind: 'changed' | 'added' | 'removed' | 'reading';
  words: string;
}

export interface BaselineReport {
  /** null: there is no saved entry for this server. */
  savedAt: number | null;
  changes: ContractChange[];
  words: string;
}
