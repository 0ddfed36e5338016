// Whether a command is available now, and the reason if not. Reads the state; changes nothing.

import type { Command } from '../../../shared/contract/commands.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import { connectionOf } from '../../model/connection.ts';
import { selectedDetail } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import { pageOf } from '../../model/open-place.ts';
import { timelineOf } from '../../model/timeline.ts';
import { featuresOf, placesOf, type RunCommand, type WindowPlace } from '../../model/window-feature.ts';
import { coreRuns, hiddenWords } from './core-commands.ts';

/** undefined: the timeline. */
export function openPlace(model: Model): WindowPlace | undefined {
  const { page } = pageOf(model).getState();
  return placesOf(model).find((place) => place.page === page);
}

/** undefined: no feature of this window has it. */
export function runOf(model: Model, command: Command): RunCommand | undefined {
  return coreRuns[command] ?? featuresOf(model).find(({ commands }) => commands?.[command])?.commands?.[command];
}

/** Row commands have no target in a place without rows. */
export function isElsewhere(model: Model, command: Command): boolean {
  const place = openPlace(model);
  return place?.hasRows === false && !place.commands?.[command] && runOf(model, command)?.needs !== undefined;
}

/** '' if it is available. */
export function whyNot(model: Model, command: Command): string {
  const found = runOf(model, command);
  if (found === undefined) return 'This window cannot do it';
  const { status, counters } = connectionOf(model).getState();
  if (status !== 'connected' && !found.isLocal) return 'Misfire is reconnecting to its host';
  if (isElsewhere(model, command)) return 'Only where rows are listed: go to the timeline first';
  if (found.needs === 'rows' && counters.rows === 0) return 'There are no rows yet';
  if (found.needs === undefined || found.needs === 'rows') return found.why?.(model) ?? '';
  return whyNoCall(model, found);
}

function whyNoCall(model: Model, { needs, why }: RunCommand): string {
  const detail = selectedDetail(model);
  const { selected, selectedHidden } = timelineOf(model).getState();
  if (selected === null) return 'Select a call first';
  if (selectedHidden && openPlace(model) === undefined) return hiddenWords;
  if (detail === null) return '';
  // For a failure of its server, the fix is to change the server.
  if (needs === 'call or server' && detail.failure && troubleOf(detail.failure) !== null) return '';
  if (detail.row.kind !== 'call' || detail.row.direction === 'in') return 'The selected row is not your call';
  if (detail.row.pending) return 'The call is still waiting for its answer';
  return why?.(model) ?? '';
}
