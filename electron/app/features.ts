// The features of the inspector: one line per feature. Its methods are in shared/features, its code in electron/features.

import { agentsMethods } from '../../shared/features/agents/methods.ts';
import { compareMethods } from '../../shared/features/compare/methods.ts';
import { doctorMethods } from '../../shared/features/doctor/methods.ts';
import { fixMethods } from '../../shared/features/fix/methods.ts';
import { holdMethods } from '../../shared/features/hold/methods.ts';
import { lintMethods } from '../../shared/features/lint/methods.ts';
import { rehearseMethods } from '../../shared/features/rehearse/methods.ts';
import { replayMethods } from '../../shared/features/replay/methods.ts';
import { reportCardMethods } from '../../shared/features/report-card/methods.ts';
import { samplesMethods } from '../../shared/features/samples/methods.ts';
import { transcriptsMethods } from '../../shared/features/transcripts/methods.ts';
import { variablesMethods } from '../../shared/features/variables/methods.ts';
import { watchMethods } from '../../shared/features/watch/methods.ts';
import { feature } from '../inspector/feature.ts';

export const features = [
  feature(agentsMethods, () => import('../features/agents/feature.ts')),
  feature(compareMethods, () => import('../features/compare/feature.ts')),
  feature(doctorMethods, () => import('../features/doctor/feature.ts')),
  feature(fixMethods, () => import('../features/fix/feature.ts')),
  feature(holdMethods, () => import('../features/hold/feature.ts')),
  feature(lintMethods, () => import('../features/lint/feature.ts')),
  feature(rehearseMethods, () => import('../features/rehearse/feature.ts')),
  feature(replayMethods, () => import('../features/replay/feature.ts')),
  feature(reportCardMethods, () => import('../features/report-card/feature.ts')),
  feature(samplesMethods, () => import('../features/samples/feature.ts')),
  feature(transcriptsMethods, () => import('../features/transcripts/feature.ts')),
  feature(variablesMethods, () => import('../features/variables/feature.ts')),
  feature(watchMethods, () => import('../features/watch/feature.ts'), { follows: true }),
];
