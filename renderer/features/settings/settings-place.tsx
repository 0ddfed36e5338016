// The place Settings: each setting applies at once and is saved. The host stores some, such as retention; the rest are preferences of
// this window.

import { type ReactNode, useEffect, useRef } from 'react';
import { Segmented } from '../../components/segmented.tsx';
import { useModel } from '../../model/model.ts';
import { usePreferences } from '../../model/preferences.ts';
import { AboutSection } from './about-section.tsx';
import { choices, chooseSetting, type SettingChoice } from './choices.ts';
import { DataSection } from './data-section.tsx';
import { MaskingSection } from './masking-section.tsx';
import styles from './settings-place.module.css';
import { openSettings, type Section, settingSections, useSettings } from './settings-state.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { WatchedSection } from './watched-section.tsx';
import { ZoomSetting } from './zoom-setting.tsx';

const contents: Record<Section, ReactNode> = {
  appearance: (
    <>
      <Choices of="appearance" />
      <ZoomSetting />
    </>
  ),
  time: <Choices of="time" />,
  data: <DataSection />,
  clients: <WatchedSection />,
  masking: <MaskingSection />,
  telemetry: (
    <p className={styles.words}>
      None. Misfire sends no usage data, no crash reports and no identifiers. It talks to the servers you add and to
      nothing else. The desktop app looks for updates only after you agree.
    </p>
  ),
  shortcuts: <ShortcutList />,
  about: <AboutSection />,
};

const names = Object.keys(settingSections) as Section[];

export function SettingsPlace() {
  const model = useModel();
  const wanted = useSettings((state) => state.wanted);
  const at = useSettings((state) => state.at);
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same section may be requested again.
  useEffect(() => {
    const heading = wanted === null ? null : document.getElementById(`settings-${wanted}`);
    heading?.scrollIntoView({ block: 'start' });
    (heading ?? box.current)?.focus({ preventScroll: heading !== null });
  }, [wanted, at]);
  return (
    <>
      <nav className={styles.side} aria-label="Sections of the settings">
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.link}
                aria-current={wanted === name ? 'true' : undefined}
                onClick={() => openSettings(model, name)}
              >
                {settingSections[name]}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <main ref={box} className={styles.place} aria-labelledby="settings-title" tabIndex={-1} data-settings>
        <div className={styles.column}>
          <h2 id="settings-title">Settings</h2>
          {names.map((name) => (
            <section key={name} className={styles.section} aria-labelledby={`settings-${name}`}>
              <h3 id={`settings-${name}`} tabIndex={-1}>
                {settingSections[name]}
              </h3>
              {contents[name]}
            </section>
          ))}
        </div>
      </main>
    </>
  );
}

function Choices({ of }: { of: Section }) {
  return choices
    .filter(({ section }) => section === of)
    .map((choice) => <ChoiceRow key={choice.name} choice={choice} />);
}

function ChoiceRow({ choice }: { choice: SettingChoice }) {
  const model = useModel();
  const value = usePreferences((state): string => state[choice.name]);
  return (
    <div className={styles.row}>
      <div>
        <b>{choice.label}</b>
        <p>{choice.about}</p>
      </div>
      <Segmented
        label={choice.label}
        value={value}
        segments={choice.options}
        onChange={(next) => chooseSetting(model, choice, next)}
      />
    </div>
  );
}
