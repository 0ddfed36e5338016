// The two columns: what the server sent and what the model received, aligned by line. In a narrow card each line is above its other side.

import { FoldVertical, Scissors } from 'lucide-react';
import { Fragment, type ReactNode, useMemo } from 'react';
import { nameOfClient } from '../../../shared/clients/clients.ts';
import { gotText } from '../../../shared/seen/parts/blocks.ts';
import { type SidePart, type SideRow, sideBySide } from '../../../shared/seen/side-by-side.ts';
import type { SeenCall } from '../../../shared/transcripts/parts/seen-call.ts';
import { ForeignText } from '../../components/foreign-text.tsx';
import { maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import type { ModelPair } from '../../results/seen-pair.ts';
import { countInWords } from '../../text/format.ts';
import { shownName } from '../../text/visible-text.ts';
import styles from './both-sides.module.css';

interface BothSidesProps {
  pair: ModelPair;
  row: number;
  serverName: string;
  place: { line: string; how: string };
  /** Instead of the server's side. */
  noCall: string | null;
}

export function BothSides({ pair: { call, said }, row, serverName, place, noCall }: BothSidesProps) {
  const rows = useMemo(
    () => (said === null || call.got === null ? null : sideBySide(said, call.got, call.flagged)),
    [said, call],
  );
  const name = nameOfClient(call.client);
  const saidSize = said === null ? '' : ` · ${countInWords(saidLength(said), 'character')}`;
  const gotSize = call.got === null ? '' : ` · ${countInWords(gotText(call.got).length, 'character')}`;
  return (
    <table className={styles.sides}>
      <caption className="visually-hidden">
        What {shownName(serverName)} sent and what the model of {name} got, {place.how}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <b>Server said</b>
            <small>{said === null ? shownName(serverName) : `${sourceOf(place.how, row)}${saidSize}`}</small>
          </th>
          <th scope="col">
            <b>Model got</b>
            <small title={`${name}, ${place.how}`}>
              {place.line}, {place.how}
              {gotSize}
            </small>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows === null ? (
          <tr className={styles.lone}>
            <td className={styles.absent}>{noCall ?? (said === null ? 'Not in the log' : <Whole said={said} />)}</td>
            <td>
              <Got call={call} />
            </td>
          </tr>
        ) : (
          rows.map((side, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are in order, and never change.
            <Fragment key={index}>
              {side.part !== rows[index - 1]?.part && <PartHead part={side.part} />}
              <Line side={side} />
            </Fragment>
          ))
        )}
      </tbody>
    </table>
  );
}

const sourceOf = (how: string, row: number): string => (how === 'from transcript' ? 'transcript' : `row #${row}`);

function saidLength(said: NonNullable<ModelPair['said']>): number {
  return JSON.stringify('error' in said ? said.error : said.result).length;
}

function PartHead({ part }: { part: SidePart }) {
  return (
    <tr className={styles.part}>
      <th scope="rowgroup" colSpan={2}>
        {part}
      </th>
    </tr>
  );
}

function Line({ side }: { side: SideRow }) {
  const model = useModel();
  if ('same' in side)
    return (
      <Folded icon={<FoldVertical size={13} aria-hidden="true" />}>
        {side.same === 1 ? '1 line is' : `${countInWords(side.same, 'line')} are`} the same
      </Folded>
    );
  if ('missing' in side)
    return (
      <Folded icon={<Scissors size={13} aria-hidden="true" />} isLost>
        {countInWords(side.missing, 'more line')} the model never saw
      </Folded>
    );
  const { said, got, line, cutAt } = side;
  const isSame = said !== null && got !== null && cutAt === undefined;
  return (
    <tr data-part={side.part} data-same={isSame ? '' : undefined}>
      <td className={got === null || cutAt !== undefined ? styles.kept : undefined}>
        <Numbered line={line}>
          {said !== null &&
            (cutAt === undefined || cutAt > said.length ? (
              <Foreign text={maskText(model, said)} />
            ) : (
              <>
                <Foreign text={maskText(model, said.slice(0, cutAt))} />
                <mark className={styles.rest}>
                  <Foreign text={maskText(model, said.slice(cutAt))} />
                </mark>
              </>
            ))}
        </Numbered>
      </td>
      <td className={got === null || cutAt !== undefined ? styles.lost : said === null ? styles.added : undefined}>
        <Numbered line={got === null ? undefined : line}>
          {got === null ? (
            <span className={styles.not}>not passed on</span>
          ) : (
            <>
              <Foreign text={maskText(model, got)} />
              {cutAt !== undefined && <span className={styles.cut}>cut here</span>}
            </>
          )}
        </Numbered>
      </td>
    </tr>
  );
}

const Foreign = ({ text }: { text: string }) => <ForeignText className="mono" text={text} />;

function Numbered({ line, children }: { line: number | undefined; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <i aria-hidden="true">{line}</i>
      <div>{children}</div>
    </div>
  );
}

function Folded({ icon, isLost, children }: { icon: ReactNode; isLost?: true; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={2} className={`${styles.folded} ${isLost ? styles.cutLines : ''}`}>
        {icon} {children}
      </td>
    </tr>
  );
}

const most = 4000;

/** Without the other side. */
function Got({ call }: { call: SeenCall }) {
  const model = useModel();
  if (call.got === null) return <span className={styles.not}>No result in the transcript</span>;
  const text = gotText(call.got);
  return (
    <>
      <Foreign text={maskText(model, text.slice(0, most))} />
      {text.length > most && <small> and {countInWords(text.length - most, 'more character')}</small>}
    </>
  );
}

function Whole({ said }: { said: NonNullable<ModelPair['said']> }) {
  const model = useModel();
  const text = JSON.stringify('error' in said ? said.error : said.result, null, 2);
  return <Foreign text={maskText(model, text.slice(0, most))} />;
}
