// Plain words: the usual meaning of sentences, exception names and system codes if no table is more specific. Each file has the rows of
// one place, the ones that win first.

import { dialect, rowsAt } from './dialect.ts';
import { general } from './wording-general.ts';
import { languages } from './wording-languages.ts';
import { plain } from './wording-plain.ts';
import { specific } from './wording-specific.ts';
import { unmistakable } from './wording-unmistakable.ts';
import { vague } from './wording-vague.ts';

export const wording = dialect({
  id: 'wording',
  name: 'Plain words',
  kind: 'generic',
  phrases: [
    ...rowsAt('unmistakable words', unmistakable),
    ...rowsAt('specific words', specific),
    ...rowsAt('plain words', plain),
    ...rowsAt('general words', general),
    ...rowsAt('vague words', vague),
    ...rowsAt('plain words', languages),
  ],
});
