// The place that compares how servers answer the same mistakes, the panel that sends them, and the comparison of two recordings.

import { openDialog } from '../../model/dialogs.ts';
import { showPage } from '../../model/open-place.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { CompareBar } from './compare-bar.tsx';
import { ComparePlace } from './compare-place.tsx';
import { loadProbes, noteProbes, probePanelOf } from './probes.ts';
import { RecordingsComparisonDialog } from './recordings-comparison-dialog.tsx';

export const compareFeature: WindowFeature = {
  name: 'compare',
  place: {
    page: 'compare',
    label: 'Compare',
    Place: ComparePlace,
    Bar: CompareBar,
    hasRows: false,
    panels: [{ name: 'probe', isOpen: probePanelOf }],
  },
  overlays: [RecordingsComparisonDialog],
  commands: {
    'go-compare': { run: (model) => showPage(model, 'compare'), isLocal: true },
    probe: {
      run: (model) => {
        showPage(model, 'compare');
        probePanelOf(model).setState({ isOpen: true });
      },
      isLocal: true,
    },
    'compare-recordings': { run: (model) => openDialog(model, 'compare-recordings') },
  },
  live: { load: loadProbes, note: (model, batch) => batch.probes && noteProbes(model, batch.probes) },
  waitTexts: {
    ownProvocations: 'Reading the provocations',
    saveProvocation: 'Saving the provocation',
    removeProvocation: 'Removing the provocation',
    planProbe: 'Reading the servers’ schemas',
    startProbe: 'Starting the probe',
    probeSamples: 'Starting the samples',
    stopProbe: 'Stopping the probe',
    probes: 'Loading the probes',
    compareServers: 'Comparing the servers',
    compareRecordings: null,
    diffShapes: 'Comparing the failures',
    saveBaseline: 'Saving the baseline',
    compareBaseline: 'Comparing with the baseline',
    probeBaseline: 'Writing the baseline',
    ruleCode: 'Writing the rule',
    compareReport: 'Writing the report',
  },
};
