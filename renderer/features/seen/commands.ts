// The command that lists calls whose model got something else.

import { connectionOf } from '../../model/connection.ts';
import { toggleDifferences } from '../../model/differences.ts';
import type { CommandRuns } from '../../model/window-feature.ts';

export const seenRuns: CommandRuns = {
  differences: {
    run: toggleDifferences,
    why: (model) =>
      connectionOf(model).getState().counters.seen === undefined ? 'Read a client’s transcript first' : '',
    needs: 'rows',
  },
};
