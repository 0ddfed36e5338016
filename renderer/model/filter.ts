// Applies a filter: the new result replaces the old one when it is here. A filter that does not parse shows its error and keeps
// the old result.

import { parseFilter } from '../../shared/filter/parse-filter.ts';
import { isPlainOrder, type Sort } from '../../shared/filter/sort-rows.ts';
import { hasTerm, mayGoOn, splitTerms, toggleTerm, withoutTerm, withTerm } from '../../shared/filter/terms.ts';
import { hitsOf, loadMissing, showNewest, watchGrowth } from './load-rows.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { noteFilter, preferencesOf } from './preferences.ts';
import { keepSelectionInView } from './selection-in-view.ts';
import { bump, isSortedView, resetRows, reveal, timelineOf, useTimeline } from './timeline.ts';

export const failuresFilter = 'is:failed';

const quickAnswer = 60;
const shortRest = 25;
const longRest = 180;

const openingOf = definePart(() => ({
  /** Counts the requests: only the response to the last one counts. */
  requests: 0,
  /** How long the last response took, in milliseconds. */
  lastTook: 0,
  remembering: null as ReturnType<typeof setTimeout> | null,
}));

/** Requests to add a term to the box. */
export const [newTermOf, useNewTerm] = defineStore<{ requests: number }>(() => ({ requests: 0 }));

export function startTerm(model: Model): void {
  newTermOf(model).setState(({ requests }) => ({ requests: requests + 1 }));
}

export const [filterWorkOf, useFilterWork] = defineStore<{ busy: boolean }>(() => ({ busy: false }));

/** The filter that is shown or requested. New terms extend it, even before the response is here. */
export function wantedFilter(model: Model): string {
  const { filter, draft } = timelineOf(model).getState();
  return filterWorkOf(model).getState().busy ? draft : filter;
}

export function useWantedFilter(): string {
  const busy = useFilterWork((state) => state.busy);
  return useTimeline((state) => (busy ? state.draft : state.filter));
}

/** How long to wait for the next letter: if responses are fast, each letter gets one. */
export function restWhileTyping(model: Model, text: string): number {
  // An incomplete filter would only show an error that the next letter removes.
  return openingOf(model).lastTook < quickAnswer && parseFilter(text).ok ? shortRest : longRest;
}

/**
 * `typing`: the last term may still continue. A value that no row has then counts as the beginning of one, and the list stays.
 */
export async function openFilter(model: Model, text: string, typing = false): Promise<boolean> {
  const opening = openingOf(model);
  const mine = ++opening.requests;
  const asked = performance.now();
  const answering = model.platform.call('openView', { filter: listedFilter(model, text), ...sortOf(model) });
  timelineOf(model).setState({ draft: text });
  filterWorkOf(model).setState({ busy: true });
  const answer = await answering;
  opening.lastTook = performance.now() - asked;
  if (mine !== opening.requests) return true;
  filterWorkOf(model).setState({ busy: false });
  if (!answer.ok) {
    timelineOf(model).setState({ filterError: answer.error.message });
    return false;
  }
  if (typing && mayGoOn(text) && answer.value.total === 0 && answer.value.growing !== true) {
    timelineOf(model).setState({ filterError: '' });
    return true;
  }
  const { view: before, loaded, growing } = timelineOf(model).getState();
  const same = answer.value.view === before && loaded && !growing && !answer.value.growing;
  timelineOf(model).setState({ filter: text, filterError: '', paused: false });
  rememberSoon(model, text);
  if (same) {
    timelineOf(model).setState({ hidden: answer.value.hidden });
    bump(model);
    return true;
  }
  hitsOf(model).clear();
  resetRows(model, answer.value.view, answer.value.total, answer.value.hidden, answer.value);
  showNewest(model, answer.value);
  watchGrowth(model);
  // A sorted list starts at its first row.
  const isSorted = isSortedView(answer.value.view);
  timelineOf(model).setState({ following: !isSorted });
  reveal(model, isSorted ? 0 : Math.max(0, answer.value.total - 1));
  // The same positions may be visible as before, but with other rows.
  loadMissing(model);
  await keepSelectionInView(model, true);
  return true;
}

/** Never hides failures or rows that are not messages. */
const callsFilter = [
  'is:failed OR is:pending OR kind:noise OR kind:orphan OR (kind:call -by:misfire',
  ...['initialize', 'server/discover', 'ping', 'logging/setLevel', 'tools/list', 'prompts/list', 'resources/list'].map(
    (method) => `-method:${method}`,
  ),
  '-method:resources/templates/list)',
].join(' ');

/** The filter for the host: the text in the box, and the option to list only calls. */
function listedFilter(model: Model, text: string): string {
  // A filter that does not parse gets its own error.
  if (!preferencesOf(model).getState().callsOnly || !parseFilter(text).ok) return text;
  return text.trim() === '' ? callsFilter : `(${text}) (${callsFilter})`;
}

function sortOf(model: Model): { sort?: Sort } {
  const { sort } = preferencesOf(model).getState().columns;
  return isPlainOrder(sort) ? {} : { sort };
}

/** Sorts the list; undefined is the order of time. */
export async function setSort(model: Model, sort: Sort | undefined): Promise<void> {
  const { widths, hidden } = preferencesOf(model).getState().columns;
  preferencesOf(model).setState({ columns: { widths, hidden, ...(sort && !isPlainOrder(sort) && { sort }) } });
  await openFilter(model, wantedFilter(model));
}

/** Lists only calls, or all rows again. */
export async function setCallsOnly(model: Model, callsOnly: boolean): Promise<void> {
  preferencesOf(model).setState({ callsOnly });
  await openFilter(model, wantedFilter(model));
}

const worthKeeping = 2_000;

/** A filter that stays for a while is worth remembering; the text typed on the way to it is not. */
function rememberSoon(model: Model, text: string): void {
  const opening = openingOf(model);
  if (opening.remembering !== null) clearTimeout(opening.remembering);
  opening.remembering = setTimeout(
    () => timelineOf(model).getState().filter === text && noteFilter(model, text),
    worthKeeping,
  );
}

/** `server:name`, quoted where the name needs it. */
export function serverTerm(name: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(name) ? `server:${name}` : `server:"${name.replaceAll('"', '')}"`;
}

export function clientTerm(name: string): string {
  return /^[\w.-]+$/.test(name) ? `client:${name}` : `client:"${name.replaceAll('"', '')}"`;
}

/** One server at a time: a term of another server is replaced, because both together match nothing. */
export function toggleServer(filter: string, name: string): string {
  const term = serverTerm(name);
  if (hasTerm(filter, term)) return toggleTerm(filter, term);
  const index = splitTerms(filter).findIndex(({ text }) => text.startsWith('server:'));
  return withTerm(index < 0 ? filter : withoutTerm(filter, index), term);
}
