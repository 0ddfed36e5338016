// The retry advice as a drawing and as facts: dots on a line in per cent, a band for jitter, and where each figure came from.

import { duration } from '../../shared/duration.ts';
import type { Failure, Retry } from '../../shared/failure.ts';
import { verdictSentence } from '../../shared/retry/verdict-words.ts';
import { count, milliseconds } from '../components/format.ts';

export interface PlanDot {
  /** Per cent of the line. */
  at: number;
  kind: 'failed' | 'attempt' | 'end';
  label: string;
}

export interface PlanFact {
  name: string;
  value: string;
  source: string;
  /** The figure alone, to copy and to look for. */
  figure: string;
  /** Its own term in the filter language; left out where the words of the message are looked for. */
  term?: string;
}

export interface RetryPlan {
  dots: PlanDot[];
  bands: { from: number; to: number }[];
  /** Stretches of waiting, hatched. */
  gaps: { from: number; to: number }[];
  facts: PlanFact[];
  /** Said in words where there is nothing to draw. */
  sentence: string;
}

const left = 7;
const right = 90;
const drawnAttempts = 3;

export function retryPlan({ retry, class: reason }: Pick<Failure, 'retry' | 'class'>): RetryPlan {
  const facts = planFacts(retry);
  const sentence = verdictSentence(retry, reason);
  if (retry.verdict !== 'wait' && retry.verdict !== 'backoff')
    return { dots: [], bands: [], gaps: [], facts, sentence };

  const waits = planWaits(retry);
  const capped = retry.maxAttempts !== null && retry.maxAttempts <= drawnAttempts;
  // The end counts as a gap: it says that the plan stops (or goes on), not when.
  const weights = waits.map((_, index) => (retry.backoff === 'exponential' ? 1 + index * 0.5 : 1));
  const sum = weights.reduce((a, b) => a + b, 0) + 1;
  const dots: PlanDot[] = [{ at: left, kind: 'failed', label: 'failed' }];
  const bands: RetryPlan['bands'] = [];
  const gaps: RetryPlan['gaps'] = [];
  let at = left;
  waits.forEach((wait, index) => {
    const width = (weights[index]! / sum) * (right - left);
    gaps.push({ from: at, to: at + width });
    at += width;
    if (retry.jitter) bands.push({ from: at - width * retry.jitter, to: Math.min(at + width * retry.jitter, 98) });
    dots.push({ at, kind: 'attempt', label: waitLabel(wait, index, waits.length === 1 ? retry.jitter : null) });
  });
  dots.push({ at: right, kind: 'end', label: capped ? 'cap reached' : 'and so on' });
  if (retry.maxAttempts === null && waits.length === 1) dots.pop();
  return { dots, bands, gaps, facts, sentence };
}

function planWaits(retry: Retry): (number | null)[] {
  const usual = retry.backoff === 'exponential' || retry.verdict === 'backoff' ? drawnAttempts : 1;
  // Without figures the words are long, and two of them say it.
  const drawn = Math.min(retry.maxAttempts ?? usual, retry.afterMs === null ? 2 : drawnAttempts);
  return Array.from({ length: Math.max(1, drawn) }, (_, index) => {
    if (retry.afterMs === null) return null;
    return retry.backoff === 'exponential' ? retry.afterMs * 2 ** index : retry.afterMs;
  });
}

function waitLabel(wait: number | null, index: number, jitter: number | null): string {
  if (wait === null) return index === 0 ? 'wait' : 'wait longer';
  const spread = jitter ? ` ± ${Math.round(jitter * 100)} %` : '';
  return `+${duration(wait)}${spread}`;
}

function planFacts(retry: Retry): PlanFact[] {
  const facts: PlanFact[] = [];
  const source = (name: 'afterMs' | 'maxAttempts' | 'backoff' | 'jitter') => retry.sources?.[name] ?? '';
  if (retry.afterMs !== null) {
    const kind = retry.backoff === 'fixed' ? ', fixed' : retry.backoff === 'exponential' ? ', then doubling' : '';
    facts.push({
      name: 'Wait',
      value: `${milliseconds(retry.afterMs)}${kind}`,
      source: source('afterMs'),
      figure: `${retry.afterMs} ms`,
      term: `wait:${retry.afterMs}ms`,
    });
  } else if (retry.backoff) {
    facts.push({
      name: 'Waits',
      value: retry.backoff === 'fixed' ? 'all alike' : 'doubling',
      source: source('backoff'),
      figure: retry.backoff,
    });
  }
  if (retry.maxAttempts !== null) {
    facts.push({
      name: 'Attempts',
      value: `${count(retry.maxAttempts, 'more', 'more')}`,
      source: source('maxAttempts'),
      figure: String(retry.maxAttempts),
    });
  }
  if (retry.jitter !== null) {
    facts.push({
      name: 'Jitter',
      value: `${retry.jitter} of the wait`,
      source: source('jitter'),
      figure: String(retry.jitter),
    });
  }
  return facts;
}
