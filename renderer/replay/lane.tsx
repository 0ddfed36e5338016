// Told and did, drawn: attempts as dots on a line, hatched waits, a bracket above for what the server told and one below for
// what was done. The same line shows a plan before it runs, with jitter as a band.

import { useRef } from 'react';
import { useWidth } from '../components/use-width.ts';
import styles from './lane.module.css';
import {
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
      {lane.told.map((told) => (
        <Bracket
          key={told.row}
          bracket={told}
          side="told"
          width={width}
          top={(lane.levels - 1 - told.level) * bracketStep}
          height={12 + told.level * bracketStep}
          words={toldWords(told, sources[told.row])}
        />
      ))}
      {lane.did.map((did) => (
        <Bracket
          key={did.row}
          bracket={did}
          side="did"
          width={width}
          top={axis + 13}
          height={9}
          words={didWords(did)}
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
  /** The longest that may stand there first. */
  words: string[];
}

function Bracket({ bracket, side, width, top, height, words }: BracketProps) {
  const middle = (bracket.from + bracket.to) / 2;
  // A label may reach beyond a short bracket where it is the only one, but not into its neighbour.
  const room = Math.max(((bracket.to - bracket.from) / 100) * width, words.length === 1 ? width : 0);
  const text = words.find((candidate) => candidate.length * 6.1 <= room) ?? words.at(-1)!;
  const loud =
    bracket.finding === 'too_early' || bracket.finding === 'ignored' || bracket.finding === 'must_not_repeat';
  const shown = text.length * 6.1 <= room + 26;
  return (
    <>
      <div
        className={`${styles[side]} ${side === 'did' && loud ? styles.loud : ''}`}
        style={{
          top: side === 'told' ? top + 14 : top,
          height,
          left: `${bracket.from}%`,
          width: `${bracket.to - bracket.from}%`,
        }}
      />
      {shown && (
        <span
          className={`${styles.label} ${side === 'did' && loud ? styles.loudWords : ''}`}
          style={{ top: side === 'told' ? top - 3 : top + height + 1, left: `${labelMiddle(middle, text, width)}%` }}
        >
          {text}
        </span>
      )}
    </>
  );
}

function toldWords(told: LaneBracket, source: string | undefined): string[] {
  const wait = preciseDuration(told.ms);
  return [...(source ? [`told: wait ${wait}, from ${source}`] : []), `told: wait ${wait}`, `told ${wait}`, wait];
}

function didWords(did: LaneBracket): string[] {
  const wait = preciseDuration(did.ms);
  return [`did: ${wait}, ${findingWord(did.finding)}`, `did ${wait}`, wait];
}
