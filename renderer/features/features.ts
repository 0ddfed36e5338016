// The features of the window: one line each. Their order is the order of tabs, tools and entries.

import type { WindowFeature } from '../model/window-feature.ts';
import { asks } from './asks/feature.tsx';
import { call } from './call/feature.tsx';
import { compare } from './compare/feature.tsx';
import { dialects } from './dialects/feature.tsx';
import { doctor } from './doctor/feature.tsx';
import { failures } from './failures/feature.tsx';
import { firstRun } from './first-run/feature.tsx';
import { fix } from './fix/feature.tsx';
import { hold } from './hold/feature.tsx';
import { lint } from './lint/feature.tsx';
import { recordings } from './recordings/feature.tsx';
import { rehearse } from './rehearse/feature.tsx';
import { replay } from './replay/feature.tsx';
import { seen } from './seen/feature.tsx';
import { servers } from './servers/feature.tsx';
import { settings } from './settings/feature.tsx';
import { signIn } from './sign-in/feature.tsx';
import { tour } from './tour/feature.tsx';
import { watch } from './watch/feature.tsx';

export const features: readonly WindowFeature[] = [
  failures,
  compare,
  rehearse,
  hold,
  seen,
  replay,
  fix,
  doctor,
  lint,
  signIn,
  servers,
  asks,
  watch,
  call,
  recordings,
  dialects,
  firstRun,
  tour,
  settings,
];
