// Does a value fit a JSON Schema? Owns the keywords that tools use for arguments and results, in both drafts that MCP allows.
// Schemas come from servers: their regular expressions and formats are never run, work is bounded, and whatever in one cannot
// be understood constrains nothing. Words and codes are those that most validators use.

import type { FieldIssue } from './failure.ts';
import { isObject, type Json, type JsonObject, member } from './json.ts';

const mostIssues = 20;
/** Visits of one schema at one value; past these there is no verdict. */
const mostVisits = 20_000;
const deepest = 60;

interface Check {
  root: Json;
  visits: number;
}

/** Where `value` breaks the schema, as paths into the value; none when it fits or when nothing can be said. */
export function checkSchema(schema: Json, value: Json): FieldIssue[] {
  const check: Check = { root: schema, visits: 0 };
  const issues: FieldIssue[] = [];
  visit(check, schema, value, '', issues, 0);
  return check.visits > mostVisits ? [] : issues.slice(0, mostIssues);
}

function visit(check: Check, schema: Json, value: Json, path: string, issues: FieldIssue[], depth: number): void {
  if (depth > deepest) check.visits = mostVisits;
  if (++check.visits > mostVisits) return;
  if (schema === false) issues.push({ path, message: 'is not allowed', code: 'false schema' });
  if (!isObject(schema)) return;
  const ref = member(schema, '$ref');
  if (typeof ref === 'string') {
    const target = resolve(check.root, ref);
    if (target !== undefined) visit(check, target, value, path, issues, depth + 1);
  }
  const before = issues.length;
  checkType(schema, value, path, issues);
  // A value of the wrong type says nothing about what should be in it.
  if (issues.length > before) return;
  checkChoice(schema, value, path, issues);
  if (typeof value === 'string') checkLength(schema, lengthOf(value), path, issues, 'Length', 'characters');
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

function checkChoice(schema: JsonObject, value: Json, path: string, issues: FieldIssue[]): void {
  const choices = member(schema, 'enum');
  if (Array.isArray(choices) && choices.length > 0 && !choices.some((choice) => isEqual(choice, value, 0)))
    issues.push({ path, message: `must be one of ${choices.slice(0, 12).map(shown).join(', ')}`, code: 'enum' });
  const only = member(schema, 'const');
  if (only !== undefined && !isEqual(only, value, 0))
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
function lengthOf(text: string): number {
  return text.length > 10_000 ? text.length : [...text].length;
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
    if (check.visits > mostVisits || issues.length >= mostIssues) return;
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
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      issues.push({ path: `${path}/${escaped(name)}`, message: 'is required', code: 'required' });
  }
  const names = Object.keys(value);
  checkLength(schema, names.length, path, issues, 'Properties', 'properties');
  const properties = member(schema, 'properties');
  // Which names a pattern allows is not found out: patterns are not run.
  const others = member(schema, 'patternProperties') === undefined ? member(schema, 'additionalProperties') : undefined;
  for (const name of names) {
    const inner = member(properties, name);
    const at = `${path}/${escaped(name)}`;
    if (inner !== undefined) visit(check, inner, value[name] as Json, at, issues, depth + 1);
    else if (others === false)
      issues.push({ path: at, message: 'is not a known property', code: 'additionalProperties' });
    else if (others !== undefined) visit(check, others, value[name] as Json, at, issues, depth + 1);
    if (check.visits > mostVisits || issues.length >= mostIssues) return;
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
  for (const inner of Array.isArray(all) ? all : []) issues.push(...issuesWith(inner));
  for (const code of ['anyOf', 'oneOf'] as const) {
    const choices = member(schema, code);
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const failed = choices.map(issuesWith);
    const fitting = failed.filter((found) => found.length === 0).length;
    if (fitting === 0)
      issues.push(...(nearest(failed, path) ?? [{ path, message: 'must fit one of the forms', code }]));
    // A part that is not understood seems to fit: only forms that say something count as too many.
    else if (code === 'oneOf' && fitting > 1 && choices.every(isPlain))
      issues.push({ path, message: 'must fit exactly one of the forms', code });
  }
  const not = member(schema, 'not');
  if (isObject(not) && isPlain(not) && issuesWith(not).length === 0)
    issues.push({ path, message: 'must not be of this form', code: 'not' });
  const condition = member(schema, 'if');
  if (isObject(condition) && isPlain(condition)) {
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
function isPlain(schema: Json): boolean {
  return (
    isObject(schema) &&
    Object.keys(schema).every((name) => understood.has(name)) &&
    Object.values(isObject(schema.properties) ? schema.properties : {}).every(isPlain)
  );
}

/** A reference within the schema itself: nothing is ever fetched. */
function resolve(root: Json, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at) ? at[Number(name)] : member(at, name);
  }
  return ref === '#' || ref.startsWith('#/') ? at : undefined;
}

function isEqual(one: Json, other: Json, depth: number): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth > deepest)
    return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqual(item, other[index] as Json, depth + 1))
    );
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name] as Json, other[name] as Json, depth + 1))
  );
}

function shown(value: Json): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a given list' : 'a given object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
