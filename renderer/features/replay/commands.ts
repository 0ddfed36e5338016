// Commands that send calls again, or compare two of them.

import { editServerOf } from '../../card/fix/repair-server.ts';
import { connectionOf } from '../../model/connection.ts';
import { selectedDetail, waitForDetail } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import { diffWithMarked, editRow, markRow, planBulk, replayRow } from '../../model/replay-actions.ts';
import { replaysOf } from '../../model/replays.ts';
import { timelineOf } from '../../model/timeline.ts';
import type { CommandRuns } from '../../model/window-feature.ts';

export const replayRuns: CommandRuns = {
  replay: { run: (model, row) => replayRow(model, row, 'now'), needs: 'call' },
  'wait-retry': { run: (model, row) => replayRow(model, row, 'hinted'), why: whyNoWait, needs: 'call' },
  'edit-replay': { run: editSelected, needs: 'call or server' },
  mark: { run: markRow, why: whyNoRow, needs: 'rows' },
  'diff-marked': {
    run: diffWithMarked,
    why: (model) =>
      replaysOf(model).getState().marked === null ? 'Nothing is marked yet: press m on the call to compare with' : '',
    needs: 'rows',
  },
  'replay-all': {
    run: (model) => planBulk(model, '', 'all servers'),
    why: (model) => (connectionOf(model).getState().counters.failedRows === 0 ? 'There are no failures' : ''),
  },
};

/** For a failure of its server, the fix is to change the server; any other opens as a copy. */
async function editSelected(model: Model, row: number): Promise<void> {
  if (!editServerOf(model, await waitForDetail(model))) editRow(model, row);
}

function whyNoRow(model: Model): string {
  return timelineOf(model).getState().selected === null ? 'Select a row first' : '';
}

function whyNoWait(model: Model): string {
  const detail = selectedDetail(model);
  if (detail === null) return '';
  const draft = replaysOf(model).getState().drafts[detail.row.id];
  const hasHint = draft ? draft.hinted !== null : (detail.failure?.retry.afterMs ?? null) !== null;
  return hasHint ? '' : 'The answer does not say when to retry';
}
