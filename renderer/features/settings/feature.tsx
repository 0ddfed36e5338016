// The place Settings, its button, and an entry of the palette for each choice.

import { Settings } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { goToTimeline } from '../../components/go-to-timeline.ts';
import { useModel } from '../../model/model.ts';
import { usePage } from '../../model/open-place.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { settingsRuns } from './commands.ts';
import { settingItems } from './palette.ts';
import styles from './settings-place.module.css';
import { SettingsPlace } from './settings-place.tsx';
import { openSettings } from './settings-state.ts';

export const settings: WindowFeature = {
  name: 'settings',
  place: { page: 'settings', label: null, Place: SettingsPlace, hasRows: false, commands: { back: goToTimeline } },
  commands: settingsRuns,
  tools: [{ Tool: SettingsButton, isAlways: true }],
  palette: settingItems,
};

function SettingsButton() {
  const model = useModel();
  const page = usePage((state) => state.page);
  return (
    <Button
      look="icon"
      className={styles.gear ?? ''}
      aria-label="Settings"
      title="Settings (g then s)"
      aria-current={page === 'settings' ? 'page' : undefined}
      onClick={() => openSettings(model)}
    >
      <Settings size={15} aria-hidden="true" />
    </Button>
  );
}
