// The lines of a file that could not be read, for people. They quote the file, so they are masked.

import type { CaptureProblem } from '../../../../shared/capture/capture.ts';
import type { CommandRun } from '../terminal/command-run.ts';

/** More would bury what was read. A binary file has a problem on each of its lines. */
const mostProblems = 20;

export function tellProblems({ output }: CommandRun, name: string, problems: readonly CaptureProblem[]): void {
  for (const { line, message } of problems.slice(0, mostProblems))
    output.printMaskedMessage(line > 0 ? `${name}, line ${line}: ${message}` : `${name}: ${message}`);
  if (problems.length > mostProblems) output.printMessage(`${name}: Further problems are not listed.`);
}
