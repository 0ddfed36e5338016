// The requested section of Settings, and links to it from the palette and the bar.

import { defineStore, type Model } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';

export const settingSections = {
  appearance: 'Appearance',
  time: 'Time',
  data: 'Data and retention',
  clients: 'Watched clients',
  masking: 'Masking',
  telemetry: 'Telemetry',
  shortcuts: 'Shortcuts',
  about: 'About',
} as const;
export type Section = keyof typeof settingSections;

/** `at` makes each request a new one. */
export const [settingsOf, useSettings] = defineStore<{ wanted: Section | null; at: number }>(() => ({
  wanted: null,
  at: 0,
}));

export function openSettings(model: Model, section: Section | null = null): void {
  settingsOf(model).setState(({ at }) => ({ wanted: section, at: at + 1 }));
  showPage(model, 'settings');
}
