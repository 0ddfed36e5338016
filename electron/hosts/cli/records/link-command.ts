// `misfire link`: a fresh address of the Misfire that is running, for one more browser.

import { findDataFolder } from '../../data-folder.ts';
import { readLinks } from '../../link-file.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { printJson, printLine } from '../terminal/output.ts';

export function printLinks({ json, data }: { json: boolean; data: string | undefined }): ExitCode {
  const links = readLinks(findDataFolder(data));
  if (links.length === 0) throw new UsageError('Misfire is not running. Start it with "misfire serve".');
  for (const url of links) {
    if (json) printJson({ url });
    else printLine(url);
  }
  return exitCodes.done;
}
