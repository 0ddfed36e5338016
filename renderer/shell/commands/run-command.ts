// Runs a command: what the open place does with it, otherwise what the core or a feature does.

import type { Command } from '../../../shared/contract/commands.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { currentRow } from '../../model/replay-actions.ts';
import { runningSearch } from '../../model/selection.ts';
import { isElsewhere, openPlace, runOf, whyNot } from './availability.ts';

export function runCommand(model: Model, command: Command): unknown {
  const here = openPlace(model)?.commands?.[command];
  if (here) {
    const done = here(model);
    if (done !== false) return done;
  }
  const found = runOf(model, command);
  if (found === undefined || isElsewhere(model, command)) return undefined;
  if (!found.needs?.startsWith('call')) return found.run(model, currentRow(model) ?? 0);
  const onCall = () => {
    const row = currentRow(model);
    return row === null ? sayWhy(model, command) : found.run(model, row);
  };
  // A key that follows another at once means the row that the first one selects.
  const search = runningSearch(model);
  return search === null ? onCall() : search.then(onCall);
}

function sayWhy(model: Model, command: Command): void {
  const why = whyNot(model, command);
  if (why !== '') say(model, `${why}.`, 'bad');
}
