// The window: bar, servers, timeline, card, status. Decides which of them to show.

import { Tooltip } from 'radix-ui';
import { useEffect } from 'react';
import { WithCard } from '../card/with-card.tsx';
import { SearchWords } from '../components/marked-line.tsx';
import { Splitter } from '../components/splitter.tsx';
import { AsksDialog } from '../features/asks/asks-dialog.tsx';
import { CallDialog } from '../features/call/call-dialog.tsx';
import { ComparePlace } from '../features/compare/compare-place.tsx';
import { DialectsDialog } from '../features/dialects/dialects-dialog.tsx';
import { TeachDialog } from '../features/dialects/teach-dialog.tsx';
import { FailuresPlace } from '../features/failures/failures-place.tsx';
import { FirstRun } from '../features/first-run/first-run.tsx';
import { DropZone } from '../features/recordings/drop-zone.tsx';
import { ExportDialog } from '../features/recordings/export-dialog.tsx';
import { RecordingsDialog } from '../features/recordings/recordings-dialog.tsx';
import { TranscriptsDialog } from '../features/recordings/transcripts-dialog.tsx';
import { RehearsalBar } from '../features/rehearse/rehearsal-bar.tsx';
import { RehearsePlace } from '../features/rehearse/rehearse-place.tsx';
import { BulkDialog } from '../features/replay/bulk-dialog.tsx';
import { SnippetDialog } from '../features/replay/copy-menu.tsx';
import { GuardDialog } from '../features/replay/guard-dialog.tsx';
import { MarkedDiff } from '../features/replay/marked-diff.tsx';
import { AddServerDialog } from '../features/servers/add-server-dialog.tsx';
import { EditServerDialog } from '../features/servers/edit-server-dialog.tsx';
import { ExportServersDialog } from '../features/servers/export-servers-dialog.tsx';
import { PastServers } from '../features/servers/past-server-list.tsx';
import { ServerList } from '../features/servers/server-list.tsx';
import { SettingsPlace } from '../features/settings/settings-place.tsx';
import { Tour } from '../features/tour/tour.tsx';
import { WatchDialog } from '../features/watch/watch-dialog.tsx';
import { useConnection } from '../model/connection.ts';
import { useModel } from '../model/model.ts';
import { type Page, usePage } from '../model/open-place.ts';
import { isSmall, lowest, sideLimits, useWindowHeight, useWindowWidth, widthWithin } from '../model/pane-size.ts';
import { setSideWidth, usePreferences } from '../model/preferences.ts';
import { useTimeline } from '../model/timeline.ts';
import { count } from '../text/format.ts';
import { searchWordsIn } from '../text/search-words.ts';
import { BodyDialog } from '../timeline/body/body-dialog.tsx';
import { EmptyTimeline } from '../timeline/empty-timeline.tsx';
import { OverviewStrip } from '../timeline/overview/overview-strip.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { TimelineBar } from '../timeline/timeline-bar.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { listenToHost } from './commands/host-events.ts';
import { listenForKeys, listenForMenu } from './commands/run-command.ts';
import { FilterLine } from './filter-chips.tsx';
import { LiveRegion } from './live-region.tsx';
import { Opening } from './opening.tsx';
import { Palette } from './palette/palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** In a small window the strip is in the bar; in a low one there is none. */
function ListHead({ isSmall }: { isSmall: boolean }) {
  const hasStrip = useWindowHeight() >= lowest;
  if (!isSmall)
    return (
      <>
        {hasStrip && <OverviewStrip />}
        <TimelineBar isSmall={false} />
      </>
    );
  return <TimelineBar isSmall>{hasStrip ? <OverviewStrip isLow /> : undefined}</TimelineBar>;
}

/** Places with a side list, whose width can be changed. */
function hasSide(page: Page, windowWidth: number): boolean {
  return page === 'timeline' || (page === 'failures' && !isSmall(windowWidth));
}

export function App() {
  const model = useModel();
  const status = useConnection((state) => state.status);
  // Booleans instead of counts: counts change with each batch, and would redraw the whole window.
  const isBlank = useConnection((state) => state.servers.length === 0 && state.counters.rows === 0);
  const page = usePage((state) => state.page);
  const isEmpty = useTimeline((state) => state.total === 0);
  const searchWords = useTimeline((state) => searchWordsIn(state.filter));
  const storedSide = usePreferences((state) => state.sideWidth);
  const windowWidth = useWindowWidth();
  const isRail = isSmall(windowWidth) && page === 'timeline';
  const sides = sideLimits(windowWidth, isRail);
  const sideWidth = widthWithin(sides, storedSide);

  const failedCalls = useConnection((state) => state.counters.failedCalls);

  useEffect(() => listenForKeys(model), [model]);
  useEffect(() => listenForMenu(model), [model]);
  useEffect(() => listenToHost(model), [model]);
  useEffect(() => {
    document.title = failedCalls > 0 ? `Misfire · ${count(failedCalls, 'failed call')}` : 'Misfire';
  }, [failedCalls]);

  const isLive = useConnection((state) => state.recording?.isLive ?? true);
  const first = status !== 'starting' && isBlank && isLive && page === 'timeline';
  return (
    <SearchWords value={searchWords}>
      <Tooltip.Provider delayDuration={350} skipDelayDuration={200}>
        <div className={styles.app} style={{ '--side': `${sideWidth}px` } as React.CSSProperties}>
          <header className={styles.top}>
            <TopBar bare={first} />
          </header>
          <div className={styles.notices}>
            <RehearsalBar />
            <section className={styles.banners} aria-label="Notices">
              <Banners />
            </section>
          </div>
          {status === 'starting' && (
            <main className={styles.alone} aria-label="Opening">
              <Opening />
            </main>
          )}
          {first && (
            <main className={styles.alone}>
              <FirstRun />
            </main>
          )}
          {status !== 'starting' && !first && page === 'failures' && <FailuresPlace />}
          {status !== 'starting' && page === 'compare' && <ComparePlace />}
          {status !== 'starting' && page === 'rehearse' && <RehearsePlace />}
          {status !== 'starting' && page === 'settings' && <SettingsPlace />}
          {status !== 'starting' && !first && page === 'timeline' && (
            <>
              {isLive ? <ServerList isRail={isRail} /> : <PastServers isRail={isRail} />}
              <WithCard>
                <div className={styles.center}>
                  <FilterLine />
                  <ListHead isSmall={isSmall(windowWidth)} />
                  <Timeline />
                  {isEmpty && <EmptyTimeline />}
                </div>
              </WithCard>
            </>
          )}
          {status !== 'starting' && !first && !isRail && hasSide(page, windowWidth) && (
            <section className={styles.sideEdge} aria-label="Edge of the list at the side">
              <Splitter
                label="Width of the list at the side"
                pane="left"
                value={sideWidth}
                min={sides.min}
                max={sides.max}
                onChange={(width) => setSideWidth(model, width)}
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
          <WatchDialog />
          <ExportServersDialog />
          <AsksDialog />
          <DialectsDialog />
          <TeachDialog />
          <BulkDialog />
          <GuardDialog />
          <SnippetDialog />
          <MarkedDiff />
          <ShortcutSheet />
          <Palette />
          <RecordingsDialog />
          <TranscriptsDialog />
          <ExportDialog />
          <BodyDialog />
          <DropZone />
          <Tour />
        </div>
      </Tooltip.Provider>
    </SearchWords>
  );
}
