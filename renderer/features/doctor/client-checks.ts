// Will a server work in each client? The answers of the host as they come, for the section on the card and the table.

import type { ServerView } from '../../../shared/api/views.ts';
import { clients } from '../../../shared/clients/clients.ts';
import type { ClientResult, ClientVerdict } from '../../../shared/features/doctor/client-check.ts';
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
  change({ isRunning: false, tookMs: Date.now() - at });
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

export function resultPill({ result, lost, works }: ClientVerdict): { tone: Tone; words: string } {
  const words: Record<ClientResult, string> = {
    works: 'Works',
    loses: !works
      ? 'Loses all tools'
      : lost.length === 0
        ? 'Loses tools'
        : `Loses ${lost.length} ${lost.length === 1 ? 'tool' : 'tools'}`,
    dies: 'Dies',
    hangs: 'Hangs',
    slow: 'Too slow',
  };
  return { tone: works || result !== 'loses' ? tones[result] : 'bad', words: words[result] };
}

/** `Works in 2 of 6 clients` */
export function clientsSummary({ verdicts }: ShownClientChecks): string {
  const known = Object.values(verdicts);
  const working = known.filter(({ works }) => works).length;
  return known.length === 0 ? '' : `works in ${working} of ${known.length}`;
}

/** As Markdown, for a report. */
export function clientsText(name: string, { verdicts }: ShownClientChecks): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = measuredClients.flatMap(({ id }) => {
    const verdict = verdicts[id];
    if (verdict === undefined) return [];
    const { name: client, version, why, fix } = verdict;
    return [`| ${client} ${version} | ${resultPill(verdict).words} | ${cell(why)} | ${cell(fix) || '-'} |`];
  });
  return [
    `${name}: ${clientsSummary({ verdicts } as ShownClientChecks)}`,
    '',
    '| Client | Result | Why | Fix |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
