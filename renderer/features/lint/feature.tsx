// The rules of the protocol and changed definitions, on the card of a server.

import type { WindowFeature } from '../../model/window-feature.ts';
import { DefinitionsSection } from './definitions-section.tsx';
import { protocolItems } from './palette.ts';
import { ProtocolSection } from './protocol-section.tsx';

export const lint: WindowFeature = {
  name: 'lint',
  card: {
    sections: [
      { after: 'evidence', Section: ProtocolSection },
      { after: 'evidence', Section: DefinitionsSection },
    ],
  },
  palette: protocolItems,
  waitTexts: {
    brokenRules: null,
    definitionHistory: null,
  },
};
