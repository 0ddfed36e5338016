// Phrases: the usual meaning of sentences, exception names and system codes if no table is more specific. The phrases are in separate
// files: refusals, setup, troubles, other languages.

import { dialect } from './dialect.ts';
import { languages } from './wording-languages.ts';
import { refusals } from './wording-refusals.ts';
import { setup } from './wording-setup.ts';
import { troubles } from './wording-troubles.ts';

export const wording = dialect({
  id: 'wording',
  name: 'Plain words',
  kind: 'generic',
  // Of two equally strong meanings, the first wins.
  phrases: [...troubles, ...setup, ...refusals, ...languages],
});
