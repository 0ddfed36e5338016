// The probe runs that the host told of, newest last. Fed by session.ts.

import { create } from 'zustand';
import type { ProbeView } from '../../shared/compare/probing.ts';

export const useProbes = create<{ probes: ProbeView[] }>(() => ({ probes: [] }));

export function noteProbes(changed: readonly ProbeView[]): void {
  useProbes.setState(({ probes }) => {
    const known = new Map(probes.map((probe) => [probe.id, probe]));
    for (const probe of changed) known.set(probe.id, probe);
    return { probes: [...known.values()] };
  });
}

export const newestProbe = (probes: readonly ProbeView[]): ProbeView | null => probes.at(-1) ?? null;
