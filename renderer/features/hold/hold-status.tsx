// Says in every place that something is held, or may be.

import { Pause } from 'lucide-react';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { keyLabel } from '../../text/keys.ts';
import styles from './hold.module.css';
import { openHeld, releaseAll, useHold } from './hold.ts';

export function HoldStatus() {
  const model = useModel();
  const held = useHold((state) => state.held.length);
  const rules = useHold((state) => state.rules.length);
  if (held + rules === 0) return null;
  return (
    <span className={styles.status}>
      <Pause size={13} aria-hidden="true" />
      {held > 0 ? (
        <button type="button" onClick={() => openHeld(model)}>
          Holding {held}
        </button>
      ) : (
        <button type="button" onClick={() => openDialog(model, 'hold-rules')}>
          Hold on
        </button>
      )}
      <button type="button" onClick={() => void releaseAll(model)}>
        {held > 0 ? 'Release all' : 'Remove'} <kbd>{keyLabel('R')}</kbd>
      </button>
    </span>
  );
}
