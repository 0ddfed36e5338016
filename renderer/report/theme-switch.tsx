// System, light or dark, as a group of three.

import { Monitor, Moon, Sun } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useModel } from '../model/model.ts';
import { setTheme, type Theme, themes, usePreferences } from '../model/preferences.ts';
import styles from './theme-switch.module.css';

const icons = { system: Monitor, light: Sun, dark: Moon };
const labels: Record<Theme, string> = { system: "The system's theme", light: 'Light', dark: 'Dark' };

export function ThemeSwitch() {
  const model = useModel();
  const theme = usePreferences((state) => state.theme);
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      aria-label="Theme"
      value={theme}
      onValueChange={(value) => value && setTheme(model, value as Theme)}
    >
      {themes.map((name) => {
        const Icon = icons[name];
        return (
          <ToggleGroup.Item
            key={name}
            value={name}
            className={styles.item}
            aria-label={labels[name]}
            title={labels[name]}
          >
            <Icon size={14} aria-hidden="true" />
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}
