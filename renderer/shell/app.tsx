// The window: bar, servers, timeline, card, status. Decides which of them there is room and reason for.

import { useEffect } from 'react';
import { CallDialog } from '../call/call-dialog.tsx';
import { Splitter } from '../components/splitter.tsx';
import { DetailPane } from '../failure/detail-pane.tsx';
import { FirstRun } from '../first-run/first-run.tsx';
import { usePlatform } from '../platform/context.ts';
import { AddServerDialog } from '../servers/add-server-dialog.tsx';
import { ServerList } from '../servers/server-list.tsx';
import { DropZone } from '../sessions/drop-zone.tsx';
import { ExportDialog } from '../sessions/export-dialog.tsx';
import { SessionsDialog } from '../sessions/sessions-dialog.tsx';
import { useConnection } from '../state/connection.ts';
import { setPaneWidth, usePreferences } from '../state/preferences.ts';
import { useTimeline } from '../state/timeline.ts';
import { EmptyTimeline } from '../timeline/empty-timeline.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { LiveRegion } from './live-region.tsx';
import { paneLimits, useWindowWidth } from './pane-size.ts';
import { listenForKeys } from './run-command.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';

export function App() {
  const platform = usePlatform();
  const status = useConnection((state) => state.status);
  const serverCount = useConnection((state) => state.servers.length);
  const rowCount = useConnection((state) => state.counters.rows);
  const total = useTimeline((state) => state.total);
  const selected = useTimeline((state) => state.selected);
  const open = useTimeline((state) => state.paneOpen);
  const stored = usePreferences((state) => state.paneWidth);
  const limits = paneLimits(useWindowWidth());
  const paneWidth = Math.max(limits.min, Math.min(limits.max, stored ?? limits.usual));

  useEffect(() => listenForKeys(platform), [platform]);

  const isLive = useConnection((state) => state.session?.isLive ?? true);
  const first = status !== 'starting' && serverCount === 0 && rowCount === 0 && isLive;
  const paneShown = open && selected !== null;
  return (
    <div className={styles.app}>
      <header className={styles.top}>
        <TopBar bare={first} />
      </header>
      <div className={styles.banners}>
        <Banners />
      </div>
      {status === 'starting' && <main className={styles.alone} aria-busy="true" aria-label="Opening" />}
      {first && (
        <main className={styles.alone}>
          <FirstRun />
        </main>
      )}
      {status !== 'starting' && !first && (
        <>
          <ServerList />
          <main
            className={`${styles.main} ${paneShown ? styles.withPane : ''}`}
            style={{ '--pane': `${paneWidth}px` } as React.CSSProperties}
          >
            <div className={styles.center}>
              <Timeline />
              {total === 0 && <EmptyTimeline />}
            </div>
            {paneShown && (
              <>
                <Splitter
                  label="Width of the card"
                  value={paneWidth}
                  min={limits.min}
                  max={limits.max}
                  onChange={setPaneWidth}
                />
                <DetailPane />
              </>
            )}
          </main>
        </>
      )}
      <footer className={styles.status}>
        <StatusBar />
      </footer>
      <LiveRegion />
      <CallDialog />
      <AddServerDialog />
      <ShortcutSheet />
      <SessionsDialog />
      <ExportDialog />
      <DropZone />
    </div>
  );
}
