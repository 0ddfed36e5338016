// The rules of the protocol, on the card of a server.

import type { WindowFeature } from '../../model/window-feature.ts';
import { ProtocolSection } from './protocol-section.tsx';

export const lint: WindowFeature = {
  name: 'lint',
  card: { sections: [{ after: 'evidence', Section: ProtocolSection }] },
};
