// The place that compares how servers answer the same mistakes, and the panel that sends them.

import type { WindowFeature } from '../../model/window-feature.ts';
import { CompareBar } from './compare-bar.tsx';
import { ComparePlace } from './compare-place.tsx';
import { loadProbes, noteProbes, probePanelOf } from './probes.ts';

export const compare: WindowFeature = {
  name: 'compare',
  place: {
    page: 'compare',
    label: 'Compare',
    Place: ComparePlace,
    Bar: CompareBar,
    panels: [{ name: 'probe', isOpen: probePanelOf }],
  },
  live: { load: loadProbes, note: (model, batch) => batch.probes && noteProbes(model, batch.probes) },
};
