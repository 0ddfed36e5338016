// Retry: asked vs. actual, drawn: attempts as dots on a line, hatched waits, a bracket above for what the server told and one below for
// what was done. The same line shows a plan before it runs, with jitter as a band.

import { useRef } from 'react';
import { useWidth } from '../components/use-width.ts';
import styles from './lane.module.css';
import {
  chooseWords,
  findingWord,
  fitLabels,
  type LaneBracket,
  type Lane as LaneShape,
  labelMiddle,
  preciseDuration,
} from './lane.ts';

interface LaneProps {
  lane: LaneShape;
  /** The whole drawing in words. */
  label: string;
  /** Where what was told came from, by row. */
  sources?: Record<number, string>;
  /** Write each dot's words under it, for plans. */
  named?: boolean;
}

const bracketStep = 27;

export function Lane({ lane, label, sources = {}, named = false }: LaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const above = lane.told.length > 0 ? lane.levels * bracketStep : 0;
  const axis = above + 14;
  const below = lane.did.length > 0 ? 38 : named ? 24 : 4;
  const dotLabels = named
    ? fitLabels(
        lane.dots.map((dot) => ({ id: dot.id, at: dot.at, text: dot.words })),
        width,
      )
    : [];
  const toldTexts = labelsOf(lane.told, width, (told) => toldWords(told, sources[told.row]));
  const didTexts = labelsOf(lane.did, width, didWords);
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
      {lane.told.map((told, index) => (
        <Bracket
          key={told.row}
          bracket={told}
          side="told"
          width={width}
          top={(lane.levels - 1 - told.level) * bracketStep}
          height={12 + told.level * bracketStep}
          text={toldTexts[index]!}
        />
      ))}
      {lane.did.map((did, index) => (
        <Bracket
          key={did.row}
          bracket={did}
          side="did"
          width={width}
          top={axis + 13}
          height={9}
          text={didTexts[index]!}
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
  side: 'told' | 'did';
  width: number;
  top: number;
  height: number;
  text: string;
}

function Bracket({ bracket, side, width, top, height, text }: BracketProps) {
  const middle = (bracket.from + bracket.to) / 2;
  const { finding } = bracket;
  const loud = side === 'did' && (finding === 'too_early' || finding === 'ignored' || finding === 'must_not_repeat');
  return (
    <>
      <div
        className={`${styles[side]} ${loud ? styles.loud : ''}`}
        style={{
          top: side === 'told' ? top + 14 : top,
          height,
          left: `${bracket.from}%`,
          width: `${bracket.to - bracket.from}%`,
        }}
      />
      {text && (
        <span
          className={`${styles.label} ${loud ? styles.loudWords : ''}`}
          style={{ top: side === 'told' ? top - 3 : top + height + 1, left: `${labelMiddle(middle, text, width)}%` }}
        >
          {text}
        </span>
      )}
    </>
  );
}

/** Labels on different levels cannot touch, so each level is a line of its own. */
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

function toldWords(told: LaneBracket, source: string | undefined): string[] {
  const wait = preciseDuration(told.ms);
  return [...(source ? [`told: wait ${wait}, from ${source}`] : []), `told: wait ${wait}`, `told ${wait}`, wait];
}

function didWords(did: LaneBracket): string[] {
  const wait = preciseDuration(did.ms);
  const judged = did.finding === 'no_hint' ? [] : [`did: ${wait}, ${findingWord(did.finding)}`];
  return [...judged, `did: ${wait}`, wait];
}
