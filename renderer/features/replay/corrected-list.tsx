// Misfire's changes in a copy of the call, each with its reason, and what the user must fill in. Nothing is sent yet.

import { Check, Pencil, Wand } from 'lucide-react';
import { changeWords, missingLine, placeName } from '../../../shared/correct/correction.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { FixedCall } from '../../model/fixed-call.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './corrected-list.module.css';
import { isSettled } from './field-marks.ts';

export function CorrectedList({ corrected, args }: { corrected: FixedCall; args: Json | undefined }) {
  const model = useModel();
  const show = (text: string) => visibleLine(maskLine(model, text));
  const { changes, missing } = corrected;
  return (
    <section className={styles.box} aria-label="Corrected call">
      <p className={styles.head}>{headWords(corrected)}</p>
      <ul>
        {changes.map((change) => (
          <li key={`${change.path} ${change.because}`}>
            <Wand size={13} aria-hidden="true" />
            <span>
              <b className="mono">
                <bdi>{show(changeWords(change))}</bdi>
              </b>
              , {show(change.because)}
            </span>
          </li>
        ))}
        {missing.map((one) => {
          const isDone = isSettled(corrected, one.path, args);
          return (
            <li key={one.path} className={isDone ? styles.done : styles.open}>
              {isDone ? <Check size={13} aria-hidden="true" /> : <Pencil size={13} aria-hidden="true" />}
              <span>
                {isDone ? (
                  <>
                    <b className="mono">
                      <bdi>{show(placeName(one.path))}</bdi>
                    </b>
                    : filled in by you
                  </>
                ) : (
                  <bdi>{show(missingLine(one))}</bdi>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function headWords({ changes, missing }: FixedCall): string {
  const made = changes.length === 0 ? '' : `${countInWords(changes.length, 'change')} made.`;
  const left = missing.length === 0 ? '' : `${countInWords(missing.length, 'value')} to enter.`;
  return [made, left].filter(Boolean).join(' ');
}
