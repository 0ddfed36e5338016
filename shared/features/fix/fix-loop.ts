// "Fix until it works" as a state machine: given all attempts and answers so far, the next step. Values come from evidence or a person,
// never from a guess. Pure: electron/features/fix sends, starts, waits and asks.

import { inputSchemaOf } from '../../api/input-schema.ts';
import { placeName } from '../../correct/correction.ts';
import { listToolFor, missingArgument, type Rejected, unsafeListTool } from '../../correct/list-tool.ts';
import { failureIdentity } from '../../diff/verdict.ts';
import type { Failure, Owner } from '../../failure.ts';
import { ownerLine } from '../../findings/finding-words.ts';
import { pathIn, pointerOf, valueAt } from '../../json/json-place.ts';
import { jsonText } from '../../json/json-text.ts';
import { duration } from '../../text/duration.ts';
import {
  type Corrections,
  callArguments,
  correctionsFor,
  firstOpenPlace,
  type OpenPlace,
  withChanges,
} from './corrections.ts';
import {
  type FixAttempt,
  type FixChange,
  type FixState,
  type FixStep,
  mostFixAttempts,
  mostMs,
  type StopReason,
} from './fix-types.ts';
import { confirmationFor } from './safe-to-send.ts';
import { startStep } from './start-steps.ts';

/** How often the server may change its mind about one argument. */
const mostChangesPerPath = 2;
const mostOptions = 500;

export function nextStep(state: FixState): FixStep {
  const last = lastOf(state);
  if (last.passed) return last.isStart ? callAfterStart(state) : { kind: 'done' };
  const { failure } = last;
  if (failure === null) return stopped('owner', 'The call ended without an answer that can be decoded.', [], 'server');
  const same = sameAs(state, last);
  if (same !== null) return same;
  if (state.sent >= mostFixAttempts)
    return stopped('limit', `Stopped after ${mostFixAttempts} attempts, the limit.`, leftOf(failure), failure.owner);
  if (state.usedMs >= mostMs)
    return stopped('time', `Stopped after ${duration(mostMs)}, the limit.`, leftOf(failure), failure.owner);
  if (failure.class === 'rate_limited' || failure.fix.kind === 'wait') return afterWait(state, last, failure);
  const start = startStep(state, last);
  if (start !== null) return start;
  // The same call will not find it: another value may.
  const isAbsent = failure.fix.kind === 'none' && failure.class === 'not_found';
  if (last.isStart || (failure.fix.kind !== 'request' && !isAbsent)) return notHere(failure);
  return correct(state, last, failure);
}

/** The server runs again: the call is corrected, or sent as it was if its arguments were not the problem. */
function callAfterStart(state: FixState): FixStep {
  const call = state.attempts.findLast(({ isStart }) => !isStart);
  if (call === undefined) return { kind: 'done' };
  return call.failure?.fix.kind === 'request'
    ? correct(state, call, call.failure)
    : guarded(state, call, call.params, []);
}

function correct(state: FixState, last: FixAttempt, failure: Failure): FixStep {
  const schema = inputSchemaOf(state.tools.find(({ name }) => name === last.target));
  const corrections = correctionsFor(last, last.method === 'tools/call' ? schema : null);
  const args = callArguments(last.params);
  const answered = new Map(state.answers.map((answer) => [answer.path, answer]));
  const place = firstOpen(state, last, corrections, answered);
  if ('step' in place) return place.step;
  const changes = [
    ...corrections.sure.filter(({ path }) => !answered.has(path)),
    ...state.answers.map(({ path, value, source }): FixChange => {
      const before = valueAt(args, pathIn(args, path));
      const because = source === 'you' ? 'by you' : source === 'earlier' ? 'from an earlier answer' : 'from the list';
      return { path, ...(before === undefined ? {} : { before }), after: value, because, source };
    }),
  ];
  if (changes.length === 0) return notHere(failure);
  const torn = contradicted(state, changes);
  if (torn !== null) return torn;
  const next = withChanges(last.params, changes);
  if ('problem' in next) return stopped('not_sent', next.problem, [], failure.owner);
  if (state.attempts.some(({ params }) => sameArguments(params, next.params)))
    return stopped(
      'contradiction',
      'The next call would repeat one that was sent before: the server changed its mind.',
      leftOf(failure),
      'server',
    );
  return guarded(state, last, next.params, changes);
}

/** The first place at which a person decides, or none. */
function firstOpen(
  state: FixState,
  last: FixAttempt,
  { sure, open }: Corrections,
  answered: ReadonlyMap<string, unknown>,
): { step: FixStep } | { none: true } {
  for (const place of open) if (!answered.has(place.path)) return { step: ask(state, place) };
  if (sure.length > 0 || answered.size > 0) return { none: true };
  // Nothing is wrong with the form of the call: a value does not exist, or may not be used.
  const detail: Rejected = { row: last, failure: last.failure, params: last.params };
  const { listed } = state;
  const from = listToolFor(detail, state.tools);
  const unsafe = from === null ? unsafeListTool(detail, state.tools) : null;
  if (from !== null && listed === null)
    return { step: { kind: 'pick', path: from.path, sent: from.sent, tool: from.tool, because: from.because } };
  const meant = last.failure?.class === 'not_found' ? missingArgument(last.params, last.failure.message) : null;
  const path = from?.path ?? (meant === null ? null : pointerOf([meant.name]));
  if (path === null) return { none: true };
  const place = placeAt(state, last, path);
  const says =
    listed !== null && listed.values.length === 0
      ? `${listed.tool} returned no values.`
      : unsafe === null
        ? (last.failure?.message ?? '')
        : `The server names ${unsafe} as the way to list. It is not marked as read-only, so it is not called.`;
  return { step: ask(state, { ...place, says }) };
}

function placeAt(state: FixState, last: FixAttempt, path: string): OpenPlace {
  const schema = inputSchemaOf(state.tools.find(({ name }) => name === last.target));
  return firstOpenPlace({ path, wants: '', isSent: true }, callArguments(last.params), schema);
}

function ask(state: FixState, place: OpenPlace): FixStep {
  const { path, wants, types, says, suggestions } = place;
  const sent = place.sent === undefined ? {} : { sent: place.sent };
  const { listed } = state;
  if (listed?.path === path && listed.values.length > 0) {
    const options = listed.values.slice(0, mostOptions).map((value) => ({ value }));
    return { kind: 'choose', path, ...sent, options, source: listed.source, tool: listed.tool };
  }
  if (place.options.length > 0)
    return { kind: 'choose', path, ...sent, options: place.options.slice(0, mostOptions), source: place.optionsFrom };
  return { kind: 'fill', path, ...sent, wants, types, says, suggestions, examples: state.examples[path] ?? [] };
}

/** Sends the call again unchanged, once, after the time that the server asked for. */
function afterWait(state: FixState, last: FixAttempt, failure: Failure): FixStep {
  if (state.isReady) return last.isStart ? { kind: 'start', changes: [] } : guarded(state, last, last.params, []);
  const before = state.attempts.slice(0, -1).some((attempt) => attempt.failure?.class === failure.class);
  if (before)
    return stopped(
      'rate_limit',
      'The server asked to wait again. Nothing loops on that.',
      leftOf(failure),
      failure.owner,
    );
  const { afterMs, source } = failure.retry;
  // Waiting changes nothing that is known: a host that cannot be reached, for example.
  if (afterMs === null && failure.class !== 'rate_limited') return notHere(failure);
  if (afterMs === null)
    return stopped('rate_limit', 'The server does not say how long to wait.', leftOf(failure), failure.owner);
  if (state.usedMs + afterMs > mostMs)
    return stopped(
      'time',
      `The server asks to wait ${duration(afterMs)}. The limit is ${duration(mostMs)} in total.`,
      [`Send it again in ${duration(afterMs)}.`],
      'none',
    );
  return { kind: 'wait', ms: afterMs, source };
}

function guarded(state: FixState, { method, target }: FixAttempt, params: string, changes: FixChange[]): FixStep {
  const { attempts, tools, confirmed } = state;
  const confirm = confirmationFor({ method, target, changes, attempts, tools, confirmed });
  return confirm ?? { kind: 'send', params, changes };
}

/** The failure of an earlier attempt came back. */
function sameAs(state: FixState, last: FixAttempt): FixStep | null {
  const { failure } = last;
  if (failure === null) return null;
  const earlier = state.attempts.slice(0, -1).findIndex((attempt) => isSameFailure(attempt, last));
  if (earlier < 0) return null;
  if (failure.class === 'rate_limited' || failure.fix.kind === 'wait') return null;
  const asked = last.changes.find(({ path, source }) => source === 'server' && isAbout(failure, path));
  if (asked !== undefined)
    return stopped(
      'contradiction',
      `The server rejected the value of ${placeName(asked.path)} that it asked for.`,
      [],
      'server',
    );
  const words = `The failure of attempt ${earlier + 1} came back.`;
  return stopped('same_failure', words, leftOf(failure), failure.owner);
}

const isAbout = ({ fix }: Failure, path: string): boolean =>
  fix.kind === 'request' && [...fix.changes, ...fix.missing].some((one) => one.path === path);

/** The identity alone is equal for two messages about different arguments, if the server names them in its text only. */
function isSameFailure(one: FixAttempt, other: FixAttempt): boolean {
  if (one.failure === null || other.failure === null) return false;
  const key = ({ failure, target }: FixAttempt) => JSON.stringify(failureIdentity(failure as Failure, target));
  return key(one) === key(other) && said(one) === said(other);
}

/** The message without the values that differ between attempts. Another word of a command that does not exist is another failure. */
function said({ failure, params }: FixAttempt): string {
  const wrong = failure?.fix.kind === 'setting' ? (failure.fix.wrong?.name ?? '') : '';
  let text = `${wrong} ${failure?.message ?? ''}`.slice(0, 2_000);
  const args = callArguments(params);
  if (typeof args === 'object' && args !== null)
    for (const value of Object.values(args))
      if ((typeof value === 'string' || typeof value === 'number') && String(value).length > 1)
        text = text.replaceAll(String(value), '…');
  return text.replace(/\d+/g, '0');
}

/** Of what the server said itself: a list or a person may be wrong twice. */
function contradicted({ attempts }: FixState, changes: readonly FixChange[]): FixStep | null {
  for (const { path, source } of changes) {
    if (source !== 'server' && source !== 'schema') continue;
    const before = attempts.filter((attempt) =>
      attempt.changes.some(
        (change) => change.path === path && (change.source === 'server' || change.source === 'schema'),
      ),
    ).length;
    if (before >= mostChangesPerPath)
      return stopped(
        'contradiction',
        `The server asked for ${before + 1} different values of ${placeName(path)}, and rejected ${before}.`,
        [],
        'server',
      );
  }
  return null;
}

function notHere(failure: Failure): FixStep {
  const isTheirs = failure.fix.kind !== 'request';
  const words = isTheirs ? `${ownerLine(failure)}.` : 'The server names no value that would work.';
  return stopped(isTheirs ? 'owner' : 'no_evidence', words, leftOf(failure), failure.owner);
}

const leftOf = ({ remedy }: Failure): string[] => remedy.slice(0, 5);

const stopped = (reason: StopReason, words: string, left: string[], owner: Owner): FixStep => ({
  kind: 'stopped',
  reason,
  words,
  left,
  owner,
});

const lastOf = ({ attempts }: FixState): FixAttempt => attempts.at(-1) as FixAttempt;

const sameArguments = (one: string, other: string): boolean => {
  const [a, b] = [callArguments(one), callArguments(other)];
  return jsonText(a ?? {}, true) === jsonText(b ?? {}, true);
};
