// What this person prefers in this window: theme and sizes. Kept in the browser's storage, which may be missing.

import { create } from 'zustand';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface Preferences {
  theme: Theme;
  paneWidth: number | null;
  sideWidth: number;
}

const storageKey = 'misfire.preferences';
const initial: Preferences = { theme: 'system', paneWidth: null, sideWidth: 232 };

export const usePreferences = create<Preferences>(() => ({ ...initial, ...readStored() }));

export function setTheme(theme: Theme): void {
  usePreferences.setState({ theme });
}

export function setPaneWidth(paneWidth: number): void {
  usePreferences.setState({ paneWidth });
}

export function applyTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

usePreferences.subscribe((preferences) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
});

function readStored(): Partial<Preferences> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return checkStored(value);
  } catch {
    return {};
  }
}

export function checkStored(value: unknown): Partial<Preferences> {
  const stored = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const result: Partial<Preferences> = {};
  if (themes.includes(stored.theme as Theme)) result.theme = stored.theme as Theme;
  if (typeof stored.paneWidth === 'number' && stored.paneWidth >= 200) result.paneWidth = stored.paneWidth;
  if (typeof stored.sideWidth === 'number' && stored.sideWidth >= 160) result.sideWidth = stored.sideWidth;
  return result;
}
