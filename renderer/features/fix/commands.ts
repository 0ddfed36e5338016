// The command of "Fix until it works".

import type { CommandRuns } from '../../model/window-feature.ts';
import { startFix } from './fixes.ts';

export const fixRuns: CommandRuns = {
  'fix-until-works': { run: startFix, needs: 'call or server' },
};
