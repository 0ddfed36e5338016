// The tool `wait`: returns the next matching failure as soon as it is in the log, for "now try it in your client". If none comes
// in time, it says so, and the agent may ask again.

import { z } from 'zod';
import { maskDetail } from '../../../../shared/mask/mask-detail.ts';
import { explainedRow, explainOutput } from './explain-tool.ts';
import { collect, failedAt, filterShape, readSince } from './failures.ts';
import type { AgentContext } from './tool-context.ts';

export const waitInput = z.object({
  ...filterShape,
  since: z
    .string()
    .max(60)
    .optional()
    .describe('asOf of an earlier answer, so that nothing between is missed; left out: now'),
  timeout: z.number().min(0.1).max(600).default(45).describe('Seconds; most clients time out after 60'),
});

/** `explain` describes these fields. */
export const waitOutput = z.looseObject({
  problem: z.string().optional(),
  found: z.boolean().optional(),
  waitedSeconds: z.number().optional(),
  id: z.string().optional(),
  decoded: explainOutput.shape.decoded,
});

/** How often the log is read. */
const lookMs = 250;

export interface Waiting {
  signal: AbortSignal;
  /** Reports progress to the client. */
  onStep: (seconds: number) => void;
}

export async function waitForFailure(
  context: AgentContext,
  input: z.output<typeof waitInput>,
  { signal, onStep }: Waiting,
) {
  const begun = Date.now();
  const after = input.since === undefined ? begun : readSince(input.since, begun);
  const seconds = () => Math.round((Date.now() - begun) / 100) / 10;
  for (let reportedAt = 0; ; ) {
    const wanted = { ...input, after, until: Number.POSITIVE_INFINITY };
    const id = await context.kept.read((recording) => {
      // The first new failure, not the last.
      const all = collect(recording, wanted).groups.map(({ newest }) => newest);
      return all.sort((one, other) => failedAt(one) - failedAt(other))[0]?.id ?? null;
    });
    if (id !== null) {
      const { detail, serverName } = await context.row(String(id));
      const described = explainedRow(context, String(id), serverName, maskDetail(context.masker, detail));
      return {
        data: { found: true, waitedSeconds: seconds(), ...described.data },
        text: `After ${seconds()} s:\n${described.text}`,
      };
    }
    const left = input.timeout * 1000 - (Date.now() - begun);
    if (left <= 0 || signal.aborted) {
      const data = { found: false, waitedSeconds: seconds() };
      return { data, text: `No failure that matches came within ${seconds()} s. Ask again to go on waiting.` };
    }
    if (seconds() - reportedAt >= 5) {
      reportedAt = seconds();
      onStep(reportedAt);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(lookMs, left)));
  }
}
