// Commands for requests of servers.

import { asksOf, openAsk } from '../../model/pending-requests.ts';
import type { CommandRuns } from '../../model/window-feature.ts';

export const asksRuns: CommandRuns = {
  'answer-ask': {
    run: (model) => openAsk(model),
    why: (model) => (asksOf(model).getState().asks.length === 0 ? 'No server asks for anything' : ''),
  },
};
