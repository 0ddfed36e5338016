// Where a JSON Schema holds schemas.

import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { pointerPart } from '../json/json-pointer.ts';

/** Their values are schemas by name. */
export const schemaMaps: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
];
/** `items` was one until draft 2019-09. */
export const schemaLists: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'];
export const schemaPlaces: readonly string[] = [
  'items',
  'additionalItems',
  'unevaluatedItems',
  'additionalProperties',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
];

/** Names come from servers, and the path of each part below repeats them. */
const longestStep = 200;

/** A step of a JSON Pointer. */
export const step = (name: string): string =>
  `/${pointerPart(name.length > longestStep ? `${name.slice(0, longestStep)}…` : name)}`;

/** Schemas inside a schema, with their paths. */
export function partsOf(schema: JsonObject): [place: string, part: JsonObject][] {
  const found: [string, JsonObject][] = [];
  const take = (place: string, value: Json | undefined) => {
    if (isObject(value)) found.push([place, value]);
  };
  for (const key of schemaMaps)
    if (isObject(schema[key]))
      for (const [name, part] of Object.entries(schema[key])) take(`/${key}${step(name)}`, part);
  for (const key of schemaPlaces) take(`/${key}`, schema[key]);
  for (const key of schemaLists) {
    const list = schema[key];
    if (Array.isArray(list)) for (const [index, part] of list.entries()) take(`/${key}/${index}`, part);
  }
  return found;
}
