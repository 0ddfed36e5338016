// "Fix until it works": its steps in place of the card of a failed call, and the way there from the card.

import type { WindowFeature } from '../../model/window-feature.ts';
import { fixRuns } from './commands.ts';
import { useFixCard } from './fix-card.tsx';
import { FixEntry } from './fix-entry.tsx';
import { loadFixes, noteFixes } from './fixes.ts';

export const fix: WindowFeature = {
  name: 'fix',
  commands: fixRuns,
  card: { useInstead: useFixCard, sections: [{ after: 'fix', Section: FixEntry }] },
  live: { load: loadFixes, note: (model, batch) => batch.fixes && noteFixes(model, batch.fixes) },
  waitTexts: {
    startFix: 'Starting the fix',
    answerFix: 'Going on with the fix',
    stopFix: null,
    fixes: null,
    fixReproSet: 'Writing the repro set',
    variableOffers: null,
    setVariables: 'Saving the variables',
    planClientVariables: 'Looking at the entry',
    saveClientVariables: 'Changing the entry',
    undoClientVariables: 'Putting the entry back',
  },
};
