// The features of the inspector: one line per feature. Its methods are in shared/features, its code in a folder here.

import { compareMethods } from '../../shared/features/compare/methods.ts';
import { doctorMethods } from '../../shared/features/doctor/methods.ts';
import { rehearseMethods } from '../../shared/features/rehearse/methods.ts';
import { replayMethods } from '../../shared/features/replay/methods.ts';
import { samplesMethods } from '../../shared/features/samples/methods.ts';
import { transcriptsMethods } from '../../shared/features/transcripts/methods.ts';
import { variablesMethods } from '../../shared/features/variables/methods.ts';
import { watchMethods } from '../../shared/features/watch/methods.ts';
import { feature } from './feature.ts';

export const features = [
  feature(compareMethods, () => import('./compare/feature.ts')),
  feature(doctorMethods, () => import('./doctor/feature.ts')),
  feature(rehearseMethods, () => import('./rehearse/feature.ts')),
  feature(replayMethods, () => import('./replay/feature.ts')),
  feature(samplesMethods, () => import('./samples/feature.ts')),
  feature(transcriptsMethods, () => import('./transcripts/feature.ts')),
  feature(variablesMethods, () => import('./variables/feature.ts')),
  feature(watchMethods, () => import('./watch/feature.ts')),
];
