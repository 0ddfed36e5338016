// The corrected params of a rejected `tools/call`, from their original text, for windows and the command line.

import type { FieldIssue } from '../failure.ts';
import { isObject, member, parseJson } from '../json/json.ts';
import { lossOf } from '../json/json-loss.ts';
import { setAt } from '../json/json-place.ts';
import { correctArguments } from './correct-arguments.ts';
import type { Correction as Corrected } from './correction.ts';

export interface Correction extends Corrected {
  /** The complete params with corrected arguments, formatted. */
  params: string;
}

interface Refusal {
  params: string;
  /** The tool's schema as text; null: unknown. */
  schema: string | null;
  issues: readonly FieldIssue[];
  message: string;
}

/** `problem`: why these arguments are unchanged, in one sentence. */
export function correctionOf({ params, schema, issues, message }: Refusal): Correction | { problem: string } {
  const loss = lossOf(params);
  if (loss !== '') return { problem: `No corrected call: ${loss.charAt(0).toLowerCase()}${loss.slice(1)}` };
  const read = parseJson(params === '' ? '{}' : params);
  if (!read.ok || !isObject(read.value)) return { problem: 'No corrected call: the params are not an object of JSON.' };
  const known = schema === null ? null : parseJson(schema);
  const correction = correctArguments({
    schema: known?.ok ? known.value : null,
    args: member(read.value, 'arguments'),
    issues,
    message,
  });
  return { ...correction, params: JSON.stringify(setAt(read.value, ['arguments'], correction.args), null, 2) };
}
