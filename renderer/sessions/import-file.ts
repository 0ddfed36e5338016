// Reading a file into the log: its text goes to the host in parts, and the session that comes of it is shown there.

import type { Platform } from '../platform/platform.ts';
import { say } from '../state/notices.ts';

/** Below what one message to the host may hold. */
const part = 1_000_000;

export async function importFile(platform: Platform, file: File): Promise<void> {
  say(`Reading ${file.name}…`);
  const start = await platform.call('startImport', { name: file.name });
  if (!start.ok) return say(start.error.message, 'bad');
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))
    .getReader();
  let waiting = '';
  for (;;) {
    const { done, value } = await reader.read();
    waiting += value ?? '';
    if (!done && waiting.length < part) continue;
    for (let from = 0; from < waiting.length || done; from += part) {
      const text = waiting.slice(from, from + part);
      const last = done && from + part >= waiting.length;
      const answer = await platform.call('importPart', { import: start.value.import, text, last });
      if (!answer.ok) return say(answer.error.message, 'bad');
      if (!last) continue;
      const { session, problems, format } = answer.value;
      const skipped = problems.length === 0 ? '' : ` ${problems.length} of its lines could not be read.`;
      say(`${format}: ${session?.messages ?? 0} messages, ${session?.failures ?? 0} failures.${skipped}`);
      return;
    }
    waiting = '';
  }
}

/** Asks for a file with the system's own dialog. */
export function chooseFile(platform: Platform): Promise<void> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.jsonl,.ndjson,.json,.har,.log,.txt';
    input.addEventListener('cancel', () => resolve());
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      resolve(file ? importFile(platform, file) : undefined);
    });
    input.click();
  });
}
