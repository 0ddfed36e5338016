// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; ARIA roles describe it.
// The grid of rows: a viewport of the log. It is one tab stop and names its active row; the shell handles keys.

import { ArrowDownToLine, Flag } from 'lucide-react';
import { type CSSProperties, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { duration } from '../../shared/text/duration.ts';
import { beganAt, type Row } from '../../shared/timeline.ts';
import { useWidth } from '../components/use-width.ts';
import { drawnSpan, idleTime, placeOf, scaleKey, type TimeScale, timeScale } from '../components/waterfall-scale.ts';
import { colourOf, isPast, serverById, useConnection } from '../model/connection.ts';
import { useFilterWork } from '../model/filter.ts';
import { type FoldView, foldOf, useUnfolded } from '../model/folds.ts';
import { useFollowedBy } from '../model/followed.ts';
import { showRange } from '../model/load-rows.ts';
import { type Model, useModel } from '../model/model.ts';
import { isSmall as isSmallWindow, useWindowWidth } from '../model/pane-size.ts';
import { clearPicked, pickUpTo, togglePicked, usePicked } from '../model/picked-rows.ts';
import { usePreferences } from '../model/preferences.ts';
import { smallRows, usualRows } from '../model/row-heights.ts';
import { selectRow, toggleFoldAt } from '../model/selection.ts';
import { heightsOf, isSortedView, jumpToNewest, rowsOf, setRowSizes, useTimeline } from '../model/timeline.ts';
import { useWaterfallZoom, zoomAnchorOf } from '../model/waterfall-zoom.ts';
import { clockText, countInWords } from '../text/format.ts';
import { ColumnHead } from './column-head.tsx';
import { type ColumnId, columns, layoutOf } from './columns.ts';
import { useListWindow } from './list-window.ts';
import { noteVisibleRange } from './overview/visible-range.ts';
import { PickedBar } from './picked-bar.tsx';
import { BlankRow, TimelineRow } from './row.tsx';
import { moveSlots, noSlots } from './slots.ts';
import { threadsOf } from './threads.ts';
import styles from './timeline.module.css';
import { usePortions } from './use-portions.ts';
import { useRoom } from './use-room.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';
import { TimeAxis } from './waterfall.tsx';

const noThreads: [] = [];

export function Timeline() {
  const model = useModel();
  const list = useRef<HTMLDivElement>(null);
  const windowWidth = useWindowWidth();
  const isSmall = isSmallWindow(windowWidth);
  const isCompact = usePreferences((state) => state.density === 'compact');
  const hasOneLine = isSmall || isCompact;
  useLayoutEffect(() => setRowSizes(model, hasOneLine ? smallRows : usualRows), [model, hasOneLine]);
  useUnfolded();
  const sight = useListWindow(list);
  const room = useRoom(sight.end - sight.first);
  const following = useTimeline((state) => state.following);
  // While there are too few elements for all visible rows, the most relevant rows are shown.
  const first = following ? sight.end - room : sight.first;
  const end = first + room;
  const shift = sight.shift + heightsOf(model).offsetOf(first) - heightsOf(model).offsetOf(sight.first);
  const version = useTimeline((state) => state.version);
  const total = useTimeline((state) => state.total);
  const view = useTimeline((state) => state.view);
  const selected = useTimeline((state) => state.selected);
  const asked = useFilterWork((state) => state.busy);
  const growing = useTimeline((state) => state.growing);
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const began = useConnection((state) => state.recording?.startedAt ?? null);
  const since = usePreferences((state) => state.times) === 'elapsed' ? began : null;

  useEffect(() => {
    showRange(model, sight.first, Math.max(sight.first, sight.end - 1));
  }, [sight.first, sight.end, model]);
  useEffect(() => noteVisibleRange(model, sight.seen.first, sight.seen.end), [sight.seen.first, sight.seen.end, model]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` represents the rows, which are outside of React.
  const held = useMemo(
    () => Array.from({ length: end - first }, (_, offset) => rowsOf(model).get(first + offset)),
    [first, end, version],
  );
  // In a finished recording no bar extends to the present.
  const endedAt = useConnection((state) => (isPast(state) ? (state.recording?.touchedAt ?? null) : null));
  const clockNow = useNow(endedAt === null && held.some((row) => row?.pending));
  const now = endedAt ?? clockNow;
  const seen = held.slice(Math.max(0, sight.seen.first - first), Math.max(0, sight.seen.end - first));
  const zoom = useWaterfallZoom();
  const found = timeScale(
    seen.filter((row) => row !== undefined),
    now,
    zoom,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal axis keeps its object, so that bars are not redrawn.
  const scale = useMemo(() => found, [scaleKey(found)]);
  const chosen = held.find((row) => row?.id === selected);
  useEffect(() => noteAnchor(model, scale, chosen), [model, scale, chosen]);
  useWheelZoom(list);
  const wanted = useMemo(
    () => held.map((row, offset) => ({ index: first + offset, row, scale })),
    [held, first, scale],
  );
  // A storm changes content instead of building and discarding elements. A row depends only on its props, so no old content remains.
  const onScreen = useRef(noSlots);
  const slots = useMemo(() => moveSlots(onScreen.current, first, end - first, view), [first, end, view]);
  useLayoutEffect(() => {
    onScreen.current = slots;
  }, [slots]);
  const { keys } = slots;
  const lines = usePortions(wanted, keys, following, view);
  const shown = useMemo(() => lines.map(({ row }) => row), [lines]);
  const isSorted = isSortedView(view);
  // Folded rows are behind the row that stands for them: no bracket leads to them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` represents the folds.
  const threads = useMemo(
    () =>
      isSorted
        ? []
        : threadsOf(lines.map(({ row, index }) => (heightsOf(model).sizeOf(index) === 'none' ? undefined : row))),
    [lines, isSorted, version, model],
  );
  const chains = useMemo(() => gatherChains(shown), [shown]);

  const pick = (event: MouseEvent) => {
    const head = (event.target as Element).closest('[data-fold-row]')?.getAttribute('data-fold-row');
    if (head) return toggleFoldAt(model, Number(head));
    const id = (event.target as Element).closest('[data-row]')?.getAttribute('data-row');
    if (!id) return;
    if (event.shiftKey) return pickUpTo(model, Number(id));
    if (event.ctrlKey || event.metaKey) return togglePicked(model, Number(id));
    clearPicked(model);
    void selectRow(model, Number(id));
  };

  const picked = usePicked((state) => state.rows);
  const folds = useRef(new Map<number, FoldView>());
  const width = useWidth(list);
  const choices = usePreferences((state) => state.columns);
  const isCardOpen = useTimeline((state) => state.paneOpen && state.selected !== null);
  const hasSeen = useConnection((state) => state.counters.seen !== undefined);
  const layout = useMemo(
    () => layoutOf({ width, isSmall, isCardOpen, windowWidth, hasSeen }, choices),
    [width, isSmall, isCardOpen, windowWidth, hasSeen, choices],
  );
  const activeShown = selected !== null && shown.some((row) => row?.id === selected);
  const heads: Partial<Record<ColumnId, { className?: string | undefined; title?: string | undefined }>> = {
    seen: { title: 'What the model got' },
    mark: { className: layout.hasServers ? styles.whoHead : styles.noHead },
    latency: { className: styles.latencyHead },
    waterfall: { title: scale ? axisWords(scale) : undefined },
  };
  return (
    <section
      className={hasOneLine ? `${styles.timeline} ${styles.oneLine}` : styles.timeline}
      aria-label="Timeline"
      style={{ '--columns': layout.template } as CSSProperties}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the shell's key table handles the keys. */}
      <div
        ref={list}
        role="grid"
        id="timeline-grid"
        className={styles.grid}
        aria-label="Messages"
        aria-multiselectable="true"
        aria-rowcount={total + 1}
        aria-colcount={layout.shown.size}
        aria-busy={asked || growing}
        aria-activedescendant={activeShown ? `row-${selected}` : undefined}
        tabIndex={0}
        onClick={pick}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          {columns
            .filter(({ id }) => layout.shown.has(id))
            .map(({ id }) => (
              <ColumnHead key={id} id={id} {...heads[id]} />
            ))}
        </div>
        <div role="rowgroup" className={styles.track} style={{ height: sight.track }}>
          <div className={styles.layer} style={{ transform: `translateY(${shift}px)` }} role="presentation">
            {lines.map(({ row, index, scale: axis }, offset) => {
              const size = heightsOf(model).sizeOf(index);
              if (size === 'none') return null;
              if (!row) return <BlankRow key={keys[offset]} index={index} tall={size === 'tall'} />;
              const server = serverById(servers, row.server);
              return (
                <TimeAxis key={keys[offset]} value={axis}>
                  <TimelineRow
                    row={row}
                    index={index}
                    tall={size === 'tall'}
                    selected={row.id === selected}
                    picked={picked.has(row.id)}
                    serverName={server?.name ?? row.server}
                    entryName={server?.watched?.server ?? server?.name ?? row.server}
                    colour={colourOf(servers, row.server, past)}
                    threads={threads[offset]?.length ? threads[offset] : noThreads}
                    chain={(row.chain !== null && chains.get(row.chain)) || null}
                    now={row.pending ? now : 0}
                    since={since}
                    layout={layout}
                    isSmall={hasOneLine}
                    fold={sameFold(folds.current, foldOf(model, row), row.id)}
                  />
                </TimeAxis>
              );
            })}
          </div>
        </div>
      </div>
      {endedAt !== null && <EndOfRecording />}
      <NewRows />
      <PickedBar />
    </section>
  );
}

/** The same object while its content is equal, so that its row is not drawn again. */
function sameFold(known: Map<number, FoldView>, fold: FoldView | null, row: number): FoldView | null {
  if (fold === null) return null;
  const before = known.get(row);
  if (before && before.kind === fold.kind && before.words === fold.words && before.isOpen === fold.isOpen)
    return before;
  known.set(row, fold);
  return fold;
}

/** As text, to explain its marks. */
function axisWords(scale: TimeScale): string {
  const part = scale.view.to - scale.view.from < 1 ? 'A part of the rows in sight' : 'The rows in sight';
  const idle =
    scale.cuts.length === 0 ? '' : ` Dotted: ${duration(idleTime(scale))} in which nothing happened, cut short.`;
  return `${part}: ${duration(drawnSpan(scale))}.${idle} Zoom with + and -, or Ctrl and the wheel; 0 shows all.`;
}

function noteAnchor(model: Model, scale: TimeScale | null, row: Row | undefined): void {
  const place = scale && row ? placeOf(scale, beganAt(row)) / 100 : 0.5;
  zoomAnchorOf(model).setState({ at: place >= 0 && place <= 1 ? place : 0.5 });
}

/** Below the last row of a recording. */
function EndOfRecording() {
  const model = useModel();
  const following = useTimeline((state) => state.following);
  const total = useTimeline((state) => state.total);
  useTimeline((state) => state.version);
  const last = rowsOf(model).get(total - 1);
  if (!following || !last) return null;
  return (
    <p className={styles.end}>
      <Flag size={13} aria-hidden="true" /> End of the recording, {clockText(last.endAt ?? last.at)}
    </p>
  );
}

function NewRows() {
  const model = useModel();
  const unseen = useTimeline((state) => state.unseen);
  const held = useTimeline((state) => state.held);
  const paused = useTimeline((state) => state.paused);
  const followed = useFollowedBy(useConnection((state) => state.recording?.id));
  // A file is shown while it is read: its rows are not news.
  const isRead = useConnection(isPast) && followed === undefined;
  const amount = paused ? held : unseen;
  if (amount === 0 || isRead) return null;
  return (
    <button type="button" className={styles.pill} onClick={() => jumpToNewest(model)}>
      <ArrowDownToLine size={14} aria-hidden="true" />
      {countInWords(amount, 'new row')}
    </button>
  );
}

function gatherChains(shown: readonly (Row | undefined)[]): Map<number, Row[]> {
  const chains = new Map<number, Row[]>();
  for (const row of shown) {
    if (!row || row.chain === null) continue;
    const known = chains.get(row.chain);
    if (known) known.push(row);
    else chains.set(row.chain, [row]);
  }
  return chains;
}

function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
