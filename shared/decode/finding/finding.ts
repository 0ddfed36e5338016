// The finding: what every place shows about a failure, built from the judgment and its account. The only maker of a `Failure`, so that
// row, card, form, comparison, report and command line always agree.

import type { Account, DecodeContext, SeenName } from '../../account/account.ts';
import type { Evidence, Failure, Fix } from '../../failure.ts';
import { isGeneral } from '../words/argument-steps.ts';
import { nearestSeen } from '../words/nearest-seen.ts';
import { checkOf } from './check.ts';
import type { Judged } from './clues.ts';
import { fixOf } from './fix.ts';
import { ownerOf } from './owner.ts';
import { quoteOf } from './quote.ts';
import { phraseOf } from './sentence.ts';
import { longestShort, longestTiny, shorten, shortenPhrase } from './shorten.ts';

const mostLines = 20;
const longestLine = 400;
const longestSentence = 90;

export function toFinding({ judgment, clues }: Judged, account: Account, context: DecodeContext): Failure {
  const owner = clues.owner ?? ownerOf(judgment.fault, judgment.class, judgment.layer, account.method);
  const fix = fixOf(account, judgment, owner, clues);
  const phrase =
    clues.phrase ??
    phraseOf({ account, context, judgment, line: clues.line, fix, owner, envelope: clues.envelope ?? null });
  const near = judgment.class === 'not_found' ? nearestSeen(account, judgment.message) : null;
  const short = shortenPhrase(phrase.short, longestShort);
  const finding: Omit<Failure, symbol> = {
    ...judgment,
    evidence: near === null ? judgment.evidence : [...judgment.evidence, seenEvidence(near)],
    remedy: [...meantSteps(near), ...(namesPlaces(fix) ? specific(judgment.remedy) : judgment.remedy)],
    owner,
    certainty: clues.certainty,
    sentence: shorten(phrase.sentence, longestSentence),
    short,
    tiny: shortenPhrase(phrase.tiny ?? phrase.short, longestTiny),
    quote: clues.quote === undefined ? quoteOf(account, judgment, clues) : clues.quote,
    check: checkOf(account, judgment, clues.argumentIssues),
    fix,
    stderr: wholeLines(account.process?.stderr ?? account.stderr ?? []),
  };
  return finding as Failure;
}

/** The source of a proposed name. */
const seenEvidence = ({ name, from }: SeenName): Evidence => ({
  path: `earlier answer of ${from}`,
  value: name,
  means: 'the nearest name that was seen',
});

const meantSteps = (near: SeenName | null): string[] =>
  near === null ? [] : [`Did you mean ${shorten(near.name, 100)}? It is in the answer of ${near.from}.`];

/** Omits general advice unless there is no other: programs that read only `remedy` must find a step. */
function specific(remedy: readonly string[]): string[] {
  const steps = remedy.filter((step) => !isGeneral(step));
  return steps.length > 0 ? steps : remedy.slice(0, 1);
}

/** Its lines say what to do at each place. */
function namesPlaces(fix: Fix): boolean {
  return fix.kind === 'request' && fix.changes.length + fix.missing.length > 0;
}

/** Drops cut lines: masking cannot recognize a secret in part of a line. The log has them whole. */
function wholeLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.length <= longestLine).slice(-mostLines);
}
