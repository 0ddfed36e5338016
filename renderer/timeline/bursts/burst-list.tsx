// biome-ignore-all lint/a11y/useFocusableInteractive: the list is the one tab stop and names its active message.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a <select>; ARIA roles describe it.
// All messages of a burst with time and text; an opened one shows its raw text below.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { BurstEvent } from '../../../shared/api/views.ts';
import type { Row } from '../../../shared/timeline.ts';
import { AnsiLine } from '../../components/ansi-text.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { MarkedLine } from '../../components/marked-line.tsx';
import { maskText, useMasks } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { hasAnsi } from '../../text/ansi.ts';
import { clockText, size } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './burst-list.module.css';
import { useBurstPages } from './burst-pages.ts';

const lineHeight = 26;
/** Maximum length shown; longer messages are rare in a burst. */
const bodyLength = 200_000;

export function BurstList({ row }: { row: Row }) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<BurstEvent | null>(null);
  const [range, setRange] = useState({ first: 0, last: 30 });
  const pages = useBurstPages(row.id, row.times, range.first, range.last);
  const total = pages.total;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 10,
    initialRect: { width: 400, height: 320 },
    onChange: (list) => {
      const items = list.getVirtualItems();
      const first = items[0]?.index ?? 0;
      const last = items.at(-1)?.index ?? 0;
      setRange((known) => (known.first === first && known.last === last ? known : { first, last }));
    },
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 320) / lineHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' || event.key === ' ') setOpened(pages.get(active) ?? null);
    else if (event.key === 'Escape') {
      if (opened) setOpened(null);
      else document.getElementById('timeline-grid')?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (pages.problem && total === 0) return <p className={styles.problem}>{pages.problem}</p>;
  return (
    <div className={styles.burst}>
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label={`${row.times.toLocaleString('en')} messages of this row`}
        aria-activedescendant={total > 0 ? `message-${active}` : undefined}
        aria-busy={total === 0}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        <div className={styles.track} style={{ height: virtualizer.getTotalSize() }} role="presentation">
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const event = pages.get(index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself handles keys.
              <div
                key={index}
                role="option"
                id={`message-${index}`}
                aria-selected={index === active}
                aria-setsize={total}
                aria-posinset={index + 1}
                className={`${styles.line} ${index === active ? styles.active : ''}`}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => {
                  setActive(index);
                  if (event) setOpened(event);
                }}
              >
                <span className={`${styles.time} mono`}>{event ? clockText(event.at) : ''}</span>
                <span className={styles.words}>{event ? <Words event={event} /> : '…'}</span>
              </div>
            );
          })}
        </div>
      </div>
      {opened ? (
        <Opened key={opened.seq} event={opened} />
      ) : (
        <p className={styles.hint}>
          <kbd>Enter</kbd> or a click shows a message as it was sent.
        </p>
      )}
    </div>
  );
}

/** stderr output may have colors. */
function Words({ event }: { event: BurstEvent }) {
  const model = useModel();
  const words = maskText(model, event.words);
  return event.lane === 'err' && hasAnsi(words) ? <AnsiLine text={words} /> : <MarkedLine text={visibleLine(words)} />;
}

/** One message, verbatim. */
function Opened({ event }: { event: BurstEvent }) {
  const model = useModel();
  const [text, setText] = useState(event.length <= event.text.length ? event.text : '');
  const [problem, setProblem] = useState('');
  useMasks((state) => state.version);
  useEffect(() => {
    if (event.length <= event.text.length) return;
    let current = true;
    void model.platform.call('body', { seq: event.seq, offset: 0, length: bodyLength }).then((answer) => {
      if (!current) return;
      if (answer.ok) setText(answer.value.text);
      else setProblem(answer.error.message);
    });
    return () => {
      current = false;
    };
  }, [model, event]);
  return (
    <article className={styles.opened}>
      <div className={styles.openedHead}>
        <b>{event.label}</b>
        <span className="mono">{clockText(event.at)}</span>
        <span>
          {event.length > bodyLength ? `first ${size(bodyLength)} of ${size(event.length)}` : size(event.length)}
        </span>
      </div>
      {problem ? (
        <p className={styles.problem}>{problem}</p>
      ) : (
        <CodeView text={maskText(model, text)} laidOut={true} find="" label={`${event.label}, raw`} />
      )}
    </article>
  );
}
