// The rules about trying again. All of them read the gaps between attempts. A repeat that the model asked for is not the client's.

import type { Failure } from '../../failure.ts';
import { valueAtPointer } from '../../json/json-place.ts';
import { asksForRetry, mayHaveRun } from '../../retry/judge.ts';
import { waitOf } from '../../retry/retry-plan.ts';
import { duration } from '../../text/duration.ts';
import { type AttemptGap, chainsOf, gapsOf, isUnsafe } from './attempts.ts';
import type { CardRule, RuleFinding, RuleId } from './card.ts';
import type { RunCall } from './recorded-run.ts';
import { leftSilent, namesOf, notSeen, shareWords, spanWords, timesWords, verdictOf } from './tally.ts';

/** Where nothing says who asked for a repeat. */
const byWhom = (gaps: readonly AttemptGap[]): string =>
  gaps.some(({ asker }) => asker === 'unknown') ? ' (the client or its model)' : '';

const byClient = ({ asker }: AttemptGap): boolean => asker !== 'model';
const refsOf = (gaps: readonly AttemptGap[]) => gaps.flatMap(({ failed, next }) => [failed.ref, next.ref]);

/** Nothing came back, or only what the model asked for. */
function notRepeated(all: readonly AttemptGap[], told: string, failed: readonly RunCall[]): RuleFinding {
  const did = all.length > 0 ? 'Only its model sent the call again' : 'Did not send the call again';
  return notSeen(did, told, [...failed.map(({ ref }) => ref), ...refsOf(all)]);
}

const waits: CardRule = (evidence) => {
  const asked = evidence.run.calls.filter(({ failure }) => failure !== null && asksToWait(failure));
  if (asked.length === 0) return notSeen('No answer asked it to wait');
  const told = `Wait ${spanWords(asked.map(({ failure }) => waitOf((failure as Failure).retry) ?? 0))}${timesWords(asked.length)}`;
  const all = gapsOf(evidence).filter(({ failed }) => asked.includes(failed));
  const own = all.filter(byClient);
  if (own.length === 0) return notRepeated(all, told, asked);
  const early = own.filter(({ judgement }) => isEarly(judgement));
  const shown = early.length > 0 ? early : own;
  const did = `Came back after ${spanWords(shown.map(({ judgement }) => judgement.didMs ?? 0))}`;
  return {
    told,
    did: `${did}${early.length > 0 ? shareWords(early.length, own.length) : ''}${byWhom(shown)}`,
    verdict: verdictOf(own.length - early.length, early.length),
    rows: refsOf(shown),
  };
};

const asksToWait = ({ retry }: Failure): boolean =>
  (waitOf(retry) ?? 0) > 0 &&
  (retry.verdict === 'wait' || retry.verdict === 'backoff') &&
  (retry.sources?.afterMs ?? retry.source) !== 'default';

/** `ignored` is also the verdict on one attempt too many, which may have waited long enough. */
const isEarly = ({ finding, toldMs, didMs }: AttemptGap['judgement']): boolean =>
  finding === 'too_early' || (finding === 'ignored' && toldMs !== null && (didMs ?? 0) < toldMs - 2);

const unsafe: CardRule = (evidence) => {
  const risky = evidence.run.calls.filter((call) => isUnsafe(evidence, call) === true && mayRunTwice(call));
  if (risky.length === 0) return notSeen('No unsafe call ended without an answer');
  const told = `No answer to ${namesOf(risky.map(({ target }) => target))}, not safe to repeat`;
  const all = risky.flatMap((failed) => {
    const next = evidence.run.calls.find((call) => call.key === failed.key && call.at > failed.at);
    if (!next) return [];
    // While the first one is open, the wait counts from its start.
    const from = failed.endAt !== null && failed.endAt <= next.at ? failed.endAt : failed.at;
    return [{ failed, next, asker: evidence.model.askerOf(next, failed), didMs: next.at - from }];
  });
  const own = all.filter(({ asker }) => asker !== 'model');
  if (own.length === 0) {
    const did = all.length > 0 ? 'Only its model sent it again' : 'Did not send it again';
    return { told, did, verdict: 'pass', rows: risky.map(({ ref }) => ref) };
  }
  const did = `Sent it again after ${spanWords(own.map(({ didMs }) => didMs))}: it may run twice`;
  const whom = own.some(({ asker }) => asker === 'unknown') ? ' (the client or its model)' : '';
  return {
    told,
    did: `${did}${whom}`,
    verdict: 'fail',
    rows: own.flatMap(({ failed, next }) => [failed.ref, next.ref]),
  };
};

/** It may have run, and its server did not ask for a retry. */
const mayRunTwice = (call: RunCall): boolean =>
  call.failure === null ? leftSilent(call) : mayHaveRun(call.failure) && !asksForRetry(call.failure);

const stops: CardRule = (evidence) => {
  const final = evidence.run.calls.filter(({ failure }) => failure !== null && isFinal(failure));
  const gaps = gapsOf(evidence);
  // The client exceeded the number of attempts that the server allowed.
  const over = gaps.filter(({ judgement }) => judgement.finding === 'ignored' && !isEarly(judgement));
  if (final.length + over.length === 0) return notSeen('No answer asked it to stop');
  const told = final.length > 0 ? `Do not retry${timesWords(final.length)}` : 'Retry a limited number of times';
  const all = [...gaps.filter(({ failed }) => final.includes(failed)), ...over];
  const own = all.filter(byClient);
  const rows = own.length > 0 ? refsOf(own) : final.map(({ ref }) => ref);
  if (own.length === 0) {
    const did = all.length > 0 ? 'Only its model sent it again' : 'Did not send it again';
    return { told, did, verdict: 'pass', rows };
  }
  const repeated = new Set(own.map(({ failed }) => failed)).size;
  const did = `Sent it again after ${spanWords(own.map(({ judgement }) => judgement.didMs ?? 0))}`;
  return {
    told,
    did: `${did}${shareWords(repeated, Math.max(final.length, repeated))}${byWhom(own)}`,
    verdict: verdictOf(Math.max(0, final.length - repeated), repeated),
    rows,
  };
};

/** Said by the server, not assumed by Misfire. */
const isFinal = ({ retry }: Failure): boolean => retry.verdict === 'never' && retry.source !== 'default';

const fixes: CardRule = (evidence) => {
  const { calls } = evidence.run;
  const refused = calls.filter(
    (call) => call.method === 'tools/call' && call.failure?.retry.verdict === 'after_fix' && !isLostSession(call),
  );
  if (refused.length === 0) return notSeen('No answer asked for another request');
  const told = toldToFix(refused);
  const pairs = refused.flatMap((failed) => {
    const next = calls.find((call) => isNextOf(call, failed));
    return next ? [{ failed, next, asker: evidence.model.askerOf(next, failed) }] : [];
  });
  const own = pairs.filter(({ asker }) => asker !== 'model');
  if (own.length === 0)
    return notSeen(
      pairs.length > 0 ? 'Only its model sent the call again' : 'Did not send the call again',
      told,
      refused.map(({ ref }) => ref),
    );
  const bad = own.filter(({ failed, next }) => !isFixed(failed, next));
  const shown = bad.length > 0 ? bad : own;
  const changed = own.filter(({ next }) => next.outcome === 'answered').length;
  const did =
    bad.length > 0
      ? `Sent it again without the change${shareWords(bad.length, own.length)}`
      : `Changed the request first${changed === own.length ? ', and it passed' : ''}`;
  const whom = shown.some(({ asker }) => asker === 'unknown') ? ' (the client or its model)' : '';
  return {
    told,
    did: `${did}${whom}`,
    verdict: verdictOf(own.length - bad.length, bad.length),
    rows: shown.flatMap(({ failed, next }) => [failed.ref, next.ref]),
  };
};

/** What has to change is the session, not the request: another rule judges that. */
const isLostSession = ({ injected, http }: RunCall): boolean =>
  injected === 'end:session' || (http?.status === 404 && http.requestHeaders['mcp-session-id'] !== undefined);

function toldToFix(refused: readonly RunCall[]): string {
  const [first] = refused;
  const path = first?.failure?.issues.find(({ path: at }) => at !== '')?.path;
  const subject = path === undefined ? 'Change the request' : `Change ${path.slice(1).replaceAll('/', '.')}`;
  return `${subject}${timesWords(refused.length)}`;
}

/** The next call of the same tool, with any arguments. */
const isNextOf = (call: RunCall, { server, method, target, endAt }: RunCall): boolean =>
  endAt !== null && call.at >= endAt && call.server === server && call.method === method && call.target === target;

/** The value that was refused is another one now; where no place is named, the request is another one. */
function isFixed(failed: RunCall, next: RunCall): boolean {
  if (failed.key === next.key) return false;
  const paths = (failed.failure?.issues ?? []).map(({ path }) => path).filter((path) => path !== '');
  const differs = (path: string) =>
    JSON.stringify(valueAtPointer(failed.arguments, path)) !== JSON.stringify(valueAtPointer(next.arguments, path));
  return paths.length === 0 || paths.some(differs);
}

const grows: CardRule = (evidence) => {
  const failed = evidence.run.calls.filter(({ failure }) => failure !== null && givesNoWait(failure));
  if (failed.length === 0) return notSeen('Each failure named a wait, or none was worth a retry');
  const titles = failed.map(({ failure }) => failure?.title ?? 'Failed');
  const told = `${namesOf(titles)}${timesWords(failed.length)}, no wait given`;
  const gaps = gapsOf(evidence).filter((gap) => failed.includes(gap.failed));
  const own = gaps.filter(byClient);
  if (own.length === 0) return notRepeated(gaps, told, failed);
  const runs = chainsOf(evidence).flatMap((chain) => {
    const inChain = own.filter(({ failed: one }) => chain.includes(one));
    return inChain.length < 2 ? [] : [inChain];
  });
  if (runs.length === 0) return notSeen(`Repeated it only once${byWhom(own)}`, told, refsOf(own));
  const grown = runs.map(growth);
  const worst = grown.indexOf('fail') === -1 ? Math.max(0, grown.indexOf('partly')) : grown.indexOf('fail');
  const shown = runs[worst] as AttemptGap[];
  const times = shown.slice(0, 4).map(({ judgement }) => duration(judgement.didMs ?? 0, 2));
  const verdict = grown.every((one) => one === 'pass') ? 'pass' : grown.includes('fail') ? 'fail' : 'partly';
  return { told, did: `Waited ${listed(times)}${byWhom(shown)}`, verdict, rows: refsOf(shown) };
};

/** Worth another attempt, without a stated wait. */
const givesNoWait = ({ retry }: Failure): boolean =>
  (retry.verdict === 'backoff' || retry.verdict === 'wait') &&
  ((waitOf(retry) ?? 0) === 0 || (retry.sources?.afterMs ?? retry.source) === 'default');

/** Pass: each wait is longer than the one before. Partly: the last is longer than the first. */
function growth(gaps: readonly AttemptGap[]): 'pass' | 'partly' | 'fail' {
  const times = gaps.map(({ judgement }) => judgement.didMs ?? 0);
  // Two timers of the same length differ by a little. That is no growth.
  const isLonger = (one: number, other: number) => other > one * 1.2 && other - one >= 20;
  if (times.every((time, index) => index === 0 || isLonger(times[index - 1] as number, time))) return 'pass';
  return isLonger(times[0] as number, times.at(-1) as number) ? 'partly' : 'fail';
}

const listed = (times: readonly string[]): string =>
  times.length === 1 ? `${times[0]}` : `${times.slice(0, -1).join(', ')} and ${times.at(-1)}`;

export const retryCardRules = {
  'waits-as-asked': waits,
  'no-unsafe-repeat': unsafe,
  'stops-when-told': stops,
  'fixes-before-retry': fixes,
  'waits-grow': grows,
} satisfies Partial<Record<RuleId, CardRule>>;
