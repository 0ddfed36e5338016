// A recording of the log as the text of a capture, for commands that read files: they then do with it what they do with a file.
// Nothing is masked here, because calls are sent again from it; what is printed of it is masked by the command.

import { AnyReader } from '../../../../shared/formats/read-any.ts';
import { writeEvent, writeHeader } from '../../../../shared/formats/write-capture.ts';
import { member, parseJson } from '../../../../shared/json/json.ts';
import { maskKinds } from '../../../../shared/mask/kinds.ts';
import { Masker } from '../../../../shared/mask/masker.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import type { WantedRecording } from '../common/command-options.ts';
import { nameOf, readInput } from '../common/read-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { tellProblems } from './tell-problems.ts';

/** The events of the rows that pass the filter, as export would write them. */
export async function passing<Entry extends { event: WireEvent }>(
  entries: readonly Entry[],
  filter: string,
): Promise<Entry[]> {
  if (filter.trim() === '') return [...entries];
  const { entriesThatPass } = await import('../../../inspector/log/entries-that-pass.ts');
  const found = await entriesThatPass(entries, filter);
  if (typeof found === 'string') throw new UsageError(found);
  return found;
}

/** What a command was given: files, `-` for stdin, or a recording of the log. */
export async function givenRecordings(
  run: CommandRun,
  files: readonly string[],
  { recording, data }: { recording?: WantedRecording | undefined; data: string | undefined },
): Promise<{ name: string; text: string }[]> {
  if ((files.length === 0) === (recording === undefined))
    throw new UsageError('Give a file, or --recording for a recording of the log.');
  if (recording !== undefined) return [await recordingText(run, recording, data)];
  return Promise.all(files.map(async (file) => ({ name: nameOf(file), text: await readCaptureText(run, file) })));
}

export async function recordingText(
  run: CommandRun,
  wanted: WantedRecording,
  data: string | undefined,
): Promise<{ name: string; text: string }> {
  if (typeof wanted === 'string') return { name: nameOf(wanted), text: await readCaptureText(run, wanted) };
  const { openStoredLog } = await import('./stored-recording.ts');
  const { exportText } = await import('../../../inspector/recordings/export-text.ts');
  const kept = await openStoredLog(run, data);
  try {
    const { log, recording } = await kept.open(wanted === true ? undefined : wanted);
    const keep = Object.keys(maskKinds) as (keyof typeof maskKinds)[];
    const options = { format: 'jsonl' as const, filter: '', patterns: [], keep };
    let text = '';
    for await (const part of exportText({
      log,
      recording,
      view: null,
      version: appVersion(),
      options,
      masker: new Masker({ keep }),
    }))
      text += part;
    return { name: recording.name, text };
  } finally {
    kept.close();
  }
}

/** Any file that import reads, as the text of a capture. What is none of them stays as it is. */
export function captureText(run: CommandRun, name: string, text: string): string {
  return isCaptureLine(/\S[^\n]*/.exec(text)?.[0] ?? '') ? text : converted(run, name, text);
}

const readCaptureText = async (run: CommandRun, file: string): Promise<string> =>
  captureText(run, nameOf(file), await readInput(run, file));

function isCaptureLine(line: string): boolean {
  const parsed = parseJson(line);
  return parsed.ok && ['misfire', 'lane', 'jsonrpc'].some((name) => member(parsed.value, name) !== undefined);
}

function converted(run: CommandRun, name: string, text: string): string {
  const reader = new AnyReader();
  const events = [...reader.read(text), ...reader.finish()];
  const [first] = events;
  if (first === undefined || reader.format === 'capture' || reader.format === 'messages') return text;
  tellProblems(run, name, reader.problems);
  const lines = events.map((event) => writeEvent(event, first.at, true));
  return [writeHeader(first.at, reader.header), ...lines, ''].join('\n');
}
