// Requests of servers that wait for an answer.

import { loadAsks, noteAsks } from '../../model/pending-requests.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { AsksDialog } from './asks-dialog.tsx';
import { AsksStrip } from './asks-strip.tsx';
import { asksRuns } from './commands.ts';

export const asksFeature: WindowFeature = {
  name: 'asks',
  commands: asksRuns,
  overlays: [AsksDialog],
  notices: [{ isUrgent: true, Notice: AsksStrip }],
  live: { load: loadAsks, note: (model, batch) => batch.asks && noteAsks(model, batch.asks) },
  waitTexts: {
    asks: null,
    answerAsk: 'Sending the answer',
  },
};
