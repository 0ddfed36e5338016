// The features, as windows call them: one line per feature. Its methods are in its folder; what answers them is in electron/features.

import { compareChanges, compareMethods } from './compare/methods.ts';
import { doctorMethods } from './doctor/methods.ts';
import { rehearseChanges, rehearseMethods } from './rehearse/methods.ts';
import { replayChanges, replayMethods } from './replay/methods.ts';
import { samplesMethods } from './samples/methods.ts';
import { transcriptsChanges, transcriptsMethods } from './transcripts/methods.ts';
import { variablesMethods } from './variables/methods.ts';
import { watchMethods } from './watch/methods.ts';

export const featureMethods = {
  ...compareMethods,
  ...doctorMethods,
  ...rehearseMethods,
  ...replayMethods,
  ...samplesMethods,
  ...transcriptsMethods,
  ...variablesMethods,
  ...watchMethods,
};

/** What windows get of features with each batch. Arrays of things with an id contain those that changed. */
export const noChanges = { ...compareChanges, ...rehearseChanges, ...replayChanges, ...transcriptsChanges };
export type FeatureChanges = typeof noChanges;
