// A few steps that show where to look.

import type { WindowFeature } from '../../model/window-feature.ts';
import { tourRuns } from './commands.ts';
import { Tour, TourOffer } from './tour.tsx';

export const tour: WindowFeature = {
  name: 'tour',
  commands: tourRuns,
  overlays: [Tour],
  notices: [{ isUrgent: false, Notice: TourOffer }],
};
