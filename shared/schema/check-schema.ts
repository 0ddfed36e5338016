// Validates a value against a JSON Schema. Owns the keywords that tools use for arguments and results, in both drafts that MCP allows.
// Schemas come from servers: their regular expressions and formats never run, and the work is bounded. Unsupported parts restrict nothing
// but are named. Messages and codes are those of common validators.

import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { valueAtPointer } from '../json/json-place.ts';
import { pointerPart } from '../json/json-pointer.ts';

const mostIssues = 20;
/** Budget: visits of a schema at a value, and names, choices and text pieces checked on the way. Beyond it there is no verdict. */
const mostVisits = 20_000;
const mostLooks = 1_000_000;
const deepest = 60;
const longestRef = 2000;

interface Check {
  root: Json;
  visits: number;
  looks: number;
  /** Computed once each, so that a part with a thousand references is not read a thousand times. */
  targets: Map<string, Json | undefined>;
  /** Unchecked keywords that apply to the value, by their name in the specification. */
  unchecked: Set<string>;
}

interface SchemaReport {
  issues: FieldIssue[];
  /** Unchecked keywords that apply to this value. Without these and without issues, the value is valid. */
  unchecked: string[];
  /** The schema needs more work than the budget, so there is no verdict. */
  isTooLarge: boolean;
}

const isOver = (check: Check) => check.visits > mostVisits || check.looks > mostLooks;
/** The cost grows with the length of the text. */
const look = (check: Check, text: string) => (check.looks += 1 + (text.length >> 6));

/** Where `value` breaks the schema, as paths into the value; empty if it is valid or undecided. */
export function checkSchema(schema: Json, value: Json): FieldIssue[] {
  return reportOnSchema(schema, value).issues;
}

/** The same check, with the unchecked keywords. */
export function reportOnSchema(schema: Json, value: Json): SchemaReport {
  const check: Check = { root: schema, visits: 0, looks: 0, targets: new Map(), unchecked: new Set() };
  const issues: FieldIssue[] = [];
  visit(check, schema, value, '', issues, 0);
  if (isOver(check)) return { issues: [], unchecked: [], isTooLarge: true };
  return { issues: issues.slice(0, mostIssues), unchecked: [...check.unchecked], isTooLarge: false };
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
    else check.unchecked.add('$ref');
  }
  noteUnchecked(check, schema, value);
  const before = issues.length;
  checkType(check, schema, value, path, issues);
  // A value of the wrong type shows nothing about its content.
  if (issues.length > before) return;
  checkChoice(check, schema, value, path, issues);
  if (typeof value === 'string') checkText(check, schema, value, path, issues);
  else if (typeof value === 'number') checkNumber(check, schema, value, path, issues);
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

/** Keywords of the drafts that this check skips, by the value type they apply to. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format'],
  array: ['contains', 'unevaluatedItems'],
  object: [
    'patternProperties',
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
    'unevaluatedProperties',
  ],
};
const leftOutOfAll = ['$dynamicRef', '$recursiveRef'];

function noteUnchecked(check: Check, schema: JsonObject, value: Json): void {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  for (const name of [...(leftOut[kind] ?? []), ...leftOutOfAll])
    if (member(schema, name) !== undefined) check.unchecked.add(name);
}

/** A numeric limit. Draft 4 wrote `exclusiveMaximum: true`, which is not one. */
function limitOf(check: Check, schema: JsonObject, keyword: string): number | null {
  const limit = member(schema, keyword);
  if (typeof limit === 'number') return limit;
  if (limit !== undefined) check.unchecked.add(keyword);
  return null;
}

function checkType(check: Check, schema: JsonObject, value: Json, path: string, issues: FieldIssue[]): void {
  const type = member(schema, 'type');
  if (type === undefined) return;
  const wanted = Array.isArray(type) ? type : [type];
  if (wanted.length === 0 || !wanted.every((name) => typeof name === 'string' && Object.hasOwn(types, name))) {
    check.unchecked.add('type');
    return;
  }
  // OpenAPI's notation for null, which many servers' schemas come from.
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

/** `minLength`, `maxItems` and similar. */
function checkLength(
  check: Check,
  schema: JsonObject,
  length: number,
  path: string,
  issues: FieldIssue[],
  what: 'Length' | 'Items' | 'Properties',
  words: string,
): void {
  const least = limitOf(check, schema, `min${what}`);
  const most = limitOf(check, schema, `max${what}`);
  if (least !== null && length < least)
    issues.push({ path, message: `must not have fewer than ${least} ${words}`, code: `min${what}` });
  if (most !== null && length > most)
    issues.push({ path, message: `must not have more than ${most} ${words}`, code: `max${what}` });
}

/** In characters, as JSON Schema counts; a long text exceeds any sensible limit either way. */
function checkText(check: Check, schema: JsonObject, text: string, path: string, issues: FieldIssue[]): void {
  if (member(schema, 'minLength') === undefined && member(schema, 'maxLength') === undefined) return;
  const isLong = text.length > 10_000;
  if (!isLong) check.looks += text.length;
  checkLength(check, schema, isLong ? text.length : [...text].length, path, issues, 'Length', 'characters');
}

function checkNumber(check: Check, schema: JsonObject, value: number, path: string, issues: FieldIssue[]): void {
  const rules: [string, string, (limit: number) => boolean][] = [
    ['minimum', '>=', (limit) => value >= limit],
    ['maximum', '<=', (limit) => value <= limit],
    ['exclusiveMinimum', '>', (limit) => value > limit],
    ['exclusiveMaximum', '<', (limit) => value < limit],
  ];
  for (const [code, sign, holds] of rules) {
    const limit = limitOf(check, schema, code);
    if (limit !== null && !holds(limit)) issues.push({ path, message: `must be ${sign} ${limit}`, code });
  }
  const step = limitOf(check, schema, 'multipleOf');
  if (step !== null && step > 0 && !isMultiple(value, step))
    issues.push({ path, message: `must be a multiple of ${step}`, code: 'multipleOf' });
}

/** 0.3 is a multiple of 0.1, although their quotient in binary is not a whole number. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

function checkArray(
  check: Check,
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  issues: FieldIssue[],
  depth: number,
): void {
  checkLength(check, schema, value.length, path, issues, 'Items', 'items');
  checkUnique(check, schema, value, path, issues);
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

function checkUnique(
  check: Check,
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  issues: FieldIssue[],
): void {
  if (member(schema, 'uniqueItems') !== true) return;
  for (const [index, item] of value.entries())
    for (let earlier = 0; earlier < index; earlier++) {
      if (isOver(check)) return;
      if (!isEqual(check, value[earlier] as Json, item, 0)) continue;
      issues.push({ path: `${path}/${index}`, message: 'must not be in the list twice', code: 'uniqueItems' });
      return;
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
  checkLength(check, schema, names.length, path, issues, 'Properties', 'properties');
  const properties = member(schema, 'properties');
  // Patterns are not run, so it is unknown which names one allows.
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
  /** Unchecked keywords of an alternative matter only if the value matches the rest of it. */
  const tryForm = (inner: Json): Tried => {
    const outside = check.unchecked;
    check.unchecked = new Set();
    const found: FieldIssue[] = [];
    visit(check, inner, value, path, found, depth + 1);
    const { unchecked } = check;
    check.unchecked = outside;
    return { form: inner, found, unchecked };
  };
  const note = ({ unchecked }: Tried) => {
    for (const name of unchecked) check.unchecked.add(name);
  };
  const all = member(schema, 'allOf');
  for (const inner of Array.isArray(all) ? all : []) {
    if (isOver(check) || issues.length >= mostIssues) return;
    visit(check, inner, value, path, issues, depth + 1);
  }
  for (const code of ['anyOf', 'oneOf'] as const) {
    const choices = member(schema, code);
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const tried: Tried[] = [];
    for (const inner of choices) {
      if (isOver(check)) return;
      tried.push(tryForm(inner));
    }
    const fitting = tried.filter(({ found }) => found.length === 0);
    const sure = fitting.filter(({ unchecked }) => unchecked.size === 0);
    if (fitting.length === 0)
      issues.push(...(nearest(check, tried, path, value) ?? [{ path, message: 'must fit one of the forms', code }]));
    else if (code === 'oneOf' && sure.length > 1)
      issues.push({ path, message: 'must fit exactly one of the forms', code });
    else if (code === 'oneOf' || sure.length === 0) fitting.forEach(note);
  }
  const not = member(schema, 'not');
  if (not !== undefined) {
    const denied = tryForm(not);
    const isSure = denied.unchecked.size === 0;
    if (denied.found.length === 0 && isSure) issues.push({ path, message: 'must not be of this form', code: 'not' });
    else if (denied.found.length === 0) note(denied);
  }
  checkCondition(check, schema, tryForm, note, issues);
}

interface Tried {
  form: Json;
  found: FieldIssue[];
  unchecked: ReadonlySet<string>;
}

function checkCondition(
  check: Check,
  schema: JsonObject,
  tryForm: (inner: Json) => Tried,
  note: (tried: Tried) => void,
  issues: FieldIssue[],
): void {
  const condition = member(schema, 'if');
  if (condition === undefined) return;
  const met = tryForm(condition);
  // It is unknown whether the condition holds, so neither branch is checked.
  if (met.found.length === 0 && met.unchecked.size > 0) {
    note(met);
    check.unchecked.add('if/then');
    return;
  }
  const branch = member(schema, met.found.length === 0 ? 'then' : 'else');
  if (branch === undefined) return;
  const tried = tryForm(branch);
  issues.push(...tried.found);
  note(tried);
}

/**
 * The issues of the intended alternative: the right type, the fewest issues, then the most known fields. null if several are equally
 * near.
 */
function nearest(check: Check, tried: readonly Tried[], path: string, value: Json): FieldIssue[] | null {
  const deep = tried
    .filter(({ found }) => !found.some((issue) => issue.path === path && issue.code === 'type'))
    .map(({ form, found }) => ({ found, named: namedMembers(check, form, value) }))
    .sort((one, other) => one.found.length - other.found.length || other.named - one.named);
  const [best, next] = deep;
  const isAlone = next === undefined || best?.found.length !== next.found.length || best.named !== next.named;
  return best && isAlone ? best.found : null;
}

function namedMembers(check: Check, form: Json, value: Json): number {
  const ref = member(form, '$ref');
  const properties = member(typeof ref === 'string' ? check.targets.get(ref) : form, 'properties');
  if (!isObject(value) || !isObject(properties)) return 0;
  const names = Object.keys(value);
  check.looks += names.length;
  return names.filter((name) => Object.hasOwn(properties, name)).length;
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
