// The finding: what every place shows about a failure, built from the decision. The only maker of a `Failure`, so that row, card, form,
// comparison, report and command line always agree.

import type { SeenName } from '../../account/account.ts';
import type { Ending } from '../../ending/ending.ts';
import type { Evidence, Failure, LintNote } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { unfitArguments, unfitEvidence } from '../claims/whose-issues.ts';
import { certaintyOf } from '../decide/certainty.ts';
import { short } from '../words/fact-words.ts';
import { nearestSeen } from '../words/nearest-seen.ts';
import { inOneMark } from '../words/reason-words.ts';
import { longestShort, longestTiny, shorten, shortenPhrase } from '../words/shorten.ts';
import { advise } from './advise.ts';
import { checkOf } from './check.ts';
import { classTitles } from './class-titles.ts';
import type { Decision } from './decision.ts';
import { fixOf } from './fix.ts';
import { quoteOf } from './quote.ts';
import { severityOf } from './retry.ts';
import { isSetUpWrong } from './signs.ts';

const mostLines = 20;
const longestLine = 400;
const longestSentence = 90;

/** `stderr`: the lines of a process that ended, or those of the call. */
export function toFinding(
  decision: Decision,
  notes: LintNote[],
  stderr: readonly string[],
  ending: Ending | null,
): Failure {
  const { reading, deciding, class: failureClass, meaning, retry, code } = decision;
  const told = deciding?.told;
  const fix = fixOf(decision);
  const { phrase, explanation, steps } = advise(decision, fix);
  const near = failureClass === 'not_found' ? nearestSeen(decision.call, decision.message) : null;
  const evidence = evidenceOf(decision);
  const number = typeof code === 'number' && told === undefined ? code : null;
  const finding: Omit<Failure, symbol> = {
    layer: reading.layer,
    carrier: reading.carrier,
    origin: told?.origin ?? reading.origin,
    class: failureClass,
    fault: decision.fault,
    code,
    codeName: decision.codeName,
    category: categoryOf(decision),
    severity: severityOf(failureClass, meaning, decision.vendor, number),
    flagged: reading.flagged,
    title: meaning?.title ?? classTitles[failureClass],
    explanation: inOneMark(explanation),
    message: decision.message,
    retry,
    remedy: near === null ? steps : [...meantSteps(near), ...steps],
    issues: reading.issues,
    problem: reading.problem,
    dialect: decision.dialect,
    candidates: decision.candidates,
    evidence: near === null ? evidence : [...evidence, seenEvidence(near)],
    notes,
    remainder: reading.remainder,
    links: reading.links,
    owner: decision.owner,
    certainty:
      told !== undefined
        ? (told.certainty ?? 'certain')
        : isSetUpWrong(decision)
          ? 'likely'
          : certaintyOf(deciding, decision.claims, reading.flagged),
    ending,
    sentence: shorten(phrase.sentence, longestSentence),
    short: shortenPhrase(phrase.short, longestShort),
    tiny: shortenPhrase(phrase.tiny ?? phrase.short, longestTiny),
    quote: told?.quote === undefined ? quoteOf(decision) : told.quote,
    check: checkOf(decision),
    fix,
    stderr: wholeLines(stderr),
  };
  return finding as Failure;
}

function categoryOf({ reading, meaning, codeRow }: Decision): string | null {
  const own = reading.values.get('category')?.value;
  return typeof own === 'string' ? own : (meaning?.category ?? codeRow?.meaning.category ?? null);
}

/** The source of a proposed name. */
const seenEvidence = ({ name, from }: SeenName): Evidence => ({
  path: `earlier answer of ${from}`,
  value: name,
  means: 'the nearest name that was seen',
});

const meantSteps = (near: SeenName): string[] => [
  `Did you mean ${shorten(near.name, 100)}? It is in the answer of ${near.from}.`,
];

/** Drops cut lines: masking cannot recognize a secret in part of a line. The log has them whole. */
function wholeLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.length <= longestLine).slice(-mostLines);
}

const mostEvidence = 12;
const mostOthers = 6;

/** The facts that were used: the deciding one first, then the marks of the dialect, then what else agrees or disagrees. */
function evidenceOf(decision: Decision): Evidence[] {
  const { deciding, claims, reading, call, trust, dialect, stderrLine } = decision;
  if (deciding?.told !== undefined) return [...deciding.told.evidence, ...unfitEvidence(call, unfitArguments(reading))];
  const evidence: Evidence[] = [];
  const add = (path: string, value: Json, means: string): void => {
    if (evidence.length >= mostEvidence) return;
    for (const known of evidence) if (known.path === path && known.means === means) return;
    evidence.push({ path, value: typeof value === 'string' ? short(value, 300) : value, means });
  };
  if (deciding !== null) add(deciding.path, deciding.value, deciding.row.reason);
  if (trust.pinned !== null) add('pinned', trust.pinned, 'you chose this dialect for the server');
  for (const { path, value, means } of trust.evidence.get(dialect.id) ?? []) add(path, value, means);
  const { retryable, afterMs } = reading;
  if (retryable !== null)
    add(
      retryable.path,
      retryable.value,
      retryable.value ? 'the server says it may be tried again' : 'the server says not to try the same again',
    );
  if (afterMs !== null) add(afterMs.path, afterMs.sent ?? afterMs.value, `a wait of ${duration(afterMs.value)}`);
  const unfit = unfitArguments(reading);
  if (unfit.length > 0) for (const { path, value, means } of unfitEvidence(call, unfit)) add(path, value, means);
  let others = 0;
  for (const { path, value, row, place } of claims) {
    if (place === 'catch-all' && row.table !== 'code' && row.table !== 'status') continue;
    if (others++ === mostOthers) break;
    add(path, value, row.reason);
  }
  if (stderrLine !== '') add('stderr', stderrLine, 'written to stderr during the call');
  const status = call.http?.status ?? null;
  if (status !== null && reading.carrier !== 'http')
    add('http.status', status, status < 300 ? 'HTTP itself succeeded' : 'HTTP status around the answer');
  if (deciding !== null && evidence[0] !== undefined) evidence[0].decides = true;
  return evidence;
}
