// What would be sent to whom: the chosen servers, the dry list, and tools that a person allowed by name.

import { create } from 'zustand';
import type { ServerPlan } from '../../../shared/compare/probing.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/page.ts';
import type { Platform } from '../../platform/platform.ts';
import { chooseSource } from '../compare/compare-state.ts';

interface ProbeState {
  /** null: all. */
  chosen: string[] | null;
  /** Names of tools that look destructive and may be used all the same. */
  tools: string[];
  plans: ServerPlan[] | null;
  planning: boolean;
}

export const useProbe = create<ProbeState>(() => ({ chosen: null, tools: [], plans: null, planning: false }));

let asked = 0;

export async function planProbe(platform: Platform, servers: string[]): Promise<void> {
  const mine = ++asked;
  useProbe.setState({ planning: true });
  const answer = await platform.call('planProbe', { servers, tools: useProbe.getState().tools });
  if (mine !== asked) return;
  useProbe.setState({ planning: false });
  if (answer.ok) useProbe.setState({ plans: answer.value.plans });
  else say(answer.error.message, 'bad');
}

export function allowTool(tool: string, allowed: boolean): void {
  useProbe.setState(({ tools }) => ({ tools: allowed ? [...tools, tool] : tools.filter((name) => name !== tool) }));
}

/** The comparison fills while it runs. */
export async function startProbe(platform: Platform, servers: string[]): Promise<void> {
  const answer = await platform.call('startProbe', { servers, tools: useProbe.getState().tools });
  if (!answer.ok) return say(answer.error.message, 'bad');
  chooseSource({ kind: 'probe', probe: answer.value.probe });
  showPage('compare');
}
