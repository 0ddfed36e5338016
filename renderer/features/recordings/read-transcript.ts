// Reads a transcript that the host found, part by part, into a recording. The window shows the progress and can stop it.

import type { TranscriptView } from '../../../shared/api/transcripts.ts';
import { transferWords } from '../../../shared/text/transfer-words.ts';
import { openDialog } from '../../model/dialogs.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { startJob } from '../../model/work.ts';
import { countedWords } from '../../text/counted-words.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { showRecording } from './recording-actions.ts';

/** Resolves when reading has started, with '', or was refused, with the reason. The rest continues. */
export async function readTranscript(model: Model, { file, client, kind }: TranscriptView): Promise<string> {
  const begun = await model.platform.call('readTranscript', { file });
  if (!begun.ok) return begun.error.message;
  const { import: id, known, size } = begun.value;
  if (known) {
    await model.platform.call('cancelImport', { import: id });
    if (await showRecording(model, known.id))
      say(model, 'This transcript was already read. Its recording is open now.');
    return '';
  }
  const name = `the ${kind} of ${visibleLine(client)}`;
  let isStopped = false;
  const job = startJob(model, `Reading ${name}`, () => {
    isStopped = true;
    job.say(`Removing what was read of ${name}`);
    void model.platform.call('cancelImport', { import: id });
  });
  void readParts(model, id, (bytes, ms) => {
    const percent = Math.round((100 * bytes) / Math.max(1, size));
    if (!isStopped) job.say(`Reading ${name}, ${percent} %: ${transferWords(bytes, size, ms)}`);
  }).then(({ words, good }) => {
    job.done();
    if (isStopped) say(model, `You stopped the reading. Nothing of the ${kind} was kept.`);
    else if (good) say(model, words);
    else say(model, words, 'bad', { label: 'Transcripts…', run: () => openDialog(model, 'transcripts') });
  });
  return '';
}

async function readParts(
  model: Model,
  id: number,
  onRead: (bytes: number, ms: number) => void,
): Promise<{ words: string; good: boolean }> {
  const startedAt = Date.now();
  onRead(0, 0);
  for (;;) {
    const answer = await model.platform.call('transcriptPart', { import: id });
    if (!answer.ok) return { words: answer.error.message, good: false };
    const { recording, problems, bytes } = answer.value;
    onRead(bytes, Date.now() - startedAt);
    if (recording === null) continue;
    const skipped =
      problems.length === 0 ? '' : ` ${countInWords(problems.length, 'kind')} of lines were not understood.`;
    const counts = `${countInWords(recording.messages, 'call')}, ${countedWords(recording.counted)}`;
    return { words: `Transcript: ${counts}.${skipped}`, good: true };
  }
}
