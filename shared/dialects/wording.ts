// Plain words: what sentences, exception names and system codes usually mean when no table says more.
// The words themselves are in the files beside this one: refusals, what must be set up, troubles, other languages.

import { dialect } from './dialect.ts';
import { languages } from './wording-languages.ts';
import { refusals } from './wording-refusals.ts';
import { setup } from './wording-setup.ts';
import { troubles } from './wording-troubles.ts';

export const wording = dialect({
  id: 'wording',
  name: 'Plain words',
  kind: 'generic',
  // Of two readings equally strong, the first counts.
  phrases: [...troubles, ...setup, ...refusals, ...languages],
});
