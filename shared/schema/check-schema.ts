// Does a value fit a JSON Schema? Owns the keywords that tools use for arguments and results, in both drafts that MCP allows.
// Schemas come from servers: their regular expressions and formats are never run, work is bounded, and whatever in one cannot
// be understood constrains nothing. Words and codes are those that most validators use.

import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { valueAtPointer } from '../json/json-place.ts';
import { pointerPart } from '../json/json-pointer.ts';

const mostIssues = 20;
/** Visits of one schema at one value, and names, choices and pieces of text looked at on the way; past these there is no verdict. */
const mostVisits = 20_000;
const mostLooks = 1_000_000;
const deepest = 60;
const longestRef = 2000;

interface Check {
  root: Json;
  visits: number;
  looks: number;
  /** Found out once each, so that a part that is referred to a thousand times is not read a thousand times. */
  targets: Map<string, Json | undefined>;
  plain: Map<Json, boolean>;
}

const isOver = (check: Check) => check.visits > mostVisits || check.looks > mostLooks;
/** Long texts cost in proportion to their length. */
const look = (check: Check, text: string) => (check.looks += 1 + (text.length >> 6));

/** Where `value` breaks the schema, as paths into the value; none when it fits or when nothing can be said. */
export function checkSchema(schema: Json, value: Json): FieldIssue[] {
  const check: Check = { root: schema, visits: 0, looks: 0, targets: new Map(), plain: new Map() };
  const issues: FieldIssue[] = [];
  visit(check, schema, value, '', issues, 0);
  return isOver(check) ? [] : issues.slice(0, mostIssues);
}

function visit(check: Check, schema: Json, value: Json, path: string, issues: FieldIssue[], depth: number): void {
  if (depth > deepest) check.visits = mostVisits;
  check.visits += 1;
  if (isOver(check)) return;
  if (schema === false) issues.push({ path, message: 'is not allowed', code: 'false schema' });
  if (!isObject(schema)) return;
  const ref = member(schema, '$ref');
  if (typeof ref === 'string') {
    if (!check.targets.has(ref)) check.targets.set(ref, resolveReference(check.root, ref));
    const target = check.targets.get(ref);
    if (target !== undefined) visit(check, target, value, path, issues, depth + 1);
  }
  const before = issues.length;
  checkType(schema, value, path, issues);
  // A value of the wrong type says nothing about what should be in it.
  if (issues.length > before) return;
  checkChoice(check, schema, value, path, issues);
  if (typeof value === 'string') checkText(check, schema, value, path, issues);
  else if (typeof value === 'number') checkNumber(schema, value, path, issues);
  else if (Array.isArray(value)) checkArray(check, schema, value, path, issues, depth);
  else if (isObject(value)) checkObject(check, schema, value, path, issues, depth);
  checkCombined(check, schema, value, path, issues, depth);
}

const types: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

function checkType(schema: JsonObject, value: Json, path: string, issues: FieldIssue[]): void {
  const type = member(schema, 'type');
  const wanted = Array.isArray(type) ? type : [type];
  if (wanted.length === 0 || !wanted.every((name) => typeof name === 'string' && Object.hasOwn(types, name))) return;
  // OpenAPI's way to allow null, which many servers' schemas are made from.
  if (value === null && member(schema, 'nullable') === true) return;
  if (wanted.some((name) => types[name as string]?.(value))) return;
  issues.push({ path, message: `must be ${wanted.join(' or ')}`, code: 'type' });
}

function checkChoice(check: Check, schema: JsonObject, value: Json, path: string, issues: FieldIssue[]): void {
  const choices = member(schema, 'enum');
  if (Array.isArray(choices) && choices.length > 0 && !choices.some((choice) => isEqual(check, choice, value, 0)))
    issues.push({ path, message: `must be one of ${choices.slice(0, 12).map(shown).join(', ')}`, code: 'enum' });
  const only = member(schema, 'const');
  if (only !== undefined && !isEqual(check, only, value, 0))
    issues.push({ path, message: `must be ${shown(only)}`, code: 'const' });
}

/** `minLength`, `maxItems` and their like. */
function checkLength(
  schema: JsonObject,
  length: number,
  path: string,
  issues: FieldIssue[],
  what: 'Length' | 'Items' | 'Properties',
  words: string,
): void {
  const least = member(schema, `min${what}`);
  const most = member(schema, `max${what}`);
  if (typeof least === 'number' && length < least)
    issues.push({ path, message: `must not have fewer than ${least} ${words}`, code: `min${what}` });
  if (typeof most === 'number' && length > most)
    issues.push({ path, message: `must not have more than ${most} ${words}`, code: `max${what}` });
}

/** In characters, as JSON Schema counts; a long text is surely longer than any sensible limit in either way of counting. */
function checkText(check: Check, schema: JsonObject, text: string, path: string, issues: FieldIssue[]): void {
  if (member(schema, 'minLength') === undefined && member(schema, 'maxLength') === undefined) return;
  const isLong = text.length > 10_000;
  if (!isLong) check.looks += text.length;
  checkLength(schema, isLong ? text.length : [...text].length, path, issues, 'Length', 'characters');
}

function checkNumber(schema: JsonObject, value: number, path: string, issues: FieldIssue[]): void {
  const rules: [string, string, (limit: number) => boolean][] = [
    ['minimum', '>=', (limit) => value >= limit],
    ['maximum', '<=', (limit) => value <= limit],
    ['exclusiveMinimum', '>', (limit) => value > limit],
    ['exclusiveMaximum', '<', (limit) => value < limit],
  ];
  for (const [code, sign, holds] of rules) {
    const limit = member(schema, code);
    if (typeof limit === 'number' && !holds(limit)) issues.push({ path, message: `must be ${sign} ${limit}`, code });
  }
}

function checkArray(
  check: Check,
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  issues: FieldIssue[],
  depth: number,
): void {
  checkLength(schema, value.length, path, issues, 'Items', 'items');
  const items = member(schema, 'items');
  // Draft 7 lists the first items under `items` and the others under `additionalItems`.
  const first = member(schema, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
  const others = Array.isArray(items) ? member(schema, 'additionalItems') : items;
  const listed = Array.isArray(first) ? first : [];
  for (const [index, item] of value.entries()) {
    const inner = index < listed.length ? listed[index] : others;
    if (inner !== undefined) visit(check, inner, item, `${path}/${index}`, issues, depth + 1);
    if (isOver(check) || issues.length >= mostIssues) return;
  }
}

function checkObject(
  check: Check,
  schema: JsonObject,
  value: JsonObject,
  path: string,
  issues: FieldIssue[],
  depth: number,
): void {
  const required = member(schema, 'required');
  for (const name of Array.isArray(required) ? required.slice(0, 1000) : []) {
    if (isOver(check) || issues.length >= mostIssues) return;
    if (typeof name !== 'string') continue;
    look(check, name);
    if (!Object.hasOwn(value, name))
      issues.push({ path: `${path}/${pointerPart(name)}`, message: 'is required', code: 'required' });
  }
  const names = Object.keys(value);
  check.looks += names.length;
  checkLength(schema, names.length, path, issues, 'Properties', 'properties');
  const properties = member(schema, 'properties');
  // Which names a pattern allows is not found out: patterns are not run.
  const others = member(schema, 'patternProperties') === undefined ? member(schema, 'additionalProperties') : undefined;
  for (const name of names) {
    look(check, name);
    const inner = member(properties, name);
    const at = `${path}/${pointerPart(name)}`;
    if (inner !== undefined) visit(check, inner, value[name] as Json, at, issues, depth + 1);
    else if (others === false)
      issues.push({ path: at, message: 'is not a known property', code: 'additionalProperties' });
    else if (others !== undefined) visit(check, others, value[name] as Json, at, issues, depth + 1);
    if (isOver(check) || issues.length >= mostIssues) return;
  }
}

function checkCombined(
  check: Check,
  schema: JsonObject,
  value: Json,
  path: string,
  issues: FieldIssue[],
  depth: number,
): void {
  const issuesWith = (inner: Json): FieldIssue[] => {
    const found: FieldIssue[] = [];
    visit(check, inner, value, path, found, depth + 1);
    return found;
  };
  const all = member(schema, 'allOf');
  for (const inner of Array.isArray(all) ? all : []) {
    if (isOver(check) || issues.length >= mostIssues) return;
    issues.push(...issuesWith(inner));
  }
  for (const code of ['anyOf', 'oneOf'] as const) {
    const choices = member(schema, code);
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const failed: FieldIssue[][] = [];
    for (const inner of choices) {
      if (isOver(check)) return;
      failed.push(issuesWith(inner));
    }
    const fitting = failed.filter((found) => found.length === 0).length;
    if (fitting === 0)
      issues.push(...(nearest(failed, path) ?? [{ path, message: 'must fit one of the forms', code }]));
    // A part that is not understood seems to fit: only forms that say something count as too many.
    else if (code === 'oneOf' && fitting > 1 && choices.every((inner) => isPlain(check, inner, 0)))
      issues.push({ path, message: 'must fit exactly one of the forms', code });
  }
  const not = member(schema, 'not');
  if (isObject(not) && isPlain(check, not, 0) && issuesWith(not).length === 0)
    issues.push({ path, message: 'must not be of this form', code: 'not' });
  const condition = member(schema, 'if');
  if (isObject(condition) && isPlain(check, condition, 0)) {
    const branch = member(schema, issuesWith(condition).length === 0 ? 'then' : 'else');
    if (branch !== undefined) issues.push(...issuesWith(branch));
  }
}

/** The issues of the one form that has the right type; null where several do, or none. */
function nearest(failed: readonly FieldIssue[][], path: string): FieldIssue[] | null {
  const deep = failed.filter((found) => !found.some((issue) => issue.path === path && issue.code === 'type'));
  return deep.length === 1 ? (deep[0] as FieldIssue[]) : null;
}

const understood = new Set(
  'type enum const required properties title description default items minimum maximum minLength maxLength minItems maxItems'.split(
    ' ',
  ),
);

/** Whether all of a schema is understood, so that fitting it means something. */
function isPlain(check: Check, schema: Json, depth: number): boolean {
  if (!isObject(schema) || depth > deepest) return false;
  const known = check.plain.get(schema);
  if (known !== undefined) return known;
  const properties = member(schema, 'properties');
  const plain =
    Object.keys(schema).every((name) => understood.has(name)) &&
    Object.values(isObject(properties) ? properties : {}).every((inner) => isPlain(check, inner, depth + 1));
  check.plain.set(schema, plain);
  return plain;
}

/** A reference within the schema itself: nothing is ever fetched. */
export function resolveReference(root: Json, ref: string): Json | undefined {
  if ((ref !== '#' && !ref.startsWith('#/')) || ref.length > longestRef) return undefined;
  return valueAtPointer(root, ref.slice(1));
}

function isEqual(check: Check, one: Json, other: Json, depth: number): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    if (one.length !== other.length) check.looks += 1;
    else look(check, one);
    return !isOver(check) && one === other;
  }
  check.looks += 1;
  if (isOver(check)) return false;
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth > deepest)
    return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqual(check, item, other[index] as Json, depth + 1))
    );
  const names = Object.keys(one);
  const others = Object.keys(other);
  check.looks += names.length + others.length;
  return (
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqual(check, one[name] as Json, other[name] as Json, depth + 1),
    )
  );
}

function shown(value: Json): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a given list' : 'a given object';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 61) : value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
