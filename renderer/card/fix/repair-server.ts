// Repairs a server from the card of its incident: saves missing variables and starts the server again while the card stays open.
// Other changes are made in the server's settings. For a client's server, the variables go into the client's file.

import type {
  ClientTarget,
  VariableKeeping,
  VariableOffer,
  VariablesChange,
  VariableValues,
} from '../../../shared/api/variables.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Failure } from '../../../shared/failure.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { refreshDetail } from '../../model/detail.ts';
import { openFor } from '../../model/dialogs.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { replayRow } from '../../model/replay-actions.ts';
import { replaysOf } from '../../model/replays.ts';
import { callsOf } from '../parts/incident-calls.ts';

interface Repair {
  /** The incident of this card. */
  incident: number | null;
  values: Record<string, string>;
  /** Values to use from an existing source; only their names are known here. */
  picked: Record<string, VariableOffer>;
  /** What is known about these variables; null: not loaded yet. */
  known: { offers: VariableOffer[]; client: ClientTarget | null } | null;
  keep: Keeping;
  /** The change of the client's settings, while it is shown. */
  plan: VariablesChange | null;
  /** Calls that the user checked or unchecked, to send again afterwards. */
  sendAgain: Record<number, boolean>;
  busy: boolean;
  /** Why it failed, as a sentence; '' so far. */
  problem: string;
}

/** Where values are stored: with the server, for this run, or in its client's settings. */
export type Keeping = VariableKeeping | 'client';

const nothing: Repair = {
  incident: null,
  values: {},
  picked: {},
  known: null,
  keep: 'server',
  plan: null,
  sendAgain: {},
  busy: false,
  problem: '',
};
export const [repairOf, useRepair] = defineStore<Repair>(() => nothing);

export const variableField = (name: string): string => `variable-${name}`;

/** Those that the finding requires. */
export function variablesToSet({ fix }: Failure): string[] {
  return fix.kind === 'setting' ? fix.variables : [];
}

/** Values typed for one incident do not apply to the next. */
export function beginRepair(model: Model, incident: number): void {
  if (repairOf(model).getState().incident !== incident) repairOf(model).setState({ ...nothing, incident });
}

export function fillIn(model: Model, name: string, value: string): void {
  const { values } = repairOf(model).getState();
  repairOf(model).setState({ values: { ...values, [name]: value } });
}

/** null: a value is typed instead. */
export function pickOffer(model: Model, name: string, offer: VariableOffer | null): void {
  repairOf(model).setState(({ picked: { [name]: _, ...others }, values }) => ({
    picked: offer === null ? others : { ...others, [name]: offer },
    values: { ...values, [name]: '' },
  }));
}

export function chooseKeeping(model: Model, keep: Keeping): void {
  repairOf(model).setState({ keep, plan: null, problem: '' });
}

/** Looks up where these variables have a value, and which client has the server. */
export async function lookForVariables(model: Model, server: string, names: readonly string[]): Promise<void> {
  const { incident } = repairOf(model).getState();
  const answer = await model.platform.call('variableOffers', { server, names: [...names] });
  if (answer.ok && repairOf(model).getState().incident === incident) repairOf(model).setState({ known: answer.value });
}

export function chooseSendAgain(model: Model, row: number, isWanted: boolean): void {
  repairOf(model).setState(({ sendAgain }) => ({ sendAgain: { ...sendAgain, [row]: isWanted } }));
}

/** Misfire's own server in the live recording: others are read-only. */
export function isRepairable(model: Model, server: ServerView | undefined): server is ServerView {
  return server !== undefined && server.watched === null && connectionOf(model).getState().recording?.isLive !== false;
}

/** A client's server, with its settings on this machine. */
export function belongsToClient(model: Model, server: ServerView | undefined): server is ServerView {
  return server?.watched != null && connectionOf(model).getState().recording?.isLive !== false;
}

/** To the first variable without a value, then to a restart with them; to the whole entry if none is known. */
async function editAndRestart(model: Model, server: ServerView, detail: RowDetail): Promise<void> {
  const variables = detail.failure ? variablesToSet(detail.failure) : [];
  if (variables.length === 0) return openFor(model, 'edit', server.id);
  if (!isFilled(model, variables) || repairOf(model).getState().busy) return;
  const { keep } = repairOf(model).getState();
  if (keep === 'client') return saveToClient(model, server, detail, variables);
  repairOf(model).setState({ busy: true, problem: '' });
  await keepAndStart(model, server, detail, variables, keep);
}

async function keepAndStart(
  model: Model,
  server: ServerView,
  detail: RowDetail,
  variables: readonly string[],
  keep: VariableKeeping,
): Promise<void> {
  const values = typedValues(model, variables);
  const kept = await model.platform.call('setVariables', { server: server.id, values, words: {}, keep });
  const problem = kept.ok ? await start(model, server) : kept.error.message;
  repairOf(model).setState({ busy: false, problem, ...(problem === '' && { values: {}, picked: {} }) });
  if (problem === '') await sendAfter(model, detail);
  refreshDetail(model);
}

/** First shows the change, then applies it. */
export async function saveToClient(
  model: Model,
  server: ServerView,
  detail: RowDetail,
  variables: readonly string[],
): Promise<void> {
  const store = repairOf(model);
  if (!isFilled(model, variables) || store.getState().busy) return;
  store.setState({ busy: true, problem: '' });
  if (store.getState().plan === null) {
    const names = [...variables];
    const plan = await model.platform.call('planClientVariables', { server: server.id, names, words: {} });
    store.setState({ busy: false, plan: plan.ok ? plan.value : null, problem: plan.ok ? '' : plan.error.message });
    return;
  }
  const values = typedValues(model, variables);
  const saved = await model.platform.call('saveClientVariables', { server: server.id, values, words: {} });
  store.setState({ busy: false, plan: null, problem: saved.ok ? '' : saved.error.message });
  if (!saved.ok) return;
  const { client, whenRead } = saved.value;
  const undo = { label: 'Undo', run: () => void undoSaved(model, server, variables) };
  say(model, `Saved ${variables.join(', ')} to ${client}. ${whenRead}`, 'plain', undo);
  // Misfire's own copy of the server reads its own settings.
  if (isRepairable(model, server)) await keepAndStart(model, server, detail, variables, 'server');
  else store.setState({ values: {}, picked: {} });
  await lookForVariables(model, server.id, variables);
}

export async function undoSaved(model: Model, server: ServerView, variables: readonly string[]): Promise<void> {
  const answer = await model.platform.call('undoClientVariables', { server: server.id });
  if (answer.ok) say(model, `The settings of ${answer.value.client} are as they were, byte for byte.`);
  else say(model, answer.error.message, 'bad');
  await lookForVariables(model, server.id, variables);
}

/** Otherwise the first field without a value gets the focus. */
export function isFilled(model: Model, variables: readonly string[]): boolean {
  const { values, picked } = repairOf(model).getState();
  const empty = variables.find((name) => picked[name] === undefined && (values[name] ?? '') === '');
  if (empty !== undefined) document.getElementById(variableField(empty))?.focus();
  return empty === undefined;
}

export function typedValues(model: Model, variables: readonly string[]): VariableValues {
  const { values, picked } = repairOf(model).getState();
  return Object.fromEntries(
    variables.map((name) => {
      const offer = picked[name];
      return [name, offer ? { from: offer.from } : { value: values[name] ?? '' }];
    }),
  );
}

/** Read-only calls, unless the user unchecked them. */
async function sendAfter(model: Model, detail: RowDetail): Promise<void> {
  const { sendAgain } = repairOf(model).getState();
  const { drafts } = replaysOf(model).getState();
  for (const { id } of callsOf(detail))
    if (drafts[id]?.guard.need === 'free' && (sendAgain[id] ?? true)) await replayRow(model, id, 'now');
}

export async function restart(model: Model, server: ServerView): Promise<void> {
  repairOf(model).setState({ busy: true, problem: '' });
  const problem = await start(model, server);
  repairOf(model).setState({ busy: false, problem });
  refreshDetail(model);
}

/** The key of the button. false: the row is about something else. */
export function editServerOf(model: Model, detail: RowDetail | null): boolean {
  const failure = detail?.failure;
  if (!failure || (troubleOf(failure) === null && failure.fix.kind !== 'setting')) return false;
  const server = serverById(connectionOf(model).getState().servers, detail.row.server);
  const variables = variablesToSet(failure);
  if (isRepairable(model, server)) void editAndRestart(model, server, detail);
  else if (belongsToClient(model, server) && variables.length > 0) void saveToClient(model, server, detail, variables);
  else say(model, 'Misfire cannot start this server: another program runs it.', 'bad');
  return true;
}

async function start(model: Model, { id }: ServerView): Promise<string> {
  const answer = await model.platform.call('restart', { server: id });
  return answer.ok ? '' : `It did not come back: ${answer.error.message}`;
}
