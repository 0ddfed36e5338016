// The commands of `misfire` as a process: what happens on Ctrl-C and after a bug. Loading this
// file runs the command line; the commands are in program.ts.

import { handleUncaughtErrors } from '../uncaught-errors.ts';
import { processIo } from './process-io.ts';
import { runCommandLine } from './program.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { Output } from './terminal/output.ts';

const io = processIo();
const output = new Output(io);

let isCut = false;
process.stdout.on('error', () => {
  isCut = true;
});
// Until a command has something to clean up, Ctrl-C only needs its code.
process.on('SIGINT', () => {
  if (process.listenerCount('SIGINT') === 1) process.exit(exitCodes.stopped);
});
// The output pipe is closed: the command continues without messages.
process.stderr.on('error', () => {});

// A bug must not look like a result: codes 0 and 1 say something about servers.
handleUncaughtErrors((problem) => {
  output.printBug(problem);
  process.exit(exitCodes.badUsage);
});

// If nothing keeps the process alive while a command waits, that must not look like success.
process.exitCode = exitCodes.failuresFound;
process.exitCode = await runCommandLine(process.argv.slice(2), io);
await io.endPager();
// A command that was stopped, or whose reader has left, does not wait for what it started.
if (process.exitCode === exitCodes.stopped || isCut) process.exit();
