// Questions that a server asks during a call: by a request of its own, or since 2026-07-28 by a result. Notes in the call that asked
// when each came, and when and how it was answered.

import type { Question } from '../ending/ending-facts.ts';
import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { ConnectionState } from './connection.ts';
import type { Call } from './pending-call.ts';

/** Requests of a server that a person or a model answers. `roots/list` is answered by the client itself. */
const questions: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage']);

/** A request of the server. It belongs to the call that is open; of several, none is certain. */
export function noteQuestion(connection: ConnectionState, asked: Call): void {
  if (!questions.has(asked.method)) return;
  const { from } = asked.wait;
  const question: Question = { method: asked.method, at: from, answeredAt: null, action: null, times: 1 };
  asked.wait.question = question;
  const calls = [...connection.openCalls()].filter(({ direction }) => direction === 'out');
  const [call] = calls;
  if (call === undefined || calls.length > 1) return;
  question.times = (call.wait.question?.times ?? 0) + 1;
  call.wait.question = question;
}

/** The client answered such a request. Both calls share the question. */
export function noteReply({ wait }: Call, answer: JsonObject, at: number): void {
  if (wait.question !== null) settleQuestion(wait.question, [member(answer, 'result') ?? null], at);
}

/** A result that asks for input. */
export function askByResult({ wait }: Call, result: Json | undefined, at: number): void {
  const requests = member(result, 'inputRequests');
  const [first] = isObject(requests) ? Object.values(requests) : [];
  const method = member(first, 'method');
  const times = (wait.question?.times ?? 0) + 1;
  wait.question = { method: typeof method === 'string' ? method : '', at, answeredAt: null, action: null, times };
}

/** The request that continues the call, with the answers. */
export function answerByRound({ wait }: Call, params: Json | undefined, at: number): void {
  const responses = member(params, 'inputResponses');
  if (wait.question !== null) settleQuestion(wait.question, isObject(responses) ? Object.values(responses) : [], at);
}

/** One refusal among several answers decides. */
function settleQuestion(question: Question, answers: readonly Json[], at: number): void {
  question.answeredAt = at;
  const actions = answers.map((answer) => member(answer, 'action')).filter((action) => typeof action === 'string');
  question.action = actions.find((action) => action !== 'accept') ?? actions[0] ?? null;
}
