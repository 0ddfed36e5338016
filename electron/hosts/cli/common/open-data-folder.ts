// The data folder of a command. One that writes into it creates it where it is missing, and reports in one sentence if it cannot be used.

import { makeFolders } from '../../../foreign-files/make-folders.ts';
import { findDataFolder, findDataFolderOrNone, folderSurroundings } from '../../data-folder.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** `chosen`: what --data names. */
export const dataFolderOf = ({ io }: CommandRun, chosen: string | undefined): string =>
  findDataFolder(chosen, folderSurroundings(io.env, io.folder));

/** For commands that a client waits for. */
export const dataFolderOrNone = (
  { io }: CommandRun,
  chosen: string | undefined,
  report: (why: string) => void,
): string => findDataFolderOrNone(chosen, report, folderSurroundings(io.env, io.folder));

export function openDataFolder(run: CommandRun, chosen: string | undefined): string {
  const folder = dataFolderOf(run, chosen);
  try {
    return makeFolders(folder);
  } catch (problem) {
    throw new UsageError(`The data folder ${folder} cannot be used: ${(problem as Error).message}.`);
  }
}
