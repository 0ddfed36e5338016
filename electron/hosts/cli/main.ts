#!/usr/bin/env node
// The program `misfire`. Clients wait for a wrap and for a hook, so these are told apart before anything else is loaded.

import { isQuickWrap, isHookCommand } from '../../watch/wrap/wrap-arguments.ts';

const args = process.argv.slice(2);
if (isQuickWrap(args)) {
  const { wrapHere } = await import('./watching/wrap-command.ts');
  await wrapHere(args);
} else if (isHookCommand(args)) {
  const { takeHook } = await import('./hook.ts');
  await takeHook(args);
} else {
  await import('./run-commands.ts');
}
