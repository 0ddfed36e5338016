// The finding: what every place shows of a failure, from what was judged and the account it was judged by. The only maker of a
// `Failure`, so that row, card, form, comparison, report and command line cannot say different things.

import type { Account, DecodeContext } from '../../account/account.ts';
import type { Certainty, Failure, FieldIssue, Fix, Judgment, Owner, Quote } from '../../failure.ts';
import type { Found } from '../facts/facts.ts';
import { isGeneral } from '../words/argument-steps.ts';
import { checkOf } from './check.ts';
import { fixOf } from './fix.ts';
import { ownerOf } from './owner.ts';
import { quoteOf } from './quote.ts';
import { type Phrase, phraseOf } from './sentence.ts';
import { shorten } from './shorten.ts';

/** What was read on the way to a judgment, and is worth a place in the finding. */
export interface Clues {
  /** Texts that were received, the outermost first. */
  said: readonly Found<string>[];
  /** What Misfire's check of the arguments found. */
  argumentIssues: readonly FieldIssue[];
  /** Environment variables that the server asks for. */
  variables: readonly string[];
  certainty: Certainty;
  /** Where what was sent shows another owner than fault and class do. */
  owner?: Owner | undefined;
  /** Where there was no error to read, who wrote the judgment knows best what it is about. */
  phrase?: Phrase | undefined;
  quote?: Quote | null | undefined;
}

export interface Judged {
  judgment: Judgment;
  clues: Clues;
}

const mostLines = 20;
const longestLine = 400;
const longestSentence = 90;
const longestShort = 40;
const longestTiny = 28;

export function toFinding({ judgment, clues }: Judged, account: Account, context: DecodeContext): Failure {
  const owner = clues.owner ?? ownerOf(judgment.fault, judgment.class, judgment.layer, account.method);
  const fix = fixOf(account, judgment, owner, clues.variables, clues.said);
  const phrase = clues.phrase ?? phraseOf({ account, context, judgment, fix, owner });
  const short = shorten(phrase.short, longestShort);
  const finding: Omit<Failure, symbol> = {
    ...judgment,
    remedy: namesPlaces(fix) ? specific(judgment.remedy) : judgment.remedy,
    owner,
    certainty: clues.certainty,
    sentence: shorten(phrase.sentence, longestSentence),
    short,
    tiny: shorten(phrase.tiny ?? phrase.short, longestTiny),
    quote: clues.quote === undefined ? quoteOf(account, judgment, clues.said) : clues.quote,
    check: checkOf(account, judgment, clues.argumentIssues),
    fix,
    stderr: wholeLines(account.process?.stderr ?? account.stderr ?? []),
  };
  return finding as Failure;
}

/** Without general advice, unless that is all there is: programs that read `remedy` alone must find a step. */
function specific(remedy: readonly string[]): string[] {
  const steps = remedy.filter((step) => !isGeneral(step));
  return steps.length > 0 ? steps : remedy.slice(0, 1);
}

/** Its lines say what to do at each place. */
function namesPlaces(fix: Fix): boolean {
  return fix.kind === 'request' && fix.changes.length + fix.missing.length > 0;
}

/** Lines that were cut are left out: what is secret in them can no longer be told from the rest. They are whole in the log. */
function wholeLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.length <= longestLine).slice(-mostLines);
}
