// Methods of Compare: probing servers, and what their failures have in common.

import { z } from 'zod';
import { id, method, returns, serverId } from '../../api/method.ts';
import { reportFormats } from '../../capture/format-names.ts';
import { failureClasses } from '../../failure.ts';
import { type OwnProvocation, ownProvocationSchema } from '../../server/own-provocation.ts';
import { type CompareSource, type Comparison, type RuleCode, ruleLanguages, type ShapeDiff } from './compared.ts';
import type { ComparedRecordings } from './compared-recordings.ts';
import type { Baseline, BaselineReport } from './error-contract.ts';
import type { ProbeView, ServerPlan } from './probing.ts';

const compareSourceSchema: z.ZodType<CompareSource> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('probe'), probe: serverId }),
  z.object({ kind: z.literal('traffic'), servers: z.array(serverId).max(50) }),
]);

const probeSchema = z.object({
  servers: z.array(serverId).min(1).max(50),
  /** Names of tools that look destructive and may be called anyway. */
  tools: z.array(z.string().max(500)).default([]),
  /** Ids of probes; all if omitted. */
  only: z.array(z.string().max(200)).optional(),
});

export const compareMethods = {
  /** The failures that a server's documentation promises: those the user added and those of a sample. */
  ownProvocations: method(
    z.object({ server: serverId }),
    returns<{ provocations: (OwnProvocation & { from: 'person' | 'sample' })[] }>(),
  ),
  /** Stored with the server; replaces one of the same name. */
  saveProvocation: method(z.object({ server: serverId, provocation: ownProvocationSchema }), returns<null>()),
  removeProvocation: method(z.object({ server: serverId, name: z.string().max(80) }), returns<null>()),
  /** The dry run: sends none of the probes, but connects to each server to read its schemas. */
  planProbe: method(probeSchema, returns<{ plans: ServerPlan[] }>()),
  startProbe: method(probeSchema, returns<{ probe: string }>()),
  /** Adds missing samples and probes all five. */
  probeSamples: method(z.object({ only: z.array(z.string().max(200)).optional() }), returns<{ probe: string }>()),
  stopProbe: method(z.object({ probe: z.string() }), returns<null>()),
  probes: method(z.object({}), returns<{ probes: ProbeView[] }>()),
  compareServers: method(z.object({ source: compareSourceSchema }), returns<Comparison>()),
  /** Call by call: what is new, gone, fixed or broken in the second one. */
  compareRecordings: method(z.object({ before: id, after: id }), returns<ComparedRecordings>()),
  /** Two failed rows, of the same server or of two. */
  diffShapes: method(z.object({ left: id, right: id }), returns<ShapeDiff>()),
  /** Saves the error contract of a probe run as a baseline for later runs. */
  saveBaseline: method(z.object({ probe: z.string(), server: serverId }), returns<{ words: string }>()),
  compareBaseline: method(z.object({ probe: z.string(), server: serverId }), returns<BaselineReport>()),
  /** The error contracts of all servers of a run, to save as a file. */
  probeBaseline: method(z.object({ probe: z.string() }), returns<{ baseline: Baseline }>()),
  /** Code that recognizes a class on all compared servers, with the answers it gets wrong. */
  ruleCode: method(
    z.object({ source: compareSourceSchema, class: z.enum(failureClasses), language: z.enum(ruleLanguages) }),
    returns<RuleCode>(),
  ),
  compareReport: method(
    z.object({ source: compareSourceSchema, format: z.enum(reportFormats) }),
    returns<{ text: string; fileName: string; type: string }>(),
  ),
};

/** With each batch; null: unchanged. */
export const compareChanges = { probes: null as ProbeView[] | null };
