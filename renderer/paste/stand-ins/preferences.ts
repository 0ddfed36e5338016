// What the page remembers in this browser: the theme, and which sections of the card are open. It has no other settings.

import { parseJson } from '../../../shared/json/json.ts';
import { defineStore, type Model } from '../../model/model.ts';
import type { Preferences, Theme } from '../../model/preferences.ts';

type Kept = Pick<Preferences, 'theme' | 'sections' | 'textFont' | 'codeFont'>;

export const themes = ['system', 'light', 'dark'] as const satisfies readonly Theme[];
const storageKey = 'misfire.preferences';

export const [preferencesOf, usePreferences] = defineStore<Kept>(() => ({
  theme: 'system',
  sections: {},
  textFont: 'system',
  codeFont: 'system',
  ...stored(),
}));

export function setTheme(model: Model, theme: Theme): void {
  preferencesOf(model).setState({ theme });
}

export function setSections(model: Model, changed: Record<string, boolean>): void {
  preferencesOf(model).setState(({ sections }) => ({ sections: { ...sections, ...changed } }));
}

export function applyLooks(root: HTMLElement, { theme, textFont, codeFont }: Kept): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  Object.assign(root.dataset, { textFont, codeFont });
}

export function keepPreferences(model: Model): void {
  preferencesOf(model).subscribe((kept) => inStorage((storage) => storage.setItem(storageKey, JSON.stringify(kept))));
}

function stored(): Partial<Kept> {
  const parsed = parseJson(inStorage((storage) => storage.getItem(storageKey)) ?? '{}');
  const { theme, sections } = (parsed.ok && parsed.value ? parsed.value : {}) as Partial<Kept>;
  return {
    ...(theme !== undefined && themes.includes(theme) && { theme }),
    ...(typeof sections === 'object' && sections !== null && { sections }),
  };
}

/** Private windows may refuse storage. */
function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
