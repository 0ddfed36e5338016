// The parts of a JSON Schema that help users fill in arguments: properties, required, types, choices, defaults, and initial arguments.
// check-arguments.ts validates.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import { readPointerPart } from '../../shared/json/json-pointer.ts';
import { readPercent } from '../../shared/text/percent.ts';

export function readSchema(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}

/** Resolves local references (`#/$defs/x`) up to a limit, because schemas from servers may be circular. */
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

export function typesOfSchema(schema: JsonObject | null): string[] {
  const type = member(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : [];
}

/**
 * A schema as a form sees it: references resolved and merged with their siblings; parts of `allOf` merged; and a nullable type reduced to
 * that type, because generators write optional fields so.
 */
export function schemaShape(schema: Json | undefined, root: JsonObject): JsonObject | null {
  const own = resolve(schema, root);
  if (!own) return null;
  let shape: JsonObject = isObject(schema) && schema !== own ? { ...own, ...schema } : own;
  const all = member(shape, 'allOf');
  for (const part of Array.isArray(all) ? all.slice(0, mostParts) : []) {
    const resolved = resolve(part, root);
    if (resolved) shape = join(shape, resolved);
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const forms = member(shape, keyword);
    if (!Array.isArray(forms) || forms.length !== 2) continue;
    const [only, ...others] = forms.map((form) => resolve(form, root)).filter((form) => !isNull(form));
    if (!only || others.length > 0) continue;
    const { [keyword]: _, ...rest } = shape;
    shape = join(rest, only);
  }
  return shape;
}

const mostParts = 50;
const isNull = (schema: JsonObject | null) => member(schema, 'type') === 'null' || member(schema, 'const') === null;

function join(one: JsonObject, other: JsonObject): JsonObject {
  const joined: JsonObject = { ...other, ...one };
  const properties = [...propertiesOf(one), ...propertiesOf(other)];
  const required = [...requiredOf(one), ...requiredOf(other)];
  if (properties.length > 0) joined.properties = Object.fromEntries(properties);
  if (required.length > 0) joined.required = [...new Set(required)];
  return joined;
}

/** A subschema that works alone: its references still resolve. */
export function standAlone(part: JsonObject, root: JsonObject): JsonObject {
  return { $defs: member(root, '$defs') ?? {}, definitions: member(root, 'definitions') ?? {}, ...part };
}

/** Initial arguments: the schema's suggestion for every required field, and every default. */
export function prefill(schema: JsonObject | null): Json {
  return schema ? (example(schema, schema, 0) ?? {}) : {};
}

/** The initial value of a new list item, which cannot be omitted. */
export function blankItem(schema: JsonObject): Json {
  const suggestion = example(schema, schema, 1);
  if (suggestion !== undefined) return suggestion;
  const [type] = typesOfSchema(schema);
  return type === 'string' ? '' : type === 'boolean' ? false : type === 'number' || type === 'integer' ? 0 : null;
}

/** undefined: the schema suggests nothing; values are never invented. */
function example(schema: JsonObject, root: JsonObject, depth: number): Json | undefined {
  const shape = schemaShape(schema, root) ?? schema;
  const suggestion = suggested(shape);
  if (suggestion !== undefined) return suggestion;
  const types = typesOfSchema(shape);
  if (propertiesOf(shape).length > 0 || types.includes('object')) {
    const result: JsonObject = {};
    if (depth >= 4) return result;
    const required = new Set(requiredOf(shape));
    for (const [name, value] of propertiesOf(shape)) {
      const part = schemaShape(value, root);
      // Generators write a default of null for optional fields.
      if (!part || (!required.has(name) && (preset(part) ?? null) === null)) continue;
      const inner = example(part, root, depth + 1);
      if (inner === undefined) continue;
      Object.defineProperty(result, name, { value: inner, enumerable: true, configurable: true, writable: true });
    }
    return result;
  }
  if (types[0] === 'array') return [];
  return undefined;
}

/** The schema's suggestion. The first of several choices is used only for required fields. */
function suggested(schema: JsonObject): Json | undefined {
  const given = preset(schema);
  if (given !== undefined) return given;
  const choices = member(schema, 'enum');
  return Array.isArray(choices) && choices.length > 0 ? choices[0] : undefined;
}

function preset(schema: JsonObject): Json | undefined {
  const byDefault = member(schema, 'default');
  if (byDefault !== undefined) return byDefault;
  const constant = member(schema, 'const');
  if (constant !== undefined) return constant;
  const examples = member(schema, 'examples');
  return Array.isArray(examples) && examples.length > 0 ? examples[0] : undefined;
}
