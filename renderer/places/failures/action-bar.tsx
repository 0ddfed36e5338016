// The bar at the bottom of Failures while several are selected: what can be done with all of them.

import { BellOff, Check, Copy, RotateCcw } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { isPast, useConnection } from '../../model/connection.ts';
import { useExpected } from '../../model/expected.ts';
import { useModel } from '../../model/model.ts';
import { count, groupDigits } from '../../text/format.ts';
import styles from './action-bar.module.css';
import { copyReports, markChosen, replayChosen } from './failures-actions.ts';
import { clearPicks } from './failures-selection.ts';
import { useFailures } from './failures-state.ts';

export function ActionBar() {
  const model = useModel();
  const picked = useFailures((state) => state.picked);
  const marks = useExpected((state) => state.marks);
  const isOver = useConnection(isPast);
  if (picked.size === 0) return null;
  const all = (state: string) => [...picked.keys()].every((group) => marks.get(group)?.state === state);
  const failures = [...picked.values()].reduce((sum, group) => sum + group.count, 0);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected failures">
      <span className={styles.words}>
        <b>{groupDigits(picked.size)} selected</b> <span>{count(failures, 'failure')}</span>
      </span>
      <Button look="quiet" onClick={() => void markChosen(model, 'resolved')}>
        <Check size={14} aria-hidden="true" /> {all('resolved') ? 'Not resolved' : 'Resolve'} <kbd>v</kbd>
      </Button>
      <Button look="quiet" onClick={() => void markChosen(model, 'expected')}>
        <BellOff size={14} aria-hidden="true" /> {all('expected') ? 'Not expected' : 'Expected'} <kbd>x</kbd>
      </Button>
      <Button look="quiet" disabled={isOver} onClick={() => replayChosen(model)}>
        <RotateCcw size={14} aria-hidden="true" /> Replay {groupDigits(picked.size)}… <kbd>r</kbd>
      </Button>
      <Button look="quiet" onClick={() => void copyReports(model)}>
        <Copy size={14} aria-hidden="true" /> Copy report
      </Button>
      <Button look="quiet" className={styles.clear ?? ''} onClick={() => clearPicks(model)}>
        Clear <kbd>Esc</kbd>
      </Button>
    </div>
  );
}
