// What a result or a task asks for, and how the next request answers it, as the call keeps it. questions.ts reads the requests that
// servers send themselves.

import type { Question } from '../ending/ending-facts.ts';
import { isObject, type Json, member } from '../json/json.ts';
import type { PendingCall } from './pending-call.ts';

export const isRefusal = (action: string | null): boolean => action === 'decline' || action === 'cancel';

/** A result that asks for input. */
export function askByResult({ wait }: Pick<PendingCall, 'wait'>, result: Json | undefined, at: number): void {
  const requests = member(result, 'inputRequests');
  const [first] = isObject(requests) ? Object.values(requests) : [];
  const method = member(first, 'method');
  const times = (wait.question?.times ?? 0) + 1;
  wait.question = { method: typeof method === 'string' ? method : '', at, answeredAt: null, action: null, times };
}

/** The request that continues the call, with the answers. */
export function answerByRound({ wait }: Pick<PendingCall, 'wait'>, params: Json | undefined, at: number): void {
  const responses = member(params, 'inputResponses');
  if (wait.question !== null) settleQuestion(wait.question, isObject(responses) ? Object.values(responses) : [], at);
}

/** One refusal among several answers decides. */
export function settleQuestion(question: Question, answers: readonly Json[], at: number): void {
  question.answeredAt = at;
  const actions = answers.map((answer) => member(answer, 'action')).filter((action) => typeof action === 'string');
  question.action = actions.find((action) => action !== 'accept') ?? actions[0] ?? null;
}
