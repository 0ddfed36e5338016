// What the commands of the core do, and when they can. Features have theirs in their own commands.ts.

import type { Command } from '../../../shared/contract/commands.ts';
import { moveToTab } from '../../card/card-tab-list.tsx';
import { currentPrimary, runPrimary } from '../../card/fix/run-primary.ts';
import { openMoreMenu } from '../../card/head/more-menu.tsx';
import { copyFailure, copyMessage } from '../../card/parts/copy-parts.ts';
import { moveToSection, toggleSections } from '../../card/parts/fold.tsx';
import { focusById } from '../../components/focus-by-id.ts';
import { goToTimeline } from '../../components/go-to-timeline.ts';
import { zoomBy } from '../../components/waterfall-scale.ts';
import { awayServers, connectAll } from '../../model/connect-servers.ts';
import { connectionOf } from '../../model/connection.ts';
import { detailOf, selectedDetail, selectedRow, waitForDetail } from '../../model/detail.ts';
import { openDialog } from '../../model/dialogs.ts';
import { type SaidMark, toggleMarks } from '../../model/expected.ts';
import { openFilter, setCallsOnly, startTerm } from '../../model/filter.ts';
import { openCorrected } from '../../model/fix-call.ts';
import { unfoldedOf } from '../../model/folds.ts';
import type { Model } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { pageOf, showPage } from '../../model/open-place.ts';
import { clearPicked, pickedOf, pickStep } from '../../model/picked-rows.ts';
import { preferencesOf } from '../../model/preferences.ts';
import { foldSelected, moveBy, moveToFailure } from '../../model/selection.ts';
import { jumpToNewest, setPaused, timelineOf } from '../../model/timeline.ts';
import { showWholeAxis, waterfallZoomOf, zoomAnchorOf } from '../../model/waterfall-zoom.ts';
import type { CommandRuns, RunCommand } from '../../model/window-feature.ts';
import { markPicked } from '../../timeline/picked-bar.tsx';
import { openColumns, toggleAll } from '../../timeline/timeline-bar.tsx';

export const hiddenWords = 'The filter hides the selected row: select one that is listed';
const zoomStep = 1.6;

export const coreRuns: CommandRuns = {
  'next-row': rows((model) => moveTo(model, 1)),
  'previous-row': rows((model) => moveTo(model, -1)),
  'pick-next': { run: (model) => pickStep(model, 1) },
  'pick-previous': { run: (model) => pickStep(model, -1) },
  'next-failure': rows((model) => moveToFailure(model, 'next_failure'), whyNoFailure),
  'previous-failure': rows((model) => moveToFailure(model, 'previous_failure'), whyNoFailure),
  unfold: rows((model) => foldSelected(model, true)),
  fold: rows((model) => foldSelected(model, false)),
  open: rows(openCard, whyNoRow),
  back: rows(goBack),
  newest: rows(jumpToNewest),
  'zoom-in': rows((model) => zoomWaterfall(model, zoomStep)),
  'zoom-out': rows((model) => zoomWaterfall(model, 1 / zoomStep)),
  'zoom-all': rows(showWholeAxis),
  'calls-only': rows((model) => setCallsOnly(model, !preferencesOf(model).getState().callsOnly)),
  columns: rows(openColumns),
  'unfold-all': rows((model) => toggleAll(model, !unfoldedOf(model).getState().all)),
  expected: rows((model) => markSelected(model, 'expected'), whyNoGroup),
  resolved: rows((model) => markSelected(model, 'resolved'), whyNoGroup),
  pause: rows((model) => setPaused(model, !timelineOf(model).getState().paused)),
  'next-section': rows(() => moveToSection(1), whyNoRow),
  'previous-section': rows(() => moveToSection(-1), whyNoRow),
  'toggle-sections': rows(toggleSections, whyNoRow),
  'next-tab': rows(moveToTab, whyNoRow),
  'card-menu': rows(openMoreMenu, whyNoRow),
  'fix-call': {
    run: fixSelected,
    why: (model) => (selectedDetail(model)?.failure === null ? 'This call did not fail' : ''),
    needs: 'call or server',
  },
  'sign-in': {
    run: signInSelected,
    why: (model) => {
      const detail = selectedDetail(model);
      return detail === null || detail.failure?.fix.kind === 'sign_in' ? '' : 'The call does not need a sign-in';
    },
    needs: 'call',
  },
  'copy-failure': { run: copyFailure, why: whyNoCard },
  'copy-request': { run: (model) => copyMessage(model, detailOf(model).getState().raw, 'request'), why: whyNoCard },
  'copy-response': {
    run: (model) => copyMessage(model, detailOf(model).getState().raw, 'response'),
    why: whyNoResponse,
  },
  filter: { run: focusFilter },
  'clear-filter': {
    run: (model) => openFilter(model, ''),
    why: (model) => (timelineOf(model).getState().filter === '' ? 'There is no filter' : ''),
  },
  'connect-all': {
    run: connectAll,
    why: (model) =>
      awayServers(connectionOf(model).getState().servers).length === 0 ? 'All servers are connected' : '',
  },
  'go-timeline': { run: goToTimeline, isLocal: true },
  'go-back': { run: () => window.history.back() },
  'go-forward': { run: () => window.history.forward() },
  sheet: { run: (model) => openDialog(model, 'sheet'), isLocal: true },
  palette: { run: (model) => openDialog(model, 'palette'), isLocal: true },
  'copy-link': { run: (model) => copyText(model, window.location.href, 'Link'), isLocal: true },
} satisfies Partial<Record<Command, RunCommand>>;

/** Where rows are listed. */
function rows(run: (model: Model) => unknown, why?: (model: Model) => string): RunCommand {
  return { run, needs: 'rows', ...(why && { why }) };
}

function whyNoRow(model: Model): string {
  return timelineOf(model).getState().selected === null ? 'Select a row first' : '';
}

function whyNoFailure(model: Model): string {
  return connectionOf(model).getState().counters.failedRows === 0 ? 'There are no failures' : '';
}

function whyNoGroup(model: Model): string {
  const isChosen = pageOf(model).getState().page === 'failures' || selectedRow(model)?.group != null;
  return isChosen ? '' : 'Select a failure first';
}

function whyNoCard(model: Model): string {
  return detailOf(model).getState().detail === null ? 'Select a row first' : '';
}

function whyNoResponse(model: Model): string {
  return whyNoCard(model) || (detailOf(model).getState().detail?.row.pending ? 'Nothing has come back yet' : '');
}

function zoomWaterfall(model: Model, by: number): void {
  const zoom = waterfallZoomOf(model);
  zoom.setState(zoomBy(zoom.getState(), by, zoomAnchorOf(model).getState().at));
}

function moveTo(model: Model, step: number): void {
  clearPicked(model);
  moveBy(model, step);
}

/** The selected failure, in any place. */
async function markSelected(model: Model, said: SaidMark): Promise<void> {
  if (pickedOf(model).getState().rows.size > 0) return markPicked(model, said);
  if (timelineOf(model).getState().selectedHidden) return say(model, hiddenWords, 'bad');
  const row = selectedRow(model) ?? (await waitForDetail(model))?.row;
  if (row == null || row.group === null) return say(model, 'Only a failure can be marked. Select one first.');
  return toggleMarks(model, [row.group], said);
}

/** What the card's button does, on every failure. */
async function fixSelected(model: Model, row: number): Promise<void> {
  const detail = await waitForDetail(model);
  const primary = detail?.failure ? currentPrimary(model) : null;
  if (detail && primary) await runPrimary(model, detail, primary.kind);
  else await openCorrected(model, row);
}

async function signInSelected(model: Model): Promise<void> {
  const detail = await waitForDetail(model);
  const primary = detail && currentPrimary(model);
  if (detail && primary?.kind === 'sign_in') await runPrimary(model, detail, primary.kind);
  else say(model, 'Select a call that needs a sign-in first.', 'bad');
}

function openCard(model: Model): void {
  timelineOf(model).setState({ paneOpen: true });
  focusById('detail-pane');
}

/** The filter belongs to the timeline, so other places switch there first. */
function focusFilter(model: Model): void {
  showPage(model, 'timeline');
  focusById('filter');
  startTerm(model);
}

/** From the card to the list; from the list, closes the card. */
function goBack(model: Model): void {
  if (pickedOf(model).getState().rows.size > 0) {
    clearPicked(model);
    return;
  }
  const pane = document.getElementById('detail-pane');
  const grid = document.getElementById('timeline-grid');
  if (pane?.contains(document.activeElement)) grid?.focus();
  else {
    timelineOf(model).setState({ paneOpen: false });
    grid?.focus();
  }
}
