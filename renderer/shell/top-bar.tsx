// The bar at the top: where one is, what is filtered, whether the list is live, and the one thing to do from anywhere: call.

import { Pause } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { groupDigits } from '../components/format.ts';
import { usePlatform } from '../platform/context.ts';
import { SessionMenu } from '../sessions/session-menu.tsx';
import { useConnection } from '../state/connection.ts';
import { openCall } from '../state/dialogs.ts';
import { failuresFilter, openFilter } from '../state/filter.ts';
import { setPaused, useTimeline } from '../state/timeline.ts';
import { FilterBox } from './filter-box.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './top-bar.module.css';

/** `bare`: nothing to look at yet, so nothing to look at it with. */
export function TopBar({ bare }: { bare: boolean }) {
  return (
    <div className={styles.bar}>
      <div className={styles.brand}>
        <i aria-hidden="true" />
        <h1>Misfire</h1>
      </div>
      {bare ? (
        <>
          <SessionMenu />
          <span className={styles.spacer} />
        </>
      ) : (
        <>
          <SessionMenu />
          <Places />
          <FilterBox />
          <LiveButton />
          <Button onClick={() => openCall()}>Call…</Button>
        </>
      )}
      <ThemeSwitch />
    </div>
  );
}

function Places() {
  const platform = usePlatform();
  const filter = useTimeline((state) => state.filter);
  const failures = useConnection((state) => state.counters.failures);
  const onlyFailures = filter.trim() === failuresFilter;
  return (
    <nav className={styles.places} aria-label="Places">
      <button
        type="button"
        className={styles.place}
        aria-current={onlyFailures ? undefined : 'page'}
        onClick={() => openFilter(platform, '')}
      >
        Timeline
      </button>
      <button
        type="button"
        className={styles.place}
        aria-current={onlyFailures ? 'page' : undefined}
        onClick={() => openFilter(platform, failuresFilter)}
      >
        Failures{failures > 0 && <b>{groupDigits(failures)}</b>}
      </button>
    </nav>
  );
}

function LiveButton() {
  const paused = useTimeline((state) => state.paused);
  const held = useTimeline((state) => state.held);
  const away = useConnection((state) => state.status === 'reconnecting');
  if (away) return <span className={`${styles.live} ${styles.away}`}>Waiting</span>;
  if (!paused) {
    return (
      <button
        type="button"
        className={styles.live}
        aria-pressed={false}
        title="Pause the list; nothing is lost (Space)"
        onClick={() => setPaused(true)}
      >
        <i aria-hidden="true" />
        Live
      </button>
    );
  }
  return (
    <button
      type="button"
      className={`${styles.live} ${styles.held}`}
      aria-pressed={true}
      title="Resume (Space)"
      onClick={() => setPaused(false)}
    >
      <Pause size={13} aria-hidden="true" />
      Paused{held > 0 && ` · ${groupDigits(held)}`}
    </button>
  );
}
