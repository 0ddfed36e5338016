// The checks of a server, on its card.

import type { WindowFeature } from '../../model/window-feature.ts';
import { ChecksSection } from './checks-section.tsx';
import { ClientsDialog } from './clients-dialog.tsx';
import { ClientsSection } from './clients-section.tsx';
import { doctorRuns } from './commands.ts';

export const doctor: WindowFeature = {
  name: 'doctor',
  commands: doctorRuns,
  card: {
    sections: [
      { after: 'fix', Section: ChecksSection },
      { after: 'fix', Section: ClientsSection },
    ],
  },
  overlays: [ClientsDialog],
  waitTexts: {
    detectEra: { text: 'Asking the server which era it speaks', undo: 'stopDiagnosis' },
    diagnose: null,
    stopDiagnosis: null,
    checkClient: null,
  },
};
