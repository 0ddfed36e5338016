// Commands of Hold.

import { openDialog } from '../../model/dialogs.ts';
import type { CommandRuns } from '../../model/window-feature.ts';
import { holdLikeRow, holdOf, openHeld, releaseAll } from './hold.ts';

export const holdRuns: CommandRuns = {
  'hold-next': { needs: 'call', run: holdLikeRow },
  'hold-rules': { run: (model) => openDialog(model, 'hold-rules') },
  'held-message': {
    run: (model) => openHeld(model),
    why: (model) => (holdOf(model).getState().held.length === 0 ? 'No message is held' : ''),
  },
  'release-held': {
    run: releaseAll,
    why: (model) => {
      const { held, rules } = holdOf(model).getState();
      return held.length + rules.length === 0 ? 'Nothing is held' : '';
    },
  },
};
