// Entries of the palette for settings that are no commands: one per choice, and links to sections.

import type { Model } from '../../model/model.ts';
import type { PaletteItem } from '../../model/window-feature.ts';
import { choices, chooseSetting, chosen } from './choices.ts';
import { openSettings, type Section, settingSections } from './settings-state.ts';
import { zoomFactors } from './zoom-setting.tsx';

export function settingItems(model: Model): PaletteItem[] {
  const item = (id: string, label: string, run: () => unknown, why = ''): PaletteItem => ({
    id,
    section: 'Settings',
    label,
    about: '',
    keys: [],
    why,
    onlyFound: true,
    run,
  });
  const values = choices
    // Already in the command table.
    .filter(({ name }) => name !== 'theme' && name !== 'times')
    .flatMap((choice) =>
      choice.options.map(({ value, label }) =>
        item(
          `${choice.name} ${value}`,
          `${choice.label}: ${label.toLowerCase()}`,
          () => chooseSetting(model, choice, value),
          chosen(model, choice) === value ? 'As it is now' : '',
        ),
      ),
    );
  const zoom = model.platform.zoom;
  const zooms =
    zoom === null
      ? []
      : zoomFactors.map((factor) => item(`zoom ${factor}`, `Zoom: ${Math.round(factor * 100)} %`, () => zoom(factor)));
  const places = (Object.keys(settingSections) as Section[]).map((name) =>
    item(`settings ${name}`, `Settings: ${settingSections[name].toLowerCase()}…`, () => openSettings(model, name)),
  );
  return [...values, ...zooms, ...places];
}
