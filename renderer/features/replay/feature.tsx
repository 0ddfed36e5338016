// Sending recorded calls again: the tab Attempts of a card, and the dialogs for many calls, guards and snippets.

import { loadReplays, noteReplays } from '../../model/replays.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { AttemptsTab, useAttemptsTab } from './attempts-tab.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { replayRuns } from './commands.ts';
import { SnippetDialog } from './copy-menu.tsx';
import { GuardDialog } from './guard-dialog.tsx';
import { MarkedDiff } from './marked-diff.tsx';

export const replayFeature: WindowFeature = {
  name: 'replay',
  commands: replayRuns,
  overlays: [BulkDialog, GuardDialog, SnippetDialog, MarkedDiff],
  card: { tabs: [{ tab: 'attempts', isOfOneCall: true, useOffer: useAttemptsTab, Content: AttemptsTab }] },
  live: { load: loadReplays, note: (model, batch) => batch.replays && noteReplays(model, batch.replays) },
  waitTexts: {
    draftReplay: 'Preparing the replay',
    simulatePolicy: 'Drawing the plan',
    startReplay: 'Sending the call again',
    controlReplay: 'Changing the replay',
    replays: 'Loading the replays',
    planBulk: 'Listing the failures',
    startBulk: 'Starting the replays',
    diffAnswers: 'Comparing the answers',
    reproSet: 'Writing the repro set',
    snippet: 'Writing the code',
  },
};
