// `misfire serve --link`: a fresh address of the Misfire that is running, for one more browser.

import { readLinks } from '../../link-file.ts';
import { dataFolderOf } from '../common/open-data-folder.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';

export function printLinks(run: CommandRun, { json, data }: { json: boolean; data: string | undefined }): ExitCode {
  const { output } = run;
  const links = readLinks(dataFolderOf(run, data));
  if (links.length === 0) throw new UsageError('Misfire is not running. Start it with "misfire serve".');
  for (const url of links) {
    if (json) output.printJson({ url });
    else output.printLine(url);
  }
  return exitCodes.done;
}
