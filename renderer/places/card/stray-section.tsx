// An answer with a wrong id, on the card of the call that waits for one; and that call, on the card of the answer.

import { ArrowRight } from 'lucide-react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './stray-section.module.css';

export function StraySection({ detail: { row, strays = [] } }: { detail: RowDetail }) {
  const model = useModel();
  if (strays.length === 0) return null;
  const isCall = row.kind === 'call';
  return (
    <Section title={isCall ? 'An answer that does not fit' : 'The call it may answer'}>
      {strays.map((stray) => (
        <div key={stray.row} className={styles.stray}>
          <p>
            <bdi>{visibleLine(stray.words)}</bdi>
          </p>
          <Button onClick={() => selectRow(model, stray.row)}>
            {isCall ? 'Show the answer' : 'Show the call'} <ArrowRight size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </Section>
  );
}
