// The dialog that puts Misfire between a client and its servers.

import { openDialog } from '../../model/dialogs.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { WatchDialog } from './watch-dialog.tsx';

export const watch: WindowFeature = {
  name: 'watch',
  commands: { 'watch-client': { run: (model) => openDialog(model, 'watch') } },
  overlays: [WatchDialog],
};
