// Judges traffic by the rules of the protocol (rules/rules.ts): collects the facts, reports each broken rule, and keeps in the call what
// explains its end. A client's rule is judged when it sends, a server's when it answers. rule-watch.ts has the memory of a connection.

import type { BrokenRule, Side } from '../account/broken-rule.ts';
import type { ClientMistake } from '../account/client-mistake.ts';
import type { FieldIssue } from '../failure.ts';
import { type Json, member } from '../json/json.ts';
import { metaMember } from '../protocol/revision.ts';
import { brokenBy, brokenRules, isInForce } from '../rules/rule.ts';
import { conductRules, exchangeRules } from '../rules/rules.ts';
import type { StoredEvent } from '../wire.ts';
import type { ConnectionState } from './connection.ts';
import type { PendingCall } from './pending-call.ts';
import type { Taken } from './rule-watch.ts';
import type { StartedTask } from './tasks.ts';

/** Where a rule was broken. */
export interface BrokenAt extends Pick<StoredEvent, 'seq' | 'server' | 'epoch' | 'at'> {
  /** The watched client; null: unknown. */
  client: string | null;
  method: string;
  target: string | null;
}

/** Who hears of a broken rule, and the event that broke it; null: calls end without one. */
interface Listener {
  parts: { onBroken?: (broken: BrokenRule, at: BrokenAt) => void };
  event: StoredEvent | null;
}

interface Judged {
  method: string;
  params: Json | undefined;
  at: number;
  task?: StartedTask | undefined;
  result?: Json | undefined;
  error?: Json | undefined;
  asked?: PendingCall['asked'];
  schemaIssues?: readonly FieldIssue[];
}

/** An event without an actor is of a recording that names none. */
export const isOfClient = ({ actor }: StoredEvent): boolean => actor === undefined || actor === 'client';

/** Misfire sent it, or spoiled it for a rehearsal: it says nothing about that side. */
const isOurs = (event: StoredEvent, side: Side): boolean =>
  event.rehearsed === true || (side === 'client' && !isOfClient(event));

/** A `refused` rule is kept in the call, because it explains how the call ends. */
export function judgeExchange(
  desk: Listener,
  connection: ConnectionState,
  binds: Side,
  call: PendingCall | null,
  judged: Judged,
): void {
  const { method, params, at, result, error, asked = null, schemaIssues = [] } = judged;
  const task = judged.task ?? connection.tasks.of(member(params, 'taskId'));
  const declared = metaMember(params, 'clientCapabilities');
  const broken = brokenRules(exchangeRules, binds, {
    method,
    params,
    id: call?.key ?? '',
    result,
    error,
    at,
    asked,
    rounds: call?.wait.question?.times ?? 0,
    isInputAwaited: connection.wanting.size > 0,
    isFromServer: call?.direction === 'in',
    isOlderServer: connection.watch.isOlderServer,
    revision: connection.facts.revision,
    capabilities: declared ?? connection.facts.clientCapabilities,
    task: task?.facts ?? null,
    schemaIssues,
  });
  for (const one of broken) if (call !== null) blame(call, one);
  report(desk, broken, { method, target: call?.target ?? null });
}

/** A `refused` rule may explain how the call ends. */
export function blame(call: PendingCall, broken: BrokenRule): void {
  if (broken.effect === 'refused') call.broken = [...call.broken, broken];
}

/** A message in the order of its connection. */
export function judgeMessage(
  desk: Listener,
  connection: ConnectionState,
  message: Omit<Taken, 'isOurs'>,
): readonly BrokenRule[] {
  const { event } = desk;
  if (event === null) return [];
  // Probes break rules on purpose.
  if (event.actor === 'probe' || event.actor === 'doctor') connection.isProbed = true;
  const broken = connection.watch.take({ ...message, isOurs: connection.isProbed || isOurs(event, message.from) });
  if (broken.length > 0) {
    // An answer is about the call that it answers.
    const asked = connection.watch.request(message.from === 'client' ? 'server' : 'client', message.id);
    report(desk, broken, { method: message.method || asked?.method || '', target: null });
  }
  return broken;
}

/** What exchange/client-conduct.ts has found is a row of the table too. */
export function reportMistake(
  desk: Listener,
  { facts }: ConnectionState,
  mistake: ClientMistake,
  call: PendingCall | undefined,
): void {
  for (const rule of conductRules) {
    const how = rule.finds === mistake.kind && isInForce(rule, facts.revision ?? rule.since) ? rule.how(mistake) : null;
    if (how === null) continue;
    const broken = brokenBy(rule, rule.binds === 'server' ? 'server' : 'client', how);
    if (call !== undefined) blame(call, broken);
    report(desk, [broken], { method: call?.method ?? '', target: call?.target ?? null });
  }
}

export function report(
  { parts, event }: Listener,
  broken: readonly BrokenRule[],
  about: Pick<BrokenAt, 'method' | 'target'>,
): void {
  if (event === null || parts.onBroken === undefined) return;
  const { seq, server, epoch, at, client = null } = event;
  for (const one of broken)
    if (!isOurs(event, one.binds)) parts.onBroken(one, { seq, server, epoch, at, client, ...about });
}
