// Retry: asked vs. actual, as a drawing: dots for attempts, hatched waits, a bracket above for the server's hint and one below for the
// actual wait. The same line previews a plan, with jitter as a band.

import { useRef } from 'react';
import { duration } from '../../shared/text/duration.ts';
import { useWidth } from '../components/use-width.ts';
import styles from './lane.module.css';
import type { LaneBracket, RetryLane as LaneShape } from './lane.ts';
import { chooseWords, fitLabels, labelMiddle } from './lane-labels.ts';
import { findingWord } from './lane-words.ts';

interface LaneProps {
  lane: LaneShape;
  /** The whole drawing as text. */
  label: string;
  /** The source of the wait, by row. */
  sources?: Record<number, string>;
  /** Puts each dot's text under it, for plans. */
  named?: boolean;
}

const bracketStep = 27;

export function LaneDrawing({ lane, label, sources = {}, named = false }: LaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const above = lane.asked.length > 0 ? lane.levels * bracketStep : 0;
  const axis = above + 14;
  const below = lane.actual.length > 0 ? 38 : named ? 24 : 4;
  const dotLabels = named
    ? fitLabels(
        lane.dots.map((dot) => ({ id: dot.id, at: dot.at, text: dot.words })),
        width,
      )
    : [];
  const askedTexts = labelsOf(lane.asked, width, (asked) => askedWords(asked, sources[asked.row]));
  const actualTexts = labelsOf(lane.actual, width, actualWords);
  return (
    <div ref={box} className={styles.lane} role="img" aria-label={label} style={{ height: axis + 12 + below }}>
      <div className={styles.axis} style={{ top: axis }} />
      {lane.waits.map((wait) => (
        <div
          key={`${wait.from}-${wait.to}`}
          className={`${styles.wait} ${wait.planned ? styles.planned : ''}`}
          style={{ top: axis - 1, left: `${wait.from}%`, width: `${wait.to - wait.from}%` }}
        >
          {wait.planned && (
            <i
              style={{
                width: `${wait.to > wait.from ? ((wait.reached - wait.from) / (wait.to - wait.from)) * 100 : 0}%`,
              }}
            />
          )}
        </div>
      ))}
      {lane.bands.map((band) => (
        <div
          key={band.from}
          className={styles.band}
          style={{ top: axis - 5, left: `${band.from}%`, width: `${band.to - band.from}%` }}
        />
      ))}
      {lane.asked.map((asked, index) => (
        <Bracket
          key={asked.row}
          bracket={asked}
          side="asked"
          width={width}
          top={(lane.levels - 1 - asked.level) * bracketStep}
          height={12 + asked.level * bracketStep}
          text={askedTexts[index]!}
        />
      ))}
      {lane.actual.map((actual, index) => (
        <Bracket
          key={actual.row}
          bracket={actual}
          side="actual"
          width={width}
          top={axis + 13}
          height={9}
          text={actualTexts[index]!}
        />
      ))}
      {lane.dots.map((dot) => (
        <div
          key={dot.id}
          className={`${styles.dot} ${styles[dot.tone]} ${dot.planned ? styles.hollow : ''}`}
          style={{ top: axis - 6, left: `${dot.at}%` }}
          title={dot.words}
        />
      ))}
      {dotLabels.map((dot) => (
        <span
          key={dot.id}
          className={styles.label}
          style={{ top: axis + 12, left: `${labelMiddle(dot.at, dot.text, width)}%` }}
        >
          {dot.text}
        </span>
      ))}
    </div>
  );
}

interface BracketProps {
  bracket: LaneBracket;
  side: 'asked' | 'actual';
  width: number;
  top: number;
  height: number;
  text: string;
}

function Bracket({ bracket, side, width, top, height, text }: BracketProps) {
  const middle = (bracket.from + bracket.to) / 2;
  const { finding } = bracket;
  const loud = side === 'actual' && (finding === 'too_early' || finding === 'ignored' || finding === 'must_not_repeat');
  return (
    <>
      <div
        className={`${styles[side]} ${loud ? styles.loud : ''}`}
        style={{
          top: side === 'asked' ? top + 14 : top,
          height,
          left: `${bracket.from}%`,
          width: `${bracket.to - bracket.from}%`,
        }}
      />
      {text && (
        <span
          className={`${styles.label} ${loud ? styles.loudWords : ''}`}
          style={{ top: side === 'asked' ? top - 3 : top + height + 1, left: `${labelMiddle(middle, text, width)}%` }}
        >
          {text}
        </span>
      )}
    </>
  );
}

/** Labels on different levels cannot overlap, so each level is a separate line. */
function labelsOf(
  brackets: readonly LaneBracket[],
  width: number,
  words: (bracket: LaneBracket) => string[],
): string[] {
  const texts = brackets.map(() => '');
  for (const level of new Set(brackets.map((bracket) => bracket.level))) {
    const here = brackets.flatMap((bracket, index) => (bracket.level === level ? [{ bracket, index }] : []));
    const places = here.map(({ bracket }) => ({ at: (bracket.from + bracket.to) / 2, words: words(bracket) }));
    chooseWords(places, width).forEach((text, at) => {
      texts[here[at]!.index] = text;
    });
  }
  return texts;
}

function askedWords(asked: LaneBracket, source: string | undefined): string[] {
  const wait = duration(asked.ms, 2);
  return [...(source ? [`asked: wait ${wait}, from ${source}`] : []), `asked: wait ${wait}`, `asked ${wait}`, wait];
}

function actualWords(actual: LaneBracket): string[] {
  const wait = duration(actual.ms, 2);
  const judged = actual.finding === 'no_hint' ? [] : [`actual: ${wait}, ${findingWord(actual.finding)}`];
  return [...judged, `actual: ${wait}`, wait];
}
