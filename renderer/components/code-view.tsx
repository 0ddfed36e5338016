// biome-ignore-all lint/suspicious/noArrayIndexKey: parts of one text are identified by their index.
// Text of any size, rendering only visible lines. Verbatim, or formatted without changing a token.

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTimeline } from '../model/timeline.ts';
import { countInWords } from '../text/format.ts';
import { layOut, linesWith, plainLines, type Token } from '../text/json-text.ts';
import type { TextSpan } from '../text/quote-place.ts';
import { searchWordsIn, splitBySearchWords } from '../text/search-words.ts';
import styles from './code-view.module.css';
import { VisibleParts } from './foreign-text.tsx';

const lineHeight = 19;
const settlingFrames = 12;

function lengthOf(line: readonly Token[]): number {
  return line.reduce((length, token) => length + token.text.length, 0);
}

interface CodeViewProps {
  text: string;
  laidOut: boolean;
  find: string;
  label: string;
  /** A marked range in the text. */
  marked?: TextSpan | null;
  /** Each new number scrolls to the marked range and focuses it; 0: stay. */
  reveal?: number;
}

export function CodeView({ text, laidOut, find, label, marked = null, reveal = 0 }: CodeViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => (laidOut ? layOut(text) : null) ?? plainLines(text, 600), [text, laidOut]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    // An estimate: taller lines cost a second layout, and long ones cost most.
    estimateSize: (index) => lineHeight * Math.max(1, Math.ceil(lengthOf(lines[index]!) / 50)),
    overscan: 4,
    initialRect: { width: 400, height: 420 },
  });
  const found = useMemo(() => (find === '' ? [] : linesWith(lines, find)), [lines, find]);
  useEffect(() => {
    if (found[0] !== undefined) virtualizer.scrollToIndex(found[0], { align: 'center' });
  }, [found, virtualizer]);
  const markedLine = useMemo(
    () => (marked === null ? -1 : lines.findIndex((line) => line.some((token) => overlap(token, marked) !== null))),
    [lines, marked],
  );
  useEffect(() => {
    if (reveal === 0 || markedLine < 0) return;
    box.current?.focus({ preventScroll: true });
    virtualizer.scrollToIndex(markedLine, { align: 'center' });
    // A line may be taller than the view, and is measured only after rendering.
    let frame = 0;
    let left = settlingFrames;
    const center = () => {
      box.current?.querySelector('[data-quoted]')?.scrollIntoView({ block: 'center' });
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(center);
    };
    frame = requestAnimationFrame(center);
    return () => cancelAnimationFrame(frame);
  }, [reveal, markedLine, virtualizer]);
  if (text === '')
    return (
      <div className={styles.code}>
        <span className={styles.empty}>empty</span>
      </div>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keys. */}
      <section ref={box} className={styles.code} tabIndex={0} aria-label={label} data-own-keys="">
        <div className={styles.lines} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={styles.line}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {lines[item.index]!.map((token, index) => (
                <TokenText key={index} token={token} find={find} marked={marked} />
              ))}
            </div>
          ))}
        </div>
      </section>
      {find !== '' && (
        <p className={styles.found}>
          {found.length === 0 ? 'Not found here.' : `Found in ${countInWords(found.length, 'line')}.`}
        </p>
      )}
    </>
  );
}

/** The marked part of a token, as positions in its text. */
function overlap({ at, text }: Token, { start, end }: TextSpan): TextSpan | null {
  if (at === undefined) return null;
  const [from, to] = [Math.max(start, at) - at, Math.min(end, at + text.length) - at];
  return from < to ? { start: from, end: to } : null;
}

interface TokenTextProps {
  token: Token;
  find: string;
  marked?: TextSpan | null;
}

export function TokenText({ token, find, marked = null }: TokenTextProps) {
  const words = useTimeline((state) => searchWordsIn(state.filter));
  const place = marked && find === '' ? overlap(token, marked) : null;
  if (place !== null)
    return (
      <span className={styles[token.kind]}>
        <VisibleParts text={token.text.slice(0, place.start)} />
        <mark className={styles.quoted} data-quoted="">
          <VisibleParts text={token.text.slice(place.start, place.end)} />
        </mark>
        <VisibleParts text={token.text.slice(place.end)} />
      </span>
    );
  const parts = find === '' ? splitBySearchWords(token.text, words) : splitAt(token.text, find);
  return (
    <span className={styles[token.kind]}>
      {parts === null ? (
        <VisibleParts text={token.text} />
      ) : (
        parts.map((part, index) =>
          index % 2 === 1 ? (
            <mark key={index}>
              <VisibleParts text={part} />
            </mark>
          ) : (
            <VisibleParts key={index} text={part} />
          ),
        )
      )}
    </span>
  );
}

/** Odd parts are the matches. Case is ignored. */
export function splitAt(text: string, find: string): string[] | null {
  const low = text.toLowerCase();
  const needle = find.toLowerCase();
  // Some letters change their length with their case; then positions would differ.
  if (low.length !== text.length || !low.includes(needle)) return null;
  const parts: string[] = [];
  let from = 0;
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + needle.length));
    from = at + needle.length;
  }
  parts.push(text.slice(from));
  return parts;
}
