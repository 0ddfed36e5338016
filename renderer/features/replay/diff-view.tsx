// biome-ignore-all lint/suspicious/noArrayIndexKey: lines of one text are identified by their index.
// Two compared responses: unified or side by side, with volatile differences folded and counted.

import { useMemo, useRef, useState } from 'react';
import type { AnswerDiff, DiffLine } from '../../../shared/retry/replay.ts';
import { Button } from '../../components/button.tsx';
import { VisibleParts } from '../../components/foreign-text.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useWidth } from '../../components/use-width.ts';
import { countInWords } from '../../text/format.ts';
import { type DiffRow, foldLines, sideRows, volatileWords } from './diff-rows.ts';
import styles from './diff-view.module.css';

/** Below this width both sides would be too narrow; the user can still choose them. */
const roomForTwo = 620;
const firstLines = 600;

export function DiffView({ diff }: { diff: AnswerDiff }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [wanted, setWanted] = useState<'inline' | 'side' | null>(null);
  const [showVolatile, setShowVolatile] = useState(false);
  const [open, setOpen] = useState(false);
  const [limit, setLimit] = useState(firstLines);
  const mode = wanted ?? (width >= roomForTwo ? 'side' : 'inline');
  const rows = useMemo(
    () => (open ? diff.lines.map((line): DiffRow => ({ kind: 'line', line })) : foldLines(diff.lines, showVolatile)),
    [diff, open, showVolatile],
  );
  const changed = diff.lines.some((line) => line.kind !== 'same' && !line.volatile);
  const words = volatileWords(diff.volatilePaths, !showVolatile);
  return (
    <div ref={box} className={styles.view}>
      <div className={styles.tools}>
        <Segmented
          label="How to compare"
          value={mode}
          onChange={setWanted}
          segments={[
            { value: 'inline', label: 'Inline' },
            { value: 'side', label: 'Side by side' },
          ]}
        />
        <span className={styles.note}>
          {diff.byText && 'Too large to compare by structure, so compared as text. '}
          {!changed && 'Nothing that matters differs.'}
        </span>
      </div>
      <div className={styles.lines}>
        {mode === 'inline'
          ? rows
              .slice(0, limit)
              .map((row, index) =>
                row.kind === 'fold' ? (
                  <Fold
                    key={index}
                    row={row}
                    onOpen={() => (row.because === 'same' ? setOpen(true) : setShowVolatile(true))}
                  />
                ) : (
                  <Line key={index} line={row.line} />
                ),
              )
          : sideRows(rows.slice(0, limit)).map((row, index) =>
              'fold' in row ? (
                <Fold
                  key={index}
                  row={row.fold}
                  onOpen={() => (row.fold.because === 'same' ? setOpen(true) : setShowVolatile(true))}
                />
              ) : (
                <div key={index} className={styles.pair}>
                  <Line line={row.left} />
                  <Line line={row.right} />
                </div>
              ),
            )}
      </div>
      <div className={styles.foot}>
        {rows.length > limit && (
          <Button onClick={() => setLimit(limit * 4)}>Show more of {countInWords(rows.length, 'line')}</Button>
        )}
        {words && <span>{words}</span>}
        {words && (
          <Button look="quiet" onClick={() => setShowVolatile(!showVolatile)}>
            {showVolatile ? 'Fold them' : 'Show them'}
          </Button>
        )}
      </div>
    </div>
  );
}

function Fold({ row, onOpen }: { row: DiffRow & { kind: 'fold' }; onOpen: () => void }) {
  return (
    <button type="button" className={styles.fold} onClick={onOpen}>
      {row.because === 'same' ? countInWords(row.lines, 'line') : countInWords(row.lines, 'id or time', 'ids or times')}{' '}
      {row.because === 'same' ? 'alike' : 'folded'}
    </button>
  );
}

const signs = { added: '+', removed: '-', same: ' ' };
const spoken = { added: 'added: ', removed: 'removed: ', same: '' };

function Line({ line }: { line: DiffLine | null }) {
  if (!line) return <div className={styles.none} />;
  return (
    <div
      className={`${styles.line} ${styles[line.kind]} ${line.volatile && line.kind !== 'same' ? styles.volatile : ''}`}
      title={line.path || undefined}
    >
      <span aria-hidden="true">{signs[line.kind]}</span>
      <span className="visually-hidden">{spoken[line.kind]}</span>
      <bdi>
        <VisibleParts text={line.text} />
      </bdi>
    </div>
  );
}
