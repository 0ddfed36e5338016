// Held messages: what waits, the dialog that decides about it, and the rules.

import type { WindowFeature } from '../../model/window-feature.ts';
import { ChangedSection } from './changed-section.tsx';
import { holdRuns } from './commands.ts';
import { HeldDialog } from './held-dialog.tsx';
import { HeldStrip } from './held-strip.tsx';
import { HeldWaiting } from './held-waiting.tsx';
import { loadHoldState, noteHold } from './hold.ts';
import { HoldStatus } from './hold-status.tsx';
import { RulesDialog } from './rules-dialog.tsx';

export const hold: WindowFeature = {
  name: 'hold',
  commands: holdRuns,
  card: { sections: [{ after: 'fix', Section: ChangedSection }] },
  overlays: [HeldDialog, RulesDialog],
  Strip: HeldStrip,
  Status: HoldStatus,
  Waiting: HeldWaiting,
  live: { load: loadHoldState, note: (model, batch) => batch.hold && noteHold(model, batch.hold) },
  waitTexts: {
    holds: null,
    addHoldRule: null,
    removeHoldRule: null,
    releaseHeld: null,
    heldMessage: null,
    previewHeldAnswer: null,
    decideHeld: null,
  },
};
