// Undoes what Misfire wrote into other programs' settings: one change, or all of them. One that cannot be undone does not keep the others.

import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { EditOutcome } from '../../../inspector/client-configs/settings-edit.ts';

export interface Undone {
  id: string;
  exact: boolean;
}

interface UndoParts {
  json: boolean;
  undo: (id: string) => Promise<EditOutcome<Undone>>;
  /** What is printed for a change that was undone. */
  describe: (undone: Undone) => string;
}

export async function undoOne(
  { output }: CommandRun,
  id: string,
  { json, undo, describe }: UndoParts,
): Promise<ExitCode> {
  const undone = await undo(id);
  if (!undone.ok) throw new UsageError(`${id}: ${undone.problem}`);
  if (json) output.printMaskedJson(undone.value);
  else output.printMaskedLine(describe(undone.value));
  return exitCodes.done;
}

/** `none` is printed if there is nothing to undo. */
export async function undoAll(
  { output }: CommandRun,
  ids: readonly string[],
  none: string,
  { json, undo, describe }: UndoParts,
): Promise<ExitCode> {
  if (ids.length === 0 && !json) output.printMaskedLine(none);
  let code: ExitCode = exitCodes.done;
  for (const id of ids) {
    const undone = await undo(id);
    if (!undone.ok) {
      code = exitCodes.failuresFound;
      output.printMaskedMessage(`misfire: ${id}: ${undone.problem}`);
    }
    if (json) output.printMaskedJson(undone.ok ? undone.value : { id, problem: undone.problem });
    else if (undone.ok) output.printMaskedLine(describe(undone.value));
  }
  return code;
}
