// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; roles say what it is.
// The grid of rows: a window onto the log. Holds one tab stop and names its active row; keys are handled by the shell.

import { ArrowDownToLine } from 'lucide-react';
import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { duration } from '../../../shared/text/duration.ts';
import { beganAt, type Row } from '../../../shared/timeline.ts';
import { letterOf } from '../../components/server-mark.tsx';
import { drawnSpan, idleTime, placeOf, scaleKey, type TimeScale, timeScale } from '../../components/waterfall-scale.ts';
import { colourOf, serverById, useConnection } from '../../model/connection.ts';
import { useFilterWork } from '../../model/filter.ts';
import { showRange } from '../../model/load-rows.ts';
import { type Model, useModel } from '../../model/model.ts';
import { usePreferences } from '../../model/preferences.ts';
import { tallRow } from '../../model/row-heights.ts';
import { heightsOf, jumpToNewest, rowsOf, select, useTimeline } from '../../model/timeline.ts';
import { useWaterfallZoom, zoomAnchorOf } from '../../model/waterfall-zoom.ts';
import { count } from '../../text/format.ts';
import { noteInSight } from '../overview/in-sight.ts';
import { useListWindow } from './list-window.ts';
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
  const sight = useListWindow(list);
  const room = useRoom(sight.end - sight.first);
  const following = useTimeline((state) => state.following);
  // While there are too few elements for all rows in sight, those are shown that are looked at first.
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
  const began = useConnection((state) => state.recording?.startedAt ?? null);
  const since = usePreferences((state) => state.times) === 'elapsed' ? began : null;

  useEffect(() => {
    showRange(model, sight.first, Math.max(sight.first, sight.end - 1));
  }, [sight.first, sight.end, model]);
  useEffect(() => noteInSight(model, sight.seen.first, sight.seen.end), [sight.seen.first, sight.seen.end, model]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for the rows, which live outside of React.
  const held = useMemo(
    () => Array.from({ length: end - first }, (_, offset) => rowsOf(model).get(first + offset)),
    [first, end, version],
  );
  const now = useNow(held.some((row) => row?.pending));
  const seen = held.slice(Math.max(0, sight.seen.first - first), Math.max(0, sight.seen.end - first));
  const zoom = useWaterfallZoom();
  const found = timeScale(
    seen.filter((row) => row !== undefined),
    now,
    zoom,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same axis is the same object, so that bars are not redrawn.
  const scale = useMemo(() => found, [scaleKey(found)]);
  const chosen = held.find((row) => row?.id === selected);
  useEffect(() => noteAnchor(model, scale, chosen), [model, scale, chosen]);
  useWheelZoom(list);
  const wanted = useMemo(
    () => held.map((row, offset) => ({ index: first + offset, row, scale })),
    [held, first, scale],
  );
  // A storm changes words instead of building and throwing away elements. Whatever a row shows comes from its props, so
  // nothing of the old one stays.
  const onScreen = useRef(noSlots);
  const slots = useMemo(() => moveSlots(onScreen.current, first, end - first, view), [first, end, view]);
  useLayoutEffect(() => {
    onScreen.current = slots;
  }, [slots]);
  const { keys } = slots;
  const lines = usePortions(wanted, keys, following, view);
  const shown = useMemo(() => lines.map(({ row }) => row), [lines]);
  const threads = useMemo(() => threadsOf(shown), [shown]);
  const chains = useMemo(() => gatherChains(shown), [shown]);

  const pick = (event: MouseEvent) => {
    const id = (event.target as Element).closest('[data-row]')?.getAttribute('data-row');
    if (id) select(model, Number(id));
  };

  // With more servers than shapes, a letter helps to tell their marks apart.
  const isCrowded = servers.length > 8;
  const activeShown = selected !== null && shown.some((row) => row?.id === selected);
  return (
    <section className={isCrowded ? `${styles.timeline} ${styles.lettered}` : styles.timeline} aria-label="Timeline">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the shell's key table moves and opens rows. */}
      <div
        ref={list}
        role="grid"
        id="timeline-grid"
        className={styles.grid}
        aria-label="Messages"
        aria-rowcount={total + 1}
        aria-colcount={6}
        aria-busy={asked || growing}
        aria-activedescendant={activeShown ? `row-${selected}` : undefined}
        tabIndex={0}
        onClick={pick}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          <div role="columnheader">Time</div>
          <div role="columnheader">
            <span className="visually-hidden">Server</span>
          </div>
          <div role="columnheader">Call</div>
          <div role="columnheader">What happened</div>
          <div role="columnheader" className={styles.latency}>
            Latency
          </div>
          <div role="columnheader" className={styles.wide} title={scale ? axisWords(scale) : undefined}>
            Waterfall{scale && ` · ${duration(drawnSpan(scale))}`}
            {scale && scale.cuts.length > 0 && ` + ${duration(idleTime(scale))} idle`}
          </div>
        </div>
        <div role="rowgroup" className={styles.track} style={{ height: sight.track }}>
          <div className={styles.layer} style={{ transform: `translateY(${shift}px)` }} role="presentation">
            {lines.map(({ row, index, scale: axis }, offset) => {
              if (!row)
                return (
                  <BlankRow key={keys[offset]} index={index} tall={heightsOf(model).heightOf(index) === tallRow} />
                );
              const server = serverById(servers, row.server);
              return (
                <TimeAxis key={keys[offset]} value={axis}>
                  <TimelineRow
                    row={row}
                    index={index}
                    selected={row.id === selected}
                    serverName={server?.name ?? row.server}
                    colour={colourOf(servers, row.server)}
                    letter={isCrowded ? letterOf(server?.name ?? row.server) : ''}
                    threads={threads[offset]?.length ? threads[offset] : noThreads}
                    chain={(row.chain !== null && chains.get(row.chain)) || null}
                    now={row.pending ? now : 0}
                    since={since}
                  />
                </TimeAxis>
              );
            })}
          </div>
        </div>
      </div>
      <NewRows />
    </section>
  );
}

/** In words, for whoever wonders about the marks on it. */
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

function NewRows() {
  const model = useModel();
  const unseen = useTimeline((state) => state.unseen);
  const held = useTimeline((state) => state.held);
  const paused = useTimeline((state) => state.paused);
  const amount = paused ? held : unseen;
  if (amount === 0) return null;
  return (
    <button type="button" className={styles.pill} onClick={() => jumpToNewest(model)}>
      <ArrowDownToLine size={14} aria-hidden="true" />
      {count(amount, 'new row')}
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
