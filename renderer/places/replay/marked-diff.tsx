// The selected call compared with the marked one.

import { Dialog } from '../../components/dialog.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { currentRow } from '../../model/replay-actions.ts';
import { useReplays } from '../../model/replays.ts';
import styles from './dialogs.module.css';
import { DiffView } from './diff-view.tsx';
import { useDiff } from './result-pane.tsx';

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
      {open && marked !== null && row !== null && <Compared before={marked} after={row} />}
    </Dialog>
  );
}

function Compared({ before, after }: { before: number; after: number }) {
  const { diff, problem } = useDiff(before, after);
  return (
    <div className={styles.body}>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {diff && <DiffView diff={diff} />}
    </div>
  );
}
