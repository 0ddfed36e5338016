// The user's preferences for this window: theme, times, sizes, open sections, recent filters, and whether the tour was seen. The
// host stores them, because each start of the host is another origin for a browser. The browser's own storage is faster if it is
// available.

import { type Sort, type SortKey, sortKeys } from '../../shared/filter/sort-rows.ts';
import { parseJson } from '../../shared/json/json.ts';
import { definePart, defineStore, type Model } from './model.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const timeFormats = ['clock', 'elapsed'] as const;
export type TimeFormat = (typeof timeFormats)[number];

const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** `own`: the font that comes with Misfire. */
const fontSources = ['own', 'system'] as const;
type FontSource = (typeof fontSources)[number];

/** The columns of the timeline, if they differ from the default. */
export interface ColumnWishes {
  /** Pixels, by column. */
  widths: Record<string, number>;
  hidden: string[];
  /** Absent: in the order of time. */
  sort?: Sort;
}

export interface Preferences {
  theme: Theme;
  /** Clock time, or time since the start of the recording. */
  times: TimeFormat;
  density: Density;
  /** The fonts of texts, and of code and messages. */
  textFont: FontSource;
  codeFont: FontSource;
  /** Additional values to mask, each a regular expression. */
  maskPatterns: string[];
  paneWidth: number | null;
  /** Of the card while it shows two columns. */
  comparePaneWidth: number | null;
  sideWidth: number | null;
  /** By section of the card: opened or folded by the user, for all cards. */
  sections: Record<string, boolean>;
  /** Hides successful connections, notifications, pings and stderr. */
  callsOnly: boolean;
  columns: ColumnWishes;
  /** Newest first. */
  filters: string[];
  /** Taken or declined: it never returns by itself. */
  tourSeen: boolean;
}

const storageKey = 'misfire.preferences';
/** Kept until the host has stored this browser's preferences: a window that reloads at once would get the old ones. */
const unsentKey = 'misfire.preferences.untold';
const initial: Preferences = {
  theme: 'system',
  times: 'clock',
  density: 'comfortable',
  textFont: 'own',
  codeFont: 'own',
  maskPatterns: [],
  paneWidth: null,
  comparePaneWidth: null,
  sideWidth: null,
  sections: {},
  callsOnly: false,
  columns: { widths: {}, hidden: [] },
  filters: [],
  tourSeen: false,
};

export const [preferencesOf, usePreferences] = defineStore<Preferences>(() => ({ ...initial, ...readStored() }));

export function setTheme(model: Model, theme: Theme): void {
  preferencesOf(model).setState({ theme });
}

/** One of the choices that Settings lists. */
export function setChoice<K extends 'theme' | 'times' | 'density' | 'textFont' | 'codeFont'>(
  model: Model,
  name: K,
  value: Preferences[K],
): void {
  preferencesOf(model).setState({ [name]: value } as unknown as Partial<Preferences>);
}

export function setMaskPatterns(model: Model, maskPatterns: string[]): void {
  preferencesOf(model).setState({ maskPatterns });
}

export function setPaneWidth(model: Model, paneWidth: number): void {
  preferencesOf(model).setState({ paneWidth });
}

export function setComparePaneWidth(model: Model, comparePaneWidth: number): void {
  preferencesOf(model).setState({ comparePaneWidth });
}

export function setSideWidth(model: Model, sideWidth: number): void {
  preferencesOf(model).setState({ sideWidth });
}

export function setSections(model: Model, changed: Record<string, boolean>): void {
  preferencesOf(model).setState(({ sections }) => ({ sections: { ...sections, ...changed } }));
}

export function setColumns(model: Model, changed: Partial<ColumnWishes>): void {
  preferencesOf(model).setState(({ columns }) => ({ columns: { ...columns, ...changed } }));
}

export function setTimes(model: Model, times: TimeFormat): void {
  preferencesOf(model).setState({ times });
}

export function noteTourSeen(model: Model): void {
  preferencesOf(model).setState({ tourSeen: true });
}

const filtersKept = 8;
/** As many as an export accepts. */
export const mostPatterns = 50;

/** The newest first, each once. */
export function noteFilter(model: Model, filter: string): void {
  const text = filter.trim();
  if (text === '') return;
  preferencesOf(model).setState(({ filters }) => ({
    filters: [text, ...filters.filter((other) => other !== text)].slice(0, filtersKept),
  }));
}

type Looks = Pick<Preferences, 'theme' | 'textFont' | 'codeFont'>;

/** Theme and fonts, which the style sheets read from the root. */
export function applyLooks(root: HTMLElement, { theme, textFont, codeFont }: Looks): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.textFont = textFont;
  root.dataset.codeFont = codeFont;
}

const keptOf = definePart(() => ({ newest: '', sent: '', sending: false }));

export function keepPreferences(model: Model): void {
  preferencesOf(model).subscribe((preferences) => {
    const text = JSON.stringify(preferences);
    const isNew = text !== keptOf(model).sent;
    inStorage((storage) => {
      storage.setItem(storageKey, text);
      if (isNew) storage.setItem(unsentKey, 'yes');
    });
    keptOf(model).newest = text;
    void sendToHost(model);
  });
}

/** Private windows may refuse storage; the host stores everything. */
function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** One at a time, always the newest: a dragged edge changes with every move. */
async function sendToHost(model: Model): Promise<void> {
  const kept = keptOf(model);
  if (kept.sending) return;
  kept.sending = true;
  while (kept.sent !== kept.newest) {
    kept.sent = kept.newest;
    const answer = await model.platform.call('keepPreferences', { text: kept.sent });
    if (answer.ok && kept.sent === kept.newest) inStorage((storage) => storage.removeItem(unsentKey));
  }
  kept.sending = false;
}

/** The host's stored preferences; '' if none. They override what this browser stored earlier, but not what it never sent. */
export function takePreferences(model: Model, text: string): void {
  if (inStorage((storage) => storage.getItem(unsentKey)) !== null) {
    keptOf(model).newest = JSON.stringify(preferencesOf(model).getState());
    return void sendToHost(model);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return;
  const preferences = { ...preferencesOf(model).getState(), ...checkStored(parsed.value) };
  keptOf(model).sent = JSON.stringify(preferences);
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
  if (typeof stored.comparePaneWidth === 'number' && stored.comparePaneWidth >= 200)
    result.comparePaneWidth = stored.comparePaneWidth;
  if (typeof stored.sideWidth === 'number' && stored.sideWidth >= 160) result.sideWidth = stored.sideWidth;
  if (timeFormats.includes(stored.times as TimeFormat)) result.times = stored.times as TimeFormat;
  if (densities.includes(stored.density as Density)) result.density = stored.density as Density;
  if (fontSources.includes(stored.textFont as FontSource)) result.textFont = stored.textFont as FontSource;
  if (fontSources.includes(stored.codeFont as FontSource)) result.codeFont = stored.codeFont as FontSource;
  if (Array.isArray(stored.maskPatterns))
    result.maskPatterns = stored.maskPatterns.filter((one) => typeof one === 'string').slice(0, mostPatterns);
  if (typeof stored.sections === 'object' && stored.sections !== null)
    result.sections = Object.fromEntries(
      Object.entries(stored.sections).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  if (stored.callsOnly === true) result.callsOnly = true;
  const columns = checkColumns(stored.columns);
  if (columns !== null) result.columns = columns;
  if (stored.tourSeen === true) result.tourSeen = true;
  if (Array.isArray(stored.filters))
    result.filters = stored.filters.filter((filter) => typeof filter === 'string').slice(0, filtersKept);
  return result;
}

function checkColumns(value: unknown): ColumnWishes | null {
  if (typeof value !== 'object' || value === null) return null;
  const { widths, hidden, sort } = value as Record<string, unknown>;
  const { by, isDown } = (typeof sort === 'object' && sort !== null ? sort : {}) as Partial<Sort>;
  return {
    widths: Object.fromEntries(
      Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
        ([, width]) => typeof width === 'number' && width >= 20 && width <= 4_000,
      ),
    ),
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
    ...(sortKeys.includes(by as SortKey) && { sort: { by: by as SortKey, isDown: isDown === true } }),
  };
}
