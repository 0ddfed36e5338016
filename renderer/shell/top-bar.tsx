// The top bar: the places, the filter, the live state, and the tools of features.

import { CircleDot, Pause } from 'lucide-react';
import { ConnectAll } from '../components/connect-all.tsx';
import { useNoneConnected } from '../model/connect-servers.ts';
import { isPast, useConnection } from '../model/connection.ts';
import { useModel } from '../model/model.ts';
import { showPage, usePage } from '../model/open-place.ts';
import { setPaused, useTimeline } from '../model/timeline.ts';
import { useFeatures, type WindowPlace } from '../model/window-feature.ts';
import { groupDigits } from '../text/format.ts';
import { FilterBox } from './filter-box.tsx';
import styles from './top-bar.module.css';

/** `bare`: there is no data yet, so no tools for it. */
export function TopBar({ bare }: { bare: boolean }) {
  const isOver = useConnection(isPast);
  const features = useFeatures();
  const page = usePage((state) => state.page);
  const places = features.flatMap(({ place }) => place ?? []);
  const place = places.find((each) => each.page === page);
  return (
    <div className={styles.bar}>
      <div className={styles.brand}>
        <i className={styles.mark} aria-hidden="true" />
        <h1>Misfire</h1>
      </div>
      {bare ? (
        <span className={styles.spacer} />
      ) : (
        <>
          <Places places={places} />
          {place?.Bar ? (
            <place.Bar />
          ) : (
            <>
              {/* A filter applies to timeline rows: it is hidden where it has no effect. */}
              {place === undefined ? <FilterBox /> : <span className={styles.spacer} />}
              {isOver ? <ReadOnly /> : place === undefined && <LiveButton />}
            </>
          )}
        </>
      )}
      {features.flatMap(({ name, tools = [] }) =>
        tools
          .filter(({ isAlways = false }) => isAlways || !(bare || place?.Bar))
          // biome-ignore lint/suspicious/noArrayIndexKey: the tools of a feature never change.
          .map(({ Tool }, index) => <Tool key={`${name} ${index}`} />),
      )}
    </div>
  );
}

function Places({ places }: { places: readonly WindowPlace[] }) {
  const model = useModel();
  const page = usePage((state) => state.page);
  return (
    <nav className={styles.places} aria-label="Places">
      {[timeline, ...places].map(
        ({ page: place, label, Count }) =>
          label !== null && (
            <button
              key={place}
              type="button"
              className={styles.place}
              aria-current={page === place ? 'page' : undefined}
              onClick={() => showPage(model, place)}
            >
              {label}
              {Count && <Count />}
            </button>
          ),
      )}
    </nav>
  );
}

const timeline: Pick<WindowPlace, 'page' | 'label' | 'Count'> = { page: 'timeline', label: 'Timeline' };

/** Instead of Live: the shown recording is read-only. */
function ReadOnly() {
  return (
    <span className={styles.readOnly}>
      <CircleDot size={13} aria-hidden="true" /> Read-only recording
    </span>
  );
}

function LiveButton() {
  const model = useModel();
  const paused = useTimeline((state) => state.paused);
  const held = useTimeline((state) => state.held);
  const away = useConnection((state) => state.status === 'reconnecting');
  const isAlone = useNoneConnected();
  const hasRows = useConnection((state) => state.counters.rows > 0);
  // Without rows, the empty timeline has this button.
  if (isAlone && hasRows && !away) return <ConnectAll />;
  if (away || isAlone)
    return <span className={`${styles.live} ${styles.away}`}>{away ? 'Waiting' : 'Not connected'}</span>;
  if (!paused) {
    return (
      <button
        type="button"
        className={styles.live}
        aria-pressed={false}
        title="Pause the list; nothing is lost (Space)"
        onClick={() => setPaused(model, true)}
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
      onClick={() => setPaused(model, false)}
    >
      <Pause size={13} aria-hidden="true" />
      Paused{held > 0 && ` · ${groupDigits(held)}`}
    </button>
  );
}
