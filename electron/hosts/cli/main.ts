#!/usr/bin/env node
// The program `misfire`. Owns how a process ends; the commands are in program.ts.

import { runCommandLine } from './program.ts';

// Whoever read our output has gone: there is nobody left to tell. A command that is not done may have said how that counts.
process.stdout.on('error', () => process.exit(process.exitCode ?? 0));

process.exitCode = await runCommandLine(process.argv.slice(2));
