// The dialog that calls a tool, reads a resource or sends any other request.

import { Button } from '../../components/button.tsx';
import { isPast, useConnection } from '../../model/connection.ts';
import { openCall } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { CallDialog } from './call-dialog.tsx';
import { callRuns } from './commands.ts';

export const callFeature: WindowFeature = {
  name: 'call',
  commands: callRuns,
  overlays: [CallDialog],
  tools: [{ Tool: CallButton }],
  waitTexts: {
    keptCalls: null,
    keepCall: 'Keeping the call',
    offers: 'Asking what the server offers',
    followTask: 'Asking about the task',
  },
};

function CallButton() {
  const model = useModel();
  const isOver = useConnection(isPast);
  return (
    <Button disabled={isOver} onClick={() => openCall(model)}>
      Call…
    </Button>
  );
}
