// The page sends nothing, so nothing has to be right before it is sent.

import type { fixProblem as appFixProblem } from '../../card/fix/fix-problem.ts';

export const fixProblem: typeof appFixProblem = () => null;
