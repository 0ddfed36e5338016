// The tool `probe`: the error contract of a server, from the same harmless mistakes as in the window. Reports what is clear, what is not,
// and what changed since the baseline. Never uses tools that look destructive.

import { z } from 'zod';
import { compareBaselines, contractWords } from '../../../../shared/features/compare/baseline.ts';
import { cellWords } from '../../../../shared/features/compare/report.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { BaselineFiles } from '../../compare/baseline-files.ts';
import { answerTokens, firstWithin, shortLine } from './budget.ts';
import { fenced, plainName, plainWords } from './quoted-text.ts';
import { SendRefusal } from './sender.ts';
import type { AgentContext } from './tool-context.ts';

export const probeInput = z.object({
  server: z.string().max(200).describe('A server a person added to Misfire'),
  only: z.array(z.string().max(200)).max(50).optional().describe('Ids of mistakes, as "unknown-tool"'),
});

export const probeOutput = z.object({
  problem: z.string().optional(),
  clear: z.string().optional().describe('How much of what a client needs its errors bring'),
  broken: z
    .array(z.object({ mistake: z.string(), says: z.string() }))
    .optional()
    .describe('Against the protocol'),
  contract: z.array(z.object({ mistake: z.string(), answer: z.string() })).optional(),
  baseline: z.string().optional(),
  changes: z.array(z.string()).optional().describe('Since the baseline'),
  leftOut: z.string().optional(),
});

export async function probeServer(context: AgentContext, input: z.output<typeof probeInput>) {
  const { masker, sender } = context;
  const { server, config } = await sender.add(context.server(input.server));
  const api = await sender.api();
  const started = await api.startProbe({ servers: [server], tools: [], ...(input.only ? { only: input.only } : {}) });
  if (!started.ok) throw new SendRefusal(started.error.message);
  const { probe } = started.value;
  const run = await sender.settle(async () => {
    const all = await api.probes({});
    const view = all.ok ? all.value.probes.find(({ id }) => id === probe) : undefined;
    return view && view.state !== 'running' ? view : null;
  });
  const failed = run.servers.find(({ state }) => state === 'failed');
  if (failed)
    throw new SendRefusal(`${config.name} could not be probed. The tool doctor finds the first break.`, failed.problem);
  const compared = await api.compareServers({ source: { kind: 'probe', probe } });
  if (!compared.ok) throw new SendRefusal(compared.error.message);
  const { servers, rows } = compared.value;
  const [shown] = servers;
  const plain = (text: string, most: number) => shortLine(plainWords(masker, text), most);
  const cells = rows.flatMap(({ name, cells: [cell] }) =>
    cell && cell.state !== 'not_seen' && cell.state !== 'left_out' ? [{ name, cell }] : [],
  );
  const broken = cells
    .filter(({ cell }) => cell.conformance.verdict === 'broken')
    .map(({ name, cell }) => ({ mistake: name, says: plain(cell.conformance.sentence, 160) }));
  const contract = cells.map(({ name, cell }) => ({
    mistake: name,
    answer: plain(cell.state === 'failed' ? cellWords(cell) : cell.why || cell.where, 90),
  }));
  const brokenShown = firstWithin(broken, answerTokens / 5);
  const contractShown = firstWithin(contract, answerTokens / 4);
  const left = broken.length - brokenShown.length + contract.length - contractShown.length;
  const sinceBaseline = await changesSince(context, input.server, probe, server, config.name);
  const data: z.infer<typeof probeOutput> = {
    ...(shown ? { clear: `${shown.clear} of ${shown.clearOf}` } : {}),
    broken: brokenShown,
    contract: contractShown,
    ...sinceBaseline,
    ...(left > 0 ? { leftOut: `${left} lines; name mistakes with only to see fewer` } : {}),
  };
  return { data, text: write(plainName(config.name), run.words, data) };
}

/** Compares with the baseline that the window saved for this server, if any. */
async function changesSince(
  { sender, options, masker }: AgentContext,
  wanted: string,
  probe: string,
  server: string,
  name: string,
) {
  const saved = new SavedServers(options.dataDir).load();
  const id = (saved.find(({ config }) => config.name === wanted) ?? saved.find((each) => each.id === wanted))?.id;
  const before = id === undefined ? null : new BaselineFiles(options.dataDir).load(id);
  if (!before) return { baseline: 'None is saved for this server.' };
  const after = await (await sender.api()).probeBaseline({ probe });
  if (!after.ok) return { baseline: after.error.message };
  const [own] = after.value.baseline.servers;
  if (!own) return { baseline: `Nothing of ${server} can be compared.` };
  // A subset of the mistakes says nothing about the others.
  const sent = new Set(own.provocations.map((each) => each.id));
  const known = before.baseline.servers.map((each) => ({
    ...each,
    name,
    provocations: each.provocations.filter((provocation) => sent.has(provocation.id)),
  }));
  const changes = compareBaselines(
    { ...before.baseline, servers: known },
    { ...after.value.baseline, servers: [{ ...own, name }] },
  );
  const lines = changes.map(({ provocation, words }) => shortLine(plainWords(masker, `${provocation}: ${words}`), 160));
  return { baseline: contractWords(changes), changes: firstWithin(lines, answerTokens / 8) };
}

function write(name: string, words: string, data: z.infer<typeof probeOutput>): string {
  const { broken = [], contract = [], changes = [], baseline, clear, leftOut } = data;
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  const body = [
    ...section(
      'Against the protocol:',
      broken.map(({ mistake, says }) => `  ${mistake}: ${says}`),
    ),
    ...section(
      'What it answers to:',
      contract.map(({ mistake, answer }) => `  ${mistake}: ${answer}`),
    ),
    ...section(
      'Changed since the baseline:',
      changes.map((line) => `  ${line}`),
    ),
  ];
  return [
    `${name}: ${words} Clear: ${clear ?? 'unknown'}. Baseline: ${baseline ?? 'none'}`,
    ...(body.length === 0 ? [] : [fenced('decoded from what the server said, masked', body.join('\n'))]),
    ...(leftOut === undefined ? [] : [`Skipped: ${leftOut}.`]),
  ].join('\n');
}
