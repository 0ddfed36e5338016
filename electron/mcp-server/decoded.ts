// A failure as every answer tells it: what it is, whose fault, may one retry, and when. Owns these few words; the decoder's are
// in shared/decode.

import { z } from 'zod';
import { duration } from '../../shared/duration.ts';
import { type Failure, failureClasses, type Retry } from '../../shared/failure.ts';
import type { Masker } from '../../shared/mask/masker.ts';
import { planHint } from '../../shared/retry/plan.ts';
import type { Row } from '../../shared/timeline.ts';
import { shortLine } from './budget.ts';
import { plainName, plainWords } from './quote.ts';

export const classSchema = z.enum(failureClasses);

// Words in answers are plain strings here: their closed lists would cost every client a thousand tokens before the first question.
const retrySchema = z.object({
  verdict: z.string(),
  words: z.string(),
  /** Of the first attempt. */
  waitMs: z.number().optional(),
  attempts: z.number().optional(),
});

export const decodedSchema = z.object({
  class: z.string(),
  fault: z.string(),
  title: z.string(),
  cause: z.string().describe('Words in it may be the server’s'),
  code: z.string().optional(),
  retry: retrySchema,
});
export type Decoded = z.infer<typeof decodedSchema>;

export function tellFailure(masker: Masker, failure: Failure, most = 300): Decoded {
  return {
    class: failure.class,
    fault: failure.fault,
    title: failure.title,
    cause: shortLine(plainWords(masker, failure.explanation), most),
    ...(failure.code === null ? {} : { code: shortLine(plainWords(masker, String(failure.code)), 60) }),
    retry: tellRetry(failure.retry),
  };
}

const verdictWords: Record<Retry['verdict'], string> = {
  wait: 'Wait, then try again.',
  backoff: 'Try again later, with growing waits.',
  after_fix: 'Only after something was changed.',
  after_auth: 'Only after signing in or changing credentials.',
  never: 'Not as it is: the same call will fail again.',
  unknown: 'Nothing says whether it helps.',
};

function tellRetry(retry: Retry): Decoded['retry'] {
  const plan = planHint(retry);
  const [first] = plan?.attempts ?? [];
  if (!plan || !first) return { verdict: retry.verdict, words: verdictWords[retry.verdict] };
  return {
    verdict: retry.verdict,
    words: `${verdictWords[retry.verdict]} Plan: ${plan.words}.`,
    waitMs: Math.round(first.earliestMs),
    attempts: plan.attempts.length,
  };
}

/** `tools/call get_user` */
export function callWords({ method, target, kind }: Pick<Row, 'method' | 'target' | 'kind'>): string {
  return [method ?? kind, target === null ? '' : plainName(target)].filter(Boolean).join(' ');
}

export function faultWords(fault: string): string {
  return fault === 'nobody' ? 'nobody’s fault' : `fault: ${fault}`;
}

export function agoWords(at: number, now: number): string {
  return `${duration(Math.max(0, now - at))} ago`;
}
