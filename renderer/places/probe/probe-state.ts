// What would be sent to whom: the chosen servers, the dry list, and tools that a person allowed by name.

import type { ServerPlan } from '../../../shared/compare/probing.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { chooseSource } from '../compare/compare-state.ts';

interface ProbeState {
  /** null: all. */
  chosen: string[] | null;
  /** Names of tools that look destructive and may be used all the same. */
  tools: string[];
  plans: ServerPlan[] | null;
  /** Those of `tools` that the dry list was made with: nothing is sent that it does not show. */
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

/** Another choice needs another list: one that is still being made is of the old choice. */
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

/** The servers of the list that something can be sent to; the others say there why not. */
export const reachable = (plans: readonly ServerPlan[]): string[] =>
  plans.filter(({ problem }) => problem === '').map(({ server }) => server);

/** To exactly what the list shows. The comparison fills while it runs. */
export async function startProbe(model: Model): Promise<void> {
  const { plans, listedTools } = probeOf(model).getState();
  const answer = await model.platform.call('startProbe', { servers: reachable(plans ?? []), tools: listedTools });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  chooseSource(model, { kind: 'probe', probe: answer.value.probe });
  showPage(model, 'compare');
}
