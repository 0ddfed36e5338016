#!/usr/bin/env node
// The program `misfire`. Clients wait for a wrap and for a hook, so these are recognized before anything else is loaded.

import { isHookCommand, isQuickWrap } from '../../features/watch/programs/wrap/wrap-arguments.ts';

const args = process.argv.slice(2);
if (isQuickWrap(args)) {
  const { wrapHere } = await import('../../features/watch/commands/wrap-command.ts');
  await wrapHere(args);
} else if (isHookCommand(args)) {
  const { takeHook } = await import('../../features/watch/commands/hook-command.ts');
  // A client that never ends its report must not wait.
  setTimeout(() => process.exit(0), 5000).unref();
  await takeHook(args, { stdin: process.stdin, env: process.env, folder: '', now: Date.now });
} else {
  await import('./run-commands.ts');
}
