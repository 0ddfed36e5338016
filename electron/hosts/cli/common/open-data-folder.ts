// The data folder of a command that writes into it: made where it is missing, refused in one sentence where it cannot be used.

import { findDataFolder, makeDataFolder } from '../../data-folder.ts';
import { UsageError } from '../terminal/exit-codes.ts';

export function openDataFolder(chosen: string | undefined): string {
  const folder = findDataFolder(chosen);
  try {
    return makeDataFolder(folder);
  } catch (problem) {
    throw new UsageError(`The data folder ${folder} cannot be used: ${(problem as Error).message}.`);
  }
}
