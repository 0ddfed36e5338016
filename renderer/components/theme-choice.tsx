// System, light or dark, as three radio buttons: for pages without settings.

import { Monitor, Moon, Sun } from 'lucide-react';
import { useModel } from '../model/model.ts';
import { setTheme, type Theme, themes, usePreferences } from '../model/preferences.ts';
import styles from './theme-choice.module.css';

const icons = { system: Monitor, light: Sun, dark: Moon };
const labels: Record<Theme, string> = { system: "The system's theme", light: 'Light', dark: 'Dark' };

export function ThemeChoice() {
  const model = useModel();
  const theme = usePreferences((state) => state.theme);
  return (
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">Theme</legend>
      {themes.map((name) => {
        const Icon = icons[name];
        return (
          <label key={name} title={labels[name]}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              aria-label={labels[name]}
              checked={theme === name}
              onChange={() => setTheme(model, name)}
            />
            <Icon size={14} aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
}
