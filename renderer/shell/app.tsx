// The window: bar, servers, timeline, card, status. Decides which of them there is room and reason for.

import { Tooltip } from 'radix-ui';
import { useEffect } from 'react';
import { AsksDialog } from '../asks/asks-dialog.tsx';
import { BodyDialog } from '../body/body-dialog.tsx';
import { CallDialog } from '../call/call-dialog.tsx';
import { ComparePlace } from '../compare/compare-place.tsx';
import { count } from '../components/format.ts';
import { SoughtWords } from '../components/marked-line.tsx';
import { soughtIn } from '../components/sought.ts';
import { Splitter } from '../components/splitter.tsx';
import { DialectsDialog } from '../dialects/dialects-dialog.tsx';
import { DoctorDialog } from '../doctor/doctor-dialog.tsx';
import { WithCard } from '../failure/with-card.tsx';
import { FailuresPlace } from '../failures/failures-place.tsx';
import { FirstRun } from '../first-run/first-run.tsx';
import { OverviewStrip } from '../overview/overview-strip.tsx';
import { Palette } from '../palette/palette.tsx';
import { usePlatform } from '../platform/context.ts';
import { ProbePlace } from '../probe/probe-place.tsx';
import { SnippetDialog } from '../replay/copy-menu.tsx';
import { GuardDialog } from '../replay/guard-dialog.tsx';
import { MarkedDiff } from '../replay/marked-diff.tsx';
import { ReplayList } from '../replay/replay-list.tsx';
import { ReplayPage } from '../replay/replay-page.tsx';
import { AddServerDialog } from '../servers/add-server-dialog.tsx';
import { EditServerDialog } from '../servers/edit-server-dialog.tsx';
import { ExportServersDialog } from '../servers/export-servers-dialog.tsx';
import { ServerList } from '../servers/server-list.tsx';
import { DropZone } from '../sessions/drop-zone.tsx';
import { ExportDialog } from '../sessions/export-dialog.tsx';
import { SessionsDialog } from '../sessions/sessions-dialog.tsx';
import { useConnection } from '../state/connection.ts';
import { usePage } from '../state/page.ts';
import { setSideWidth, usePreferences } from '../state/preferences.ts';
import { useTimeline } from '../state/timeline.ts';
import { EmptyTimeline } from '../timeline/empty-timeline.tsx';
import { ServerStrips } from '../timeline/server-strips.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Tour } from '../tour/tour.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { LiveRegion } from './live-region.tsx';
import { sideLimits, useWindowWidth, widthWithin } from './pane-size.ts';
import { listenForKeys, listenForMenu } from './run-command.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';

export function App() {
  const platform = usePlatform();
  const status = useConnection((state) => state.status);
  // Yes or no rather than how many: numbers change with each batch, and all of the window would be drawn with them.
  const isBlank = useConnection((state) => state.servers.length === 0 && state.counters.rows === 0);
  const page = usePage((state) => state.page);
  const isEmpty = useTimeline((state) => state.total === 0);
  const sought = useTimeline((state) => soughtIn(state.filter));
  const storedSide = usePreferences((state) => state.sideWidth);
  const windowWidth = useWindowWidth();
  const sides = sideLimits(windowWidth);
  const sideWidth = widthWithin(sides, storedSide);

  const failures = useConnection((state) => state.counters.failures - state.counters.expected);

  useEffect(() => listenForKeys(platform), [platform]);
  useEffect(() => listenForMenu(platform), [platform]);
  useEffect(() => {
    document.title = failures > 0 ? `Misfire · ${count(failures, 'failure')}` : 'Misfire';
  }, [failures]);

  const isLive = useConnection((state) => state.session?.isLive ?? true);
  const first = status !== 'starting' && isBlank && isLive && page === 'timeline';
  return (
    <SoughtWords value={sought}>
      <Tooltip.Provider delayDuration={350} skipDelayDuration={200}>
        <div className={styles.app} style={{ '--side': `${sideWidth}px` } as React.CSSProperties}>
          <header className={styles.top}>
            <TopBar bare={first} />
          </header>
          <section className={styles.banners} aria-label="Notices">
            <Banners />
          </section>
          {status === 'starting' && <main className={styles.alone} aria-busy="true" aria-label="Opening" />}
          {first && (
            <main className={styles.alone}>
              <FirstRun />
            </main>
          )}
          {status !== 'starting' && !first && page === 'replay' && (
            <>
              <ReplayList />
              <ReplayPage />
            </>
          )}
          {status !== 'starting' && !first && page === 'failures' && <FailuresPlace />}
          {status !== 'starting' && page === 'compare' && <ComparePlace />}
          {status !== 'starting' && page === 'probe' && <ProbePlace />}
          {status !== 'starting' && !first && page === 'timeline' && (
            <>
              <ServerList />
              <WithCard>
                <div className={styles.center}>
                  <ServerStrips />
                  <OverviewStrip />
                  <Timeline />
                  {isEmpty && <EmptyTimeline />}
                </div>
              </WithCard>
            </>
          )}
          {status !== 'starting' && !first && (page === 'timeline' || page === 'replay') && (
            <section className={styles.sideEdge} aria-label="Edge of the list at the side">
              <Splitter
                label="Width of the list at the side"
                pane="left"
                value={sideWidth}
                min={sides.min}
                max={sides.max}
                onChange={setSideWidth}
              />
            </section>
          )}
          <footer className={styles.status}>
            <StatusBar />
          </footer>
          <LiveRegion />
          <CallDialog />
          <AddServerDialog />
          <EditServerDialog />
          <ExportServersDialog />
          <AsksDialog />
          <DialectsDialog />
          <DoctorDialog />
          <GuardDialog />
          <SnippetDialog />
          <MarkedDiff />
          <ShortcutSheet />
          <Palette />
          <SessionsDialog />
          <ExportDialog />
          <BodyDialog />
          <DropZone />
          <Tour />
        </div>
      </Tooltip.Provider>
    </SoughtWords>
  );
}
