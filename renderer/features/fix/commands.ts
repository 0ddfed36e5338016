// The command of "Fix until it works".

import { editServerOf } from '../../card/fix/repair-server.ts';
import { waitForDetail } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import type { CommandRuns } from '../../model/window-feature.ts';
import { startFix } from './fixes.ts';

export const fixRuns: CommandRuns = {
  'fix-until-works': { run: fixSelected, needs: 'call or server' },
};

/** A server that did not start is repaired on its own card, which starts it again and sends its calls. */
async function fixSelected(model: Model, row: number): Promise<void> {
  if (!editServerOf(model, await waitForDetail(model))) await startFix(model, row);
}
