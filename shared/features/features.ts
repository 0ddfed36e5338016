// The features, as windows call them: one line per feature. Its methods are in its folder; what answers them is in electron/features.

import { compareMethods } from './compare/methods.ts';
import { doctorMethods } from './doctor/methods.ts';
import { rehearseMethods } from './rehearse/methods.ts';
import { replayMethods } from './replay/methods.ts';
import { samplesMethods } from './samples/methods.ts';
import { transcriptsMethods } from './transcripts/methods.ts';
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
