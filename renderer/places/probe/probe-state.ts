// What would be sent to whom: the chosen servers, the dry list, and tools that a person allowed by name.

import type { ServerPlan } from '../../../shared/compare/probing.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/page.ts';
import { chooseSource } from '../compare/compare-state.ts';

interface ProbeState {
  /** null: all. */
  chosen: string[] | null;
  /** Names of tools that look destructive and may be used all the same. */
  tools: string[];
  plans: ServerPlan[] | null;
  planning: boolean;
}

export const [probeOf, useProbe] = defineStore<ProbeState>(() => ({
  chosen: null,
  tools: [],
  plans: null,
  planning: false,
}));

const askedOf = definePart(() => ({ plan: 0 }));

export async function planProbe(model: Model, servers: string[]): Promise<void> {
  const asked = askedOf(model);
  const mine = ++asked.plan;
  probeOf(model).setState({ planning: true });
  const answer = await model.platform.call('planProbe', { servers, tools: probeOf(model).getState().tools });
  if (mine !== asked.plan) return;
  probeOf(model).setState({ planning: false });
  if (answer.ok) probeOf(model).setState({ plans: answer.value.plans });
  else say(model, answer.error.message, 'bad');
}

export function allowTool(model: Model, tool: string, allowed: boolean): void {
  probeOf(model).setState(({ tools }) => ({
    tools: allowed ? [...tools, tool] : tools.filter((name) => name !== tool),
  }));
}

/** The comparison fills while it runs. */
export async function startProbe(model: Model, servers: string[]): Promise<void> {
  const answer = await model.platform.call('startProbe', { servers, tools: probeOf(model).getState().tools });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  chooseSource(model, { kind: 'probe', probe: answer.value.probe });
  showPage(model, 'compare');
}
