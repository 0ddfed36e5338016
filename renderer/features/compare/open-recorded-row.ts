// A row of any recording: shows its recording first, and then the row in the timeline.

import { connectionOf } from '../../model/connection.ts';
import { closeDialog } from '../../model/dialogs.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { showCall } from '../../model/selection.ts';

export async function openRecordedRow(model: Model, recording: number, row: number): Promise<void> {
  const answer = await model.platform.call('openRecording', { recording });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  closeDialog(model);
  showPage(model, 'timeline');
  await isShown(model, recording);
  await showCall(model, row);
}

/** The window follows what the host reports. */
function isShown(model: Model, recording: number): Promise<void> {
  const connection = connectionOf(model);
  return new Promise((resolve) => {
    if (connection.getState().recording?.id === recording) return resolve();
    const stop = connection.subscribe((state) => {
      if (state.recording?.id !== recording) return;
      stop();
      resolve();
    });
  });
}
