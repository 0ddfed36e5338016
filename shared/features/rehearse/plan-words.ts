// A plan in words: where, what and how often, one sentence per step. For the window and the command line.

import { capital } from '../../text/capital.ts';
import { duration } from '../../text/duration.ts';
import type { AnswerClass } from './answer-pairs.ts';
import type { EndKind, Injection, Plan, RehearsalDialect, RehearsalStep, SpoilKind } from './rehearsal-plan.ts';

interface StepWords {
  where: string;
  what: string;
  often: string;
}

const answers: Partial<Record<string, string>> = {
  rate_limited: 'rate limited',
  unauthorized: 'sign-in required',
  validation: 'invalid arguments',
  not_found: 'not found',
  dependency: 'another service failed',
  unavailable: 'unavailable',
  timeout: 'timed out upstream',
  terminal: 'refused permanently',
};

const answerWords = (answer: AnswerClass): string => answers[answer] ?? answer.replaceAll('_', ' ');

const spoilWords: Record<SpoilKind, string> = {
  delay: 'the answer comes late',
  cut: 'the answer is cut off',
  noise: 'a line that is not JSON comes before the answer',
  'wrong-id': 'the answer has a wrong id',
  duplicate: 'the answer comes twice',
  'broken-schema': 'the answer breaks its schema',
  'reported-as-success': 'the call fails, and the result says it worked',
  'no-answer': 'no answer comes',
};

export const endWords: Record<EndKind, string> = {
  process: 'the server process ends',
  stream: 'the stream ends',
  session: 'the session is lost',
  'sign-in': 'the sign-in expires',
};

export const dialectWords: Record<RehearsalDialect, string> = {
  own: 'the server’s own error model',
  mcp: 'plain MCP',
  'json-rpc': 'a JSON-RPC error',
  http: 'an HTTP status',
  closient: 'the model of Closient',
  erlmcp: 'the model of erlmcp',
  'error-model': 'the model of error-model',
  platica: 'the model of Platica',
  qaqnuz: 'the model of qaqnuz',
};

export function planStepWords({ tools, do: injection, often, atMost }: RehearsalStep): StepWords {
  const limit = atMost === undefined ? '' : `, at most ${atMost} times`;
  return {
    where: tools === undefined ? 'Any tool' : tools.join(', '),
    what: whatWords(injection),
    often: `${oftenWords(often)}${limit}`,
  };
}

function whatWords(injection: Injection): string {
  if ('spoil' in injection)
    return `${spoilWords[injection.spoil]}${injection.ms === undefined ? '' : `, after ${duration(injection.ms)}`}`;
  if ('end' in injection) return endWords[injection.end];
  const wait = injection.waitMs === undefined ? '' : `, asking to wait ${duration(injection.waitMs)}`;
  return `answered “${answerWords(injection.answer)}”${wait}`;
}

function oftenWords(often: RehearsalStep['often']): string {
  if (often === undefined) return 'Each call';
  if (often === 'once') return 'Once';
  if ('every' in often) return often.every === 1 ? 'Each call' : `Every ${ordinal(often.every)} call`;
  if ('first' in often) return often.first === 1 ? 'The first call' : `The first ${often.first} calls`;
  return `${Math.round(often.share * 100)} % of the calls`;
}

const ordinal = (count: number): string => (count === 2 ? '2nd' : count === 3 ? '3rd' : `${count}th`);

/** `10 calls at most · ends after 60 s` */
export function planLimits({ endsAfterMs }: Plan): string {
  return `Ends by itself after ${duration(endsAfterMs)}`;
}

/** Whether the server sees the call. */
export const asksServer = (injection: Injection): boolean =>
  'spoil' in injection || ('end' in injection && (injection.end === 'process' || injection.end === 'stream'));

/** For a choice: `answer:rate_limited` is "Answer: rate limited". */
export function failureWords(injected: string): string {
  const [kind, value = ''] = injected.split(':');
  if (kind === 'answer') return `Answer: ${answerWords(value as AnswerClass)}`;
  return capital(injectionName(injected));
}

/** What was injected, from the word that captures keep: `answer:rate_limited`. */
export function injectionName(injected: string): string {
  const [kind = '', value = ''] = injected.split(':');
  const known = new Map<string, string>([...Object.entries(spoilWords), ...Object.entries(endWords)]);
  return known.get(value) ?? (kind === 'answer' ? `answered “${answerWords(value as AnswerClass)}”` : injected);
}
