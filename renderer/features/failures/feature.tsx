// The place that lists failures by cause.

import type { WindowFeature } from '../../model/window-feature.ts';
import { FailureCount } from './failure-count.tsx';
import { FailuresPlace } from './failures-place.tsx';

export const failures: WindowFeature = {
  name: 'failures',
  place: { page: 'failures', label: 'Failures', Place: FailuresPlace, Count: FailureCount, side: 'wide' },
};
