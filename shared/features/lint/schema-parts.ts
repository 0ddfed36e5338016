// Where a JSON Schema holds schemas.

import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { step } from './note.ts';

/** Their values are schemas by name. */
export const schemaMaps: readonly string[] = ['properties', '$defs', 'definitions', 'patternProperties'];
export const schemaLists: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'];
export const schemaPlaces: readonly string[] = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
];

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
