// Builds the complete judgment of a failure: the conclusion, the advice, the evidence, and the unrecognized rest.

import type { Row } from '../../dialects/compile.ts';
import type { Evidence, FailureClass, Fault, Owner } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { isMasked, readCause, stderrLineOf } from '../extract/masked-cause.ts';
import { type Facts, firstLine } from '../facts/facts.ts';
import { certaintyOf } from '../finding/certainty.ts';
import type { Judged } from '../finding/clues.ts';
import { hasReceived, quoted } from '../finding/quote.ts';
import { unfitArguments, unfitEvidence } from '../interpret/whose-issues.ts';
import { isOfMessage, isOfMeta } from '../words/envelope.ts';
import { short } from '../words/fact-words.ts';
import { callFirst } from '../words/given-remedy.ts';
import { unresolvedHost } from '../words/named-service.ts';
import { inOneMark, reasonOf, stripDot, withoutLabel } from '../words/reason-words.ts';
import { refusesHost } from '../words/refused-headers.ts';
import { faultOf } from './advise.ts';
import type { Conclusion, Reading } from './conclude.ts';
import { decidingLine } from './deciding-line.ts';
import { explain, type Story } from './explain.ts';
import { isFromUpstream } from './from-upstream.ts';
import { remedies } from './remedy.ts';
import { failsBehind, isOfCredentials, isSetUpWrong, settingIn } from './story-signs.ts';

export function buildFailure(reading: Reading, conclusion: Conclusion): Judged {
  const { facts, interpretation } = reading;
  const { candidates, codeRow, winner } = interpretation;
  const { layer, carrier, origin, code, codeName, severity, flagged, title, message } = conclusion;
  const { retry, issues, problem, dialect, notes } = conclusion;
  const isBehind = isFromUpstream(reading, conclusion);
  const line = lineOf(reading, conclusion);
  const story = storyOf(reading, conclusion, isBehind, line);
  const judgment = {
    layer,
    carrier,
    origin,
    class: conclusion.class,
    fault: faultIn(story),
    code,
    codeName,
    category: categoryOf(facts, winner?.row ?? null, codeRow),
    severity,
    flagged,
    title,
    explanation: inOneMark(explain(story)),
    message,
    retry,
    remedy: remedies(story, retry),
    issues,
    problem,
    dialect,
    candidates,
    evidence: evidenceOf(reading, dialect.id, story.stderrLine),
    notes,
    remainder: facts.remainder,
    links: facts.links,
  };
  const ofSettings = isSetUpWrong(story);
  const setting = asksForSetting(conclusion.class) ? settingIn(story.message) : null;
  return {
    judgment,
    clues: {
      said: facts.messages,
      ...(line === null ? {} : { line }),
      argumentIssues: unfitArguments(facts),
      variables: setting === null ? [] : [setting],
      envelope: conclusion.envelope,
      certainty: ofSettings ? 'likely' : certaintyOf(interpretation, flagged),
      owner: ofSettings ? 'settings' : ownerIn(story),
      ...(isMasked(wireMessage(facts, message), story.stderrLine) ? { quote: quoted(story.stderrLine, 'stderr') } : {}),
    },
  };
}

/** The owner, if the text or the request shows another one than class and fault do; otherwise undefined. */
function ownerIn(story: Story): Owner | undefined {
  const { account, class: failureClass, meaning, message, facts } = story;
  // Only the client chooses the version and writes the message around the call.
  const isOfClient = meaning?.name === 'Unsupported protocol version' || meaning?.title === 'No session';
  if (isOfClient || isOfMessage(facts.issues) || isOfMeta(account)) return 'client';
  if (account.isFromServer && faultIn(story) === 'server' && failureClass !== 'method_not_found') return 'client';
  // Another call must come first; no setting can replace it.
  if (failureClass === 'not_ready' && account.method === 'tools/call' && callFirst(message) !== null) return 'request';
  // The operator of the server can provide what is missing.
  if (meaning?.name === 'Missing setting' || meaning?.name === 'Missing credential') return 'settings';
  if (isOfCredentials(story) || (failureClass === 'forbidden' && refusesHost(message))) return 'settings';
  if (failureClass === 'method_not_found' && meaning?.name?.startsWith('Unknown ')) return 'request';
  if (failureClass === 'internal' && failsBehind(message)) return 'upstream';
  return failureClass === 'dependency' && unresolvedHost(message) !== null ? 'network' : undefined;
}

function faultIn({ account, class: failureClass, meaning, isBehind }: Story): Fault {
  if (isBehind && ofUpstream.has(failureClass)) return 'upstream';
  // The sender of an unsupported method must stop sending it.
  if (account.isFromServer && failureClass === 'method_not_found') return 'server';
  return faultOf(failureClass, meaning);
}

const ofUpstream: ReadonlySet<FailureClass> = new Set(['rate_limited', 'unavailable']);

/** Classes that a server setting fixes. */
function asksForSetting(failureClass: Conclusion['class']): boolean {
  return failureClass === 'unauthorized' || failureClass === 'not_ready';
}

/** Only as received: a text that was put together from several is not quoted. */
function lineOf({ lexicon, account, facts, interpretation }: Reading, conclusion: Conclusion): string | null {
  const line = decidingLine(lexicon, reasonOf(conclusion), interpretation.winner, facts.sent);
  return line !== null && hasReceived(account, facts.messages, line) ? line : null;
}

function storyOf(
  { account, context, facts, interpretation }: Reading,
  conclusion: Conclusion,
  isBehind: boolean,
  line: string | null,
): Story {
  const { winner, candidates, class: failureClass } = interpretation;
  const message = wireMessage(facts, conclusion.message);
  const stderrLine = stderrLineOf(account, message);
  const reason = isMasked(message, stderrLine)
    ? `${stripDot(message)} (${stderrLine})`
    : reasonWithInner(reasonOf(conclusion), interpretation);
  return {
    account,
    context,
    facts,
    class: failureClass,
    meaning: winner?.row.meaning ?? null,
    message: reason,
    line: line === null ? firstLine(reason) : withoutLabel(line),
    afterMs: conclusion.retry.afterMs,
    isBehind,
    envelope: conclusion.envelope,
    stderrLine,
    candidates,
  };
}

/** What the server answered, if the cause below it is shown instead. */
function wireMessage(facts: Facts, message: string): string {
  return readCause(facts) === undefined ? message : (facts.messages[0]?.value ?? message);
}

/** The wrapper's message, with the name of the wrapped error, which is what happened. */
function reasonWithInner(reason: string, { wrapped }: Reading['interpretation']): string {
  const inner = String(wrapped?.inner.value ?? '');
  if (inner === '' || firstLine(reason).includes(inner)) return reason;
  return reason === '' ? inner : `${stripDot(firstLine(reason))} (${inner})`;
}

function categoryOf(facts: Facts, row: Row | null, codeRow: Row | null): string | null {
  const own = facts.values.get('category');
  if (typeof own?.value === 'string') return own.value;
  return row?.meaning.category ?? codeRow?.meaning.category ?? null;
}

const mostEvidence = 12;

/** The deciding facts, strongest first, then the marks of the dialect. */
function evidenceOf(
  { interpretation, identity, account, located, facts }: Reading,
  dialectId: string,
  stderrLine: string,
): Evidence[] {
  const evidence: Evidence[] = [];
  const { winner } = interpretation;
  if (winner !== null) push(evidence, winner.path, winner.value, winner.row.reason);
  if (identity.pinned !== null) push(evidence, 'pinned', identity.pinned, 'you chose this dialect for the server');
  const marks = identity.evidence.get(dialectId);
  if (marks !== undefined) for (const entry of marks) push(evidence, entry.path, entry.value, entry.means);
  const { retryable, afterMs } = facts;
  if (retryable !== null)
    push(
      evidence,
      retryable.path,
      retryable.value,
      retryable.value ? 'the server says it may be tried again' : 'the server says not to try the same again',
    );
  if (afterMs !== null)
    push(evidence, afterMs.path, afterMs.sent ?? afterMs.value, `a wait of ${duration(afterMs.value)}`);
  if (facts.argumentIssues.length > 0)
    for (const { path, value, means } of unfitEvidence(account, unfitArguments(facts)))
      push(evidence, path, value, means);
  let shown = 0;
  for (const vote of interpretation.votes) {
    if (vote === winner || vote.strength < 1) continue;
    if (++shown > 6) break;
    push(evidence, vote.path, vote.value, vote.row.reason);
  }
  if (stderrLine !== '') push(evidence, 'stderr', stderrLine, 'written to stderr during the call');
  const status = account.http?.status ?? null;
  if (status !== null && located.carrier !== 'http')
    push(evidence, 'http.status', status, status < 300 ? 'HTTP itself succeeded' : 'HTTP status around the answer');
  if (winner !== null && evidence[0] !== undefined) evidence[0].decides = true;
  return evidence;
}

function push(evidence: Evidence[], path: string, value: Json, means: string): void {
  if (evidence.length >= mostEvidence) return;
  for (const known of evidence) if (known.means === means && known.path === path) return;
  evidence.push({ path, value: typeof value === 'string' ? short(value, 300) : value, means });
}
