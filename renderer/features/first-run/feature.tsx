// The window before anything is configured.

import type { WindowFeature } from '../../model/window-feature.ts';
import { FirstRun } from './first-run.tsx';

export const firstRun: WindowFeature = { name: 'first-run', Blank: FirstRun };
