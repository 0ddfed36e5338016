// Maps each API method to the part of the inspector that implements it.

import { done, type InspectorApi } from '../../shared/api/api.ts';
import { samples } from '../samples/catalogue.ts';
import { markGroup } from './log/group-queries.ts';
import type { Rooms } from './rooms.ts';

export const answerWith = (rooms: Rooms): InspectorApi => ({
  hello: async () => {
    const { logFile } = rooms.recordings;
    return done({
      version: rooms.options.version,
      store: {
        kind: logFile.kind,
        path: logFile.path,
        notice: rooms.notice(),
        isRefused: logFile.isRefused ?? false,
        isWaiting: rooms.recordings.isWaiting,
      },
      abilities: rooms.options.abilities,
      dataFolder: rooms.options.dataDir,
      runtime: {
        node: process.versions.node,
        electron: process.versions.electron ?? null,
        sqlite: process.versions.sqlite ?? null,
        system: `${process.platform} ${process.arch}`,
      },
      preferences: rooms.preferences.text,
      samples: samples.filter(({ inTour }) => inTour).map(({ id, name, about }) => ({ id, name, about })),
    });
  },
  snapshot: async () => {
    const { shown, shownView: recording } = rooms.recordings;
    const marks = shown.marks.all();
    return done({
      rev: shown.rev,
      recording,
      servers: rooms.servers(),
      past: rooms.pastServers(),
      counters: shown.counters,
      marks,
    });
  },
  openView: (input) => rooms.reading.openView(input),
  rows: (input) => rooms.reading.rows(input),
  changes: (input) => rooms.reading.changes(input),
  rowDetail: (input) => rooms.reading.rowDetail(input),
  locate: (input) => rooms.reading.locate(input),
  body: (input) => rooms.reading.body(input),
  rowEvents: (input) => rooms.reading.rowEvents(input),
  seenTool: (input) => rooms.reading.seenTool(input),
  keptCalls: (input) => rooms.keptCalls.keptCalls(input),
  keepCall: (input) => rooms.keptCalls.keepCall(input),
  keepPreferences: (input) => rooms.preferences.keepPreferences(input),
  locateTime: (input) => rooms.groups.locateTime(input),
  failureGroups: (input) => rooms.groups.failureGroups(input),
  overview: (input) => rooms.groups.overview(input),
  markGroup: async (input) => {
    const answer = markGroup(rooms.recordings.shown, input);
    rooms.batches.noteMarks();
    return answer;
  },

  addServer: (input) => rooms.serverApi.addServer(input),
  removeServer: (input) => rooms.serverApi.removeServer(input),
  connect: (input) => rooms.serverApi.connect(input),
  disconnect: (input) => rooms.serverApi.disconnect(input),
  restart: (input) => rooms.serverApi.restart(input),
  serverConfig: (input) => rooms.serverList.serverConfig(input),
  changeServer: (input) => rooms.serverList.changeServer(input),
  duplicateServer: (input) => rooms.serverList.duplicateServer(input),
  exportServers: (input) => rooms.serverList.exportServers(input),
  readServers: (input) => rooms.serverList.readServers(input),
  findServers: (input) => rooms.serverList.findServers(input),
  watchEntries: (input) => rooms.watch.watchEntries(input),
  planWatch: (input) => rooms.watch.planWatch(input),
  startWatch: (input) => rooms.watch.startWatch(input),
  undoWatch: (input) => rooms.watch.undoWatch(input),
  variableOffers: (input) => rooms.variables.variableOffers(input),
  setVariables: (input) => rooms.variables.setVariables(input),
  planClientVariables: (input) => rooms.variables.planClientVariables(input),
  saveClientVariables: (input) => rooms.variables.saveClientVariables(input),
  undoClientVariables: (input) => rooms.variables.undoClientVariables(input),
  agentClients: (input) => rooms.watch.agentClients(input),
  addToClient: (input) => rooms.watch.addToClient(input),
  removeFromClient: (input) => rooms.watch.removeFromClient(input),
  spoolLimits: (input) => rooms.watch.spoolLimits(input),
  detectEra: (input) => rooms.eras.detectEra(input),
  diagnose: (input) => rooms.doctor.diagnose(input),
  stopDiagnosis: (input) => {
    rooms.eras.stop(input.server);
    return rooms.doctor.stopDiagnosis(input);
  },
  signIn: (input) => rooms.signIn.signIn(input),
  cancelSignIn: (input) => rooms.signIn.cancelSignIn(input),
  signOut: (input) => rooms.signIn.signOut(input),
  offers: (input) => rooms.offers.offers(input),
  followTask: (input) => rooms.offers.followTask(input),
  asks: (input) => rooms.asks.asks(input),
  answerAsk: (input) => rooms.asks.answerAsk(input),
  trySamples: async () => done({ servers: rooms.tour.start().map(({ id }) => id) }),

  tools: (input) => rooms.serverApi.tools(input),
  call: (input) => rooms.serverApi.call(input),
  cancel: (input) => rooms.serverApi.cancel(input),

  dialects: (input) => rooms.dialects.dialects(input),
  pinDialect: (input) => rooms.dialects.pinDialect(input),
  addDialect: (input) => rooms.dialects.addDialect(input),
  tryDialect: (input) => rooms.dialects.tryDialect(input),
  draftReplay: (input) => rooms.replay.draftReplay(input),
  simulatePolicy: (input) => rooms.replay.simulatePolicy(input),
  startReplay: (input) => rooms.replay.startReplay(input),
  controlReplay: (input) => rooms.replay.controlReplay(input),
  replays: (input) => rooms.replay.replays(input),
  planBulk: (input) => rooms.replay.planBulk(input),
  startBulk: (input) => rooms.replay.startBulk(input),
  diffAnswers: (input) => rooms.replay.diffAnswers(input),
  reproSet: (input) => rooms.replay.reproSet(input),
  snippet: (input) => rooms.replay.snippet(input),

  ownProvocations: (input) => rooms.probe.ownProvocations(input),
  saveProvocation: (input) => rooms.probe.saveProvocation(input),
  removeProvocation: (input) => rooms.probe.removeProvocation(input),
  planProbe: (input) => rooms.probe.planProbe(input),
  startProbe: (input) => rooms.probe.startProbe(input),
  probeSamples: (input) => rooms.probe.probeSamples(input),
  stopProbe: (input) => rooms.probe.stopProbe(input),
  probes: (input) => rooms.probe.probes(input),
  compareServers: (input) => rooms.comparisons.compareServers(input),
  diffShapes: (input) => rooms.comparisons.diffShapes(input),
  saveBaseline: (input) => rooms.contracts.saveBaseline(input),
  compareBaseline: (input) => rooms.contracts.compareBaseline(input),
  probeBaseline: (input) => rooms.contracts.probeBaseline(input),
  ruleCode: (input) => rooms.comparisons.ruleCode(input),
  compareReport: (input) => rooms.comparisons.compareReport(input),
  recordings: () => rooms.recordingApi.recordings(),
  openRecording: (input) => rooms.recordingApi.openRecording(input),
  newRecording: (input) => rooms.recordingApi.newRecording(input),
  changeRecording: (input) => rooms.recordingApi.changeRecording(input),
  deleteRecording: (input) => rooms.recordingApi.deleteRecording(input),
  retention: (input) => rooms.recordingApi.retention(input),
  suggest: (input) => rooms.recordingApi.suggest(input),
  previewExport: (input) => rooms.recordingApi.captures.previewExport(input),
  startExport: (input) => rooms.recordingApi.captures.startExport(input),
  exportPart: (input) => rooms.recordingApi.captures.exportPart(input),
  cancelExport: (input) => rooms.recordingApi.captures.cancelExport(input),
  startImport: (input) => rooms.recordingApi.captures.startImport(input),
  importPart: (input) => rooms.recordingApi.captures.importPart(input),
  cancelImport: (input) => rooms.transcripts.cancelImport(input),
  transcripts: (input) => rooms.transcripts.transcripts(input),
  countTranscript: (input) => rooms.transcripts.countTranscript(input),
  readTranscript: (input) => rooms.transcripts.readTranscript(input),
  transcriptPart: (input) => rooms.transcripts.transcriptPart(input),
});
