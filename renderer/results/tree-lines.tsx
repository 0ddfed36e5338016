// biome-ignore-all lint/a11y/useFocusableInteractive: the tree is one tab stop and names its active line.
// biome-ignore-all lint/a11y/useSemanticElements: HTML has no element for a virtual tree.
// The lines of a text of any length as a folding tree, rendering only visible ones: arrows move, left and right fold.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import code from '../components/code-view.module.css';
import { TokenText } from '../components/code-view.tsx';
import { clampTop, scrollScale } from '../components/scroll-scale.ts';
import { ValueMenu } from '../components/value-menu.tsx';
import { countInWords } from '../text/format.ts';
import { pathOf, valueIn } from './json-path.ts';
import type { LineIndex } from './line-index.ts';
import { lineTokens } from './line-tokens.ts';
import styles from './tree-lines.module.css';

const lineHeight = 20;
const overscan = 10;
const deepestIndent = 30;

interface TreeLinesProps {
  index: LineIndex;
  /** The visible line numbers if some are folded; null: all. */
  shown: Int32Array | null;
  folded: ReadonlySet<number>;
  current: number;
  find: string;
  label: string;
  /** In pixels; default: the available height. */
  height?: number;
  /** Schema violations, by line. */
  wrong?: ReadonlyMap<number, string>;
  onCurrent: (line: number) => void;
  onFold: (line: number, fold: boolean) => void;
}

export function TreeLines(props: TreeLinesProps) {
  const { index, shown, folded, current, find, label, height, wrong, onCurrent, onFold } = props;
  const name = useId();
  const box = useRef<HTMLDivElement>(null);
  const total = shown ? shown.length : index.count;
  const lineOf = (place: number) => (shown ? shown[place]! : place);
  const placeOf = (line: number) => (shown ? nearestPlace(shown, line) : line);
  const { first, end, track, shift, reveal } = useWindow(box, total);

  const at = placeOf(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another line scrolls the viewport.
  useEffect(() => reveal(at), [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const line = lineOf(at);
    const opens = index.closes[line]! >= 0;
    const page = Math.max(1, end - first - 2 * overscan);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: total - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) onCurrent(lineOf(Math.max(0, Math.min(total - 1, to))));
    else if (event.key === 'ArrowRight' && opens && folded.has(line)) onFold(line, false);
    else if (event.key === 'ArrowRight' && opens) onCurrent(lineOf(Math.min(total - 1, at + 1)));
    else if (event.key === 'ArrowLeft' && opens && !folded.has(line)) onFold(line, true);
    else if (event.key === 'ArrowLeft') onCurrent(holderOf(index, line));
    else if (event.key === 'Enter' && opens) onFold(line, !folded.has(line));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={total > 0 ? `${name}${current}` : undefined}
      className={height === undefined ? styles.lines : `${styles.lines} ${styles.inline}`}
      style={height === undefined ? undefined : { height }}
      data-own-keys=""
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: track, position: 'relative' }}>
        <div role="none" className={styles.layer} style={{ transform: `translateY(${shift}px)` }}>
          {Array.from({ length: end - first }, (_, offset) => {
            const line = lineOf(first + offset);
            return (
              <Line
                key={line}
                id={`${name}${line}`}
                wrong={wrong?.get(line) ?? ''}
                index={index}
                line={line}
                isFolded={folded.has(line)}
                isCurrent={line === current}
                find={find}
                onCurrent={onCurrent}
                onFold={onFold}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  id: string;
  wrong: string;
  index: LineIndex;
  line: number;
  isFolded: boolean;
  isCurrent: boolean;
  find: string;
  onCurrent: (line: number) => void;
  onFold: (line: number, fold: boolean) => void;
}

function Line({ id, wrong, index, line, isFolded, isCurrent, find, onCurrent, onFold }: LineProps) {
  const close = index.closes[line]!;
  const text = index.text.slice(index.starts[line]!, index.ends[line]!);
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  const depth = index.depths[line]!;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
    <div
      id={id}
      role="treeitem"
      aria-level={Math.min(depth, 1000) + 1}
      aria-selected={isCurrent}
      aria-expanded={close >= 0 ? !isFolded : undefined}
      className={wrong ? `${styles.line} ${styles.wrong}` : styles.line}
      style={{ height: lineHeight, paddingLeft: 26 + Math.min(depth, deepestIndent) * 14 }}
      onClick={() => onCurrent(line)}
    >
      {close >= 0 && (
        <span
          className={styles.fold}
          onClick={(event) => {
            event.stopPropagation();
            onFold(line, !isFolded);
          }}
          aria-hidden="true"
        >
          <Chevron size={13} />
        </span>
      )}
      <span className={code.tokens}>
        {lineTokens(text, index.isJson, index.parts[line] === 1).map((token, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one line are identified by their index.
          <TokenText key={place} token={token} find={find} />
        ))}
      </span>
      {isFolded && (
        <span className={styles.more}>
          … {index.text.slice(index.starts[close]!, index.ends[close]!)} {countInWords(close - line - 1, 'line')}
        </span>
      )}
      {wrong && <span className={styles.because}>{wrong}</span>}
      {isCurrent && index.isJson && <LineMenu index={index} line={line} />}
    </div>
  );
}

/** Path and value are computed when the menu opens, not for every line. */
function LineMenu({ index, line }: { index: LineIndex; line: number }) {
  const path = pathOf(index, line).replace(/^\./, '');
  return (
    <span className={styles.menu} data-value="">
      <ValueMenu inline name={path || 'the whole'} value={() => valueIn(index, line)} path={path || '$'} />
    </span>
  );
}

function holderOf(index: LineIndex, line: number): number {
  for (let at = line - 1; at >= 0; at--) if (index.closes[at]! >= line) return at;
  return line;
}

/** The index of a line among the visible ones; if it is hidden, that of its fold. */
function nearestPlace(shown: Int32Array, line: number): number {
  let low = 0;
  let high = Math.max(0, shown.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (shown[middle]! <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

function useWindow(box: RefObject<HTMLDivElement | null>, total: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setHeight(element.clientHeight);
    const onScroll = () => setTop(element.scrollTop);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [box]);
  const listHeight = total * lineHeight;
  const scale = scrollScale(listHeight, height);
  const listTop = clampTop(scale.toList(top), listHeight, height);
  const first = Math.max(0, Math.floor(listTop / lineHeight) - overscan);
  const end = Math.min(total, Math.ceil((listTop + height) / lineHeight) + overscan);
  const reveal = (place: number) => {
    const element = box.current;
    if (!element) return;
    const start = place * lineHeight;
    if (start >= listTop && start + lineHeight <= listTop + height) return;
    element.scrollTop = scale.toTrack(clampTop(start - height / 3, listHeight, height));
  };
  return { first, end, track: scale.track, shift: scale.toTrack(listTop) + first * lineHeight - listTop, reveal };
}
