// What of a JSON Schema helps a person fill in arguments: properties, required, types, choices, defaults, and the same check as the
// card's, in its words. Advice only: nothing here keeps anyone from sending.

import { problemWords } from '../../shared/decode/finding/check.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import { type Path, pathIn, valueAt } from '../../shared/json/json-place.ts';
import { readPointerPart } from '../../shared/json/json-pointer.ts';
import { checkSchema } from '../../shared/schema/check-schema.ts';
import { readPercent } from '../../shared/text/percent.ts';

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
  /** Member names and indexes from the root to the value concerned, also where that is missing. */
  path: Path;
  /** In the words of the card's check: `nights 99 > maximum 30`. */
  message: string;
}

export function checkArguments(schema: JsonObject | null, value: Json): SchemaIssue[] {
  if (!schema) return [];
  return checkSchema(schema, value).map((issue) => {
    const path = pathIn(value, issue.path);
    return { path, message: problemWords(issue, valueAt(value, path)) };
  });
}
