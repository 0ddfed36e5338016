// What this person prefers in this window: theme, times, sizes, the last filters, and that the tour was seen. The host keeps it, since
// to a browser each start of the host is another place; the browser's own storage has it sooner where it is the same one, or may be missing.

import { parseJson } from '../../shared/json/json.ts';
import { definePart, defineStore, type Model } from './model.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const timeFormats = ['clock', 'elapsed'] as const;
export type TimeFormat = (typeof timeFormats)[number];

interface Preferences {
  theme: Theme;
  /** Of the day, or since the recording began. */
  times: TimeFormat;
  paneWidth: number | null;
  sideWidth: number | null;
  /** Newest first. */
  filters: string[];
  /** Taken or declined: it never comes back by itself. */
  tourSeen: boolean;
}

const storageKey = 'misfire.preferences';
/** Kept while the host has not taken what this browser has: a window that is loaded again at once would get the choice before. */
const untoldKey = 'misfire.preferences.untold';
const initial: Preferences = {
  theme: 'system',
  times: 'clock',
  paneWidth: null,
  sideWidth: null,
  filters: [],
  tourSeen: false,
};

export const [preferencesOf, usePreferences] = defineStore<Preferences>(() => ({ ...initial, ...readStored() }));

export function setTheme(model: Model, theme: Theme): void {
  preferencesOf(model).setState({ theme });
}

export function setPaneWidth(model: Model, paneWidth: number): void {
  preferencesOf(model).setState({ paneWidth });
}

export function setSideWidth(model: Model, sideWidth: number): void {
  preferencesOf(model).setState({ sideWidth });
}

export function setTimes(model: Model, times: TimeFormat): void {
  preferencesOf(model).setState({ times });
}

export function noteTourSeen(model: Model): void {
  preferencesOf(model).setState({ tourSeen: true });
}

const filtersKept = 8;

/** The newest first, each once. */
export function noteFilter(model: Model, filter: string): void {
  const text = filter.trim();
  if (text === '') return;
  preferencesOf(model).setState(({ filters }) => ({
    filters: [text, ...filters.filter((other) => other !== text)].slice(0, filtersKept),
  }));
}

export function applyTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

const keptOf = definePart(() => ({ newest: '', told: '', sending: false }));

export function keepPreferences(model: Model): void {
  preferencesOf(model).subscribe((preferences) => {
    const text = JSON.stringify(preferences);
    const isNew = text !== keptOf(model).told;
    inStorage((storage) => {
      storage.setItem(storageKey, text);
      if (isNew) storage.setItem(untoldKey, 'yes');
    });
    keptOf(model).newest = text;
    void tellHost(model);
  });
}

/** Private windows may refuse; the host keeps it all. */
function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** One at a time, and then the newest: an edge that is dragged changes with every move. */
async function tellHost(model: Model): Promise<void> {
  const kept = keptOf(model);
  if (kept.sending) return;
  kept.sending = true;
  while (kept.told !== kept.newest) {
    kept.told = kept.newest;
    const answer = await model.platform.call('keepPreferences', { text: kept.told });
    if (answer.ok && kept.told === kept.newest) inStorage((storage) => storage.removeItem(untoldKey));
  }
  kept.sending = false;
}

/** What the host has kept; '' for nothing. Goes before what this browser knew of an earlier day, but not before what it never told. */
export function takePreferences(model: Model, text: string): void {
  if (inStorage((storage) => storage.getItem(untoldKey)) !== null) {
    keptOf(model).newest = JSON.stringify(preferencesOf(model).getState());
    return void tellHost(model);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return;
  const preferences = { ...preferencesOf(model).getState(), ...checkStored(parsed.value) };
  keptOf(model).told = JSON.stringify(preferences);
  preferencesOf(model).setState(preferences);
}

function readStored(): Partial<Preferences> {
  const parsed = parseJson(inStorage((storage) => storage.getItem(storageKey)) ?? '{}');
  return parsed.ok ? checkStored(parsed.value) : {};
}

export function checkStored(value: unknown): Partial<Preferences> {
  const stored = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const result: Partial<Preferences> = {};
  if (themes.includes(stored.theme as Theme)) result.theme = stored.theme as Theme;
  if (typeof stored.paneWidth === 'number' && stored.paneWidth >= 200) result.paneWidth = stored.paneWidth;
  if (typeof stored.sideWidth === 'number' && stored.sideWidth >= 160) result.sideWidth = stored.sideWidth;
  if (timeFormats.includes(stored.times as TimeFormat)) result.times = stored.times as TimeFormat;
  if (stored.tourSeen === true) result.tourSeen = true;
  if (Array.isArray(stored.filters))
    result.filters = stored.filters.filter((filter) => typeof filter === 'string').slice(0, filtersKept);
  return result;
}
