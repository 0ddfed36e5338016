// Everything that the window waits for: shown after half a second, stoppable after two. All calls to the host pass here, so that
// none is forgotten; a new method does not compile without its text.

import { type Answer, refused } from '../../shared/api/answer.ts';
import type { Input, Method, Results } from '../../shared/contract/api.ts';
import type { Platform } from '../platform/platform.ts';
import { definePart, defineStore, type Model } from './model.ts';

export interface Job {
  id: number;
  words: string;
  startedAt: number;
  /** null: it cannot be stopped, because the window depends on it. */
  stop: (() => void) | null;
}

/** Only jobs that took long enough to be shown. */
export const [workOf, useWork] = defineStore<{ jobs: Job[] }>(() => ({ jobs: [] }));

const shownAfter = 500;
export const stoppableAfter = 2_000;
const numberingOf = definePart(() => ({ next: 1 }));

export interface JobHandle {
  say(words: string): void;
  done(): void;
}

export function startJob(model: Model, words: string, stop: (() => void) | null): JobHandle {
  const job: Job = { id: numberingOf(model).next++, words, startedAt: Date.now(), stop };
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    workOf(model).setState(({ jobs }) => ({ jobs: [...jobs, job] }));
  }, shownAfter);
  return {
    say(newer) {
      job.words = newer;
      if (shown)
        workOf(model).setState(({ jobs }) => ({
          jobs: jobs.map((it) => (it.id === job.id ? { ...it, words: newer } : it)),
        }));
    },
    done() {
      clearTimeout(timer);
      if (shown) workOf(model).setState(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== job.id) }));
    },
  };
}

/** The text that is shown while a method runs; null if another place shows it. */
const waitingFor: Record<Method, string | null> = {
  hello: 'Opening',
  snapshot: 'Opening',
  changes: 'Catching up',
  openView: 'Filtering',
  rows: 'Loading rows',
  rowDetail: 'Opening the row',
  locate: 'Looking for the row',
  body: null,
  brokenRules: null,
  definitionHistory: null,
  rowEvents: 'Loading the messages',
  seenTool: null,
  seenTools: null,
  keptCalls: null,
  keepCall: 'Keeping the call',
  keepPreferences: null,
  locateTime: 'Looking for the moment',
  failureGroups: 'Loading the groups',
  markGroup: 'Keeping the mark',
  overview: null,
  addServer: 'Adding the server',
  removeServer: 'Removing the server',
  connect: 'Connecting',
  serverConfig: 'Reading the settings',
  changeServer: 'Saving the server',
  duplicateServer: 'Copying the server',
  exportServers: 'Writing the servers',
  readServers: 'Reading the text',
  findServers: 'Looking for servers on this machine',
  watchEntries: 'Looking for clients on this machine',
  planWatch: 'Looking at the entry',
  startWatch: 'Changing the entry',
  undoWatch: 'Putting the entry back',
  variableOffers: null,
  setVariables: 'Saving the variables',
  planClientVariables: 'Looking at the entry',
  saveClientVariables: 'Changing the entry',
  undoClientVariables: 'Putting the entry back',
  agentClients: 'Looking for clients on this machine',
  addToClient: 'Adding Misfire to the client',
  hookClients: 'Looking for clients with hooks',
  planHook: 'Preparing the hook',
  setUpHook: 'Setting up the hook',
  undoHook: 'Removing the hook',
  removeFromClient: 'Taking Misfire out of the client',
  spoolLimits: 'Reading what is kept',
  detectEra: 'Asking the server which era it speaks',
  // The doctor's dialog shows its own progress, and can be stopped.
  diagnose: null,
  stopDiagnosis: null,
  checkClient: null,
  signIn: 'Looking for where to sign in',
  cancelSignIn: null,
  signOut: 'Signing out',
  offers: 'Asking what the server offers',
  asks: null,
  answerAsk: 'Sending the answer',
  followTask: 'Asking about the task',
  disconnect: 'Disconnecting',
  restart: 'Restarting',
  trySamples: 'Starting the samples',
  tools: 'Asking for the tools',
  call: 'Sending the call',
  cancel: 'Cancelling the call',
  dialects: 'Reading the dialects',
  pinDialect: 'Reading the failures again',
  addDialect: 'Reading the dialect',
  tryDialect: null,
  draftReplay: 'Preparing the replay',
  simulatePolicy: 'Drawing the plan',
  startFix: 'Starting the fix',
  answerFix: 'Going on with the fix',
  stopFix: null,
  fixes: null,
  fixReproSet: 'Writing the repro set',
  startReplay: 'Sending the call again',
  controlReplay: 'Changing the replay',
  replays: 'Loading the replays',
  planBulk: 'Listing the failures',
  startBulk: 'Starting the replays',
  diffAnswers: 'Comparing the answers',
  reproSet: 'Writing the repro set',
  snippet: 'Writing the code',
  ownProvocations: 'Reading the provocations',
  saveProvocation: 'Saving the provocation',
  removeProvocation: 'Removing the provocation',
  planProbe: 'Reading the servers’ schemas',
  startProbe: 'Starting the probe',
  probeSamples: 'Starting the samples',
  stopProbe: 'Stopping the probe',
  probes: 'Loading the probes',
  rehearsalPlans: null,
  savePlan: 'Saving the plan',
  removePlan: 'Deleting the plan',
  pastSessions: null,
  holds: null,
  addHoldRule: null,
  removeHoldRule: null,
  releaseHeld: null,
  heldMessage: null,
  previewHeldAnswer: null,
  decideHeld: null,
  rehearsal: null,
  startRehearsal: 'Starting the rehearsal',
  stopRehearsal: 'Stopping the rehearsal',
  rehearsedCalls: null,
  reportCards: 'Judging the clients',
  reportCardFile: 'Writing the report card',
  compareServers: 'Comparing the servers',
  // The dialog says so itself.
  compareRecordings: null,
  diffShapes: 'Comparing the failures',
  saveBaseline: 'Saving the baseline',
  compareBaseline: 'Comparing with the baseline',
  probeBaseline: 'Writing the baseline',
  ruleCode: 'Writing the rule',
  compareReport: 'Writing the report',
  recordings: 'Loading the recordings',
  openRecording: 'Opening the recording',
  newRecording: 'Beginning a recording',
  changeRecording: 'Saving the recording',
  deleteRecording: 'Deleting the recording',
  retention: 'Reading the retention rule',
  suggest: null,
  previewExport: 'Looking for secrets',
  startExport: null,
  exportPart: null,
  cancelExport: null,
  startImport: null,
  importPart: null,
  cancelImport: null,
  transcripts: 'Looking for transcripts on this machine',
  // The dialog shows which one it counts, and can be closed meanwhile.
  countTranscript: null,
  readTranscript: null,
  transcriptPart: null,
  followedTranscripts: null,
  stopFollowing: 'Stopping to follow the transcript',
  unknownLines: null,
};

/** The window depends on their response. */
const footing: readonly Method[] = ['hello', 'snapshot', 'changes', 'rows'];

/** What must be undone when the user stops waiting. */
function undo(model: Model, method: Method, input: unknown): void {
  if (method === 'connect' || method === 'restart')
    void model.platform.call('disconnect', input as Input<'disconnect'>);
  if (method === 'detectEra') void model.platform.call('stopDiagnosis', input as Input<'stopDiagnosis'>);
  if (method === 'signIn') void model.platform.call('cancelSignIn', input as Input<'cancelSignIn'>);
}

/** The platform, with every call tracked here. */
export function watchWork(model: Model): Platform {
  return {
    ...model.platform,
    call<M extends Method>(method: M, input: Input<M>): Promise<Answer<Results[M]>> {
      const words = waitingFor[method];
      const answer = model.platform.call(method, input);
      if (words === null) return answer;
      return new Promise((resolve) => {
        const stop = () => {
          undo(model, method, input);
          resolve(refused('refused', `${words}: stopped, as you asked.`));
          job.done();
        };
        const job = startJob(model, words, footing.includes(method) ? null : stop);
        void answer.then((value) => {
          job.done();
          resolve(value);
        });
      });
    },
  };
}
