// A failure without an error to read, as its witness words it, and the claim made of it.

import { builtInDialects } from '../../dialects/built-in.ts';
import type { DialectRow } from '../../dialects/compile.ts';
import type { Dialect, Meaning } from '../../dialects/dialect-schema.ts';
import type { FailureClass, Fault, Severity, Verdict } from '../../failure.ts';
import type { Claim, Told, Witness } from '../claims/claim.ts';
import { inOneMark } from '../words/reason-words.ts';

export interface ClaimDraft extends Told {
  class: FailureClass;
  title: string;
  explanation: string;
  codeName?: string | null;
  fault?: Fault;
  verdict?: Verdict;
  severity?: Severity;
  /** Default: that of the class. */
  remedy?: string[];
}

export function claimOf(by: Witness, draft: ClaimDraft): Claim {
  const { class: failureClass, title, explanation, codeName, fault, verdict, severity, remedy, ...told } = draft;
  const meaning: Meaning = { class: failureClass, title, explanation: inOneMark(explanation) };
  if (remedy !== undefined) meaning.remedy = remedy;
  if (codeName !== undefined && codeName !== null) meaning.name = codeName;
  if (fault !== undefined) meaning.fault = fault;
  if (verdict !== undefined) meaning.verdict = verdict;
  if (severity !== undefined) meaning.severity = severity;
  const row: DialectRow = {
    id: `${by}.${failureClass}`,
    dialect: builtInDialects[0] as Dialect,
    generic: true,
    meaning,
    table: 'issues',
    place: 'no answer',
    conditions: 0,
    position: 0,
    says: null,
    message: null,
    reason: draft.evidence[0]?.means ?? '',
  };
  return { by, row, place: 'no answer', path: 'default', value: null, message: 0, told };
}
