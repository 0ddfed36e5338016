// A response with a wrong id, on the card of the waiting call; and that call, on the card of the response.

import { ArrowRight } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { Fixed } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './stray-section.module.css';

export function StraySection({ detail: { row, strays = [] } }: SectionProps) {
  const model = useModel();
  if (strays.length === 0) return null;
  const isCall = row.kind === 'call';
  return (
    <Fixed id="stray" title={isCall ? 'Response with another id' : 'The call it may answer'}>
      {strays.map((stray) => (
        <div key={stray.row} className={styles.stray}>
          <p>
            <bdi>{visibleLine(stray.words)}</bdi>
          </p>
          <Button onClick={() => selectRow(model, stray.row)}>
            {isCall ? 'Show the response' : 'Show the call'} <ArrowRight size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </Fixed>
  );
}
