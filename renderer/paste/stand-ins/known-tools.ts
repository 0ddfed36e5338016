// A pasted text has no tool list to look schemas up in.

import type { useKnownTools as appUseKnownTools } from '../../model/known-tools.ts';

export const useKnownTools = (() => null) as unknown as typeof appUseKnownTools;
