// Imports a file into the log: sends its text to the host in parts and shows the resulting recording. If the log already has the file,
// opens that recording instead.

import { filePrint } from '../../../shared/capture/file-print.ts';
import { transferWords } from '../../../shared/text/transfer-words.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { startJob } from '../../model/work.ts';
import { countedWords } from '../../text/counted-words.ts';
import { countInWords } from '../../text/format.ts';

/** Below the message limit of the host. */
const part = 1_000_000;

export async function importFile(model: Model, file: File): Promise<void> {
  const working = new AbortController();
  const job = startJob(model, `Reading ${file.name}`, () => {
    job.say(`Removing what was read of ${file.name}`);
    working.abort();
  });
  const startedAt = Date.now();
  const outcome = await sendParts(model, file, working.signal, (bytes) => {
    const percent = Math.round((100 * bytes) / Math.max(1, file.size));
    job.say(`Reading ${file.name}, ${percent} %: ${transferWords(bytes, file.size, Date.now() - startedAt)}`);
  });
  job.done();
  say(model, outcome.words, outcome.good ? 'plain' : 'bad');
}

interface Outcome {
  words: string;
  good: boolean;
}

async function sendParts(
  model: Model,
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Outcome> {
  const bad = (words: string): Outcome => ({ words, good: false });
  const start = await model.platform.call('startImport', { name: file.name, print: await printOf(file) });
  if (!start.ok) return bad(start.error.message);
  const { known } = start.value;
  if (known) {
    await model.platform.call('cancelImport', { import: start.value.import });
    const opened = await model.platform.call('openRecording', { recording: known.id });
    if (!opened.ok) return bad(opened.error.message);
    return { words: `${file.name} was already imported. Its recording is open now.`, good: true };
  }
  // At once, even while the host reads a part: half a file must not remain.
  let cancelled: Promise<unknown> = Promise.resolve();
  signal.addEventListener('abort', () => {
    cancelled = model.platform.call('cancelImport', { import: start.value.import });
  });
  let bytes = 0;
  onSent(bytes);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  const reader = file
    .stream()
    .pipeThrough(counted)
    .pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))
    .getReader();
  const stopped = async (): Promise<Outcome> => {
    await reader.cancel();
    await cancelled;
    return bad(`${file.name} was not opened: you stopped it.`);
  };
  let waiting = '';
  for (;;) {
    const { done, value } = await reader.read();
    waiting += value ?? '';
    if (!done && waiting.length < part) continue;
    for (let from = 0; from < waiting.length || done; from += part) {
      if (signal.aborted) return stopped();
      const text = waiting.slice(from, from + part);
      const last = done && from + part >= waiting.length;
      const answer = await model.platform.call('importPart', { import: start.value.import, text, last });
      if (signal.aborted && !answer.ok) return stopped();
      if (!answer.ok) return bad(answer.error.message);
      onSent(bytes);
      if (!last) continue;
      const { recording, problems, format } = answer.value;
      const skipped = problems.length === 0 ? '' : ` ${problems.length} of its lines could not be read.`;
      const figures = `${countInWords(recording?.messages ?? 0, 'message')}, ${countedWords(recording?.counted ?? null)}`;
      return { words: `${format}: ${figures}.${skipped}`, good: true };
    }
    waiting = '';
  }
}

/** '' if the file cannot be read now: the import then reports why. */
const printOf = (file: File): Promise<string> =>
  filePrint({
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
    sha256: (all) => crypto.subtle.digest('SHA-256', all),
  }).catch(() => '');

const readable = ['.jsonl', '.ndjson', '.json', '.har', '.log', '.txt'];

/** Opens the system's file dialog. */
export async function chooseFile(model: Model): Promise<void> {
  const answer = await model.platform.openFile({ accept: readable });
  if (answer.outcome === 'opened') await importFile(model, answer.file);
  else if (answer.outcome === 'failed') say(model, answer.reason, 'bad');
}
