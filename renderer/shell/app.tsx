// The window: bar, side, place, card, status. Decides which of them to show; features bring places, sides and dialogs.

import { Tooltip } from 'radix-ui';
import { useEffect } from 'react';
import { loadJsonEditor } from '../arguments/json-editor.tsx';
import { WithCard } from '../card/with-card.tsx';
import { SearchWords } from '../components/marked-line.tsx';
import { Splitter } from '../components/splitter.tsx';
import { useConnection } from '../model/connection.ts';
import { useModel } from '../model/model.ts';
import { usePage } from '../model/open-place.ts';
import { isSmall, lowest, sideLimits, useWindowHeight, useWindowWidth, widthWithin } from '../model/pane-size.ts';
import { setSideWidth, usePreferences } from '../model/preferences.ts';
import { useTimeline } from '../model/timeline.ts';
import { useFeatures, type WindowPlace } from '../model/window-feature.ts';
import { countInWords } from '../text/format.ts';
import { searchWordsIn } from '../text/search-words.ts';
import { BodyDialog } from '../timeline/body/body-dialog.tsx';
import { EmptyTimeline } from '../timeline/empty-timeline.tsx';
import { OverviewStrip } from '../timeline/overview/overview-strip.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { TimelineBar } from '../timeline/timeline-bar.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { listenToHost } from './commands/host-events.ts';
import { listenForKeys, listenForMenu } from './commands/listen-for-keys.ts';
import { FilterLine } from './filter-chips.tsx';
import { LiveRegion } from './live-region.tsx';
import { Opening } from './opening.tsx';
import { Palette } from './palette/palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { SkipLink } from './skip-link.tsx';
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
function hasSide(place: WindowPlace | undefined, windowWidth: number): boolean {
  return place === undefined || place.side === 'always' || (place.side === 'wide' && !isSmall(windowWidth));
}

export function App() {
  const model = useModel();
  const status = useConnection((state) => state.status);
  // Booleans instead of counts: counts change with each batch, and would redraw the whole window.
  const isBlank = useConnection((state) => state.servers.length === 0 && state.counters.rows === 0);
  const page = usePage((state) => state.page);
  const features = useFeatures();
  // Without one, the timeline.
  const place = features.find((feature) => feature.place?.page === page)?.place;
  const isEmpty = useTimeline((state) => state.total === 0);
  const searchWords = useTimeline((state) => searchWordsIn(state.filter));
  const storedSide = usePreferences((state) => state.sideWidth);
  const windowWidth = useWindowWidth();
  const isRail = isSmall(windowWidth) && place === undefined;
  const sides = sideLimits(windowWidth, isRail);
  const sideWidth = widthWithin(sides, storedSide);

  const failedCalls = useConnection((state) => state.counters.failedCalls);

  useEffect(() => listenForKeys(model), [model]);
  useEffect(() => listenForMenu(model), [model]);
  useEffect(() => listenToHost(model), [model]);
  useEffect(() => {
    document.title = failedCalls > 0 ? `Misfire · ${countInWords(failedCalls, 'failed call')}` : 'Misfire';
  }, [failedCalls]);

  const isLive = useConnection((state) => state.recording?.isLive ?? true);
  const isShown = status !== 'starting';
  useEffect(() => {
    // Before it is needed: later, the host may be another version without this file.
    if (isShown) loadJsonEditor().catch(() => null);
  }, [isShown]);
  const Blank = features.find((feature) => feature.Blank)?.Blank;
  const first = isShown && isBlank && isLive && place === undefined && Blank !== undefined;
  return (
    <SearchWords value={searchWords}>
      <Tooltip.Provider delayDuration={350} skipDelayDuration={200}>
        <div className={styles.app} style={{ '--side': `${sideWidth}px` } as React.CSSProperties}>
          <SkipLink />
          <header className={styles.top}>
            <TopBar bare={first} />
          </header>
          <div className={styles.notices}>
            {features.map(({ name, Strip }) => Strip && <Strip key={name} />)}
            <section className={styles.banners} aria-label="Notices">
              <Banners />
            </section>
          </div>
          {!isShown && (
            <main className={styles.alone} aria-label="Opening">
              <Opening />
            </main>
          )}
          {first && (
            <main className={styles.alone}>
              <Blank />
            </main>
          )}
          {isShown && place && <place.Place />}
          {isShown && !first && !place && (
            <>
              {features.map(({ name, Side }) => Side && <Side key={name} isRail={isRail} />)}
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
          {isShown && !first && !isRail && hasSide(place, windowWidth) && (
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
          <ShortcutSheet />
          <Palette />
          <BodyDialog />
          {features.flatMap(({ name, overlays = [] }) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the overlays of a feature never change.
            overlays.map((Overlay, index) => <Overlay key={`${name} ${index}`} />),
          )}
        </div>
      </Tooltip.Provider>
    </SearchWords>
  );
}
