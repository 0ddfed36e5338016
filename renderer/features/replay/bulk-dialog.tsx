// Replays of several failures: first the list, with nothing sent, then their progress.

import { Dialog } from '../../components/dialog.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { useReplays } from '../../model/replays.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { BulkPlan } from './bulk-plan.tsx';
import { BulkProgress } from './bulk-progress.tsx';

export function BulkDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'bulk');
  const bulk = useReplays((state) => state.bulk);
  if (bulk === null) return null;
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Replay failures"
      about={
        bulk.kind === 'plan'
          ? `Of ${visibleLine(bulk.of)}. Nothing is sent yet.`
          : 'Each call once, one after the other.'
      }
      width={920}
    >
      {open && bulk.kind === 'plan' && <BulkPlan filter={bulk.filter} />}
      {open && bulk.kind === 'running' && <BulkProgress bulk={bulk.id} />}
    </Dialog>
  );
}
