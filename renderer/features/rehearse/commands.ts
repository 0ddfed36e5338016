// Commands of rehearsals.

import { showPage } from '../../model/open-place.ts';
import type { CommandRuns } from '../../model/window-feature.ts';
import { rehearsalOf, stopRehearsal } from './rehearsal.ts';

export const rehearseRuns: CommandRuns = {
  'go-rehearse': { run: (model) => showPage(model, 'rehearse'), isLocal: true },
  'stop-rehearsal': {
    run: stopRehearsal,
    why: (model) => (rehearsalOf(model).getState().running === null ? 'No rehearsal runs' : ''),
  },
};
