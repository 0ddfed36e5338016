// The card's argument check for a form: the same code and wording, with the path of each problem. Advice only: it never blocks sending.

import { limitIn, problemPart, problemPlace } from '../../shared/decode/finding/check.ts';
import type { Json, JsonObject } from '../../shared/json/json.ts';
import { type Path, pathIn, pointerOf, valueAt } from '../../shared/json/json-place.ts';
import { reportOnSchema } from '../../shared/schema/check-schema.ts';

export interface SchemaIssue {
  /** Field names and indexes from the root to the value, even if it is missing. */
  path: Path;
  /** In the wording of the card's check: `nights 99 > maximum 30`. */
  message: string;
  /** `nights` */
  place: string;
  /** The message without its path, for a line under the field. */
  part: string;
  /** A required value is absent: nothing was written yet. */
  isMissing: boolean;
  /** The nearest allowed value, if the problem is a numeric limit. */
  allowed?: number;
}

export interface ArgumentsCheck {
  issues: SchemaIssue[];
  /** By JSON Pointer. */
  byPlace: ReadonlyMap<string, SchemaIssue[]>;
  /** The message if there are no issues: that it is valid, or what was not checked. */
  verdict: string;
  isWhole: boolean;
}

/** Without values that were not written yet. */
export function withoutMissing(check: ArgumentsCheck): ArgumentsCheck {
  const issues = check.issues.filter(({ isMissing }) => !isMissing);
  const byPlace = [...check.byPlace].map(([place, all]) => [place, all.filter((one) => !one.isMissing)] as const);
  return { ...check, issues, byPlace: new Map(byPlace.filter(([, left]) => left.length > 0)) };
}

export function argumentProblems(schema: JsonObject | null, value: Json): SchemaIssue[] {
  return inspectArguments(schema, value).issues;
}

export function inspectArguments(schema: JsonObject | null, value: Json): ArgumentsCheck {
  if (!schema)
    return { issues: [], byPlace: new Map(), verdict: 'Not checked: the schema is not known', isWhole: false };
  const report = reportOnSchema(schema, value);
  const issues = report.issues.map((issue): SchemaIssue => {
    const path = pathIn(value, issue.path);
    const place = problemPlace(issue.path);
    const part = problemPart(issue, valueAt(value, path));
    const limit = issue.code === 'minimum' || issue.code === 'maximum' ? limitIn(issue.message, issue.code) : null;
    const isMissing = issue.code === 'required';
    return {
      path,
      message: `${place} ${part}`,
      place,
      part,
      isMissing,
      ...(limit !== null && { allowed: Number(limit) }),
    };
  });
  const byPlace = new Map<string, SchemaIssue[]>();
  for (const issue of issues) {
    const place = pointerOf(issue.path);
    byPlace.set(place, [...(byPlace.get(place) ?? []), issue]);
  }
  const isWhole = !report.isTooLarge && report.unchecked.length === 0;
  return { issues, byPlace, verdict: verdictWords(report), isWhole };
}

function verdictWords({ unchecked, isTooLarge }: { unchecked: readonly string[]; isTooLarge: boolean }): string {
  if (isTooLarge) return 'Not checked: the schema is too large';
  if (unchecked.length === 0) return 'Fits the schema';
  return `${unchecked.length} keyword${unchecked.length === 1 ? '' : 's'} not checked: ${unchecked.join(', ')}`;
}
