// Opening a filter: the new result replaces the old only when it is there; a mistake is shown and the old result stays.

import { create } from 'zustand';
import { parseFilter } from '../../shared/filter/parse.ts';
import type { Platform } from '../platform/platform.ts';
import { hits, loadMissing, refreshSoon, showNewest, watchGrowth } from './load-rows.ts';
import { noteFilter } from './preferences.ts';
import { bump, resetRows, reveal, useTimeline } from './timeline.ts';

export const failuresFilter = 'is:failed';

const quickAnswer = 60;
const shortRest = 25;
const longRest = 180;

/** Counts the wishes: only the answer to the last one counts. */
let wish = 0;

export const useFilterWork = create<{ busy: boolean }>(() => ({ busy: false }));

/** How long the last answer took, in milliseconds. */
let lastTook = 0;

/** How long to wait for the next letter: where answers are quick, each one is answered. */
export function restWhileTyping(text: string): number {
  // What cannot be read yet would only show a mistake that the next letter mends.
  return lastTook < quickAnswer && parseFilter(text).ok ? shortRest : longRest;
}

export async function openFilter(platform: Platform, text: string): Promise<boolean> {
  const mine = ++wish;
  const asked = performance.now();
  const answering = platform.call('openView', { filter: text });
  useTimeline.setState({ draft: text });
  useFilterWork.setState({ busy: true });
  const answer = await answering;
  lastTook = performance.now() - asked;
  if (mine !== wish) return true;
  useFilterWork.setState({ busy: false });
  if (!answer.ok) {
    useTimeline.setState({ filterError: answer.error.message });
    return false;
  }
  const { view: before, loaded, growing } = useTimeline.getState();
  const same = answer.value.view === before && loaded && !growing && !answer.value.growing;
  useTimeline.setState({ filter: text, filterError: '', paused: false, unindexed: answer.value.unindexed });
  watchIndexing(platform, text, answer.value.unindexed);
  rememberSoon(text);
  if (same) {
    useTimeline.setState({ hidden: answer.value.hidden });
    bump();
    return true;
  }
  hits.clear();
  resetRows(answer.value.view, answer.value.total, answer.value.hidden, answer.value);
  showNewest(answer.value);
  watchGrowth();
  useTimeline.setState({ following: true });
  reveal(Math.max(0, answer.value.total - 1));
  // The same places may be in sight as before, but other rows are in them.
  loadMissing();
  return true;
}

const worthKeeping = 2_000;
let remembering: ReturnType<typeof setTimeout> | null = null;

/** A filter that one stays with is worth finding again; what was typed on the way to it is not. */
function rememberSoon(text: string): void {
  if (remembering !== null) clearTimeout(remembering);
  remembering = setTimeout(() => useTimeline.getState().filter === text && noteFilter(text), worthKeeping);
}

const indexingRest = 1_500;
let indexing: ReturnType<typeof setTimeout> | null = null;

/** Words are looked for again once more of the messages can be searched. */
function watchIndexing(platform: Platform, text: string, unindexed: number): void {
  if (indexing !== null) clearTimeout(indexing);
  indexing = null;
  if (unindexed === 0) return;
  indexing = setTimeout(async () => {
    indexing = null;
    if (useTimeline.getState().filter !== text || useTimeline.getState().paused) return;
    const answer = await platform.call('openView', { filter: text });
    if (!answer.ok || useTimeline.getState().filter !== text) return;
    useTimeline.setState({ unindexed: answer.value.unindexed, hidden: answer.value.hidden });
    refreshSoon();
    watchIndexing(platform, text, answer.value.unindexed);
  }, indexingRest);
}

/** `server:name`, quoted where the name needs it. */
export function serverTerm(name: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(name) ? `server:${name}` : `server:"${name.replaceAll('"', '')}"`;
}

/** Adds a term to a filter, or takes it out when it is there. */
export function toggleTerm(filter: string, term: string): string {
  const padded = ` ${filter.trim()} `;
  if (padded.includes(` ${term} `)) return padded.replace(` ${term} `, ' ').trim();
  return `${filter.trim()} ${term}`.trim();
}

export function hasTerm(filter: string, term: string): boolean {
  return ` ${filter.trim()} `.includes(` ${term} `);
}

/** One server at a time: another server's term is replaced rather than added, since both together match nothing. */
export function toggleServer(filter: string, name: string): string {
  const term = serverTerm(name);
  if (hasTerm(filter, term)) return toggleTerm(filter, term);
  const rest = filter
    .replace(/(^|\s)server:(?:"[^"]*"|\S+)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return toggleTerm(rest, term);
}
