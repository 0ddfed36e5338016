// The dialog that puts Misfire between a client and its servers.

import { openDialog } from '../../model/dialogs.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { WatchDialog } from './watch-dialog.tsx';

export const watch: WindowFeature = {
  name: 'watch',
  commands: { 'watch-client': { run: (model) => openDialog(model, 'watch') } },
  overlays: [WatchDialog],
  waitTexts: {
    watchEntries: 'Looking for clients on this machine',
    planWatch: 'Looking at the entry',
    startWatch: 'Changing the entry',
    undoWatch: 'Putting the entry back',
    agentClients: 'Looking for clients on this machine',
    addToClient: 'Adding Misfire to the client',
    removeFromClient: 'Taking Misfire out of the client',
    hookClients: 'Looking for clients with hooks',
    planHook: 'Preparing the hook',
    setUpHook: 'Setting up the hook',
    undoHook: 'Removing the hook',
    spoolLimits: 'Reading what is kept',
  },
};
