// The features of the window: one line each. Their order is the order of tabs, tools and entries.

import type { WindowFeature } from '../model/window-feature.ts';
import { asksFeature } from './asks/feature.tsx';
import { callFeature } from './call/feature.tsx';
import { compareFeature } from './compare/feature.tsx';
import { dialects } from './dialects/feature.tsx';
import { doctor } from './doctor/feature.tsx';
import { failures } from './failures/feature.tsx';
import { firstRun } from './first-run/feature.tsx';
import { fix } from './fix/feature.tsx';
import { hold } from './hold/feature.tsx';
import { lint } from './lint/feature.tsx';
import { recordings } from './recordings/feature.tsx';
import { rehearseFeature } from './rehearse/feature.tsx';
import { replayFeature } from './replay/feature.tsx';
import { seenFeature } from './seen/feature.tsx';
import { servers } from './servers/feature.tsx';
import { settings } from './settings/feature.tsx';
import { signInFeature } from './sign-in/feature.tsx';
import { tour } from './tour/feature.tsx';
import { watch } from './watch/feature.tsx';

export const features: readonly WindowFeature[] = [
  failures,
  compareFeature,
  rehearseFeature,
  hold,
  seenFeature,
  replayFeature,
  fix,
  doctor,
  lint,
  signInFeature,
  servers,
  asksFeature,
  watch,
  callFeature,
  recordings,
  dialects,
  firstRun,
  tour,
  settings,
];
