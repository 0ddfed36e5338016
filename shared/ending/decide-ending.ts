// Decides how an exchange ended and who ended it, from its account. Nothing else does: the rest prints the result.

import type { Ending, EndingBy, EndingKind } from './ending.ts';
import type { EndingFacts, Question, Stray } from './ending-facts.ts';
import { isHandshake } from './handshake.ts';

/** A person has to read a question before answering it. What is faster was a rule of the client. */
const fastestReaderMs = 1000;

/** Statuses with which a gateway reports that it got no response from the server; 520 to 526 are Cloudflare's. */
const ofGateway: ReadonlySet<number> = new Set([502, 504, 520, 521, 522, 523, 524, 525, 526]);
/** nginx: the client closed the connection. */
const clientClosed = 499;
/** What Envoy, HAProxy, load balancers and gateways write into a 503 when they reach no server. */
const gatewayWords =
  /upstream connect error|no healthy upstream|before headers|no server is available|upstream (?:request timeout|unavailable)|backend fetch failed/i;
/** Ctrl-C. 130 is 128 and its number, as shells and handlers report it. */
export const isInterrupt = ({ code, signal }: { code: number | null; signal: string | null }): boolean =>
  signal === 'SIGINT' || (signal === null && code === 130);

/** `at`: when the call ended. */
export function endingOf(account: EndingFacts, at: number): Ending {
  const [kind, by] = endOf(account, at);
  const from = account.wait?.from;
  const isTimed = from !== undefined && account.process?.isBefore !== true;
  const afterMs = account.timeout?.afterMs ?? (isTimed ? Math.max(0, at - from) : null);
  const late = kind === 'answered' ? undefined : lateAnswer(account);
  return {
    kind,
    by,
    afterMs: afterMs === null ? null : Math.round(afterMs),
    limitMs: kind === 'client_timeout' ? limitOf(account, at) : null,
    lateMs: late === undefined ? null : Math.round(late.lateMs),
  };
}

function endOf(account: EndingFacts, at: number): [EndingKind, EndingBy] {
  const { answer, process, timeout, cancelled, unanswered, http, isFromServer, wait } = account;
  const question = wait?.question ?? null;
  if (answer !== undefined) {
    // Only of a call that failed because of its question (decode/silent/declined.ts).
    if (isOpen(question)) return ['not_continued', 'client'];
    return declined(question) ?? ['answered', isFromServer ? 'client' : 'server'];
  }
  if (process !== undefined) return ['died', isInterrupt(process) ? 'person' : 'server'];
  if (timeout !== undefined) return ['client_timeout', 'client'];
  if (cancelled !== undefined) {
    if (isFromServer || cancelled.byServer) return ['canceled', 'server'];
    if (isTimeout(account, at)) return ['client_timeout', 'client'];
    return ['canceled', cancelled.isClosing || programWords.test(cancelled.reason ?? '') ? 'client' : 'person'];
  }
  if (unanswered === undefined) return http === undefined ? ['silent', 'server'] : overHttp(http);
  if (unanswered.why === 'too_long') return ['answered', 'server'];
  if (isOpen(question)) return ['not_continued', 'client'];
  switch (unanswered.why) {
    case 'recording_ended':
      return ['running', 'nobody'];
    case 'no_response':
      return ['silent', 'server'];
    case 'stream_cut':
      return ['cut', unanswered.byServer ? 'server' : 'network'];
    case 'refused':
      return ['cut', 'network'];
    case 'unready':
      return ['cut', 'client'];
    case 'closed':
      // Without a recording, only the client's side is known: it found the connection closed.
      if (unanswered.byServer || wait === undefined) return ['cut', 'server'];
      if (isTimeout(account, at)) return ['client_timeout', 'client'];
      // A client that closes before the connection works has waited for the server in vain.
      return isHandshake(account.method ?? null) ? ['silent', 'server'] : ['cut', 'client'];
  }
}

function declined(question: Question | null): [EndingKind, EndingBy] | null {
  if (question === null || question.answeredAt === null) return null;
  if (question.action !== 'decline' && question.action !== 'cancel') return null;
  if (question.answeredAt - question.at < fastestReaderMs) return ['auto_declined', 'client'];
  return question.action === 'decline' ? ['declined', 'person'] : ['canceled', 'person'];
}

const isOpen = (question: Question | null): boolean => question !== null && question.answeredAt === null;

function overHttp({ status, body = '' }: NonNullable<EndingFacts['http']>): [EndingKind, EndingBy] {
  if (status === null || ofGateway.has(status)) return ['cut', 'network'];
  if (status === 503 && gatewayWords.test(body.slice(0, 1000))) return ['cut', 'network'];
  return status === clientClosed ? ['cut', 'client'] : ['answered', 'server'];
}

const timeoutWords = /\btim(?:ed?|ing)[- ]?out|timeout|-32001|deadline|took too long/i;
/** Of the Rust SDK, also at a limit that a user of Codex has set. */
const programWords = /\bcancell?ed by caller\b/i;
const personWords = /\b(?:user|person|human)\b|interrupt|\bescape\b|ctrl.?c/i;

/** The client says that it timed out. If not, only the time shows it. */
export const isSaidTimeout = ({ timeout, cancelled }: EndingFacts): boolean =>
  timeout !== undefined || timeoutWords.test(cancelled?.reason ?? '');

function isTimeout(account: EndingFacts, at: number): boolean {
  if (isSaidTimeout(account)) return true;
  if (personWords.test(account.cancelled?.reason ?? '')) return false;
  if (knownLimit(account, at) !== null) return true;
  // A client with a setting, which may be lower than its default. A person hardly meets a multiple of 5 s this well.
  return account.patience !== undefined && waits(account, at).some((ms) => ms >= 4995 && (ms + 5) % 5000 <= exactMs);
}

/** How late a timer of an idle program fires. */
const exactMs = 25;

/** The SDKs' default is 60 s. The others are what clients set. */
const usualLimits = [30_000, 60_000, 120_000, 180_000, 300_000, 600_000];

/** A timer fires at its time or soon after, never before. */
const isAtLimit = (ms: number, limit: number): boolean => ms >= limit - 5 && ms - limit <= Math.max(200, limit / 200);

/** The waiting times that a limit can be compared with: clients count from each round, and some from the last progress. */
function waits({ wait, timeout }: EndingFacts, at: number): number[] {
  if (timeout !== undefined) return [timeout.afterMs];
  if (wait === undefined) return [];
  return [wait.from, wait.roundFrom, wait.progress.at(-1)].flatMap((from) => (from === undefined ? [] : [at - from]));
}

/** The client's own limit, or a usual one if that is unknown, that ended the call. */
function knownLimit(account: EndingFacts, at: number): number | null {
  const limits = account.patience === undefined ? usualLimits : [account.patience.ms];
  for (const ms of waits(account, at)) {
    const limit = limits.find((one) => isAtLimit(ms, one));
    if (limit !== undefined) return limit;
  }
  return null;
}

function limitOf(account: EndingFacts, at: number): number | null {
  if (account.timeout !== undefined) return account.timeout.afterMs;
  const known = knownLimit(account, at);
  if (known !== null) return known;
  // A limit that a user has set is a round number.
  for (const [step, latest] of [
    [5000, 400],
    [1000, 200],
    [500, exactMs],
  ] as const)
    for (const ms of waits(account, at)) {
      const round = Math.floor((ms + 5) / step) * step;
      if (round > 0 && ms - round <= latest) return round;
    }
  return null;
}

/** A limit that would probably have been long enough: what the call needed and a tenth more, in steps of ten seconds. */
export function longerLimit({ afterMs, lateMs }: Ending): number {
  const waitedMs = afterMs ?? 0;
  const needed = lateMs === null ? Math.max(30_000, waitedMs * 3) : (waitedMs + lateMs) * 1.1;
  return Math.ceil(needed / 10_000) * 10_000;
}

/** The response that came after the end. The answer to a cancellation is no late result. */
export function lateAnswer({ strays = [] }: EndingFacts): Stray | undefined {
  return strays.find(({ kind, text }) => kind === 'late' && !/"error".{0,80}cancel/i.test(text.slice(0, 300)));
}
