// Collects how a connection ended over all events that report it: a closed pipe, an exit code a moment later, a refused connect.
// All rows that the end made fail are decoded from all of them, so that one cause is reported once.

import type { Account } from '../account/account.ts';
import { isCountedRow } from '../filter/row-facts.ts';
import type { Outcome } from '../timeline.ts';
import type { StoredEvent } from '../wire.ts';
import type { ConnectionState } from './connection.ts';
import { ConnectionEnd } from './ended-connection.ts';
import { type Desk, endWaitingTasks, endWithout, judgeAgain, leaveOpen } from './endings.ts';
import { hasGoneOn, keepRefused } from './fallback.ts';
import { type Entry, rehearsedBy } from './ledger.ts';
import type { PendingCall } from './pending-call.ts';

/** A client that finds the server gone closes its own side. An exit code within this time is the server's end. */
const momentMs = 1000;
const mostMembers = 1000;

/** The end of this connection, created by the first event that reports it. */
export function endOf(connection: ConnectionState): ConnectionEnd {
  connection.end ??= new ConnectionEnd(stderrSince(connection));
  return connection.end;
}

/** A server that had answered explains its end after the last request, not in its banner. */
function stderrSince(connection: ConnectionState): number {
  if (!connection.hasAnswered) return 0;
  let from = connection.stderrAtAnswer;
  for (const call of connection.openCalls()) if (call.direction === 'out') from = Math.min(from, call.stderrFrom);
  return from;
}

/** A non-zero exit code right after a client closed with open calls. */
export function isCrashBehindClose(connection: ConnectionState, code: number | null, at: number): boolean {
  const { end } = connection;
  if (!end || end.closedAt === null || code === null || code === 0) return false;
  return at - end.closedAt <= momentMs && end.members.length > 0;
}

/** The client closed without another handshake, so the rejection was the end of it. */
function endUnknownDiscovery(desk: Desk, connection: ConnectionState, at: number): void {
  const { unknownDiscovery: refused } = connection;
  connection.unknownDiscovery = null;
  if (refused === null || !connection.isOver || hasGoneOn(desk, refused.entry)) return;
  refused.entry.row.outcome = 'rpc_error';
  judgeAgain(desk, connection, refused.entry, refused.account, at);
  keepRefused(desk, connection, refused.call, refused.entry);
}

/** `own` is the row of the event itself, if that is a failure. */
export function endConnection(
  desk: Desk,
  connection: ConnectionState,
  event: Pick<StoredEvent, 'at' | 'rehearsed' | 'injected'>,
  outcome: Exclude<Outcome, 'answered'>,
  facts: Partial<Account>,
  own: Entry | null,
): void {
  const end = endOf(connection);
  const rehearsed = rehearsedBy(event);
  Object.assign(end.facts, facts);
  for (const { entry, account } of end.members) {
    Object.assign(account, facts);
    if (outcome === 'process_died' && entry.row.kind === 'call') entry.row.outcome = outcome;
    judgeAgain(desk, connection, entry, account, event.at);
  }
  // A failed handshake is the reason for a missing connection, unless the process is known to have ended.
  const begun = end.facts.process === undefined ? connection.failedHandshake : null;
  const judgeOwn = (entry: Entry): void => {
    const account: Account = begun === null ? { ...end.facts } : { ...begun };
    judgeAgain(desk, connection, entry, account, event.at);
    end.members.push({ entry, account });
  };
  const open = [...connection.openCalls()].filter(({ direction }) => direction === 'out');
  // The first call stands for all rows of the end, unless Misfire itself sent it.
  const isOwnFirst = !open.some(isCountedCall);
  if (own !== null && isOwnFirst) judgeOwn(own);
  endUnknownDiscovery(desk, connection, event.at);
  if (facts.process === undefined || facts.process.awaited) {
    const { unanswered = { why: 'closed' as const } } = facts;
    endWaitingTasks(desk, connection, { unanswered }, event.at);
  }
  for (const call of connection.openCalls()) {
    if (call.direction === 'in') {
      leaveOpen(desk, connection, call, event.at);
      continue;
    }
    // A rehearsal ended the connection and these calls.
    call.entry.row.rehearsed ??= rehearsed;
    const noise = connection.noiseDuring(call);
    const told = noise.length > 0 ? { ...end.facts, noise } : { ...end.facts };
    const account = endWithout(desk, connection, call, outcome, told, event.at);
    if (account !== null && end.members.length < mostMembers) end.members.push({ entry: call.entry, account });
  }
  if (own === null) return;
  if (!isOwnFirst) judgeOwn(own);
  // A client whose first request ended the server tries another way, on a new connection.
  const [first] = open;
  if (open.length === 1 && first?.method === 'server/discover') keepRefused(desk, connection, first, own);
}

const isCountedCall = ({ entry }: PendingCall): boolean => isCountedRow(entry.row);
