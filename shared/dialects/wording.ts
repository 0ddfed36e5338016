// Plain words: the usual meaning of sentences, exception names and system codes if no table is more specific. Each file has the rows of
// one place, the ones that win first.

import { dialect } from './dialect.ts';
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
  phrases: [...unmistakable, ...specific, ...plain, ...general, ...vague, ...languages],
});
