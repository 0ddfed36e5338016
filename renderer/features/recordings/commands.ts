// Commands for recordings and files.

import { connectionOf } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import type { CommandRuns } from '../../model/window-feature.ts';
import { chooseFile } from './import-file.ts';
import { backToNow, beginRecording } from './recording-actions.ts';

export const recordingsRuns: CommandRuns = {
  'new-recording': { run: beginRecording },
  'open-file': { run: chooseFile },
  export: {
    run: (model) => openDialog(model, 'export'),
    why: (model) => (connectionOf(model).getState().counters.rows === 0 ? 'There is nothing to export yet' : ''),
  },
  recordings: { run: (model) => openDialog(model, 'recordings') },
  transcripts: { run: (model) => openDialog(model, 'transcripts') },
  'back-to-now': {
    run: backToNow,
    why: (model) => (connectionOf(model).getState().recording?.isLive === false ? '' : 'You are looking at it'),
  },
};
