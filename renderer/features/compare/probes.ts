// The probe runs, newest last, and whether their panel is open.

import type { ProbeView } from '../../../shared/features/compare/probing.ts';
import { defineStore, type Model } from '../../model/model.ts';

export const [probesOf, useProbes] = defineStore<{ probes: ProbeView[] }>(() => ({ probes: [] }));

/** The panel of Compare that sends the same mistakes to several servers. */
export const [probePanelOf, useProbePanel] = defineStore<{ isOpen: boolean }>(() => ({ isOpen: false }));

export function noteProbes(model: Model, changed: readonly ProbeView[]): void {
  probesOf(model).setState(({ probes }) => {
    const known = new Map(probes.map((probe) => [probe.id, probe]));
    for (const probe of changed) known.set(probe.id, probe);
    return { probes: [...known.values()] };
  });
}

export async function loadProbes(model: Model): Promise<void> {
  const answer = await model.platform.call('probes', {});
  if (answer.ok) noteProbes(model, answer.value.probes);
}

export const newestProbe = (probes: readonly ProbeView[]): ProbeView | null => probes.at(-1) ?? null;
