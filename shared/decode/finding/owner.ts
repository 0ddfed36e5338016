// Who has to change something. `fault` says whose doing it was, and stays for existing readers; `owner` says who can fix it.

import type { FailureClass, Fault, Layer, Owner } from '../../failure.ts';
import { isOfMessage, isOfMeta } from '../words/envelope.ts';
import { callFirst } from '../words/given-remedy.ts';
import { unresolvedHost } from '../words/named-service.ts';
import { refusesHost } from '../words/refused-headers.ts';
import { classDefaults } from './classes.ts';
import type { Decision } from './decision.ts';
import { failsBehind, isOfCredentials, isSetUpWrong } from './message-signs.ts';

const ofUpstream: ReadonlySet<FailureClass> = new Set(['rate_limited', 'unavailable']);

export function faultOf({ call, class: failureClass, meaning, isUpstream }: Decision): Fault {
  if (isUpstream && ofUpstream.has(failureClass)) return 'upstream';
  // The sender of an unsupported method must stop sending it.
  if (call.isFromServer && failureClass === 'method_not_found') return 'server';
  return meaning?.fault ?? classDefaults[failureClass].fault;
}

export function ownerOf(decision: Decision): Owner {
  const { deciding, reading, call } = decision;
  const shown = deciding?.told === undefined ? ownerShown(decision) : undefined;
  return shown ?? usualOwner(decision.fault, decision.class, reading.layer, call.method);
}

/** The owner, if the text or the request shows another one than class and fault do. */
function ownerShown(decision: Decision): Owner | undefined {
  const { call, class: failureClass, meaning, reason, reading } = decision;
  if (isSetUpWrong(decision)) return 'settings';
  // Only the client chooses the version and writes the message around the call.
  const isOfClient = meaning?.name === 'Unsupported protocol version' || meaning?.title === 'No session';
  if (isOfClient || isOfMessage(reading.issues) || isOfMeta(call)) return 'client';
  if (call.isFromServer && decision.fault === 'server' && failureClass !== 'method_not_found') return 'client';
  // Another call must come first; no setting can replace it.
  if (failureClass === 'not_ready' && call.method === 'tools/call' && callFirst(reason) !== null) return 'request';
  // The operator of the server can provide what is missing.
  if (meaning?.name !== undefined && ofSettings.has(meaning.name)) return 'settings';
  if (meaning?.name === 'Missing client capability') return 'client';
  if (isOfCredentials(decision) || (failureClass === 'forbidden' && refusesHost(reason))) return 'settings';
  if (failureClass === 'method_not_found' && meaning?.name?.startsWith('Unknown ')) return 'request';
  if (failureClass === 'internal' && failsBehind(reason)) return 'upstream';
  return failureClass === 'dependency' && unresolvedHost(reason) !== null ? 'network' : undefined;
}

/** Names of what the operator of a server can provide. */
const ofSettings = new Set([
  ...['Missing setting', 'Missing credential', 'Missing file', 'Wrong path', 'Missing program', 'Native module'],
]);

/** The caller's faults that no other arguments would fix. All others belong to the request. */
const ofCaller: Partial<Record<FailureClass, Owner>> = {
  parse_error: 'client',
  invalid_request: 'client',
  method_not_found: 'client',
  rate_limited: 'client',
  internal: 'client',
  unauthorized: 'settings',
  approval_required: 'settings',
  not_ready: 'settings',
  connection_lost: 'settings',
};

const ofOthers: Record<Exclude<Fault, 'caller'>, Owner> = {
  server: 'server',
  upstream: 'upstream',
  network: 'network',
  nobody: 'none',
};

/** A running tool's complaint about its caller is about the arguments: the client's request was readable. */
const ofArguments: ReadonlySet<FailureClass> = new Set(['invalid_request', 'internal']);

export function usualOwner(fault: Fault, failureClass: FailureClass, layer: Layer, method?: string): Owner {
  if (fault !== 'caller') return ofOthers[fault];
  // Only the client writes the handshake.
  if (method === 'initialize' && failureClass === 'validation') return 'client';
  return layer === 'tool' && ofArguments.has(failureClass) ? 'request' : (ofCaller[failureClass] ?? 'request');
}
