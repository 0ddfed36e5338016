// A rejected call, fixed on its card: each argument to change with its reason and source, and the change as a diff. If the evidence names
// several values, the user picks one. The finding decides what to change. fix-foot.tsx sends.

import { useMemo } from 'react';
import { placeName } from '../../../../shared/correct/correction.ts';
import type { Change, Missing } from '../../../../shared/failure.ts';
import type { Json } from '../../../../shared/json/json.ts';
import { useDetail } from '../../../model/detail.ts';
import { choose, noChoices, useChoices } from '../../../model/fix-choices.ts';
import { maskLine } from '../../../model/masks.ts';
import { useModel } from '../../../model/model.ts';
import { requestFix } from '../../../model/request-fix.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { shortValue } from '../../../text/wording.ts';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './fix-request.module.css';

export function FixRequest({ detail, acts }: SectionProps) {
  const { row } = detail;
  const choices = useChoices((state) => state[row.id] ?? noChoices);
  // Unmasked: otherwise placeholders would be corrected too.
  const raw = useDetail((state) => (state.raw?.row.id === row.id ? state.raw : detail));
  const asked = useMemo(() => requestFix(raw), [raw]);
  const fixed = useMemo(() => requestFix(raw, choices), [raw, choices]);
  if (!asked || !fixed) return null;
  // Until then the card's button opens the form.
  const isReady = fixed.changes.length > 0 && fixed.missing.length === 0;
  const said = raw.failure?.quote?.text ?? '';
  const isEmpty = asked.changes.length === 0 && asked.missing.length === 0;
  return (
    <>
      {isEmpty && <p>Neither the server nor the schema names a value. The form opens with what was sent.</p>}
      {!isEmpty && (
        <ul className={styles.fields} aria-label="Changes">
          {asked.changes.map((change) => (
            <ChangeLine key={`${change.path} ${change.because}`} change={change} said={said} />
          ))}
          {asked.missing.map((one) => (
            <MissingLine
              key={one.path}
              one={one}
              said={said}
              row={row.id}
              picked={choices[one.path]}
              canAct={acts !== null}
            />
          ))}
        </ul>
      )}
      {!isEmpty && <Diff name={row.target ?? 'arguments'} changes={fixed.changes} missing={fixed.missing} />}
      {acts && <acts.FixFoot detail={detail} isReady={isReady} />}
    </>
  );
}

function useShown(): (text: string) => string {
  const model = useModel();
  return (text) => visibleLine(maskLine(model, text));
}

function ChangeLine({ change: { path, because, from }, said }: { change: Change; said: string }) {
  const show = useShown();
  const isQuoted = said !== '' && because.includes(said);
  return (
    <li>
      <b className="mono">
        <bdi>{show(placeName(path))}</bdi>
      </b>
      <span>
        <bdi>{isQuoted ? 'as the server says' : show(because)}</bdi>
      </span>
      <small>{from === 'server' ? 'from server' : 'from schema'}</small>
    </li>
  );
}

interface MissingLineProps {
  one: Missing;
  /** The quote above it: its text is not repeated. */
  said: string;
  row: number;
  picked: string | undefined;
  canAct: boolean;
}

function MissingLine({ one, said, row, picked, canAct }: MissingLineProps) {
  const { path, wants, choices = [], isSent } = one;
  const says = one.says !== undefined && said.includes(one.says) ? undefined : one.says;
  const model = useModel();
  const show = useShown();
  const wanted = says ?? (wants === '' ? (isSent ? 'another value' : 'a value') : `wants ${wants}`);
  return (
    <li>
      <b className="mono">
        <bdi>{show(placeName(path))}</bdi>
      </b>
      {choices.length > 1 && canAct ? (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{show(placeName(path))}</legend>
          {choices.map((choice) => (
            <label key={choice} className={styles.choice}>
              <input
                type="radio"
                name={`fix-${row}-${path}`}
                checked={picked === choice}
                onChange={() => choose(model, row, path, choice)}
              />
              <span className="mono">{show(choice)}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <span>
          <bdi>{show(wanted)}</bdi>
        </span>
      )}
      <small>{one.says === undefined ? 'from schema' : 'from server'}</small>
    </li>
  );
}

/** The arguments that change, before and after. */
function Diff({ name, changes, missing }: { name: string; changes: readonly Change[]; missing: readonly Missing[] }) {
  const show = useShown();
  const line = (path: string, value: Json) => `${show(placeName(path))}: ${show(shortValue(value, 80))}`;
  return (
    <section className={`${styles.diff} mono`} aria-label="Difference">
      <div>{show(name)}</div>
      {changes.map(({ path, was, before, after }) => (
        <div key={path} className={styles.pair}>
          {before !== undefined && <del>{line(was ?? path, before)}</del>}
          {after !== undefined && <ins>{line(path, after)}</ins>}
        </div>
      ))}
      {missing.map(({ path }) => (
        <ins key={path} className={styles.open}>
          {show(placeName(path))}: …
        </ins>
      ))}
    </section>
  );
}
