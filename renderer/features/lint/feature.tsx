// The rules of the protocol and changed definitions, on the card of a server.

import type { WindowFeature } from '../../model/window-feature.ts';
import { DefinitionsSection } from './definitions-section.tsx';
import { ProtocolSection } from './protocol-section.tsx';

export const lint: WindowFeature = {
  name: 'lint',
  card: {
    sections: [
      { after: 'evidence', Section: ProtocolSection },
      { after: 'evidence', Section: DefinitionsSection },
    ],
  },
  waitTexts: {
    brokenRules: null,
    definitionHistory: null,
  },
};
