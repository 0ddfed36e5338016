// Settings with a choice of one among a few. Settings and the palette share this list, so that they agree.

import type { Model } from '../../model/model.ts';
import { type Preferences, preferencesOf, setChoice } from '../../model/preferences.ts';
import type { Section } from './settings-state.ts';

type Name = 'theme' | 'times' | 'density' | 'textFont' | 'codeFont';

export interface SettingChoice {
  name: Name;
  section: Section;
  label: string;
  about: string;
  options: { value: string; label: string }[];
}

export const choices: SettingChoice[] = [
  {
    name: 'theme',
    section: 'appearance',
    label: 'Theme',
    about: 'System follows your computer.',
    options: [
      { value: 'system', label: 'System' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
  },
  {
    name: 'density',
    section: 'appearance',
    label: 'Density',
    about: 'Compact shows each failure of the timeline in one line.',
    options: [
      { value: 'comfortable', label: 'Comfortable' },
      { value: 'compact', label: 'Compact' },
    ],
  },
  {
    name: 'textFont',
    section: 'appearance',
    label: 'Text font',
    about: 'For everything but code and messages.',
    options: [
      { value: 'own', label: 'Inter' },
      { value: 'system', label: 'System' },
    ],
  },
  {
    name: 'codeFont',
    section: 'appearance',
    label: 'Code font',
    about: 'For messages, quotes, times and addresses.',
    options: [
      { value: 'own', label: 'JetBrains Mono' },
      { value: 'system', label: 'System' },
    ],
  },
  {
    name: 'times',
    section: 'time',
    label: 'Time format',
    about: 'How the timeline prints when something happened.',
    options: [
      { value: 'clock', label: 'Clock time' },
      { value: 'elapsed', label: 'Since the recording began' },
    ],
  },
];

export function chooseSetting(model: Model, { name }: SettingChoice, value: string): void {
  // The options of a choice are the values of its preference.
  setChoice(model, name, value as Preferences[Name] as never);
}

export function chosen(model: Model, { name }: SettingChoice): string {
  return preferencesOf(model).getState()[name];
}
