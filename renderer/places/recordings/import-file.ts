// Reading a file into the log: its text goes to the host in parts, and the recording that comes of it is shown there.

import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { startJob } from '../../model/work.ts';
import { count } from '../../text/format.ts';

/** Below what one message to the host may hold. */
const part = 1_000_000;

export async function importFile(model: Model, file: File): Promise<void> {
  const working = new AbortController();
  const job = startJob(model, `Reading ${file.name}`, () => {
    job.say(`Removing what was read of ${file.name}`);
    working.abort();
  });
  const outcome = await sendParts(model, file, working.signal, (sent) =>
    job.say(`Reading ${file.name}, ${Math.round((100 * sent) / Math.max(1, file.size))} %`),
  );
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
  onSent: (characters: number) => void,
): Promise<Outcome> {
  const bad = (words: string): Outcome => ({ words, good: false });
  const start = await model.platform.call('startImport', { name: file.name });
  if (!start.ok) return bad(start.error.message);
  // At once, also while the host reads a part: half a file must not stay there.
  let cancelled: Promise<unknown> = Promise.resolve();
  signal.addEventListener('abort', () => {
    cancelled = model.platform.call('cancelImport', { import: start.value.import });
  });
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))
    .getReader();
  const stopped = async (): Promise<Outcome> => {
    await reader.cancel();
    await cancelled;
    return bad(`${file.name} was not opened: you stopped it.`);
  };
  let waiting = '';
  let sent = 0;
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
      sent += text.length;
      onSent(sent);
      if (!last) continue;
      const { recording, problems, format } = answer.value;
      const skipped = problems.length === 0 ? '' : ` ${problems.length} of its lines could not be read.`;
      const figures = `${count(recording?.messages ?? 0, 'message')}, ${count((recording?.incidents ?? 0) - (recording?.expected ?? 0), 'failure')}`;
      return { words: `${format}: ${figures}.${skipped}`, good: true };
    }
    waiting = '';
  }
}

const readable = ['.jsonl', '.ndjson', '.json', '.har', '.log', '.txt'];

/** Asks for a file with the system's own dialog. */
export async function chooseFile(model: Model): Promise<void> {
  const answer = await model.platform.openFile({ accept: readable });
  if (answer.outcome === 'opened') await importFile(model, answer.file);
  else if (answer.outcome === 'failed') say(model, answer.reason, 'bad');
}
