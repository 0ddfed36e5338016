// Maps each API method to the part of the inspector that implements it.

import { done, type InspectorApi } from '../../shared/api/api.ts';
import { samples } from '../samples/catalogue.ts';
import { markGroup } from './log/group-queries.ts';
import type { Services } from './services.ts';

export const answerWith = (services: Services): InspectorApi => ({
  hello: async () => {
    const { logFile } = services.recordings;
    return done({
      version: services.options.version,
      store: {
        kind: logFile.kind,
        path: logFile.path,
        notice: services.notice(),
        isRefused: logFile.isRefused ?? false,
        isWaiting: services.recordings.isWaiting,
      },
      abilities: services.options.abilities,
      dataFolder: services.options.dataDir,
      runtime: {
        node: process.versions.node,
        electron: process.versions.electron ?? null,
        sqlite: process.versions.sqlite ?? null,
        system: `${process.platform} ${process.arch}`,
      },
      preferences: services.preferences.text,
      samples: samples.filter(({ inTour }) => inTour).map(({ id, name, about }) => ({ id, name, about })),
    });
  },
  snapshot: async () => {
    const { shown, shownView: recording } = services.recordings;
    const marks = shown.marks.all();
    return done({
      rev: shown.rev,
      recording,
      servers: services.servers(),
      past: services.pastServers(),
      counters: shown.counters,
      marks,
    });
  },
  openView: (input) => services.reading.openView(input),
  rows: (input) => services.reading.rows(input),
  changes: (input) => services.reading.changes(input),
  rowDetail: (input) => services.reading.rowDetail(input),
  locate: (input) => services.reading.locate(input),
  body: (input) => services.reading.body(input),
  rowEvents: (input) => services.reading.rowEvents(input),
  seenTool: (input) => services.reading.seenTool(input),
  keptCalls: (input) => services.keptCalls.keptCalls(input),
  keepCall: (input) => services.keptCalls.keepCall(input),
  keepPreferences: (input) => services.preferences.keepPreferences(input),
  locateTime: (input) => services.groups.locateTime(input),
  failureGroups: (input) => services.groups.failureGroups(input),
  overview: (input) => services.groups.overview(input),
  markGroup: async (input) => {
    const answer = markGroup(services.recordings.shown, input);
    services.batches.noteMarks();
    return answer;
  },

  addServer: (input) => services.serverApi.addServer(input),
  removeServer: (input) => services.serverApi.removeServer(input),
  connect: (input) => services.serverApi.connect(input),
  disconnect: (input) => services.serverApi.disconnect(input),
  restart: (input) => services.serverApi.restart(input),
  serverConfig: (input) => services.serverList.serverConfig(input),
  changeServer: (input) => services.serverList.changeServer(input),
  duplicateServer: (input) => services.serverList.duplicateServer(input),
  exportServers: (input) => services.serverList.exportServers(input),
  readServers: (input) => services.serverList.readServers(input),
  findServers: (input) => services.serverList.findServers(input),
  watchEntries: (input) => services.watch.watchEntries(input),
  planWatch: (input) => services.watch.planWatch(input),
  startWatch: (input) => services.watch.startWatch(input),
  undoWatch: (input) => services.watch.undoWatch(input),
  variableOffers: (input) => services.variables.variableOffers(input),
  setVariables: (input) => services.variables.setVariables(input),
  planClientVariables: (input) => services.variables.planClientVariables(input),
  saveClientVariables: (input) => services.variables.saveClientVariables(input),
  undoClientVariables: (input) => services.variables.undoClientVariables(input),
  agentClients: (input) => services.watch.agentClients(input),
  addToClient: (input) => services.watch.addToClient(input),
  removeFromClient: (input) => services.watch.removeFromClient(input),
  hookClients: (input) => services.watch.hookClients(input),
  planHook: (input) => services.watch.planHook(input),
  setUpHook: (input) => services.watch.setUpHook(input),
  undoHook: (input) => services.watch.undoHook(input),
  spoolLimits: (input) => services.watch.spoolLimits(input),
  detectEra: (input) => services.eras.detectEra(input),
  diagnose: (input) => services.doctor.diagnose(input),
  stopDiagnosis: (input) => {
    services.eras.stop(input.server);
    return services.doctor.stopDiagnosis(input);
  },
  signIn: (input) => services.signIn.signIn(input),
  cancelSignIn: (input) => services.signIn.cancelSignIn(input),
  signOut: (input) => services.signIn.signOut(input),
  offers: (input) => services.offers.offers(input),
  followTask: (input) => services.offers.followTask(input),
  asks: (input) => services.asks.asks(input),
  answerAsk: (input) => services.asks.answerAsk(input),
  trySamples: async () => done({ servers: services.tour.start().map(({ id }) => id) }),

  tools: (input) => services.serverApi.tools(input),
  call: (input) => services.serverApi.call(input),
  cancel: (input) => services.serverApi.cancel(input),

  dialects: (input) => services.dialects.dialects(input),
  pinDialect: (input) => services.dialects.pinDialect(input),
  addDialect: (input) => services.dialects.addDialect(input),
  tryDialect: (input) => services.dialects.tryDialect(input),
  draftReplay: (input) => services.replay.draftReplay(input),
  simulatePolicy: (input) => services.replay.simulatePolicy(input),
  startReplay: (input) => services.replay.startReplay(input),
  controlReplay: (input) => services.replay.controlReplay(input),
  replays: (input) => services.replay.replays(input),
  planBulk: (input) => services.replay.planBulk(input),
  startBulk: (input) => services.replay.startBulk(input),
  diffAnswers: (input) => services.replay.diffAnswers(input),
  reproSet: (input) => services.replay.reproSet(input),
  snippet: (input) => services.replay.snippet(input),
  rehearsalPlans: (input) => services.ownPlans.rehearsalPlans(input),
  savePlan: (input) => services.ownPlans.savePlan(input),
  removePlan: (input) => services.ownPlans.removePlan(input),
  pastSessions: (input) => services.pastSessions.pastSessions(input),
  rehearsal: (input) => services.rehearsal.rehearsal(input),
  startRehearsal: (input) => services.rehearsal.startRehearsal(input),
  stopRehearsal: (input) => services.rehearsal.stopRehearsal(input),
  reportCards: (input) => services.reportCards.reportCards(input),
  reportCardFile: (input) => services.reportCards.reportCardFile(input),

  ownProvocations: (input) => services.probe.ownProvocations(input),
  saveProvocation: (input) => services.probe.saveProvocation(input),
  removeProvocation: (input) => services.probe.removeProvocation(input),
  planProbe: (input) => services.probe.planProbe(input),
  startProbe: (input) => services.probe.startProbe(input),
  probeSamples: (input) => services.probe.probeSamples(input),
  stopProbe: (input) => services.probe.stopProbe(input),
  probes: (input) => services.probe.probes(input),
  compareServers: (input) => services.comparisons.compareServers(input),
  diffShapes: (input) => services.comparisons.diffShapes(input),
  saveBaseline: (input) => services.contracts.saveBaseline(input),
  compareBaseline: (input) => services.contracts.compareBaseline(input),
  probeBaseline: (input) => services.contracts.probeBaseline(input),
  ruleCode: (input) => services.comparisons.ruleCode(input),
  compareReport: (input) => services.comparisons.compareReport(input),
  recordings: () => services.recordingApi.recordings(),
  openRecording: (input) => services.recordingApi.openRecording(input),
  newRecording: (input) => services.recordingApi.newRecording(input),
  changeRecording: (input) => services.recordingApi.changeRecording(input),
  deleteRecording: async (input) => {
    await services.transcripts.release(input.recording);
    return services.recordingApi.deleteRecording(input);
  },
  retention: (input) => services.recordingApi.retention(input),
  suggest: (input) => services.recordingApi.suggest(input),
  previewExport: (input) => services.recordingApi.captures.previewExport(input),
  startExport: (input) => services.recordingApi.captures.startExport(input),
  exportPart: (input) => services.recordingApi.captures.exportPart(input),
  cancelExport: (input) => services.recordingApi.captures.cancelExport(input),
  startImport: (input) => services.recordingApi.captures.startImport(input),
  importPart: (input) => services.recordingApi.captures.importPart(input),
  cancelImport: (input) => services.transcripts.cancelImport(input),
  transcripts: (input) => services.transcripts.transcripts(input),
  countTranscript: (input) => services.transcripts.countTranscript(input),
  readTranscript: (input) => services.transcripts.readTranscript(input),
  transcriptPart: (input) => services.transcripts.transcriptPart(input),
  followedTranscripts: (input) => services.transcripts.followedTranscripts(input),
  stopFollowing: (input) => services.transcripts.stopFollowing(input),
  unknownLines: (input) => services.transcripts.unknownLines(input),
});
