// Why a corrected call cannot be sent yet: a value is open, or the schema rejects one. Pure.

import { placeName } from '../../../shared/correct/correction.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { argumentProblems } from '../../arguments/check-arguments.ts';
import { fixedCall } from '../../model/fixed-call.ts';
import type { Choices } from '../../model/request-fix.ts';

export interface FixProblem {
  /** JSON Pointer of the argument; '' if it is none of the fields. */
  path: string;
  words: string;
}

/** `detail`: unmasked, because placeholders would be checked too. null: it can be sent. */
export function fixProblem(detail: RowDetail, choices: Choices, schema: JsonObject | null): FixProblem | null {
  const fixed = fixedCall(detail, choices);
  if (fixed === null) return null;
  if ('problem' in fixed) return { path: '', words: fixed.problem };
  const [open] = fixed.missing;
  if (open !== undefined) {
    const isChoice = open.choices !== undefined || open.wants.startsWith('one of ');
    const verb = isChoice ? 'Choose' : 'Enter';
    return { path: open.path, words: `${verb} ${placeName(open.path)}.` };
  }
  const issues = schema === null ? [] : argumentProblems(schema, fixed.args);
  // What the user entered is checked first, and what was sent before is not the card's problem.
  const issue = issues.find(({ path }) => choices[`/${path.join('/')}`] !== undefined);
  return issue === undefined ? null : { path: `/${issue.path.join('/')}`, words: `${issue.place}: ${issue.part}.` };
}
