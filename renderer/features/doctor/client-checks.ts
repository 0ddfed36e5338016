// Will a server work in each client? The answers of the host as they come, for the section on the card and the table.

import type { ServerView } from '../../../shared/api/views.ts';
import { fence } from '../../../shared/author-report/author-report.ts';
import { clients } from '../../../shared/clients/clients.ts';
import {
  type ClientResult,
  type ClientVerdict,
  clientResultWords,
  comparedVerdicts,
} from '../../../shared/features/doctor/client-check.ts';
import type { RepairedTool } from '../../../shared/features/doctor/schema-refusals.ts';
import { duration } from '../../../shared/text/duration.ts';
import { markdownText } from '../../../shared/text/visible-text.ts';
import { defineStore, type Model } from '../../model/model.ts';
import type { Tone } from '../../text/row-words.ts';
import { showCardOf } from './open-checks.ts';

export interface ShownClientChecks {
  /** By client. */
  verdicts: Readonly<Record<string, ClientVerdict>>;
  isRunning: boolean;
  problem: string;
  /** When it began, and how long it took; null: it runs. */
  at: number;
  tookMs: number | null;
}

export const measuredClients = clients.flatMap(({ id, name, opening }) =>
  opening === undefined ? [] : [{ id, name, version: opening.version }],
);

export const [clientChecksOf, useClientChecks] = defineStore<{ of: Readonly<Record<string, ShownClientChecks>> }>(
  () => ({
    of: {},
  }),
);

/** All at once: the host lets them wait for each other. */
export async function beginClientChecks(model: Model, server: string): Promise<void> {
  if (clientChecksOf(model).getState().of[server]?.isRunning) return;
  const change = (more: Partial<ShownClientChecks>) =>
    clientChecksOf(model).setState(({ of }) => ({ of: { ...of, [server]: { ...(of[server] ?? none), ...more } } }));
  const at = Date.now();
  const none: ShownClientChecks = { verdicts: {}, isRunning: true, problem: '', at, tookMs: null };
  change(none);
  await Promise.all(
    measuredClients.map(async ({ id: client }) => {
      const answer = await model.platform.call('checkClient', { server, client });
      if (!answer.ok) return change({ problem: answer.error.message });
      const verdicts = clientChecksOf(model).getState().of[server]?.verdicts;
      change({ verdicts: { ...verdicts, [client]: answer.value } });
    }),
  );
  const known = comparedVerdicts(Object.values(clientChecksOf(model).getState().of[server]?.verdicts ?? {}));
  const verdicts = Object.fromEntries(known.map((verdict) => [verdict.client, verdict]));
  change({ verdicts, isRunning: false, tookMs: Date.now() - at });
}

export const stopClientChecks = (model: Model, server: string): void =>
  void model.platform.call('stopDiagnosis', { server });

/** Opens the card of the server at this section. Its command was confirmed if it was connected before. */
export async function openClientChecks(model: Model, server: ServerView): Promise<void> {
  const wasConnected = server.state !== 'idle';
  await showCardOf(model, server, 'clients', () => {
    if (wasConnected) void beginClientChecks(model, server.id);
  });
}

const tones: Record<ClientResult, Tone> = { works: 'ok', loses: 'warn', dies: 'bad', hangs: 'wait', slow: 'wait' };

function toneOf({ result, but, works }: ClientVerdict): Tone {
  if (but !== undefined) return 'warn';
  return works || result !== 'loses' ? tones[result] : 'bad';
}

export const resultPill = (verdict: ClientVerdict): { tone: Tone; words: string } => ({
  tone: toneOf(verdict),
  words: clientResultWords(verdict),
});

/** `works in 2 of 6 · 12 s` */
export function clientsSummary({ verdicts, tookMs }: Pick<ShownClientChecks, 'verdicts' | 'tookMs'>): string {
  const known = Object.values(verdicts);
  const working = known.filter(({ works }) => works).length;
  if (known.length === 0) return '';
  return `works in ${working} of ${known.length}${tookMs === null ? '' : ` · ${duration(tookMs)}`}`;
}

/** Of all clients that were checked, because a broken schema concerns each of them. */
export const repairedIn = ({ verdicts }: Pick<ShownClientChecks, 'verdicts'>): readonly RepairedTool[] =>
  Object.values(verdicts).find(({ repaired }) => repaired.length > 0)?.repaired ?? [];

/** As Markdown. */
export function clientsText(name: string, { verdicts }: Pick<ShownClientChecks, 'verdicts'>): string {
  const rows = measuredClients.flatMap(({ id }) => {
    const verdict = verdicts[id];
    if (verdict === undefined) return [];
    const { name: client, version, why, fix } = verdict;
    return [
      `| ${client} ${version} | ${resultPill(verdict).words} | ${markdownText(why)} | ${markdownText(fix) || '-'} |`,
    ];
  });
  return [
    `${markdownText(name)} ${clientsSummary({ verdicts, tookMs: null })} clients.`,
    '',
    '| Client | Result | Why | Fix |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** The table with the repaired schemas, for the server's author. */
export function clientsReport(name: string, checks: Pick<ShownClientChecks, 'verdicts'>): string {
  const schemas = repairedIn(checks).map(
    ({ tool, diff }) =>
      `### Schema of ${markdownText(tool)}\n\nIt accepts the same values.\n\n${fence(diff.join('\n'), 'diff')}\n`,
  );
  return [clientsText(name, checks), ...schemas].join('\n');
}
