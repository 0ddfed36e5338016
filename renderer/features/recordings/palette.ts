// Entries of the palette for each recording.

import type { Model } from '../../model/model.ts';
import type { PaletteItem } from '../../model/window-feature.ts';
import { countedWords } from '../../text/counted-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { listRecordings, showRecording } from './recording-actions.ts';

export async function recordingItems(model: Model): Promise<PaletteItem[]> {
  return (await listRecordings(model)).map((recording) => ({
    id: `recording ${recording.id}`,
    section: 'Recordings',
    label: `Open recording ${visibleLine(recording.name)}`,
    about: `${recording.kind === 'imported' ? 'from a file · ' : ''}${countedWords(recording.counted)}`,
    keys: [],
    why: recording.isShown ? 'It is the one that is shown' : '',
    onlyFound: true,
    run: () => showRecording(model, recording.id),
  }));
}
