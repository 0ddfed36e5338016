// Actions for failure groups: mark, replay, copy, show in the timeline; and their shortcuts.

import type { FailureGroup } from '../../../shared/api/views.ts';
import type { Owner } from '../../../shared/failure.ts';
import { focusById } from '../../components/focus-by-id.ts';
import { goToTimeline } from '../../components/go-to-timeline.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { type SaidMark, setOwner, toggleMarks } from '../../model/expected.ts';
import { openFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { planBulk } from '../../model/replay-actions.ts';
import { select, timelineOf } from '../../model/timeline.ts';
import type { WindowPlace } from '../../model/window-feature.ts';
import { countInWords } from '../../text/format.ts';
import { failureMarkdown } from '../../text/wording.ts';
import { chosenGroups, clearPicks, moveGroup, togglePick } from './failures-selection.ts';
import { failuresOf } from './failures-state.ts';

export const gridId = 'failure-groups';
export const searchId = 'failure-search';

/** Export writes reports of more groups to a file. */
const mostReports = 50;
/** A filter has at most 2,000 characters, and each group takes 17 of them. */
const mostReplayed = 100;

export async function markChosen(model: Model, said: SaidMark): Promise<void> {
  const groups = chosenGroups(model);
  if (groups.length === 0) return;
  clearPicks(model);
  await toggleMarks(
    model,
    groups.map(({ id }) => id),
    said,
  );
}

export async function ownChosen(model: Model, owner: Owner | null): Promise<void> {
  const groups = chosenGroups(model).map(({ id }) => id);
  clearPicks(model);
  await setOwner(model, groups, owner);
}

/** Lists the calls of the selected groups; sends nothing yet. */
export function replayChosen(model: Model): void {
  const groups = chosenGroups(model);
  if (groups.length > mostReplayed) {
    say(model, `Select at most ${mostReplayed} causes to replay.`, 'bad');
    return;
  }
  const terms = groups.map(({ id }) => `group:${id}`);
  planBulk(
    model,
    terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`,
    countInWords(groups.length, 'cause'),
  );
}

/** The newest failure's card of each, as Markdown. */
export async function copyReports(model: Model): Promise<void> {
  const groups = chosenGroups(model);
  if (groups.length > mostReports)
    return say(model, `Select at most ${mostReports} causes to copy, or export them.`, 'bad');
  const { servers } = connectionOf(model).getState();
  const reports: string[] = [];
  for (const { newest, server } of groups) {
    const answer = await model.platform.call('rowDetail', { id: newest });
    if (!answer.ok) return say(model, answer.error.message, 'bad');
    reports.push(failureMarkdown(answer.value, serverById(servers, server)?.name ?? server));
  }
  await copyText(model, reports.join('\n\n---\n\n'), reports.length === 1 ? 'Report' : `${reports.length} reports`);
}

/** The timeline with only this group's failures. */
export function showInTimeline(model: Model, group: FailureGroup): void {
  select(model, group.newest);
  goToTimeline(model);
  void openFilter(model, `group:${group.id}`);
}

/** Opens the card first if it is closed. */
function openGroup(model: Model, group: FailureGroup | undefined): void {
  if (!group) return;
  if (timelineOf(model).getState().paneOpen) showInTimeline(model, group);
  else select(model, group.newest);
}

/** What keys of the timeline do here. */
export const groupRuns: NonNullable<WindowPlace['commands']> = {
  'next-row': (model) => moveGroup(model, 1),
  'next-failure': (model) => moveGroup(model, 1),
  'previous-row': (model) => moveGroup(model, -1),
  'previous-failure': (model) => moveGroup(model, -1),
  newest: (model) => moveGroup(model, Number.MAX_SAFE_INTEGER),
  open: (model) => openGroup(model, activeGroup(model)),
  expected: (model) => void markChosen(model, 'expected'),
  resolved: (model) => void markChosen(model, 'resolved'),
  replay: (model) => failuresOf(model).getState().picked.size > 0 && replayChosen(model),
  filter: () => focusById(searchId),
  pause: (model) => togglePick(model, failuresOf(model).getState().active),
  back: goBack,
};

function activeGroup(model: Model): FailureGroup | undefined {
  const { groups, active } = failuresOf(model).getState();
  return groups.get(active);
}

/** One step at a time: out of the card, clear the picked ones, close the card, then the timeline. */
function goBack(model: Model): void {
  const { picked, total } = failuresOf(model).getState();
  if (document.getElementById('detail-pane')?.contains(document.activeElement)) focusById(gridId);
  else if (picked.size > 0) clearPicks(model);
  else if (timelineOf(model).getState().paneOpen && total > 0) timelineOf(model).setState({ paneOpen: false });
  else goToTimeline(model);
}
