// Below the head of a card that Misfire could not decode: a button to teach it the meaning.

import { GraduationCap } from 'lucide-react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import head from './card-head.module.css';
import styles from './card-strips.module.css';

/** Whether the user may know more than Misfire, and the text has words to match. */
export function canTeach({ failure }: Pick<RowDetail, 'failure'>): boolean {
  if (failure === null || failure.quote === null || failure.origin === 'process') return false;
  return failure.class === 'unknown' || failure.certainty === 'a guess';
}

export function TeachStrip({ detail }: { detail: RowDetail }) {
  const model = useModel();
  if (detail.failure?.class !== 'unknown' || !canTeach(detail)) return null;
  return (
    <div className={`${head.strip} ${styles.done}`}>
      <span>Misfire has no rule for this answer.</span>
      <Button look="quiet" onClick={() => openDialog(model, 'teach')}>
        <GraduationCap size={14} aria-hidden="true" /> Teach this…
      </Button>
    </div>
  );
}
