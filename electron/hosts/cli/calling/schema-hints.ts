// Sentences about values that do not fit a schema: what a result has where its tool promises something else, and how an argument is
// written that must be a list or an object.

import type { Failure, FieldIssue } from '../../../../shared/failure.ts';
import { type Json, member, parseJson } from '../../../../shared/json/json.ts';
import { shellWord } from '../../../../shared/snippets/shell.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';

const longestValue = 120;

/** `total must be integer, and is "three"`, one line per place. `result`: the result of the call. */
export function outputProblems({ evidence }: Failure, result: Json): string[] {
  return evidence.flatMap(({ path, value, means }) => {
    if (means !== 'does not fit the output schema') return [];
    const names = path.replace(/^result\./, '').split('.');
    let actual: Json | undefined = result;
    for (const name of names) actual = Array.isArray(actual) ? actual[Number(name)] : member(actual, name);
    const place = names.slice(1).join('.') || 'structuredContent';
    const shown = actual === undefined ? 'missing' : JSON.stringify(actual);
    return [
      `${visibleName(place)} ${String(value)}, and is ${shown.length > longestValue ? `${shown.slice(0, longestValue)}…` : shown}`,
    ];
  });
}

/** ` Write names:='["a"]'.`, or nothing where the problem is another. */
export function howToWrite({ path, message }: FieldIssue, value: Json | undefined): string {
  const name = path.slice(1);
  const wanted = /\bmust be (array|object)\b/.exec(message)?.[1];
  if (wanted === undefined || name === '' || name.includes('/') || name.includes('~')) return '';
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  const example = wanted === 'object' ? {} : [parsed?.ok ? parsed.value : (value ?? 'a')];
  return ` Write ${visibleName(name)}:=${shellWord([JSON.stringify(example)])}.`;
}
