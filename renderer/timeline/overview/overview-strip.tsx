// The strip above the timeline: the whole recording from left to right, with failures as ticks and the visible rows marked. A click
// scrolls there; dragging, or Shift with arrow keys, narrows the filter to a time range; Esc widens it again.

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Overview } from '../../../shared/api/views.ts';
import { severities } from '../../../shared/failure.ts';
import { duration } from '../../../shared/text/duration.ts';
import { useWidth } from '../../components/use-width.ts';
import { openFilter, useWantedFilter, wantedFilter } from '../../model/filter.ts';
import { type Model, useModel } from '../../model/model.ts';
import { reveal, rowsOf, setFollowing, timelineOf, useTimeline } from '../../model/timeline.ts';
import { clock, clockText, countInWords } from '../../text/format.ts';
import styles from './overview-strip.module.css';
import { spanIn, type TimeSpan, withSpan } from './span-terms.ts';
import { activityPath, tickPaths } from './strip-shapes.ts';
import { useOverview } from './use-overview.ts';
import { useVisibleRange } from './visible-range.ts';

const usualHeight = 34;
/** In the bar of a small window. */
const lowHeight = 24;
/** Pixels per interval. */
const grain = 3;
/** A shorter drag counts as a click. */
const leastDrag = 5;
/** Steps from one end to the other. */
const steps = 80;
const keyRest = 200;

export function OverviewStrip({ isLow = false }: { isLow?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const view = useTimeline((state) => state.view);
  const buckets = width === 0 ? 0 : Math.min(600, Math.max(40, Math.floor(width / grain)));
  const overview = useOverview(view, buckets);
  return (
    <div className={`${styles.strip} ${isLow ? styles.low : ''} ${overview ? '' : styles.none}`}>
      {overview && !isLow && <time className={`${styles.end} mono`}>{clock(overview.from).time}</time>}
      <div ref={box} className={styles.box}>
        {overview && width > 0 && <Chart overview={overview} width={width} height={isLow ? lowHeight : usualHeight} />}
      </div>
      {overview && (
        <span className={`${styles.end} mono`} title={`Until ${clockText(overview.to)}`}>
          {duration(overview.to - overview.from)}
        </span>
      )}
    </div>
  );
}

function Chart({ overview, width, height }: { overview: Overview; width: number; height: number }) {
  const model = useModel();
  const filter = useWantedFilter();
  const chosen = useMemo(() => spanIn(filter), [filter]);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [keyed, setKeyed] = useState<TimeSpan | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const size = { width, height };
  const { from } = overview;
  const span = Math.max(1, overview.to - from);
  const xOf = (at: number) => Math.max(0, Math.min(width, ((at - from) / span) * width));
  const timeAt = (x: number) => from + (Math.max(0, Math.min(width, x)) / width) * span;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter replaces the range chosen by keys.
  useEffect(() => setKeyed(null), [filter]);
  useEffect(() => () => void (timer.current !== null && clearTimeout(timer.current)), []);

  const shapes = useMemo(
    () => ({
      activity: activityPath(overview.messages, { width, height }),
      passing: overview.passing ? activityPath(overview.passing, { width, height }) : '',
      ticks: tickPaths(overview, { width, height }),
    }),
    [overview, width, height],
  );

  const placeOf = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: placeOf(event), to: placeOf(event) });
  };
  const onPointerMove = (event: PointerEvent) => {
    const x = placeOf(event);
    setHover(x);
    if (drag) setDrag({ ...drag, to: x });
  };
  const onPointerUp = () => {
    if (!drag) return;
    setDrag(null);
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    if (right - left < leastDrag) void jumpTo(model, timeAt(drag.from));
    else choose(model, { from: timeAt(left), to: timeAt(right) });
  };

  const soon = (act: () => void) => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(act, keyRest);
  };
  const at = cursor ?? chosen?.to ?? overview.to;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const known = keyed ?? chosen;
    if (step !== 0 || event.key === 'Home' || event.key === 'End') {
      const moved =
        event.key === 'Home' ? from : event.key === 'End' ? overview.to : keep(at + (step * span) / steps, overview);
      if (event.shiftKey) {
        // The end at the cursor moves; the other stays.
        const other = known ? (Math.abs(known.from - at) < Math.abs(known.to - at) ? known.to : known.from) : at;
        const next = { from: Math.min(other, moved), to: Math.max(other, moved) };
        setKeyed(next);
        if (next.to > next.from) soon(() => choose(model, next));
        setCursor(moved);
      } else if (known) {
        const by = Math.max(from - known.from, Math.min(overview.to - known.to, moved - at));
        const next = { from: known.from + by, to: known.to + by };
        setKeyed(next);
        setCursor(at + by);
        soon(() => choose(model, next));
      } else {
        setCursor(moved);
        soon(() => void jumpTo(model, moved));
      }
    } else if (event.key === 'Enter') void jumpTo(model, known?.from ?? at);
    else if (event.key === 'Escape') {
      // A pending choice must not be applied after it.
      if (timer.current !== null) clearTimeout(timer.current);
      setKeyed(null);
      setCursor(null);
      if (known) void openFilter(model, withSpan(filter, null));
      else document.getElementById('timeline-grid')?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const brush =
    drag && Math.abs(drag.to - drag.from) >= leastDrag
      ? { left: Math.min(drag.from, drag.to), right: Math.max(drag.from, drag.to) }
      : (keyed ?? chosen) && { left: xOf((keyed ?? chosen)!.from), right: xOf((keyed ?? chosen)!.to) };
  const failures = overview.failures.reduce((sum, amount) => sum + amount, 0);
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        data-own-keys=""
        className={styles.chart}
        aria-label="The recording over time"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(((at - from) / span) * 100)}
        aria-valuetext={valueText(brush && !drag ? (keyed ?? chosen) : null, at, failures)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => setHover(null)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <path className={shapes.passing ? styles.faint : styles.activity} d={shapes.activity} />
          {shapes.passing && <path className={styles.activity} d={shapes.passing} />}
          {severities
            .toReversed()
            .map((severity) =>
              shapes.ticks.paths[severity] ? (
                <path
                  key={severity}
                  className={styles[severity]}
                  data-crowded={shapes.ticks.isCrowded ? '' : undefined}
                  d={shapes.ticks.paths[severity]}
                />
              ) : null,
            )}
          <InSight xOf={xOf} {...size} />
          {brush && (
            <rect
              className={styles.brush}
              x={brush.left}
              y={0.5}
              width={Math.max(2, brush.right - brush.left)}
              height={height - 1}
            />
          )}
          {cursor !== null && !brush && <path className={styles.cursor} d={`M${xOf(cursor)} 0V${height}`} />}
        </svg>
      </div>
      {hover !== null && (
        <div className={styles.hint} style={{ left: Math.max(70, Math.min(width - 70, hover)) }} aria-hidden="true">
          {hintAt(overview, hover / width, drag ? timeAt(drag.from) : null)}
        </div>
      )}
    </>
  );
}

/** The visible rows, as far as known. */
function InSight({ xOf, height: tall }: { xOf: (at: number) => number; height: number }) {
  const model = useModel();
  const { first, end } = useVisibleRange();
  useTimeline((state) => state.version);
  const top = rowsOf(model).get(first);
  const bottom = rowsOf(model).get(end - 1) ?? rowsOf(model).get(end - 2);
  if (!top || !bottom) return null;
  const left = Math.max(0, xOf(top.at) - 2);
  const wide = Math.max(5, xOf(bottom.at) + 2 - left);
  return <rect className={styles.window} x={left + 0.5} y={0.5} width={wide} height={tall - 1} rx={2} />;
}

function keep(at: number, { from, to }: Overview): number {
  return Math.max(from, Math.min(to, at));
}

function choose(model: Model, span: TimeSpan): void {
  void openFilter(model, withSpan(wantedFilter(model), span));
}

/** Scrolls to the first row from that time on. */
async function jumpTo(model: Model, at: number): Promise<void> {
  const found = await model.platform.call('locateTime', { view: timelineOf(model).getState().view, at });
  if (!found.ok || !found.value) return;
  setFollowing(model, false);
  reveal(model, found.value.index);
}

function valueText(span: TimeSpan | null, at: number, failures: number): string {
  const where = span ? `${clockText(span.from)} to ${clockText(span.to)}` : clockText(at);
  return `${where}; ${countInWords(failures, 'failed call')} in the recording`;
}

function hintAt(overview: Overview, share: number, dragFrom: number | null): string {
  const { from, to, messages, failures, worst } = overview;
  const at = from + Math.max(0, Math.min(1, share)) * (to - from);
  if (dragFrom !== null && Math.abs(at - dragFrom) > (to - from) / 500)
    return `${clockText(Math.min(at, dragFrom))} – ${clockText(Math.max(at, dragFrom))} · ${duration(Math.abs(at - dragFrom))}`;
  const part = Math.min(messages.length - 1, Math.max(0, Math.floor(share * messages.length)));
  // A tick is wider than its interval, so pointing at it selects it.
  const near = [part, part - 1, part + 1].find((index) => (failures[index] ?? 0) > 0) ?? part;
  const failed = failures[near] ?? 0;
  const words = failed > 0 ? ` · ${countInWords(failed, 'failed call')}, ${severities[worst[near] ?? 0]}` : '';
  return `${clockText(at)} · ${countInWords(messages[near] ?? 0, 'message')}${words}`;
}
