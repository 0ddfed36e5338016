// Repairing a server from its incident's card: missing variables are filled in there, kept, and the server is started again; the
// card stays. What cannot be filled in there is changed in the server's whole entry.

import type { ServerView } from '../../../shared/api/views.ts';
import type { Failure } from '../../../shared/failure.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { refreshDetail } from '../../model/detail.ts';
import { openFor } from '../../model/dialogs.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { replayRow } from '../../model/replay-actions.ts';
import { replaysOf } from '../../model/replays.ts';
import { callsOf } from './incident-calls.ts';

interface Repair {
  /** The incident whose card this is about. */
  incident: number | null;
  values: Record<string, string>;
  /** Calls that a person ticked or unticked, to be sent again afterwards. */
  sendAgain: Record<number, boolean>;
  busy: boolean;
  /** Why it did not come back; '' so far. */
  problem: string;
}

const nothing: Repair = { incident: null, values: {}, sendAgain: {}, busy: false, problem: '' };
export const [repairOf, useRepair] = defineStore<Repair>(() => nothing);

export const variableField = (name: string): string => `variable-${name}`;

/** Those that the finding asks to set. */
export function missingVariables({ fix }: Failure): string[] {
  return fix.kind === 'setting' ? fix.variables : [];
}

/** What is written for one incident says nothing about the next. */
export function beginRepair(model: Model, incident: number): void {
  if (repairOf(model).getState().incident !== incident) repairOf(model).setState({ ...nothing, incident });
}

export function fillIn(model: Model, name: string, value: string): void {
  const { values } = repairOf(model).getState();
  repairOf(model).setState({ values: { ...values, [name]: value } });
}

export function chooseSendAgain(model: Model, row: number, isWanted: boolean): void {
  repairOf(model).setState(({ sendAgain }) => ({ sendAgain: { ...sendAgain, [row]: isWanted } }));
}

/** A server of one's own, in the recording that goes on now: others are only looked at. */
export function isRepairable(model: Model, server: ServerView | undefined): server is ServerView {
  return server !== undefined && server.watched === null && connectionOf(model).getState().recording?.isLive !== false;
}

/** To the first variable without a value, then to a restart with them; to the whole entry where none is known. */
export async function editAndRestart(model: Model, server: ServerView, detail: RowDetail): Promise<void> {
  const variables = detail.failure ? missingVariables(detail.failure) : [];
  if (variables.length === 0) return openFor(model, 'edit', server.id);
  const { values, busy } = repairOf(model).getState();
  const empty = variables.find((name) => (values[name] ?? '') === '');
  if (empty !== undefined) return document.getElementById(variableField(empty))?.focus();
  if (busy) return;
  repairOf(model).setState({ busy: true, problem: '' });
  const problem = (await keep(model, server, variables)) || (await start(model, server));
  repairOf(model).setState({ busy: false, problem, ...(problem === '' && { values: {} }) });
  if (problem === '') await sendAfter(model, detail);
  refreshDetail(model);
}

/** What only reads, unless a person unticked it. */
async function sendAfter(model: Model, { incident }: RowDetail): Promise<void> {
  const { sendAgain } = repairOf(model).getState();
  const { drafts } = replaysOf(model).getState();
  for (const { id } of callsOf(incident))
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
  if (!failure || troubleOf(failure) === null) return false;
  const server = serverById(connectionOf(model).getState().servers, detail.row.server);
  if (isRepairable(model, server)) void editAndRestart(model, server, detail);
  else say(model, 'This server is not one of yours to start: it is only looked at here.', 'bad');
  return true;
}

/** '' once they are kept with the server. */
async function keep(model: Model, { id }: ServerView, variables: readonly string[]): Promise<string> {
  const saved = await model.platform.call('serverConfig', { server: id });
  if (!saved.ok) return saved.error.message;
  const { config } = saved.value;
  if (!('env' in config.transport)) return 'This server is reached by an address: it has no variables.';
  const { values } = repairOf(model).getState();
  const env = { ...config.transport.env };
  const secrets = new Set(config.secrets ?? []);
  for (const name of variables) {
    env[name] = values[name] ?? '';
    if (namesSecret(name)) secrets.add(`env:${name}`);
  }
  const changed = { ...config, transport: { ...config.transport, env }, secrets: [...secrets] };
  const answer = await model.platform.call('changeServer', { server: id, config: changed });
  return answer.ok ? '' : answer.error.message;
}

async function start(model: Model, { id }: ServerView): Promise<string> {
  const answer = await model.platform.call('restart', { server: id });
  return answer.ok ? '' : answer.error.message;
}
