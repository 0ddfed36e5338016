// The top bar: the places, the filter, the live state, and what is available everywhere: call, export, settings.

import { CircleDot, Download, Pause, Settings } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { ConnectAll } from '../components/connect-all.tsx';
import { CompareBar } from '../features/compare/compare-bar.tsx';
import { FailureCount } from '../features/failures/failure-count.tsx';
import { openSettings } from '../features/settings/settings-state.ts';
import { useNoneConnected } from '../model/connect-servers.ts';
import { isPast, useConnection } from '../model/connection.ts';
import { openCall, openDialog } from '../model/dialogs.ts';
import { useModel } from '../model/model.ts';
import { type Page, showPage, usePage } from '../model/open-place.ts';
import { setPaused, useTimeline } from '../model/timeline.ts';
import { groupDigits } from '../text/format.ts';
import { FilterBox } from './filter-box.tsx';
import styles from './top-bar.module.css';

/** `bare`: there is no data yet, so no tools for it. */
export function TopBar({ bare }: { bare: boolean }) {
  const model = useModel();
  const isOver = useConnection(isPast);
  const hasRows = useConnection((state) => state.counters.rows > 0);
  const page = usePage((state) => state.page);
  return (
    <div className={styles.bar}>
      <div className={styles.brand}>
        <i aria-hidden="true" />
        <h1>Misfire</h1>
      </div>
      {bare ? (
        <span className={styles.spacer} />
      ) : (
        <>
          <Places />
          {page === 'compare' ? (
            <CompareBar />
          ) : (
            <>
              {/* A filter applies to timeline rows: it is hidden where it has no effect. */}
              {page === 'timeline' ? <FilterBox /> : <span className={styles.spacer} />}
              {isOver ? <ReadOnly /> : page === 'timeline' && <LiveButton />}
              <Button disabled={isOver} onClick={() => openCall(model)}>
                Call…
              </Button>
              <Button disabled={!hasRows} onClick={() => openDialog(model, 'export')}>
                <Download size={14} aria-hidden="true" /> Export
              </Button>
            </>
          )}
        </>
      )}
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
    </div>
  );
}

const places: [Page, string][] = [
  ['timeline', 'Timeline'],
  ['failures', 'Failures'],
  ['compare', 'Compare'],
  ['rehearse', 'Rehearse'],
];

function Places() {
  const model = useModel();
  const page = usePage((state) => state.page);
  return (
    <nav className={styles.places} aria-label="Places">
      {places.map(([place, name]) => (
        <button
          key={place}
          type="button"
          className={styles.place}
          aria-current={page === place ? 'page' : undefined}
          onClick={() => showPage(model, place)}
        >
          {name}
          {place === 'failures' && <FailureCount />}
        </button>
      ))}
    </nav>
  );
}

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
