// The selected call compared with the marked one.

import { Dialog } from '../../components/dialog.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { currentRow } from '../../model/replay-actions.ts';
import { useReplays } from '../../model/replays.ts';
import { AnswerDifference } from './answer-difference.tsx';
import styles from './dialogs.module.css';

export function MarkedDiff() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'diff');
  const marked = useReplays((state) => state.marked);
  const row = open ? currentRow(model) : null;
  return (
    <Dialog
      open={open && marked !== null && row !== null}
      onClose={() => closeDialog(model)}
      title={`#${marked} and #${row}`}
      about="The marked call's answer first, then the selected one's."
      width={1040}
    >
      {open && marked !== null && row !== null && (
        <div className={styles.body}>
          <AnswerDifference before={marked} after={row} />
        </div>
      )}
    </Dialog>
  );
}
