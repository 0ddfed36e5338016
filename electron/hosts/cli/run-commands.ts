// The commands of `misfire` as a process: what happens when its output cannot be written, on Ctrl-C and after a bug. Loading this
// file runs the command line; the commands are in program.ts.

import { handleUncaughtErrors } from '../uncaught-errors.ts';
import { exitCodes } from './exit-codes.ts';
import { printBug, printMessage } from './output.ts';
import { runCommandLine } from './program.ts';

// Half an output must not look like a whole one, whether its reader has gone or the disk is full.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  const why = problem.code === 'EPIPE' ? 'output pipe closed' : problem.message;
  printMessage(`misfire: The output could not be written: ${why}.`);
  process.exit(exitCodes.badUsage);
});
// Until a command has something to tidy up, Ctrl-C only needs its code.
process.on('SIGINT', () => {
  if (process.listenerCount('SIGINT') === 1) process.exit(exitCodes.stopped);
});
// Nobody reads messages: the work goes on without them.
process.stderr.on('error', () => {});

// A bug must not look like a result: codes 0 and 1 say something about servers.
handleUncaughtErrors((problem) => {
  printBug(problem);
  process.exit(exitCodes.badUsage);
});

process.exitCode = await runCommandLine(process.argv.slice(2));
