// The features, as windows call them: one line per feature. Its methods are in its folder; what answers them is in electron/features.

import { agentsMethods } from '../features/agents/methods.ts';
import { compareChanges, compareMethods } from '../features/compare/methods.ts';
import { doctorMethods } from '../features/doctor/methods.ts';
import { fixChanges, fixMethods } from '../features/fix/methods.ts';
import { holdChanges, holdMethods } from '../features/hold/methods.ts';
import { lintMethods } from '../features/lint/methods.ts';
import { rehearseChanges, rehearseMethods } from '../features/rehearse/methods.ts';
import { replayChanges, replayMethods } from '../features/replay/methods.ts';
import { reportCardMethods } from '../features/report-card/methods.ts';
import { samplesMethods } from '../features/samples/methods.ts';
import { transcriptsChanges, transcriptsMethods } from '../features/transcripts/methods.ts';
import { variablesMethods } from '../features/variables/methods.ts';
import { watchMethods } from '../features/watch/methods.ts';

export const featureMethods = {
  ...agentsMethods,
  ...compareMethods,
  ...doctorMethods,
  ...fixMethods,
  ...holdMethods,
  ...lintMethods,
  ...rehearseMethods,
  ...replayMethods,
  ...reportCardMethods,
  ...samplesMethods,
  ...transcriptsMethods,
  ...variablesMethods,
  ...watchMethods,
};

/** What windows get of features with each batch. Arrays of things with an id contain those that changed. */
export const noChanges = {
  ...compareChanges,
  ...fixChanges,
  ...holdChanges,
  ...rehearseChanges,
  ...replayChanges,
  ...transcriptsChanges,
};
export type FeatureChanges = typeof noChanges;
