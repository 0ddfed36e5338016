// A file among your plans that is not a valid plan: what is wrong, and the way to fix it.

import { Pencil } from 'lucide-react';
import type { OwnPlan } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './plan-view.module.css';
import { openDraft } from './rehearse-state.ts';

export function InvalidPlan({ own, problem }: { own: OwnPlan; problem: string }) {
  const model = useModel();
  return (
    <div className={styles.plan}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{own.file}.json</h2>
          <p>This is not a valid plan. {visibleLine(problem)}</p>
        </div>
        <Button look="primary" onClick={() => openDraft(model, own.text, own.file)}>
          <Pencil size={14} aria-hidden="true" /> Edit
        </Button>
      </header>
    </div>
  );
}
