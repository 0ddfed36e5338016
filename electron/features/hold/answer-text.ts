// The failure that can take a held message's place, in the server's error model.

import { advice } from '../../../shared/decode/finding/advice.ts';
import { memberText } from '../../../shared/exchange/span.ts';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import type { HeldMessageView } from '../../../shared/features/hold/methods.ts';
import { type AnswerClass, type AnswerDialect, answerClasses } from '../../../shared/features/rehearse/answer-pairs.ts';
import { generate } from '../../../shared/features/rehearse/generate.ts';
import { isObject, member, parseJson } from '../../../shared/json/json.ts';

export const answerLabels = (classes: readonly AnswerClass[]): HeldMessageView['answers'] =>
  classes.map((each) => ({ class: each, label: advice[each].title }));

/** null: no such class. `held`: the request, or the response that is replaced; both have the id. */
export function answerText(
  wanted: string,
  held: string,
  { tool, method, direction }: Pick<HeldView, 'tool' | 'method' | 'direction'>,
  dialect: AnswerDialect,
): string | null {
  const failureClass = answerClasses.find((each) => each === wanted);
  if (!failureClass) return null;
  const read = parseJson(held);
  const given = read.ok && direction === 'request' ? member(member(read.value, 'params'), 'arguments') : undefined;
  const call = { tool: tool ?? method, arguments: isObject(given) ? given : {}, hasOutputSchema: false };
  // Only tools have results that say that they failed.
  const model = method === 'tools/call' ? dialect : 'json-rpc';
  const made = generate({ answer: failureClass }, call, model, false);
  if ('http' in made) return null;
  const body = JSON.stringify('error' in made ? { error: made.error } : { result: made.result });
  return `{"jsonrpc":"2.0","id":${memberText(held, 'id') ?? 'null'},${body.slice(1)}`;
}
