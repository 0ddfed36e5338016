// Plain words: what sentences, exception names and system codes usually mean when no table says more.
// The words themselves are in wording-refusals.ts and wording-troubles.ts.

import { dialect } from './schema.ts';
import { refusals } from './wording-refusals.ts';
import { troubles } from './wording-troubles.ts';

export const wording = dialect({
  id: 'wording',
  name: 'Plain words',
  kind: 'generic',
  // Of two readings equally strong, the first counts.
  phrases: [...troubles, ...refusals],
});
