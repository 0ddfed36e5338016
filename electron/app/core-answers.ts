// Maps each method of the core to the part that implements it. Features answer their own.

import { done, type InspectorApi } from '../../shared/contract/api.ts';
import type { featureMethods } from '../../shared/contract/features.ts';
import type { Core } from '../inspector/core.ts';
import { markGroup } from '../inspector/log/group-queries.ts';
import { samples } from '../samples/catalogue.ts';

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
  openView: (input) => core.reading.openView(input),
  rows: (input) => core.reading.rows(input),
  changes: (input) => core.reading.changes(input),
  rowDetail: (input) => core.reading.rowDetail(input),
  locate: (input) => core.reading.locate(input),
  body: (input) => core.reading.body(input),
  rowEvents: (input) => core.reading.rowEvents(input),
  seenTool: (input) => core.reading.seenTool(input),
  seenTools: (input) => core.reading.seenTools(input),
  keptCalls: (input) => core.keptCalls.keptCalls(input),
  keepCall: (input) => core.keptCalls.keepCall(input),
  keepPreferences: (input) => core.preferences.keepPreferences(input),
  locateTime: (input) => core.groups.locateTime(input),
  failureGroups: (input) => core.groups.failureGroups(input),
  overview: (input) => core.groups.overview(input),
  markGroup: async (input) => {
    const answer = markGroup(core.recordings.shown, input);
    core.batches.noteMarks();
    return answer;
  },

  addServer: (input) => core.serverApi.addServer(input),
  removeServer: (input) => core.serverApi.removeServer(input),
  connect: (input) => core.serverApi.connect(input),
  disconnect: (input) => core.serverApi.disconnect(input),
  restart: (input) => core.serverApi.restart(input),
  serverConfig: (input) => core.serverList.serverConfig(input),
  changeServer: (input) => core.serverList.changeServer(input),
  duplicateServer: (input) => core.serverList.duplicateServer(input),
  exportServers: (input) => core.serverList.exportServers(input),
  readServers: (input) => core.serverList.readServers(input),
  findServers: (input) => core.serverList.findServers(input),
  signIn: (input) => core.signIn.signIn(input),
  cancelSignIn: (input) => core.signIn.cancelSignIn(input),
  signOut: (input) => core.signIn.signOut(input),
  offers: (input) => core.offers.offers(input),
  followTask: (input) => core.offers.followTask(input),
  asks: (input) => core.asks.asks(input),
  answerAsk: (input) => core.asks.answerAsk(input),

  tools: (input) => core.serverApi.tools(input),
  call: (input) => core.serverApi.call(input),
  cancel: (input) => core.serverApi.cancel(input),

  dialects: (input) => core.dialects.dialects(input),
  pinDialect: (input) => core.dialects.pinDialect(input),
  addDialect: (input) => core.dialects.addDialect(input),
  tryDialect: (input) => core.dialects.tryDialect(input),

  recordings: () => core.recordingApi.recordings(),
  openRecording: (input) => core.recordingApi.openRecording(input),
  newRecording: (input) => core.recordingApi.newRecording(input),
  changeRecording: (input) => core.recordingApi.changeRecording(input),
  deleteRecording: async (input) => {
    await core.leaveRecording(input.recording);
    return core.recordingApi.deleteRecording(input);
  },
  retention: (input) => core.recordingApi.retention(input),
  suggest: (input) => core.recordingApi.suggest(input),
  previewExport: (input) => core.recordingApi.captures.previewExport(input),
  startExport: (input) => core.recordingApi.captures.startExport(input),
  exportPart: (input) => core.recordingApi.captures.exportPart(input),
  cancelExport: (input) => core.recordingApi.captures.cancelExport(input),
  startImport: (input) => core.recordingApi.captures.startImport(input),
  importPart: (input) => core.recordingApi.captures.importPart(input),
  cancelImport: (input) => core.recordingApi.captures.cancelImport(input),
});
