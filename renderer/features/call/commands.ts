// The command that opens the dialog for calls.

import { currentPrimary } from '../../card/fix/run-primary.ts';
import { copyFailure } from '../../card/parts/copy-parts.ts';
import { connectionOf } from '../../model/connection.ts';
import { openCall } from '../../model/dialogs.ts';
import type { Model } from '../../model/model.ts';
import { pageOf } from '../../model/open-place.ts';
import { timelineOf } from '../../model/timeline.ts';
import type { CommandRuns } from '../../model/window-feature.ts';

export const callRuns: CommandRuns = {
  'new-call': {
    run: newCall,
    why: (model) => (connectionOf(model).getState().servers.length === 0 ? 'Add a server first' : ''),
  },
};

/** On a card whose button reports the failure, the key of that button. */
function newCall(model: Model): unknown {
  const { paneOpen, selected } = timelineOf(model).getState();
  const { page } = pageOf(model).getState();
  const isCardShown = paneOpen && selected !== null && (page === 'timeline' || page === 'failures');
  return isCardShown && currentPrimary(model)?.kind === 'report' ? copyFailure(model) : openCall(model);
}
