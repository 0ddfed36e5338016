// The arguments of a call beside what the tool's schema wants of each: those that do not fit first. Owns which arguments matter: what
// was sent, what is required, and what the finding objects to. The schema is only read for display, never checked again. Pure.

import type { Failure, FieldIssue, Missing } from '../failure.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { type Path, pathIn, pointerOf, valueAt } from '../json/json-place.ts';
import { placeName } from './correction.ts';
import { isNamed, requiredAt, schemasAt } from './schemas-at.ts';
import { wantedWords } from './wanted.ts';

export interface ArgumentRow {
  /** JSON Pointer into the arguments. */
  path: string;
  /** undefined: not sent. */
  sent: Json | undefined;
  /** What the schema wants, in words; '' where it says nothing. */
  wants: string;
  isRequired: boolean;
  /** false: the schema does not name it. null: the schema is not known. */
  isKnown: boolean | null;
  /** What is wrong, in the words of the finding; empty: nothing. */
  problems: string[];
}

const mostRows = 60;

export function argumentRows(
  schema: Json | null,
  args: Json | undefined,
  { issues, fix }: Pick<Failure, 'issues' | 'fix'>,
): ArgumentRow[] {
  const sent = args ?? {};
  const problems = new Map<string, string[]>();
  const note = ({ path, message }: FieldIssue) => {
    const known = problems.get(path);
    if (!known) problems.set(path, [message]);
    else if (!known.includes(message)) known.push(message);
  };
  for (const issue of issues) note({ ...issue, path: issue.path.replace(/^(?:\/params)?\/arguments(?=\/|$)/, '') });
  if (fix.kind === 'request') {
    for (const one of fix.missing) if (!problems.has(one.path)) note({ path: one.path, message: missingWords(one) });
    for (const { path, was, after, because } of fix.changes) {
      if (was !== undefined) note({ path: was, message: `rename to ${placeName(path)}` });
      else if (after === undefined && !problems.has(path)) note({ path, message: because });
    }
  }
  const top = schema === null ? [] : schemasAt(schema, []);
  const required = requiredAt(top);
  const arounds = new Map<string, { schemas: JsonObject[]; required: ReadonlySet<string> }>([
    ['', { schemas: top, required }],
  ]);
  const aroundOf = (path: Path) => {
    const known = arounds.get(pointerOf(path));
    if (known) return known;
    const schemas = schema === null ? [] : schemasAt(schema, path);
    const found = { schemas, required: requiredAt(schemas) };
    arounds.set(pointerOf(path), found);
    return found;
  };
  const names = [...(isObject(sent) ? Object.keys(sent).slice(0, mostRows) : []), ...[...required].slice(0, mostRows)];
  const listed = names.map((name) => pointerOf([name]));
  const places = [...new Set([...problems.keys(), ...listed])].slice(0, mostRows);
  return places.map((path): ArgumentRow => {
    const steps = pathIn(sent, path);
    const name = steps.at(-1);
    const around = aroundOf(steps.slice(0, -1));
    const value = path === '' ? args : valueAt(sent, steps);
    return {
      path,
      sent: value,
      wants: schema === null ? '' : wantedWords(schemasAt(schema, steps)),
      isRequired: around.required.has(String(name)),
      isKnown: schema === null ? null : typeof name !== 'string' || isNamed(around.schemas, name),
      problems: problems.get(path) ?? [],
    };
  });
}

function missingWords({ says, isSent }: Missing): string {
  return says ?? (isSent ? 'does not fit' : 'is required');
}
