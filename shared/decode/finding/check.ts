// Misfire's own check of the arguments against the tool's listed schema, in the same words as the form. It is separate from the server's
// message: if the two differ, both are shown.

import type { Check, FieldIssue } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { valueAtPointer } from '../../json/json-place.ts';
import { unfitArguments } from '../claims/whose-issues.ts';
import { shorten } from '../words/shorten.ts';
import type { Decision } from './decision.ts';

const shownProblems = 2;

/** null: nothing to check, or not related to the failure. */
export function checkOf({ call, class: failureClass, reading }: Decision): Check | null {
  const { method, params, inputSchema } = call;
  const issues = unfitArguments(reading);
  if (method !== 'tools/call' || !isObject(inputSchema)) return null;
  if (issues.length === 0) {
    if (failureClass !== 'validation') return null;
    return {
      name: 'schema',
      result: 'passes',
      words: passWords(reading.issues, inputSchema, member(params, 'arguments')),
    };
  }
  const said = reading.issues.filter(({ by }) => by === undefined).map(({ path }) => path);
  const agrees = said.length > 0 && issues.some(({ path }) => said.includes(path));
  const args = member(params, 'arguments') ?? {};
  const words = issues.slice(0, shownProblems).map((issue) => problemWords(issue, valueAtPointer(args, issue.path)));
  const more = issues.length > shownProblems ? `, and ${issues.length - shownProblems} more` : '';
  return { name: 'schema', result: agrees ? 'agrees' : 'fails', words: `${words.join(', ')}${more}` };
}

/** The field that the server rejects although the schema allows it. */
function passWords(issues: readonly FieldIssue[], schema: Json, args: Json | undefined): string {
  const path = issues.find(({ by }) => by === undefined)?.path ?? '';
  const name = path.slice(1).split('/')[0] ?? '';
  const required = member(schema, 'required');
  const isLeftOut = member(member(schema, 'properties'), name) !== undefined && member(args, name) === undefined;
  const isRequired = Array.isArray(required) && required.includes(name);
  return isLeftOut && !isRequired ? `passes, ${name} is optional there` : 'passes';
}

const comparison: Readonly<Record<string, string>> = {
  minimum: '< minimum',
  maximum: '> maximum',
  exclusiveMinimum: '<= exclusive minimum',
  exclusiveMaximum: '>= exclusive maximum',
  minItems: '< minimum',
  maxItems: '> maximum',
  minLength: '< minimum',
  maxLength: '> maximum',
  minProperties: '< minimum',
  maxProperties: '> maximum',
};

/** `nights 99 > maximum 30`, `city is required` */
export function problemWords(issue: FieldIssue, value: Json | undefined): string {
  return `${problemPlace(issue.path)} ${problemPart(issue, value)}`;
}

/** `lines.1.quantity` */
export function problemPlace(path: string): string {
  return path === '' ? 'arguments' : path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The same without the path, for places that name it already: `99 > maximum 30`, `0 items < minimum 1`. */
export function problemPart({ message, code = '' }: FieldIssue, value: Json | undefined): string {
  const limit = limitIn(message, code);
  const measured = limit === null ? null : measure(value);
  return limit !== null && measured !== null ? `${measured} ${comparison[code]} ${limit}` : shorten(message, 120);
}

/** The limit that a problem is about; otherwise null. */
export function limitIn(message: string, code: string): string | null {
  if (!Object.hasOwn(comparison, code)) return null;
  return /-?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?/i.exec(message)?.[0] ?? null;
}

function measure(value: Json | undefined): string | null {
  if (typeof value === 'number') return String(value);
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  if (Array.isArray(value)) return counted(value.length, 'item', 'items');
  // Counted like the check does: a long text is not split into characters.
  if (typeof value === 'string')
    return counted(value.length > 10_000 ? value.length : [...value].length, 'character', 'characters');
  return isObject(value) ? counted(Object.keys(value).length, 'property', 'properties') : null;
}
