// Runs a command: what the open place does with it, otherwise what the core or a feature does.

import type { Command } from '../../../shared/contract/commands.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { currentRow } from '../../model/replay-actions.ts';
import { isElsewhere, openPlace, runOf, whyNot } from './availability.ts';

export function runCommand(model: Model, command: Command): unknown {
  const here = openPlace(model)?.commands?.[command];
  if (here) {
    const done = here(model);
    if (done !== false) return done;
  }
  const found = runOf(model, command);
  if (found === undefined || isElsewhere(model, command)) return undefined;
  const row = currentRow(model);
  if (row === null && found.needs?.startsWith('call')) return sayWhy(model, command);
  return found.run(model, row ?? 0);
}

function sayWhy(model: Model, command: Command): void {
  const why = whyNot(model, command);
  if (why !== '') say(model, `${why}.`, 'bad');
}
