// What would be sent to which server: the chosen servers, the dry run, and tools that the user allowed by name.

import type { ServerPlan } from '../../../shared/features/compare/probing.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { chooseSource } from './compare-state.ts';

interface ProbeState {
  /** null: all. */
  chosen: string[] | null;
  /** Names of tools that look destructive and may be used anyway. */
  tools: string[];
  plans: ServerPlan[] | null;
  /** Those of `tools` in the current dry run: only what it shows is sent. */
  listedTools: string[];
  planning: boolean;
}

export const [probeOf, useProbe] = defineStore<ProbeState>(() => ({
  chosen: null,
  tools: [],
  plans: null,
  listedTools: [],
  planning: false,
}));

const askedOf = definePart(() => ({ plan: 0 }));

/** Another choice needs another list: a pending one belongs to the old choice. */
export function chooseServers(model: Model, chosen: string[]): void {
  askedOf(model).plan += 1;
  probeOf(model).setState({ chosen, plans: null, planning: false });
}

export async function planProbe(model: Model, servers: string[]): Promise<void> {
  const asked = askedOf(model);
  const mine = ++asked.plan;
  const { tools } = probeOf(model).getState();
  probeOf(model).setState({ planning: true });
  const answer = await model.platform.call('planProbe', { servers, tools });
  if (mine !== asked.plan) return;
  probeOf(model).setState({ planning: false });
  if (answer.ok) probeOf(model).setState({ plans: answer.value.plans, listedTools: tools });
  else say(model, answer.error.message, 'bad');
}

export function allowTool(model: Model, tool: string, allowed: boolean): void {
  probeOf(model).setState(({ tools }) => ({
    tools: allowed ? [...tools, tool] : tools.filter((name) => name !== tool),
  }));
}

/** The servers of the list that can be probed; the others give the reason there. */
export const reachable = (plans: readonly ServerPlan[]): string[] =>
  plans.filter(({ problem }) => problem === '').map(({ server }) => server);

/** Sends exactly what the list shows. The comparison fills while it runs. */
export async function startProbe(model: Model): Promise<void> {
  const { plans, listedTools } = probeOf(model).getState();
  const answer = await model.platform.call('startProbe', { servers: reachable(plans ?? []), tools: listedTools });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  chooseSource(model, { kind: 'probe', probe: answer.value.probe });
}
