// `misfire export`: a session as a file, masked, on stdout or where --out says.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { ExportFormat } from '../../../shared/format-names.ts';
import { maskKinds } from '../../../shared/mask/kinds.ts';
import { checkPattern, Masker } from '../../../shared/mask/masker.ts';
import { terminalJson, terminalText } from '../../../shared/visible-text.ts';
import { appVersion } from '../../inspector/app-paths.ts';
import { exportText } from '../../inspector/sessions/export-text.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { openKept } from './kept-session.ts';
import { printJson, printMessage } from './output.ts';

export interface ExportCommandOptions {
  format: ExportFormat;
  session?: number;
  out?: string;
  mask: string[];
  keep: string[];
  json: boolean;
  data?: string | undefined;
}

export async function exportSession(filter: string, options: ExportCommandOptions): Promise<ExitCode> {
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
    const { log, session } = kept.open(options.session);
    const view = await log.views.open(filter);
    if (view && 'problem' in view) throw new UsageError(view.problem);
    const masker = new Masker({ patterns, keep });
    const source = { log, session, view, version: appVersion(), options: { format, filter, patterns, keep }, masker };
    const stream = out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600 });
    if (out !== undefined) await opened(stream, out);
    for await (const text of exportText(source)) {
      // On a terminal nothing is obeyed and nothing unseen; in JSON an escape means the same.
      const quiet = out !== undefined ? text : format === 'html' ? terminalText(text) : terminalJson(text);
      if (!stream.write(quiet)) await once(stream, 'drain');
    }
    if (out !== undefined) {
      stream.end();
      await once(stream, 'finish');
    }
    const hidden = masker.summary().map(({ kind, count }) => ({ kind, count }));
    if (options.json && out !== undefined) printJson({ file: out, masked: hidden });
    else
      printMessage(
        `${masker.count} secret${masker.count === 1 ? '' : 's'} masked${out === undefined ? '' : ` in ${out}`}.`,
      );
    return exitCodes.done;
  } finally {
    kept.close();
  }
}

async function opened(stream: NodeJS.WritableStream, path: string): Promise<void> {
  await once(stream, 'open').catch((problem: Error) => {
    throw new UsageError(`${path} cannot be written: ${problem.message}.`);
  });
}
