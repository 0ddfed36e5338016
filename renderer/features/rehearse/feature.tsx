// The place that injects failures on purpose, and the bar while it does.

import type { WindowFeature } from '../../model/window-feature.ts';
import { rehearseRuns } from './commands.ts';
import { loadRehearsalState, noteRehearsal } from './rehearsal.ts';
import { RehearsalBar } from './rehearsal-bar.tsx';
import { RehearsePlace } from './rehearse-place.tsx';

export const rehearseFeature: WindowFeature = {
  name: 'rehearse',
  place: { page: 'rehearse', label: 'Rehearse', Place: RehearsePlace },
  commands: rehearseRuns,
  Strip: RehearsalBar,
  live: {
    load: loadRehearsalState,
    note: (model, batch) => batch.rehearsal && noteRehearsal(model, batch.rehearsal.running),
  },
  waitTexts: {
    rehearsalPlans: null,
    savePlan: 'Saving the plan',
    removePlan: 'Deleting the plan',
    pastSessions: null,
    rehearsal: null,
    startRehearsal: 'Starting the rehearsal',
    stopRehearsal: 'Stopping the rehearsal',
    rehearsedCalls: null,
    reportCards: 'Judging the clients',
    reportCardFile: 'Writing the report card',
  },
};
