// The page Components of `npm run dev`: each component in its states, in both themes, at the width of the window or at 960 pixels.

import { Tooltip } from 'radix-ui';
import { useState } from 'react';
import { Segmented } from '../../components/segmented.tsx';
import styles from './page.module.css';
import { allShown } from './states.tsx';

const themes = ['light', 'dark'] as const;

export function ComponentsPage() {
  const [width, setWidth] = useState<'full' | '960'>('full');
  return (
    <Tooltip.Provider delayDuration={350}>
      <main className={styles.page}>
        <header className={styles.head}>
          <h1>Components</h1>
          <Segmented
            label="Width"
            value={width}
            segments={[
              { value: 'full', label: 'Window' },
              { value: '960', label: '960 px' },
            ]}
            onChange={setWidth}
          />
        </header>
        {allShown.map(({ component, states, width: least }) => (
          <section key={component} aria-label={component}>
            <h2>{component}</h2>
            <div
              className={styles.themes}
              data-wide={least !== undefined || undefined}
              style={width === '960' ? { width: 960 } : undefined}
            >
              {themes.map((theme) => (
                <div key={theme} className={styles.theme} style={{ colorScheme: theme }}>
                  {states.map(({ state, element }) => (
                    <div key={state} className={styles.state}>
                      <span className={styles.name}>{state}</span>
                      <div className={styles.element}>{element}</div>
                    </div>
                  ))}
                </div>
              ))}
            </div>
          </section>
        ))}
      </main>
    </Tooltip.Provider>
  );
}
