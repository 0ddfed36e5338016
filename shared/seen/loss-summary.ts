// What several models lose of one response, in one sentence, and the change that reaches all of them. Counts only measured clients; those
// known from source are shown separately.

import { nameOfClient } from '../clients/clients.ts';
import { isObject, type Json } from '../json/json.ts';
import { gotBy, rulesOf } from './as-seen-by.ts';
import { contentOf, failedOf, gotText, resourceOf, structuredOf, textOf, typeOf } from './parts/blocks.ts';
import { type Loss, losses, type SeenContext, type ServerAnswer } from './parts/seen.ts';
import { type Seen, type SeenClientId, seenClientIds } from './seen.ts';
import { seenByAll } from './seen-by-all.ts';

export interface LossSummary {
  /** How many clients were counted. */
  of: number;
  /** Clients whose model does not learn of the failure, neither from the client nor from the text. */
  unaware: SeenClientId[];
  /** `2 of 6 models will not learn that this failed (Codex, opencode)`; '' if all will. */
  sentence: string;
  /** What is lost, and for how many: `data for 5 of 6`. '' if nothing is. */
  lost: string;
  /** What to change so that all models receive it; '' if nothing needs to. */
  change: string;
}

export const isMeasured = (client: SeenClientId): boolean => rulesOf(client).basis === 'measured';

export function lossSummary(answer: ServerAnswer, context: SeenContext = {}): LossSummary {
  return summaryOf(answer, seenByAll(answer, context));
}

export function summaryOf(answer: ServerAnswer, all: readonly Seen[]): LossSummary {
  const seen = all.filter(({ client }) => isMeasured(client));
  const unaware = failedOf(answer) ? seen.filter((one) => !learnsOf(one)).map(({ client }) => client) : [];
  const of = seen.length;
  const lost = losses
    .filter((loss) => loss !== 'everything' && loss !== 'flag')
    .map((loss) => ({ loss, count: seen.filter((one) => one.lost.includes(loss)).length }))
    .filter(({ count }) => count > 0)
    .map(({ loss, count }) => `${loss} for ${count} of ${of}`)
    .join(', ');
  const names = unaware.map(nameOfClient).join(', ');
  const sentence =
    unaware.length === 0 ? '' : `${unaware.length} of ${of} models will not learn that this failed (${names})`;
  return { of, unaware, sentence, lost, change: changeFor(answer, seen, unaware.length > 0) };
}

/** Only the clients whose model does not learn of the failure. */
export const unawareOf = (answer: ServerAnswer): SeenClientId[] =>
  failedOf(answer) ? seenClientIds.filter((client) => isMeasured(client) && !learnsOf(gotBy(client, answer))) : [];

/** Words with which a text says that something failed. */
const failureWords =
  /\b(?:error|errors|exception|fail|failed|fails|failure|cannot|could not|can't|unable|denied|refused|rejected|invalid|not found|not allowed|forbidden|unauthorized|too many requests|timed out|timeout)\b/i;

const learnsOf = ({ flagged, got }: Pick<Seen, 'flagged' | 'got'>): boolean =>
  flagged || failureWords.test(gotText(got));

function changeFor(answer: ServerAnswer, seen: readonly Seen[], isUnheard: boolean): string {
  if (!failedOf(answer)) {
    const parts: Loss[] = ['text', 'structured content'];
    const isLost = seen.some(({ lost }) => parts.some((part) => lost.includes(part)));
    const isCut = seen.some(({ lost }) => lost.includes('the middle') || lost.includes('the end'));
    if (isCut) return 'Send at most 8,000 characters, and let the caller ask for the next page.';
    return isLost ? 'Repeat the structured content as JSON in a text block, as the specification asks.' : '';
  }
  if ('error' in answer)
    return seen.some(({ lost }) => lost.includes('data') || lost.includes('code'))
      ? 'Return a result with isError and one text that begins with "Error:" and holds the code and the data. Leave structuredContent out.'
      : '';
  const isLost = seen.some(({ lost }) => lost.some((loss) => loss !== 'flag'));
  if (!isLost && !isUnheard) return '';
  return structuredOf(answer.result) === undefined
    ? 'Begin the text with "Error:" and put all that matters into it, in at most 8,000 characters.'
    : 'Put all that matters into one text that begins with "Error:", and leave structuredContent out of a failure.';
}

/** The same failure in the form that loses nothing: one text that says so, and no structured content. */
export function reachingAll(answer: ServerAnswer): ServerAnswer {
  const text = `Error: ${wordsOf(answer).join('\n')}`;
  return { result: { content: [{ type: 'text', text }], isError: true } };
}

function wordsOf(answer: ServerAnswer): string[] {
  const json = (value: Json | undefined) => (value === undefined || value === null ? [] : [JSON.stringify(value)]);
  if ('error' in answer) {
    const { code, message, data } = answer.error;
    return [`${message} (${code})`, ...json(data)];
  }
  const structured = structuredOf(answer.result);
  const texts = contentOf(answer.result)
    .map((block) => {
      if (typeOf(block) === 'resource_link') return textOf(block, 'uri');
      return textOf(isObject(block.resource) ? resourceOf(block) : block, 'text');
    })
    .filter((text) => text !== '');
  return [...texts, ...(texts.includes(JSON.stringify(structured)) ? [] : json(structured))];
}
