// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; roles say what it is.
// The place Failures: one row for each trouble rather than for each time it struck, and the card of the newest beside.

import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import type { FailureGroup } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { colourOf, serverById, useConnection } from '../../model/connection.ts';
import { toggleExpected, toggleResolved } from '../../model/expected.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/page.ts';
import { count, groupDigits } from '../../text/format.ts';
import { WithCard } from '../card/with-card.tsx';
import styles from './failures-place.module.css';
import { setOrder, showGroups, showInTimeline, useFailures, watchFailures } from './failures-state.ts';
import { GroupRow } from './group-row.tsx';

const rowHeight = 52;

export function FailuresPlace() {
  const model = useModel();
  const total = useFailures((state) => state.total);
  useEffect(() => watchFailures(model), [model]);
  return (
    <WithCard wide empty={total === 0}>
      <div className={styles.center}>
        <Head />
        <Groups />
      </div>
    </WithCard>
  );
}

function Head() {
  const model = useModel();
  const order = useFailures((state) => state.order);
  const total = useFailures((state) => state.total);
  const isNew = useFailures((state) => state.isNew);
  const failures = useFailures((state) => state.failures);
  const expected = useFailures((state) => state.expected);
  const loaded = useFailures((state) => state.loaded);
  const words = loaded ? [count(failures, 'failure')] : [];
  if (expected > 0) words.push(`${groupDigits(expected)} set aside`);
  return (
    <div className={styles.head}>
      <h2>Failures</h2>
      <p>
        {words.join(', ')}
        {total > 0 && ` in ${count(total, 'group')}`}
        {isNew > 0 && ` · ${groupDigits(isNew)} new since the last recording`}
      </p>
      <Segmented
        label="Order"
        value={order}
        segments={[
          { value: 'last', label: 'Last seen' },
          { value: 'count', label: 'Most often' },
          { value: 'severity', label: 'Worst' },
        ]}
        onChange={(next) => setOrder(model, next)}
      />
    </div>
  );
}

function Groups() {
  const model = useModel();
  const box = useRef<HTMLDivElement>(null);
  const groups = useFailures((state) => state.groups);
  const total = useFailures((state) => state.total);
  const active = useFailures((state) => state.active);
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const today = Math.floor(Date.now() / 60_000) * 60_000;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 800, height: 600 },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => showGroups(model, first, last), [model, first, last]);
  useEffect(() => virtualizer.scrollToIndex(active), [active, virtualizer]);
  const isThere = total > 0;
  useEffect(() => {
    // Whoever came by keys goes on by keys; what else has the focus keeps it.
    if (isThere && document.activeElement === document.body) box.current?.focus();
  }, [isThere]);
  const onOpen = useCallback((group: FailureGroup) => showInTimeline(model, group), [model]);
  const onExpected = useCallback((group: FailureGroup) => void toggleExpected(model, group.id), [model]);
  const onResolved = useCallback((group: FailureGroup) => void toggleResolved(model, group.id), [model]);

  if (total === 0) return <NoGroups />;
  const current = groups.get(active);
  return (
    <div
      ref={box}
      role="grid"
      id="failure-groups"
      className={styles.grid}
      aria-label="Groups of failures"
      aria-rowcount={total + 1}
      aria-colcount={8}
      aria-activedescendant={current ? `group-${current.id}` : undefined}
      tabIndex={0}
    >
      <div role="row" aria-rowindex={1} className={styles.columns}>
        <div role="columnheader">
          <span className="visually-hidden">Severity</span>
        </div>
        <div role="columnheader">Call</div>
        <div role="columnheader">What happened</div>
        <div role="columnheader" className={styles.number}>
          Times
        </div>
        <div role="columnheader" className={styles.chart}>
          When
        </div>
        <div role="columnheader" className={styles.seen}>
          Last, first seen
        </div>
        <div role="columnheader" className={styles.retry}>
          Try again?
        </div>
        <div role="columnheader">
          <span className="visually-hidden">Marks</span>
        </div>
      </div>
      <div role="rowgroup" className={styles.track} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const group = groups.get(index);
          const server = group && serverById(servers, group.server);
          return (
            <div
              key={index}
              className={styles.slot}
              style={{ transform: `translateY(${start}px)` }}
              role="presentation"
            >
              {group ? (
                <GroupRow
                  group={group}
                  index={index}
                  active={index === active}
                  serverName={server?.name ?? group.server}
                  colour={colourOf(servers, group.server, past)}
                  today={today}
                  onOpen={onOpen}
                  onExpected={onExpected}
                  onResolved={onResolved}
                />
              ) : (
                <div role="row" aria-rowindex={index + 2} aria-label="Loading" className={styles.row}>
                  <div role="gridcell" className={styles.blank} />
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function NoGroups() {
  const model = useModel();
  const loaded = useFailures((state) => state.loaded);
  const problem = useFailures((state) => state.problem);
  const messages = useConnection((state) => state.counters.messages);
  const connecting = useConnection((state) => state.servers.some((server) => server.state === 'connecting'));
  if (!loaded)
    return (
      <div className={styles.empty} aria-busy="true">
        <p>Reading the failures…</p>
      </div>
    );
  if (problem)
    return (
      <div className={styles.empty}>
        <h3>The failures could not be read</h3>
        <p>{problem}</p>
      </div>
    );
  if (messages === 0)
    return (
      <div className={styles.empty}>
        <h3>{connecting ? 'Connecting' : 'Nothing recorded yet'}</h3>
        <p>Failures gather here, one row for each kind of trouble.</p>
        <Button onClick={() => showPage(model, 'timeline')}>Go to the timeline</Button>
      </div>
    );
  return (
    <div className={styles.empty}>
      <h3>No failures in {count(messages, 'message')}</h3>
      <p>When a call fails, it appears here with others of its kind.</p>
      <Button onClick={() => showPage(model, 'timeline')}>Go to the timeline</Button>
    </div>
  );
}
