// Whether an action is available now, and the reason if not. Reads the state; changes nothing.

import type { Command } from '../../../shared/api/commands.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import { rehearsalOf } from '../../features/rehearse/rehearsal.ts';
import { awayServers } from '../../model/connect-servers.ts';
import { connectionOf } from '../../model/connection.ts';
import { detailOf, selectedDetail, selectedRow } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import { type Page, pageOf } from '../../model/open-place.ts';
import { asksOf } from '../../model/pending-requests.ts';
import { preferencesOf } from '../../model/preferences.ts';
import { replaysOf } from '../../model/replays.ts';
import { timelineOf } from '../../model/timeline.ts';

const local: readonly Command[] = [
  'sheet',
  'palette',
  'tour',
  'go-timeline',
  'go-failures',
  'go-compare',
  'go-rehearse',
  'go-settings',
  'theme-system',
  'theme-light',
  'theme-dark',
  'time-clock',
  'time-elapsed',
  'copy-link',
];

const ofTheCard: readonly Command[] = ['next-section', 'previous-section', 'toggle-sections', 'next-tab', 'card-menu'];
const ofTheList: readonly Command[] = [
  'next-failure',
  'previous-failure',
  'unfold',
  'fold',
  'open',
  'newest',
  'zoom-in',
  'zoom-out',
  'zoom-all',
  'calls-only',
  'columns',
  'differences',
  'unfold-all',
  'pause',
  'expected',
  'resolved',
  ...ofTheCard,
];
const ofRows: readonly Command[] = [...ofTheList, 'next-row', 'previous-row', 'back', 'mark', 'diff-marked'];
const ofACall: readonly Command[] = ['replay', 'edit-replay', 'fix-call', 'wait-retry', 'sign-in'];

export const hiddenWords = 'The filter hides the selected row: select one that is listed';

/** '' if it is available. */
export function whyNot(model: Model, command: Command): string {
  const connection = connectionOf(model).getState();
  const { page } = pageOf(model).getState();
  if (connection.status !== 'connected' && !local.includes(command)) return 'Misfire is reconnecting to its host';
  if (isElsewhere(command, page)) return 'Only where rows are listed: go to the timeline first';
  if (ofRows.includes(command) && connection.counters.rows === 0) return 'There are no rows yet';
  if (ofACall.includes(command)) return whyNoCall(model, command, page);
  const { detail } = detailOf(model).getState();
  const preferences = preferencesOf(model).getState();
  switch (command) {
    case 'stop-rehearsal':
      return rehearsalOf(model).getState().running === null ? 'No rehearsal runs' : '';
    case 'next-failure':
    case 'previous-failure':
    case 'replay-all':
      return connection.counters.failedRows === 0 ? 'There are no failures' : '';
    case 'open':
    case 'mark':
    case 'next-section':
    case 'previous-section':
    case 'toggle-sections':
    case 'next-tab':
    case 'card-menu':
      return timelineOf(model).getState().selected === null ? 'Select a row first' : '';
    case 'expected':
    case 'resolved':
      return page === 'failures' || selectedRow(model)?.group != null ? '' : 'Select a failure first';
    case 'differences':
      return connection.counters.seen === undefined ? 'Read a client’s transcript first' : '';
    case 'answer-ask':
      return asksOf(model).getState().asks.length === 0 ? 'No server asks for anything' : '';
    case 'diff-marked':
      return replaysOf(model).getState().marked === null
        ? 'Nothing is marked yet: press m on the call to compare with'
        : '';
    case 'connect-all':
      return awayServers(connection.servers).length === 0 ? 'All servers are connected' : '';
    case 'new-call':
      return connection.servers.length === 0 ? 'Add a server first' : '';
    case 'clear-filter':
      return timelineOf(model).getState().filter === '' ? 'There is no filter' : '';
    case 'copy-failure':
    case 'copy-request':
      return detail === null ? 'Select a row first' : '';
    case 'copy-response':
      return detail === null ? 'Select a row first' : detail.row.pending ? 'Nothing has come back yet' : '';
    case 'export':
      return connection.counters.rows === 0 ? 'There is nothing to export yet' : '';
    case 'back-to-now':
      return connection.recording?.isLive !== false ? 'You are looking at it' : '';
    case 'tour':
      return connection.counters.rows === 0 ? 'Connect a server first: the tour points at its messages' : '';
    case 'theme-system':
    case 'theme-light':
    case 'theme-dark':
      return `theme-${preferences.theme}` === command ? 'As it is now' : '';
    case 'time-clock':
    case 'time-elapsed':
      return `time-${preferences.times}` === command ? 'As it is now' : '';
    default:
      return '';
  }
}

/** Row shortcuts have no target in the other places. */
export function isElsewhere(command: Command, page: Page): boolean {
  if (page === 'settings' && command === 'back') return false;
  if (page === 'compare' || page === 'settings') return ofRows.includes(command) || ofACall.includes(command);
  return false;
}

function whyNoCall(model: Model, command: Command, page: Page): string {
  const detail = selectedDetail(model);
  const { selected, selectedHidden } = timelineOf(model).getState();
  if (selected === null) return 'Select a call first';
  if (selectedHidden && page === 'timeline') return hiddenWords;
  if (detail === null) return '';
  // For a failure of its server, the fix is to change the server.
  if ((command === 'edit-replay' || command === 'fix-call') && detail.failure && troubleOf(detail.failure) !== null)
    return '';
  if (detail.row.kind !== 'call' || detail.row.direction === 'in') return 'The selected row is not your call';
  if (detail.row.pending) return 'The call is still waiting for its answer';
  if (command === 'fix-call') return detail.failure === null ? 'This call did not fail' : '';
  if (command === 'sign-in') return detail.failure?.fix.kind === 'sign_in' ? '' : 'The call does not need a sign-in';
  if (command !== 'wait-retry') return '';
  const draft = replaysOf(model).getState().drafts[detail.row.id];
  const hasHint = draft ? draft.hinted !== null : (detail.failure?.retry.afterMs ?? null) !== null;
  return hasHint ? '' : 'The answer does not say when to retry';
}
