// Commands for settings.

import { type Preferences, preferencesOf, setTheme, setTimes } from '../../model/preferences.ts';
import type { CommandRuns, RunCommand } from '../../model/window-feature.ts';
import { openSettings } from './settings-state.ts';

export const settingsRuns: CommandRuns = {
  'go-settings': { run: (model) => openSettings(model), isLocal: true },
  'theme-system': theme('system'),
  'theme-light': theme('light'),
  'theme-dark': theme('dark'),
  'time-clock': times('clock'),
  'time-elapsed': times('elapsed'),
};

function theme(value: Preferences['theme']): RunCommand {
  return {
    run: (model) => setTheme(model, value),
    why: (model) => (preferencesOf(model).getState().theme === value ? 'As it is now' : ''),
    isLocal: true,
  };
}

function times(value: Preferences['times']): RunCommand {
  return {
    run: (model) => setTimes(model, value),
    why: (model) => (preferencesOf(model).getState().times === value ? 'As it is now' : ''),
    isLocal: true,
  };
}
