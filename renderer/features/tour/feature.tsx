// A few steps that show where to look.

import type { WindowFeature } from '../../model/window-feature.ts';
import { Tour, TourOffer } from './tour.tsx';

export const tour: WindowFeature = {
  name: 'tour',
  overlays: [Tour],
  notices: [{ isUrgent: false, Notice: TourOffer }],
};
