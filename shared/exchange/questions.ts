// Requests that a server sends during a call, before 2026-07-28: notes in the call when each came, and when and how it was answered.

import type { Question } from '../ending/ending-facts.ts';
import { isObject, type JsonObject, member } from '../json/json.ts';
import type { ConnectionState } from './connection.ts';
import { isRefusal, settleQuestion } from './input.ts';
import { errorOf } from './message.ts';
import type { PendingCall } from './pending-call.ts';

/** Requests of a server that the client answers, and the capabilities that declare it. */
const questions: ReadonlyMap<string, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

/** A request of the server. It belongs to the call that is open; of several, none is certain. */
export function noteQuestion(connection: ConnectionState, asked: PendingCall): void {
  const capability = questions.get(asked.method);
  if (capability === undefined) return;
  const { from } = asked.wait;
  const question: Question = { method: asked.method, at: from, answeredAt: null, action: null, times: 1 };
  const declared = connection.facts.clientCapabilities;
  if (isObject(declared) && declared[capability] === undefined) question.isUndeclared = true;
  asked.wait.question = question;
  const calls = [...connection.openCalls()].filter(({ direction }) => direction === 'out');
  const [call] = calls;
  if (call === undefined || calls.length > 1) return;
  const before = call.wait.question;
  // No person answers roots/list, so it does not replace what a person refused.
  if (asked.method === 'roots/list' && isRefusal(before?.action ?? null)) return;
  question.times = (before?.times ?? 0) + 1;
  call.wait.question = question;
  call.question = asked.entry;
}

/** The client answered such a request. Both calls share the question. */
export function noteReply({ wait: { question } }: PendingCall, answer: JsonObject, at: number): void {
  if (question === null) return;
  settleQuestion(question, [member(answer, 'result') ?? null], at);
  const error = errorOf(answer);
  if (error === undefined) return;
  const said = String(member(error, 'message') ?? '');
  // 2025-11-25, client/sampling, "Error Handling": -1 is a user who rejected the request.
  if (member(error, 'code') === -1 || /reject|declin|denied|refus/i.test(said)) question.action = 'decline';
  else question.error = said.slice(0, 200);
}
