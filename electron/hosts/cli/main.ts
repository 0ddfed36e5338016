#!/usr/bin/env node
// The program `misfire`. A wrap must start as quickly as Node does, so it is told apart before anything else is loaded.

import { isQuickWrap } from '../../watch/wrap/wrap-arguments.ts';

const args = process.argv.slice(2);
if (isQuickWrap(args)) {
  const { wrapHere } = await import('./watching/wrap-command.ts');
  await wrapHere(args);
} else {
  await import('./run-commands.ts');
}
