// The checks of a server, on its card.

import type { WindowFeature } from '../../model/window-feature.ts';
import { ChecksSection } from './checks-section.tsx';

export const doctor: WindowFeature = {
  name: 'doctor',
  card: { sections: [{ after: 'fix', Section: ChecksSection }] },
};
