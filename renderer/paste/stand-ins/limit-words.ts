// The limits of a field come from its schema, which a pasted text does not have.

import type { limitWords as appLimitWords } from '../../arguments/limit-words.ts';

export const limitWords: typeof appLimitWords = () => '';
