// Questions that a server asks during a call: by a request of its own, or since 2026-07-28 by a result. Notes in the call that asked
// when each came, and when and how it was answered.

import type { Question } from '../ending/ending-facts.ts';
import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { ConnectionState } from './connection.ts';
import { errorOf } from './message.ts';
import type { Call } from './pending-call.ts';

/** Requests of a server that the client answers, and the capabilities that declare it. */
const questions: ReadonlyMap<string, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

/** A request of the server. It belongs to the call that is open; of several, none is certain. */
export function noteQuestion(connection: ConnectionState, asked: Call): void {
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
export function noteReply({ wait: { question } }: Call, answer: JsonObject, at: number): void {
  if (question === null) return;
  settleQuestion(question, [member(answer, 'result') ?? null], at);
  const error = errorOf(answer);
  if (error === undefined) return;
  const said = String(member(error, 'message') ?? '');
  // 2025-11-25, client/sampling, "Error Handling": -1 is a user who rejected the request.
  if (member(error, 'code') === -1 || /reject|declin|denied|refus/i.test(said)) question.action = 'decline';
  else question.error = said.slice(0, 200);
}

const isRefusal = (action: string | null): boolean => action === 'decline' || action === 'cancel';

/** A result that asks for input. */
export function askByResult({ wait }: Pick<Call, 'wait'>, result: Json | undefined, at: number): void {
  const requests = member(result, 'inputRequests');
  const [first] = isObject(requests) ? Object.values(requests) : [];
  const method = member(first, 'method');
  const times = (wait.question?.times ?? 0) + 1;
  wait.question = { method: typeof method === 'string' ? method : '', at, answeredAt: null, action: null, times };
}

/** The request that continues the call, with the answers. */
export function answerByRound({ wait }: Pick<Call, 'wait'>, params: Json | undefined, at: number): void {
  const responses = member(params, 'inputResponses');
  if (wait.question !== null) settleQuestion(wait.question, isObject(responses) ? Object.values(responses) : [], at);
}

/** One refusal among several answers decides. */
function settleQuestion(question: Question, answers: readonly Json[], at: number): void {
  question.answeredAt = at;
  const actions = answers.map((answer) => member(answer, 'action')).filter((action) => typeof action === 'string');
  question.action = actions.find((action) => action !== 'accept') ?? actions[0] ?? null;
}
