// The failure of a plan that takes a held message's place.

import { memberText } from '../../../shared/exchange/span.ts';
import { answersInPlace } from '../../../shared/features/hold/answers-in-place.ts';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import { type AnswerClass, type AnswerDialect, answerClasses } from '../../../shared/features/rehearse/answer-pairs.ts';
import { endedOverLines, type Generated, generate } from '../../../shared/features/rehearse/generate.ts';
import type { RehearsalDialect } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { spoiled, type TextSpoil } from '../../../shared/features/rehearse/spoil.ts';
import { isObject, member, parseJson } from '../../../shared/json/json.ts';

/** null: it cannot take its place. `held`: the request, or the response that is replaced; both have the id. */
export function answerText(
  { failure, dialect }: { failure: string; dialect: RehearsalDialect },
  held: string,
  view: Pick<HeldView, 'tool' | 'method' | 'direction'>,
  own: AnswerDialect,
  outputSchema: string | null,
): string | null {
  if (!answersInPlace(view).includes(failure)) return null;
  const { tool, method, direction } = view;
  const read = parseJson(held);
  const message = read.ok && isObject(read.value) ? read.value : {};
  const schema = outputSchema === null ? null : parseJson(outputSchema);
  const [kind, value] = failure.split(':');
  if (kind === 'spoil')
    return spoiled(value as TextSpoil, held, message, schema?.ok ? schema.value : undefined).join('\n');
  const given = direction === 'request' ? member(member(message, 'params'), 'arguments') : undefined;
  const call = { tool: tool ?? method, arguments: isObject(given) ? given : {}, hasOutputSchema: schema !== null };
  // Only tools have results that say that they failed.
  const model = method === 'tools/call' ? own : 'json-rpc';
  const answer = answerClasses.find((each) => each === value) as AnswerClass;
  const made =
    kind === 'end'
      ? endedOverLines(value as 'session' | 'sign-in', call, model)
      : generate({ answer, dialect: model === own ? dialect : model }, call, model, false);
  return withId(made, memberText(held, 'id') ?? 'null');
}

function withId(made: Generated, id: string): string | null {
  if ('http' in made) return null;
  const body = JSON.stringify('error' in made ? { error: made.error } : { result: made.result });
  return `{"jsonrpc":"2.0","id":${id},${body.slice(1)}`;
}
