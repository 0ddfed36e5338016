// Actions for failure groups: mark, replay, copy, show in the timeline; and their shortcuts.

import type { Command } from '../../../shared/api/commands.ts';
import type { FailureGroup } from '../../../shared/api/views.ts';
import type { Owner } from '../../../shared/failure.ts';
import { focusById } from '../../components/focus-by-id.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { type Said, setOwner, toggleMarks } from '../../model/expected.ts';
import { openFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { planBulk } from '../../model/replay-actions.ts';
import { select, timelineOf } from '../../model/timeline.ts';
import { count } from '../../text/format.ts';
import { failureMarkdown } from '../../text/wording.ts';
import { chosenGroups, clearPicks, moveGroup, togglePick } from './failures-selection.ts';
import { failuresOf } from './failures-state.ts';

export const gridId = 'failure-groups';
export const searchId = 'failure-search';

/** Export writes reports of more groups to a file. */
const mostReports = 50;
/** A filter has at most 2,000 characters, and each group takes 17 of them. */
const mostReplayed = 100;

export async function markChosen(model: Model, said: Said): Promise<void> {
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
  planBulk(model, terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`, count(groups.length, 'cause'));
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

function goToTimeline(model: Model): void {
  showPage(model, 'timeline');
  focusById('timeline-grid');
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

/** Whether a key has a meaning here. */
export function runOnGroups(model: Model, command: Command): boolean {
  const { groups, active, picked } = failuresOf(model).getState();
  const group = groups.get(active);
  switch (command) {
    case 'next-row':
    case 'next-failure':
      moveGroup(model, 1);
      return true;
    case 'previous-row':
    case 'previous-failure':
      moveGroup(model, -1);
      return true;
    case 'newest':
      moveGroup(model, Number.MAX_SAFE_INTEGER);
      return true;
    case 'open':
      openGroup(model, group);
      return true;
    case 'expected':
    case 'resolved':
      void markChosen(model, command);
      return true;
    case 'replay':
      if (picked.size === 0) return false;
      replayChosen(model);
      return true;
    case 'filter':
      focusById(searchId);
      return true;
    case 'pause':
      togglePick(model, active);
      return true;
    case 'back':
      goBack(model);
      return true;
    default:
      return false;
  }
}

/** One step at a time: out of the card, clear the picked ones, close the card, then the timeline. */
function goBack(model: Model): void {
  const { picked, total } = failuresOf(model).getState();
  if (document.getElementById('detail-pane')?.contains(document.activeElement)) focusById(gridId);
  else if (picked.size > 0) clearPicks(model);
  else if (timelineOf(model).getState().paneOpen && total > 0) timelineOf(model).setState({ paneOpen: false });
  else goToTimeline(model);
}
