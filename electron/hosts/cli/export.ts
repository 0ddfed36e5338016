// `misfire export`: a recording as a file, masked, on stdout or where --out says.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { ExportFormat } from '../../../shared/capture/format-names.ts';
import { leftOutWords } from '../../../shared/filter/left-out.ts';
import { maskKinds } from '../../../shared/mask/kinds.ts';
import { checkPattern, Masker } from '../../../shared/mask/masker.ts';
import { terminalJson } from '../../../shared/text/visible-text.ts';
import { appVersion } from '../../inspector/paths/app-paths.ts';
import { exportText } from '../../inspector/recordings/export-text.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { openKept } from './kept-recording.ts';
import { printJson, printMessage } from './output.ts';

export interface ExportCommandOptions {
  format: ExportFormat;
  recording?: number;
  out?: string;
  preview: boolean;
  mask: string[];
  keep: string[];
  json: boolean;
  data?: string | undefined;
}

export async function exportRecording(filter: string, options: ExportCommandOptions): Promise<ExitCode> {
  const { format, mask: patterns, keep, out } = options;
  for (const pattern of patterns) {
    const problem = checkPattern(pattern);
    if (problem !== null) throw new UsageError(`The pattern ${pattern} cannot be used. ${problem}`);
  }
  for (const kind of keep) {
    if (!Object.hasOwn(maskKinds, kind)) {
      throw new UsageError(`There is no kind "${kind}". There are: ${Object.keys(maskKinds).join(', ')}.`);
    }
  }
  const kept = await openKept(options.data);
  try {
    const { log, recording } = kept.open(options.recording);
    const view = await log.views.open(filter);
    if (view && 'problem' in view) throw new UsageError(view.problem);
    const leftOut = leftOutWords(view?.cut.size ?? 0);
    if (leftOut !== '') printMessage(leftOut);
    const masker = new Masker({ patterns, keep });
    const masked = () => masker.summary().map(({ kind, label, count, examples }) => ({ kind, label, count, examples }));
    const source = { log, recording, view, version: appVersion(), options: { format, filter, patterns, keep }, masker };
    if (options.preview) {
      for await (const _ of exportText(source));
      if (options.json) printJson({ preview: true, masked: masked() });
      else printMessage(maskedWords(masked(), 'would be masked. Nothing was written.'));
      return exitCodes.done;
    }
    const stream = out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600 });
    if (out !== undefined) await opened(stream, out);
    for await (const text of exportText(source)) {
      // On a terminal nothing is obeyed and nothing unseen; in JSON an escape means the same. A report is written so in any case.
      const quiet = out !== undefined || format === 'html' ? text : terminalJson(text);
      if (!stream.write(quiet)) await once(stream, 'drain');
    }
    if (out !== undefined) {
      stream.end();
      await once(stream, 'finish');
    }
    if (options.json && out !== undefined) printJson({ file: out, masked: masked() });
    else printMessage(maskedWords(masked(), `masked${out === undefined ? '' : ` in ${out}`}.`));
    return exitCodes.done;
  } finally {
    kept.close();
  }
}

/** How many secrets of which kinds, and how one of each looks now. */
function maskedWords(masked: readonly { label: string; count: number; examples: string[] }[], said: string): string {
  const total = masked.reduce((sum, { count }) => sum + count, 0);
  const kinds = masked.map(({ label, count, examples }) => `  ${label} × ${count}, such as ${examples[0] ?? ''}`);
  return [`${total} secret${total === 1 ? '' : 's'} ${said}`, ...kinds].join('\n');
}

async function opened(stream: NodeJS.WritableStream, path: string): Promise<void> {
  await once(stream, 'open').catch((problem: Error) => {
    throw new UsageError(`${path} cannot be written: ${problem.message}.`);
  });
}
