// Recordings: the menu in the status bar, files, exports, and transcripts.

import { Download } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { loadFollowed, noteFollowed } from '../../model/followed.ts';
import { useModel } from '../../model/model.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { recordingsRuns } from './commands.ts';
import { DropZone } from './drop-zone.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { importFile } from './import-file.ts';
import { recordingItems } from './palette.ts';
import { PastRecording } from './past-recording.tsx';
import { RecordingMenu } from './recording-menu.tsx';
import { RecordingsDialog } from './recordings-dialog.tsx';
import { TranscriptsDialog } from './transcripts-dialog.tsx';

export const recordings: WindowFeature = {
  name: 'recordings',
  overlays: [RecordingsDialog, TranscriptsDialog, ExportDialog, DropZone],
  notices: [{ isUrgent: true, Notice: PastRecording }],
  tools: [{ Tool: ExportButton }],
  commands: recordingsRuns,
  takeFile: importFile,
  Status: RecordingMenu,
  latePalette: recordingItems,
  live: { load: loadFollowed, note: (model, batch) => batch.followed && noteFollowed(model, batch.followed) },
  waitTexts: {
    recordings: 'Loading the recordings',
    openRecording: 'Opening the recording',
    newRecording: 'Beginning a recording',
    changeRecording: 'Saving the recording',
    deleteRecording: 'Deleting the recording',
    retention: 'Reading the retention rule',
    previewExport: 'Looking for secrets',
    startExport: null,
    exportPart: null,
    cancelExport: null,
    startImport: null,
    importPart: null,
    cancelImport: null,
    transcripts: 'Looking for transcripts on this machine',
    countTranscript: null,
    readTranscript: null,
    transcriptPart: null,
    followedTranscripts: null,
    stopFollowing: 'Stopping to follow the transcript',
    unknownLines: null,
  },
};

function ExportButton() {
  const model = useModel();
  const hasRows = useConnection((state) => state.counters.rows > 0);
  return (
    <Button disabled={!hasRows} onClick={() => openDialog(model, 'export')}>
      <Download size={14} aria-hidden="true" /> Export
    </Button>
  );
}
