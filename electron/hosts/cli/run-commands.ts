// The commands of `misfire` as a process: what happens when its output cannot be written, on Ctrl-C and after a bug. Loading this
// file runs the command line; the commands are in program.ts.

import { handleUncaughtErrors } from '../uncaught-errors.ts';
import { runCommandLine } from './program.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { printBug, printMessage } from './terminal/output.ts';
import { endPager } from './terminal/pager.ts';

process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as head, is no failure.
  if (problem.code === 'EPIPE') process.exit(exitCodes.done);
  // Half an output must not look like a whole one, as when the disk is full.
  printMessage(`misfire: The output could not be written: ${problem.message}.`);
  process.exit(exitCodes.badUsage);
});
// Until a command has something to tidy up, Ctrl-C only needs its code.
process.on('SIGINT', () => {
  if (process.listenerCount('SIGINT') === 1) process.exit(exitCodes.stopped);
});
// The output pipe is closed: the command continues without messages.
process.stderr.on('error', () => {});

// A bug must not look like a result: codes 0 and 1 say something about servers.
handleUncaughtErrors((problem) => {
  printBug(problem);
  process.exit(exitCodes.badUsage);
});

process.exitCode = await runCommandLine(process.argv.slice(2));
await endPager();
