// The place that lists failures by cause.

import { showPage } from '../../model/open-place.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { FailureCount } from './failure-count.tsx';
import { groupRuns } from './failures-actions.ts';
import { FailuresPlace } from './failures-place.tsx';

export const failures: WindowFeature = {
  name: 'failures',
  place: {
    page: 'failures',
    label: 'Failures',
    Place: FailuresPlace,
    Count: FailureCount,
    side: 'wide',
    commands: groupRuns,
  },
  commands: { 'go-failures': { run: (model) => showPage(model, 'failures'), isLocal: true } },
  waitTexts: {
    failureGroups: 'Loading the groups',
  },
};
