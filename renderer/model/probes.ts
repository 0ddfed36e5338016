// The probe runs that the host told of, newest last. Fed by recording.ts.

import type { ProbeView } from '../../shared/compare/probing.ts';
import { defineStore, type Model } from './model.ts';

export const [probesOf, useProbes] = defineStore<{ probes: ProbeView[] }>(() => ({ probes: [] }));

export function noteProbes(model: Model, changed: readonly ProbeView[]): void {
  probesOf(model).setState(({ probes }) => {
    const known = new Map(probes.map((probe) => [probe.id, probe]));
    for (const probe of changed) known.set(probe.id, probe);
    return { probes: [...known.values()] };
  });
}

export const newestProbe = (probes: readonly ProbeView[]): ProbeView | null => probes.at(-1) ?? null;
