// Ends a call: collects the facts in an account, decodes it, and writes the outcome to the row. Owns the choice of the outcome.
// messages.ts, http.ts and life.ts decide when a call ends.

import { type Account, answered, type DecodeContext } from '../account/account.ts';
import type { BrokenRule } from '../account/broken-rule.ts';
import type { ClientMistake } from '../account/client-mistake.ts';
import type { ToolBook } from '../account/tool-book.ts';
import { clientNamed } from '../clients/clients.ts';
import { decoderBroke } from '../decode/silent/decoder-broke.ts';
import { endingOf } from '../ending/decide-ending.ts';
import { isHandshake } from '../ending/handshake.ts';
import type { Failure } from '../failure.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import type { Outcome } from '../timeline.ts';
import type { StoredEvent } from '../wire.ts';
import { boundFailure } from './bounded-failure.ts';
import type { Chains } from './chains.ts';
import { clip } from './clip.ts';
import type { ConnectionState } from './connection.ts';
import { failureHeadline, outcomeWords, rowFailure, shownCode } from './failure-words.ts';
import { forgiveRefused, type Handshakes, isUnknownDiscovery, keepRefused, unknownDiscovery } from './fallback.ts';
import type { Incidents } from './incidents.ts';
import { type BrokenAt, judgeExchange } from './judge-rules.ts';
import { type Entry, type Ledger, mistakeMember } from './ledger.ts';
import { errorOf, hasBoth } from './message.ts';
import { letGo, type PendingCall } from './pending-call.ts';
import { noteReply } from './questions.ts';
import type { RecentMap } from './recent-map.ts';
import { awaitInput, wantsInput } from './rounds.ts';
import type { SeenCalls } from './seen-calls.ts';
import { straysOf } from './stray-answer.ts';
import { saysNo, summarizeResult } from './summary.ts';
import type { StartedTask } from './tasks.ts';
import { isAbout } from './whose-stderr.ts';

/** `server` is the id, so that learned facts about that server apply. */
export type Decode = (account: Account, context: DecodeContext, server: string) => Failure | null;

export interface PairingParts {
  decode: Decode;
  /** For an account that is decoded again, which must not count as evidence twice. Default: `decode`. */
  decodeAgain?: Decode;
  /** Tools that servers list. Default: only those listed on this connection. */
  tools?: ToolBook;
  /** A rule of the protocol was broken. */
  onBroken?: (broken: BrokenRule, at: BrokenAt) => void;
  /** A server's name for sentences; its id if the name is unknown. */
  serverName?: (server: string) => string;
}

/** The context that all parts of pairing share. */
export interface Desk {
  parts: PairingParts;
  ledger: Ledger;
  chains: Chains;
  incidents: Incidents;
  handshakes: RecentMap<string, Handshakes>;
  /** Watched calls that a client's transcript may name. */
  seen: SeenCalls;
  /** `seq` of the current event; null while calls end without one. */
  seq: number | null;
  event: StoredEvent | null;
}

/** Calls the decoder. If it throws, that is a bug in Misfire: the row says so, and nothing else is lost. */
export function explain(
  desk: Desk,
  connection: ConnectionState,
  account: Account,
  at: number,
  isAgain = false,
): Failure | null {
  const context: DecodeContext = {
    server: desk.parts.serverName?.(connection.server) ?? connection.server,
    receivedAt: at,
  };
  const { revision, serverInfo } = connection.facts;
  if (revision !== undefined) context.revision = revision;
  if (serverInfo !== null) context.serverInfo = serverInfo.name;
  try {
    const { decode, decodeAgain = decode } = desk.parts;
    const failure = (isAgain ? decodeAgain : decode)(account, context, connection.server);
    return failure && boundFailure(failure);
  } catch (error) {
    return decoderBroke(error);
  }
}

/** Decodes an account that has grown, or that has a separate row, and replaces the earlier result. */
export function judgeAgain(desk: Desk, connection: ConnectionState, entry: Entry, account: Account, at: number): void {
  const failure = explain(desk, connection, account, at, true);
  if (failure === null) return;
  const { shownBy } = entry;
  writeFailure(desk, entry, failure);
  entry.shownBy = shownBy ?? desk.seq;
  desk.ledger.touch(entry);
}

/** Adds a row for a client's mistake, or writes it to the row it is about. `of` is the request that revealed it. */
export function tellMistake(
  desk: Desk,
  connection: ConnectionState,
  event: StoredEvent,
  mistake: ClientMistake,
  {
    of,
    about,
    client: named,
  }: { of?: PendingCall | undefined; about?: Entry | undefined; client?: string | undefined },
): void {
  const entry =
    about ??
    desk.ledger.open(event, mistakeMember, 'orphan', {
      direction: 'out',
      method: of?.method ?? null,
      target: of?.target ?? null,
    });
  const account: Account = { mistake };
  const client = named ?? entry.row.client;
  if (client !== null) account.client = client;
  const failure = explain(desk, connection, account, event.at);
  if (failure === null) return;
  writeFailure(desk, entry, failure);
  desk.ledger.touch(entry);
  // If the server rejects the request because of it, that is the same cause.
  if (of !== undefined && about === undefined) desk.incidents.join(of.entry.row, entry.row);
}

/** Writes a failure to a row. */
export function writeFailure(desk: Desk, entry: Entry, failure: Failure): void {
  entry.failure = failure;
  entry.shownBy = desk.seq;
  entry.row.failure = rowFailure(failure);
  entry.row.ending = failure.ending;
  entry.row.headline = failureHeadline(failure);
  entry.row.detail = clip(failure.sentence, 300);
  entry.row.code = shownCode(failure);
  desk.incidents.note(entry, failure.layer);
}

export function endByAnswer(
  desk: Desk,
  connection: ConnectionState,
  call: PendingCall,
  answer: JsonObject,
  text: string,
  at: number,
): void {
  const result = member(answer, 'result');
  const error = errorOf(answer);
  const asksInput = error === undefined && call.entry.row.pending && wantsInput(answer);
  if (asksInput) awaitInput(desk.ledger, connection, call, answer, at);
  const tool = toolOf(call);
  const schemaIssues =
    tool === undefined || error !== undefined || asksInput ? [] : connection.facts.checkResult(tool, result);
  if (call.direction === 'out') {
    const { method, params } = call;
    judgeExchange(desk, connection, 'server', call, { method, params, at, result, error, schemaIssues });
  }
  if (asksInput) return;
  if (hasBoth(answer)) desk.ledger.remark(call.entry, 'both');
  const account = answered({ value: answer, text }, call);
  account.wait = call.wait;
  if (call.direction === 'in') {
    account.isFromServer = true;
    noteReply(call, answer, at);
  }
  if (tool !== undefined) noteTool(desk, connection, account, tool);
  if (schemaIssues.length > 0) account.schemaIssues = schemaIssues;
  if (error !== undefined || member(result, 'isError') === true) account.seenNames = connection.facts.seen.all;
  if (error !== undefined && call.direction === 'out') account.isOffered = connection.facts.offers(call.method);
  const stderr = stderrDuring(connection, call);
  if (stderr.length > 0) account.stderr = stderr;
  connection.hasAnswered = true;
  connection.stderrAtAnswer = connection.stderr.seen;
  if (isUnknownDiscovery(call, error)) {
    const { entry, method, params, http } = call;
    connection.unknownDiscovery = { entry, account, call: { method, params, http } };
    settle(desk, connection, call, null, null, at);
    Object.assign(entry.row, unknownDiscovery);
    return;
  }
  if (call.broken.length > 0 || call.wait.question !== null) noteBroken(connection, call, account);
  const isToldAtStart = noteTaskState(desk, connection, taskIdOf(call), answer, text, at);
  const failure = isToldAtStart ? null : explain(desk, connection, account, at);
  noteHandshake(desk, connection, call, failure && account);
  if (failure !== null && tool !== undefined && account.inputSchema === undefined)
    desk.parts.tools?.want(connection.server, tool);
  const outcome = judge(call, answer, failure, schemaIssues.length > 0);
  // Before the call is forgotten.
  if (outcome === 'answered' && call.direction === 'out') {
    connection.facts.note(call.method, call.params, result);
    if (isHandshake(call.method)) connection.conduct.noteCapabilities(result);
    connection.conduct.noteList(call.method, call.params, result, at, call.http);
    if (call.method === 'tools/list') desk.parts.tools?.note(connection.server, result);
    connection.tasks.start(call, result, at);
  }
  // The roots that the client offers are known by its own answer.
  if (outcome === 'answered' && call.direction === 'in' && call.method === 'roots/list')
    connection.facts.seen.note(call.method, call.params, result);
  // An error that the client side sent must not look like the server's.
  const told: Failure | null = failure && call.direction === 'in' ? { ...failure, origin: 'local' } : failure;
  settle(desk, connection, call, outcome, told, at);
  if (failure !== null) noteRefusedQuestion(desk, call, failure);
  if (failure !== null && call.direction === 'out' && connection.hasProcess)
    connection.growing.add(
      { entry: call.entry, account, at, isAlone: call.isAlone },
      text.length + call.entry.row.args.length,
    );
  if (failure !== null) noteRefused(desk, connection, call, account);
  if (outcome !== 'answered') return;
  if (call.wait.question !== null && call.direction === 'in') call.entry.row.ending = endingOf(account, at);
  const summary = summarizeResult(call.method, result);
  call.entry.row.headline = summary.headline;
  call.entry.row.detail = summary.detail;
  call.entry.row.negative = saysNo(result);
}

/** A question that failed and made the call fail is one failure with it. */
function noteRefusedQuestion(desk: Desk, { entry, question, wait }: PendingCall, { ending, message }: Failure): void {
  if (question === null || question.row.failure === null) return;
  const error = wait.question?.error;
  if (ending?.kind === 'answered' && (error === undefined || !message.includes(error))) return;
  desk.incidents.move(question.row, entry.row);
  desk.ledger.touch(question);
}

/** What was broken names the client, if it was the client. */
function noteBroken(connection: ConnectionState, call: PendingCall, account: Account): void {
  if (call.broken.length > 0) account.broken = call.broken;
  notePatience(connection, call, account);
}

const taskIdOf = ({ method, params, direction }: PendingCall): Json | undefined =>
  direction === 'out' && (method === 'tasks/get' || method === 'tasks/result') ? member(params, 'taskId') : undefined;

/** The state of a task. If it failed, the call that started it has failed, and not the request for its state. */
export function noteTaskState(
  desk: Desk,
  connection: ConnectionState,
  taskId: Json | undefined,
  answer: JsonObject,
  text: string,
  at: number,
): boolean {
  const started = connection.tasks.of(taskId);
  if (started === undefined || errorOf(answer) !== undefined) return false;
  const result = member(answer, 'result');
  const wasCanceled = started.facts.status === 'cancelled';
  connection.tasks.update(started, result, at);
  const { call } = started;
  if (started.facts.status === 'cancelled') {
    const said = member(result, 'statusMessage');
    const reason = typeof said === 'string' ? { reason: clip(said, 300) } : {};
    const cancelled = started.isCancelSent ? reason : { ...reason, byServer: true as const };
    return wasCanceled || failTask(desk, connection, started, { ...accountOfTask(call), cancelled }, 'cancelled', at);
  }
  const inner = member(result, 'result') ?? result;
  const account = Object.assign(answered({ value: answer, text }, call), accountOfTask(call));
  const isToolError = member(inner, 'isError') === true;
  return failTask(desk, connection, started, account, isToolError ? 'tool_error' : answer, at);
}

const accountOfTask = ({ method, target, params, wait }: StartedTask['call']): Account => ({
  method,
  ...(target === null ? {} : { target }),
  ...(params === undefined ? {} : { params }),
  wait,
});

/** False if nothing failed. The row is of the call that started the task. */
function failTask(
  desk: Desk,
  connection: ConnectionState,
  { call, entry }: StartedTask,
  account: Account,
  outcome: Outcome | JsonObject,
  at: number,
): boolean {
  const tool = member(call.params, 'name');
  if (typeof tool === 'string') noteTool(desk, connection, account, tool);
  const failure = explain(desk, connection, account, at);
  if (failure === null) return false;
  entry.row.outcome = typeof outcome === 'string' ? outcome : outcomeOf(outcome, failure);
  writeFailure(desk, entry, failure);
  desk.ledger.touch(entry);
  return true;
}

/** The connection is over, and nobody answered what these tasks asked. */
export function endWaitingTasks(desk: Desk, connection: ConnectionState, facts: Partial<Account>, at: number): void {
  for (const task of connection.tasks.takeWaiting()) {
    const account = { ...accountOfTask(task.call), ...facts };
    notePatience(connection, { ...task, method: task.call.method }, account);
    failTask(desk, connection, task, account, 'unanswered', at);
  }
}

/** Lines that were written while the call was open and can be about it. */
function stderrDuring({ stderr }: ConnectionState, { method, stderrFrom, target, isAlone }: PendingCall): string[] {
  // Nothing else can be what it is busy with.
  if (method === 'initialize') return stderr.since(0);
  return stderr.since(stderrFrom).filter((line) => isAbout(line, target, isAlone));
}

function judge(call: PendingCall, answer: JsonObject, failure: Failure | null, breaksSchema: boolean): Outcome {
  if (errorOf(answer) !== undefined && call.http && wantsSignIn(call.http)) return 'sign_in';
  return outcomeOf(answer, failure, breaksSchema);
}

export function outcomeOf(answer: JsonObject, failure: Failure | null, breaksSchema = false): Outcome {
  if (errorOf(answer) !== undefined) return 'rpc_error';
  const result = member(answer, 'result');
  if (member(result, 'isError') === true) return 'tool_error';
  if (result === undefined || breaksSchema) {
    return failure && failure.class !== 'invalid_response' ? 'error_in_result' : 'schema_violation';
  }
  if (!failure) return 'answered';
  return failure.class === 'invalid_response' ? 'schema_violation' : 'error_in_result';
}

/** An end without a response. `revisable`: a response could still come and correct this. */
export function endWithout(
  desk: Desk,
  connection: ConnectionState,
  call: PendingCall,
  outcome: Exclude<Outcome, 'answered'>,
  facts: Partial<Account>,
  at: number,
  revisable = false,
): Account | null {
  if (isListening(call) && (outcome === 'cancelled' || connection.closing || call.entry.row.outcome === 'answered')) {
    // Listening has no end of its own, so stopping it is not a failure.
    settle(desk, connection, call, 'answered', null, at);
    call.entry.row.headline = 'Stopped listening';
    return null;
  }
  const account = accountOf(call, facts);
  noteBroken(connection, call, account);
  const tool = toolOf(call);
  if (tool !== undefined) noteTool(desk, connection, account, tool);
  // A server that never answers its first request may say why.
  if (facts.timeout !== undefined || (facts.unanswered !== undefined && call.method === 'initialize')) {
    const stderr = stderrDuring(connection, call);
    if (stderr.length > 0) account.stderr = stderr;
  }
  const strays = straysOf(connection, call);
  if (strays.length > 0) account.strays = strays;
  const failure = explain(desk, connection, account, at);
  noteHandshake(desk, connection, call, failure && account);
  settle(desk, connection, call, outcome, failure, at, revisable);
  connection.growing.add({ entry: call.entry, account, at, isAlone: call.isAlone }, call.entry.row.args.length);
  if (failure !== null) noteRefused(desk, connection, call, account);
  return account;
}

/**
 * A request without a response that needed none before the connection ended. The end has its own row, so this is not a failure.
 */
export function leaveOpen(desk: Desk, connection: ConnectionState, call: PendingCall, at: number): void {
  settle(desk, connection, call, null, null, at);
  call.entry.row.headline = 'Not answered before the connection ended';
}

/** As its own connection lists it, otherwise as its server did on another. */
function noteTool({ parts }: Desk, { facts, server }: ConnectionState, account: Account, tool: string): void {
  account.inputSchema = facts.inputSchemaOf(tool) ?? parts.tools?.inputSchemaOf(server, tool);
  if (account.inputSchema === undefined) account.listedTools = facts.othersThan(tool);
}

function noteHandshake(desk: Desk, connection: ConnectionState, call: PendingCall, failed: Account | null): void {
  if (call.direction !== 'out' || !isHandshake(call.method)) return;
  connection.failedHandshake = failed;
  if (failed === null) forgiveRefused(desk, connection.server, call);
}

/** After the row has its failure: another handshake may take it back. */
function noteRefused(desk: Desk, connection: ConnectionState, call: PendingCall, { params, http }: Account): void {
  if (call.direction === 'out' && isHandshake(call.method))
    keepRefused(desk, connection, { method: call.method, params, http: http ?? null }, call.entry);
}

/** 2026-07-28: the request that stays open for messages that the server sends on its own. */
export function isListening({ method }: PendingCall): boolean {
  return method === 'subscriptions/listen';
}

/** The server accepted it. That is its response, although the request stays open. */
export function beginListening(desk: Desk, { entry }: PendingCall, at: number): void {
  const { row } = entry;
  row.pending = false;
  row.outcome = 'answered';
  row.endAt = at;
  row.latencyMs = Math.max(0, at - row.at);
  row.headline = 'Listening';
  desk.ledger.touch(entry);
}

function accountOf(call: PendingCall, facts: Partial<Account>): Account {
  const account: Account = { method: call.method, wait: call.wait };
  if (call.direction === 'in') account.isFromServer = true;
  if (call.target !== null) account.target = call.target;
  if (call.params !== undefined) account.params = call.params;
  if (call.http) account.http = call.http;
  return Object.assign(account, facts);
}

/** Who waited, and for how long by default. A client that Misfire does not know has no limits here. */
function notePatience(
  { facts }: ConnectionState,
  { entry, method }: Pick<PendingCall, 'entry' | 'method'>,
  account: Account,
): void {
  const name = entry.row.client ?? facts.clientName;
  if (name === null) return;
  const client = clientNamed(name);
  account.client = client?.name ?? name;
  const patience = client?.limits?.[isHandshake(method) ? 'start' : 'call'];
  if (patience !== undefined) account.patience = patience;
}

/** RFC 9110 section 11.6.1: 401 always requires credentials; a 403 does if it has a challenge. */
export function wantsSignIn(http: { status: number | null; headers: Record<string, string> }): boolean {
  return http.status === 401 || (http.status === 403 && http.headers['www-authenticate'] !== undefined);
}

function settle(
  desk: Desk,
  connection: ConnectionState,
  call: PendingCall,
  /** null: it was canceled, which is not a failure. */
  outcome: Outcome | null,
  failure: Failure | null,
  at: number,
  revisable = false,
): void {
  const { entry } = call;
  const failed = outcome !== null && outcome !== 'answered';
  const { row } = entry;
  const wasOpen = row.pending || isListening(call);
  // It seemed to have failed, and now has another end.
  if (row.incident !== null) desk.incidents.forget(row);
  call.revisable = revisable;
  row.pending = false;
  row.outcome = outcome;
  if (wasOpen) connection.remove(call);
  row.endAt = at;
  row.latencyMs = Math.max(0, at - row.at);
  entry.failure = null;
  row.failure = null;
  row.ending = null;
  row.code = null;
  row.headline = failed ? outcomeWords[outcome] : '';
  row.detail = '';
  row.incident = null;
  row.group = null;
  if (failure) writeFailure(desk, entry, failure);
  else if (failed) desk.incidents.note(entry, null);
  desk.ledger.touch(entry);
  desk.chains.end(call, failed);
  if (revisable) connection.keepCorrectable(call);
  else letGo(call);
}

/** The full name of the called tool; rows show a truncated one. */
function toolOf(call: PendingCall): string | undefined {
  const name = call.method === 'tools/call' && call.direction === 'out' ? member(call.params, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
