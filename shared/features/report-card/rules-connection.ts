// The rules about the connection: sessions, sign-in, changed lists, other calls, and calls that take too long.

import { count } from '../../exchange/clip.ts';
import { capital } from '../../text/capital.ts';
import { duration } from '../../text/duration.ts';
import type { CardEvidence, CardRule, RuleFinding, RuleId } from './card.ts';
import type { RecordedRun, RowRef, RunCall } from './recorded-run.ts';
import { leftSilent, namesOf, notSeen, shareWords, spanWords, timesWords, verdictOf } from './tally.ts';

/** How one loss went: the client came back, kept using what was lost, or did neither. */
interface Loss {
  kind: 'session' | 'ended' | 'process';
  backAfterMs: number | null;
  isUsedAgain: boolean;
  rows: RowRef[];
}

const newSession: CardRule = ({ run, model }) => {
  const losses = [...lostSessions(run), ...endedSessions(run), ...lostProcesses(run, model)];
  if (losses.length === 0) return notSeen('No session was lost');
  const isHttp = losses.some(({ kind }) => kind === 'session');
  const isProcess = losses.every(({ kind }) => kind === 'process');
  const told = `${isProcess ? 'The server process ended' : isHttp ? '404, unknown session' : 'Unknown session'}${timesWords(losses.length)}`;
  const judged = losses.filter(({ backAfterMs, isUsedAgain }) => backAfterMs !== null || isUsedAgain);
  if (judged.length === 0)
    return notSeen(
      'Sent nothing after the loss',
      told,
      losses.flatMap(({ rows }) => rows),
    );
  const back = judged.flatMap(({ backAfterMs }) => (backAfterMs === null ? [] : [backAfterMs]));
  const used = judged.filter(({ isUsedAgain }) => isUsedAgain);
  const came = `New session after ${spanWords(back.length > 0 ? back : [0])}`;
  const kept = isProcess ? 'did not start the server again' : 'used the lost session again';
  const verdict = back.length === 0 ? 'fail' : used.length > 0 || back.length < judged.length ? 'partly' : 'pass';
  return {
    told,
    did: back.length === 0 ? capital(kept) : used.length > 0 ? `${came}, but first ${kept}` : came,
    verdict,
    rows: (used.length > 0 ? used : judged).flatMap(({ rows }) => rows),
  };
};

function lostSessions(run: RecordedRun): Loss[] {
  const seen = new Set<string>();
  return run.exchanges.flatMap(({ http, server, at, ref }) => {
    const id = http.requestHeaders['mcp-session-id'];
    if (http.status !== 404 || id === undefined || seen.has(`${server}\n${id}`)) return [];
    seen.add(`${server}\n${id}`);
    const next = run.calls.find((call) => call.server === server && call.method === 'initialize' && call.at >= at);
    const used = run.mistakes.filter((one) => one.kind === 'lost_session' && one.server === server && one.at >= at);
    const rows = [ref, ...(next ? [next.ref] : []), ...used.map((one) => one.ref)];
    return [{ kind: 'session', backAfterMs: next ? next.at - at : null, isUsedAgain: used.length > 0, rows }];
  });
}

/** A session that a rehearsal ended without HTTP: the answer says so, and the next request shows what the client did. */
function endedSessions(run: RecordedRun): Loss[] {
  return run.calls
    .filter(({ injected, http }) => injected === 'end:session' && http === null)
    .slice(0, 1)
    .map((call) => {
      const later = run.calls.filter(({ server, at }) => server === call.server && at >= (call.endAt ?? call.at));
      const next = later.find(({ method }) => method === 'initialize');
      const used = later.filter(({ method, at }) => method === 'tools/call' && (!next || at < next.at));
      const rows = [call.ref, ...used.map(({ ref }) => ref), ...(next ? [next.ref] : [])];
      const backAfterMs = next ? next.at - (call.endAt ?? call.at) : null;
      return { kind: 'ended', backAfterMs, isUsedAgain: used.length > 0, rows };
    });
}

/** A process that ended while the client needed it: it comes back, or calls of its model reach no server any more. */
function lostProcesses(run: RecordedRun, model: CardEvidence['model']): Loss[] {
  return run.ends.flatMap(({ at, server, epoch, byClient, injected, ref }) => {
    const before = run.calls.filter((call) => call.server === server && call.epoch === epoch);
    const isLoss = injected !== null || before.some(({ failure }) => failure?.class === 'connection_lost');
    if (byClient || before.length === 0 || !isLoss) return [];
    const next = run.calls.find((call) => call.server === server && call.at > at && call.method === 'initialize');
    // A call of its model that came back without being sent: a later start of the server is another session of the client.
    const stuck = (model.all ?? []).some(
      (asked) =>
        (run.hintsOf(server, asked.tool) !== null || before.some(({ target }) => target === asked.tool)) &&
        asked.askedAt > at &&
        model.sentFor(asked).length === 0 &&
        (asked.gotAt ?? Number.POSITIVE_INFINITY) < (next?.at ?? Number.POSITIVE_INFINITY),
    );
    const backAfterMs = next && !stuck ? next.at - at : null;
    const rows = [ref, ...(next && !stuck ? [next.ref] : [])];
    return [{ kind: 'process', backAfterMs, isUsedAgain: stuck, rows }];
  });
}

const signsIn: CardRule = ({ run }) => {
  const refused = firstRefusals(run);
  if (refused.length === 0) {
    const asked = run.calls.filter(({ failure }) => failure?.retry.verdict === 'after_auth');
    if (asked.length === 0) return notSeen('No answer asked it to sign in');
    return notSeen(
      'Over stdio a sign-in is not visible',
      `Sign in first${timesWords(asked.length)}`,
      asked.map(({ ref }) => ref),
    );
  }
  const told = `401${refused.some(({ http }) => http.headers['www-authenticate']) ? ' with a challenge' : ''}${timesWords(refused.length)}`;
  const results = refused.map((first) => signInAfter(run, first));
  const judged = results.filter(({ verdict }) => verdict !== 'not seen');
  const worst = judged.find(({ verdict }) => verdict === 'fail') ?? judged.find(({ verdict }) => verdict === 'partly');
  const shown = worst ?? judged[0];
  if (!shown)
    return notSeen(
      'Sent nothing after the refusal',
      told,
      refused.map(({ ref }) => ref),
    );
  const good = judged.filter(({ verdict }) => verdict === 'pass').length;
  const verdict = worst?.verdict === 'partly' ? 'partly' : verdictOf(good, judged.length - good);
  return { told, did: shown.did, verdict, rows: shown.rows };
};

type Exchange = RecordedRun['exchanges'][number];

function firstRefusals(run: RecordedRun): Exchange[] {
  const seen = new Set<string>();
  return run.exchanges.filter(({ http, server }) => {
    const key = `${server}\n${http.credential?.token ?? ''}`;
    if (http.status !== 401 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function signInAfter(run: RecordedRun, { http: refused, server, at, ref }: Exchange): RuleFinding {
  const later = run.exchanges.filter((one) => one.server === server && one.http.startedAt > at);
  const renewed = later.find(
    ({ http }) =>
      http.credential !== undefined && http.credential.token !== refused.credential?.token && http.status !== 401,
  );
  const again = later.filter(({ http }) => http.status === 401 && http.credential?.token === refused.credential?.token);
  const began = later.find(({ http }) => http.step !== undefined || http.url.includes('/.well-known/oauth'));
  const rows = (more: readonly (Exchange | undefined)[]) => [ref, ...more.flatMap((one) => (one ? [one.ref] : []))];
  if (renewed)
    return again.length === 0
      ? { told: '', did: 'Came back with another token', verdict: 'pass', rows: rows([renewed]) }
      : {
          told: '',
          did: 'Sent the refused token again, then another one',
          verdict: 'partly',
          rows: rows([...again, renewed]),
        };
  if (began) return { told: '', did: 'Began to sign in, no token followed', verdict: 'partly', rows: rows([began]) };
  if (again.length === 0) return notSeen('');
  const what = refused.credential ? 'the refused token' : 'the request without a token';
  return { told: '', did: `Sent ${what} again${timesWords(again.length)}`, verdict: 'fail', rows: rows(again) };
}

const refreshes: CardRule = ({ run }) => {
  const { listChanges: changes } = run;
  if (changes.length === 0) return notSeen('No list changed');
  const told = `${namesOf(changes.map(({ list }) => `${list}/list_changed`))}${timesWords(changes.length)}`;
  const answered = changes.map((change) => {
    const next = run.calls.find(
      ({ server, method, at }) => server === change.server && method === `${change.list}/list` && at >= change.at,
    );
    return { change, next };
  });
  const fresh = answered.flatMap(({ change, next }) => (next ? [{ change, next }] : []));
  const stale = run.mistakes.filter(({ kind }) => kind === 'list_not_refreshed');
  if (fresh.length + stale.length === 0)
    return notSeen(
      'Used no entry of the list afterwards, or too soon to tell',
      told,
      changes.map(({ ref }) => ref),
    );
  const after = spanWords(fresh.length > 0 ? fresh.map(({ change, next }) => Math.max(0, next.at - change.at)) : [0]);
  return {
    told,
    did: stale.length > 0 ? 'Used an entry without reading the new list' : `Read the list again after ${after}`,
    verdict: verdictOf(fresh.length, stale.length),
    rows: stale.length > 0 ? stale.map(({ ref }) => ref) : fresh.flatMap(({ change, next }) => [change.ref, next.ref]),
  };
};

/** A client that drops its connection because of a failure does so at once, and gives the server a moment to end. */
const dropMs = 5000;

const keepsOthers: CardRule = ({ run, model }) => {
  const failed = run.calls.filter(
    ({ failure, endAt }) => failure !== null && endAt !== null && failure.class !== 'connection_lost',
  );
  if (failed.length === 0) return notSeen('Nothing failed while its connection stayed open');
  const told = `${count(failed.length, 'failure')} of ${namesOf(failed.map(({ target }) => target))}`;
  const lost = [...new Set(failed.flatMap((one) => droppedAfter(run, one)))];
  const others = run.calls.filter((call) => failed.some((one) => isOther(call, one)) && call.outcome === 'answered');
  // Once the server has ended, a call that was not sent is about starting it again.
  const endedAt = Math.min(
    ...run.calls.flatMap(({ failure, endAt }) => (failure?.class === 'connection_lost' ? [endAt ?? 0] : [])),
  );
  const missing = (model.all ?? []).filter((asked) => {
    if (asked.askedAt > endedAt) return false;
    const isOffered = others.some(({ target }) => target === asked.tool);
    return isOffered && model.sentFor(asked).length === 0 && failed.some(({ endAt }) => (endAt ?? 0) < asked.askedAt);
  });
  if (lost.length > 0)
    return { told, did: `Closed the connection with ${count(lost.length, 'other call')} open`, ...failedWith(lost) };
  if (missing.length > 0 && others.length <= missing.length)
    return { told, did: `Did not send ${count(missing.length, 'other call')} of its model`, ...failedWith(failed) };
  if (others.length === 0)
    return notSeen(
      'It made no other call',
      told,
      failed.map(({ ref }) => ref),
    );
  return {
    told,
    did: `${count(others.length, 'other call')} passed meanwhile and after it`,
    verdict: 'pass',
    rows: others.map(({ ref }) => ref),
  };
};

const failedWith = (calls: readonly RunCall[]): Pick<RuleFinding, 'verdict' | 'rows'> => ({
  verdict: 'fail',
  rows: calls.map(({ ref }) => ref),
});

/** Another call on the same connection that was open when this one failed, or came later. */
const isOther = (call: RunCall, failed: RunCall): boolean =>
  call.server === failed.server &&
  call.epoch === failed.epoch &&
  call.key !== failed.key &&
  call.method === failed.method &&
  (call.endAt === null || call.endAt > (failed.endAt ?? 0));

/** Calls that lost their answer because the client closed the connection right after a failure. */
function droppedAfter(run: RecordedRun, failed: RunCall): RunCall[] {
  const endAt = failed.endAt ?? 0;
  const drop = run.ends.find(
    ({ byClient, server, epoch, at }) =>
      byClient && server === failed.server && epoch === failed.epoch && at >= endAt && at - endAt <= dropMs,
  );
  if (!drop) return [];
  const isOpen = ({ at, endAt }: RunCall) => at < drop.at && (endAt === null || endAt >= drop.at);
  return run.calls.filter((call) => isOther(call, failed) && isOpen(call) && call.canceledAt === null);
}

const cancels: CardRule = ({ run, model }) => {
  const canceled = run.calls.filter(({ canceledAt }) => canceledAt !== null);
  const left = run.calls.flatMap((call) => {
    if (call.canceledAt !== null || call.method === 'initialize') return [];
    const gave = gaveUpAt(run, model, call);
    return gave === null ? [] : [{ call, after: gave - call.at }];
  });
  if (canceled.length + left.length === 0) return notSeen('It did not time out on any call');
  const all = [...canceled, ...left.map(({ call }) => call)];
  const told = `No answer to ${namesOf(all.map(({ target }) => target))}${timesWords(all.length)}`;
  const [shown] = left;
  if (!shown)
    return {
      told,
      did: `Canceled it after ${spanWords(canceled.map(({ canceledAt, at }) => (canceledAt ?? at) - at))}`,
      verdict: 'pass',
      rows: canceled.map(({ ref }) => ref),
    };
  return {
    told,
    did: `Timed out after ${duration(shown.after, 2)} and did not cancel it${shareWords(left.length, all.length)}`,
    verdict: verdictOf(canceled.length, left.length),
    rows: left.map(({ call }) => call.ref),
  };
};

/** When the client stopped waiting for a call that had no answer yet; null: it waited. */
function gaveUpAt(run: RecordedRun, model: CardEvidence['model'], call: RunCall): number | null {
  const answeredAt = call.outcome === null || leftSilent(call) ? Number.POSITIVE_INFINITY : (call.endAt ?? 0);
  const got = model.gotOf(call)?.gotAt;
  if (call.outcome === 'cancelled') return call.endAt;
  if (got !== undefined && got > call.at && got + clockMs < Math.min(answeredAt, connectionEnd(run, call))) return got;
  // A repeat that the model did not ask for, while the first one is still open.
  const repeat = run.calls.find(
    (other) => other !== call && other.key === call.key && other.epoch === call.epoch && other.at > call.at,
  );
  if (!repeat || repeat.at >= answeredAt || repeat.at >= connectionEnd(run, call)) return null;
  return leftSilent(call) && model.askerOf(repeat, call) !== 'model' ? repeat.at : null;
}

/** What is recorded is recorded a moment after it has passed, on a busy machine some hundred milliseconds. */
const clockMs = 1000;

const connectionEnd = (run: RecordedRun, { server, epoch }: RunCall): number =>
  run.ends.find((end) => end.server === server && end.epoch === epoch)?.at ?? Number.POSITIVE_INFINITY;

export const connectionRules = {
  'new-session': newSession,
  'signs-in-again': signsIn,
  'refreshes-lists': refreshes,
  'keeps-other-calls': keepsOthers,
  'cancels-on-timeout': cancels,
} satisfies Partial<Record<RuleId, CardRule>>;
