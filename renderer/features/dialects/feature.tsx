// Dialects of servers, and teaching one.

import { openDialects } from '../../model/dialogs.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { DialectsDialog } from './dialects-dialog.tsx';
import { TeachDialog } from './teach-dialog.tsx';

export const dialects: WindowFeature = {
  name: 'dialects',
  commands: { dialects: { run: (model) => openDialects(model, null) } },
  overlays: [DialectsDialog, TeachDialog],
  waitTexts: {
    dialects: 'Reading the dialects',
    pinDialect: 'Reading the failures again',
    addDialect: 'Reading the dialect',
    tryDialect: null,
  },
};
