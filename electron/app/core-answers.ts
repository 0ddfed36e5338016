// Which part of the core answers which group of methods: it has a field or a method of the same name for each. Features answer their own.

import { captureMethods } from '../../shared/api/capture-methods.ts';
import { dialectMethods } from '../../shared/api/dialect-methods.ts';
import { groupMethods, preferenceMethods, readingMethods } from '../../shared/api/log-methods.ts';
import { offerMethods } from '../../shared/api/offer-methods.ts';
import { recordingMethods } from '../../shared/api/recording-methods.ts';
import { askMethods, savedCallMethods, serverListMethods, serverMethods } from '../../shared/api/server-methods.ts';
import { signInMethods } from '../../shared/api/sign-in-methods.ts';
import { done, type InspectorApi, type Method } from '../../shared/contract/api.ts';
import type { featureMethods } from '../../shared/contract/features.ts';
import type { Core } from '../inspector/core.ts';
import { markGroup } from '../inspector/log/group-queries.ts';
import { samples } from '../samples/catalogue.ts';

/** `part` is asked for with each call: another recording has other readers. */
function answersOf<M extends Partial<Record<Method, unknown>>>(
  methods: M,
  part: () => Pick<InspectorApi, keyof M & Method>,
): Pick<InspectorApi, keyof M & Method> {
  const names = Object.keys(methods) as (keyof M & Method)[];
  const answers = names.map((name) => [name, (input: never) => part()[name](input)]);
  return Object.fromEntries(answers) as Pick<InspectorApi, keyof M & Method>;
}

export const coreAnswers = (core: Core): Omit<InspectorApi, keyof typeof featureMethods> => ({
  hello: async () => {
    const { logFile } = core.recordings;
    return done({
      version: core.options.version,
      store: {
        kind: logFile.kind,
        path: logFile.path,
        notice: core.notice(),
        isRefused: logFile.isRefused ?? false,
        isWaiting: core.recordings.isWaiting,
      },
      abilities: core.options.abilities,
      dataFolder: core.options.dataDir,
      runtime: {
        node: process.versions.node,
        electron: process.versions.electron ?? null,
        sqlite: process.versions.sqlite ?? null,
        system: `${process.platform} ${process.arch}`,
      },
      preferences: core.preferences.text,
      samples: samples.filter(({ inTour }) => inTour).map(({ id, name, about }) => ({ id, name, about })),
    });
  },
  snapshot: async () => {
    const { shown, shownView: recording } = core.recordings;
    const marks = shown.marks.all();
    return done({
      rev: shown.rev,
      recording,
      servers: core.servers(),
      past: core.past(),
      counters: shown.counters,
      marks,
    });
  },
  markGroup: async (input) => {
    const answer = markGroup(core.recordings.shown, input);
    core.batches.noteMarks();
    return answer;
  },
  ...answersOf(readingMethods, () => core.reading),
  ...answersOf(groupMethods, () => core.groups),
  ...answersOf(preferenceMethods, () => core.preferences),
  ...answersOf(savedCallMethods, () => core.keptCalls),
  ...answersOf(serverMethods, () => core.serverApi),
  ...answersOf(serverListMethods, () => core.serverList),
  ...answersOf(signInMethods, () => core.signIn),
  ...answersOf(offerMethods, () => core.offers),
  ...answersOf(askMethods, () => core.asks),
  ...answersOf(dialectMethods, () => core.dialects),
  ...answersOf(captureMethods, () => core.recordingApi.captures),
  ...answersOf(recordingMethods, () => core.recordingApi),
  deleteRecording: async (input) => {
    await core.leaveRecording(input.recording);
    return core.recordingApi.deleteRecording(input);
  },
});
