// The command that starts the tour.

import { connectionOf } from '../../model/connection.ts';
import type { CommandRuns } from '../../model/window-feature.ts';
import { startTour } from './tour-state.ts';

export const tourRuns: CommandRuns = {
  tour: {
    run: startTour,
    why: (model) =>
      connectionOf(model).getState().counters.rows === 0
        ? 'Connect a server first: the tour points at its messages'
        : '',
    isLocal: true,
  },
};
