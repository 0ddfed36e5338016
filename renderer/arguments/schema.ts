// The honest subset of JSON Schema that helps a person fill in arguments: properties, required, type, enum, const, defaults.
// Advice only: what it does not know it does not judge, and nothing here keeps anyone from sending.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/json.ts';
import { readPointerPart } from '../../shared/json-pointer.ts';
import { readPercent } from '../../shared/percent.ts';

const deepest = 24;

export function readSchema(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}

/** Follows local references (`#/$defs/x`), a bounded number of times: schemas from servers may be circular. */
export function resolve(schema: Json | undefined, root: JsonObject): JsonObject | null {
  let current = schema;
  for (let step = 0; step < 16; step++) {
    if (!isObject(current)) return null;
    const reference = member(current, '$ref');
    if (typeof reference !== 'string') return current;
    if (!reference.startsWith('#')) return null;
    let target: Json | undefined = root;
    for (const part of reference.slice(1).split('/').filter(Boolean)) {
      const name = readPointerPart(readPercent(part));
      target = Array.isArray(target) ? target[Number(name)] : member(target, name);
    }
    current = target;
  }
  return null;
}

export function propertiesOf(schema: JsonObject | null): [string, Json][] {
  const properties = member(schema, 'properties');
  return isObject(properties) ? Object.entries(properties) : [];
}

export function requiredOf(schema: JsonObject | null): string[] {
  const required = member(schema, 'required');
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

export function typesOf(schema: JsonObject | null): string[] {
  const type = member(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : [];
}

/** Arguments to start from: what the schema suggests for every required member, and every member with a default. */
export function prefill(schema: JsonObject | null): Json {
  return schema ? example(schema, schema, 0) : {};
}

function example(schema: JsonObject, root: JsonObject, depth: number): Json {
  const suggestion = suggested(schema);
  if (suggestion !== undefined) return suggestion;
  const types = typesOf(schema);
  if (propertiesOf(schema).length > 0 || types.includes('object')) {
    const result: JsonObject = {};
    if (depth >= 4) return result;
    const required = new Set(requiredOf(schema));
    for (const [name, value] of propertiesOf(schema)) {
      const part = resolve(value, root);
      if (!part || (!required.has(name) && suggested(part) === undefined)) continue;
      Object.defineProperty(result, name, {
        value: example(part, root, depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return result;
  }
  switch (types[0]) {
    case 'string':
      return '';
    case 'number':
    case 'integer': {
      const minimum = member(schema, 'minimum');
      return typeof minimum === 'number' && minimum > 0 ? minimum : 0;
    }
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return depth === 0 ? {} : null;
  }
}

function suggested(schema: JsonObject): Json | undefined {
  const byDefault = member(schema, 'default');
  if (byDefault !== undefined) return byDefault;
  const constant = member(schema, 'const');
  if (constant !== undefined) return constant;
  const examples = member(schema, 'examples');
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  const choices = member(schema, 'enum');
  return Array.isArray(choices) && choices.length > 0 ? choices[0] : undefined;
}

export interface SchemaIssue {
  /** Member names and indexes from the root to the value concerned. */
  path: (string | number)[];
  message: string;
}

export function checkArguments(schema: JsonObject | null, value: Json): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  if (schema) check(schema, value, [], schema, issues, 0);
  return issues;
}

function check(
  schema: JsonObject,
  value: Json,
  path: SchemaIssue['path'],
  root: JsonObject,
  issues: SchemaIssue[],
  depth: number,
): void {
  if (depth > deepest || issues.length >= 50) return;
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    issues.push({
      path,
      message: `Should be ${listWords(types.map(withArticle))}; this is ${withArticle(kindOf(value))}.`,
    });
    return;
  }
  const choices = member(schema, 'enum');
  if (Array.isArray(choices) && !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value))) {
    issues.push({
      path,
      message: `Should be one of ${listWords(choices.slice(0, 12).map((choice) => JSON.stringify(choice)))}.`,
    });
  }
  if (isObject(value)) checkMembers(schema, value, path, root, issues, depth);
  const items = resolve(member(schema, 'items'), root);
  if (Array.isArray(value) && items) {
    for (const [index, item] of value.slice(0, 200).entries())
      check(items, item, [...path, index], root, issues, depth + 1);
  }
}

function checkMembers(
  schema: JsonObject,
  value: JsonObject,
  path: SchemaIssue['path'],
  root: JsonObject,
  issues: SchemaIssue[],
  depth: number,
): void {
  for (const name of requiredOf(schema)) {
    if (!Object.hasOwn(value, name)) issues.push({ path, message: `\`${name}\` is required.` });
  }
  const properties = member(schema, 'properties');
  const closed = member(schema, 'additionalProperties') === false && member(schema, 'patternProperties') === undefined;
  for (const [name, item] of Object.entries(value)) {
    const declared = member(properties, name);
    const part = resolve(declared, root);
    if (part) check(part, item, [...path, name], root, issues, depth + 1);
    else if (closed && declared === undefined)
      issues.push({ path: [...path, name], message: `The tool does not know \`${name}\`.` });
  }
}

function hasType(value: Json, type: string): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    default:
      return kindOf(value) === type;
  }
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function listWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
