// Checks JSON Schemas of tools against the protocol and known restrictions of clients. If a client's model service rejects one schema,
// every tool in that client stops working, so those are errors. The work is bounded, because schemas come from servers.

import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { partsOf } from '../../schema/schema-parts.ts';
import { jsonSchemaTypes } from '../../schema/schema-problem.ts';
import type { AddNote } from './note.ts';
import { combinators, type SchemaPlace, schemaFlaws, shown, typesOf } from './schema-flaws.ts';

const dialects = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft\/2019-09|draft-07|draft-06)\/schema#?$/;
const deepest = 40;
const mostParts = 5_000;

/** `where` is the pointer of the schema in the definition: `/inputSchema`. */
export function lintSchema(schema: Json | undefined, where: string, isInput: boolean, add: AddNote): void {
  if (!isObject(schema)) {
    if (isInput)
      add(
        'input-schema-missing',
        'error',
        'It has no inputSchema.',
        'Give it one; without arguments {"type":"object"} is enough.',
        where,
        { clientFlaw: 'no input schema' },
      );
    else if (schema !== undefined)
      add(
        'output-schema-kind',
        'error',
        'Its outputSchema is not an object.',
        'Write a JSON Schema, or leave it out.',
        where,
      );
    return;
  }
  lintTop(schema, where, isInput, add);
  const budget = { parts: 0 };
  walk(schema, { root: schema, where, isInput, isTop: true }, add, budget, 0);
  if (budget.parts > mostParts)
    add(
      'schema-size',
      'warning',
      `The schema at ${where} has more than ${mostParts} parts.`,
      'Make it smaller: models read all of it with every question.',
      where,
    );
}

function lintTop(schema: JsonObject, where: string, isInput: boolean, add: AddNote): void {
  if (!isInput && schema.type !== 'object')
    add(
      'output-schema-type',
      'error',
      `${where.slice(1)} says "type": ${shown(schema.type)}, and the protocol wants "object".`,
      'Write "type": "object" at the top, and put other shapes into a property.',
      where,
      { clientFlaw: 'an output schema that is not of type object' },
    );
  const said = schema.$schema;
  if (said !== undefined && (typeof said !== 'string' || !dialects.test(said)))
    add(
      'schema-dialect',
      'warning',
      `It says $schema ${shown(said)}, which clients do not know.`,
      'Leave $schema out (2020-12 is meant then), or name 2020-12 or draft-07.',
      `${where}/$schema`,
    );
}

function walk(schema: JsonObject, place: SchemaPlace, add: AddNote, budget: { parts: number }, depth: number): void {
  budget.parts += 1;
  if (budget.parts > mostParts) return;
  const { where } = place;
  if (depth > deepest) {
    add(
      'schema-depth',
      'warning',
      `The schema nests deeper than ${deepest} levels at ${where}.`,
      'Make it flatter: some clients and services have lower limits.',
      where,
    );
    budget.parts = mostParts + 1;
    return;
  }
  lintType(schema, where, add);
  for (const { rule, level, fix, refusedBy, clientFlaw, find } of schemaFlaws)
    for (const { message, path } of find(schema, place))
      add(rule, level, message, fix, `${where}${path}`, { refusedBy, ...(clientFlaw ? { clientFlaw } : {}) });
  lintRequired(schema, where, add);
  for (const [at, part] of partsOf(schema))
    walk(part, { ...place, where: `${where}${at}`, isTop: false }, add, budget, depth + 1);
}

function lintType(schema: JsonObject, where: string, add: AddNote): void {
  for (const one of typesOf(schema))
    if (!jsonSchemaTypes.has(one))
      add(
        'schema-type',
        'error',
        `${where} has the type ${shown(one)}, which is none of JSON Schema's.`,
        `Use one of ${[...jsonSchemaTypes].join(', ')}.`,
        `${where}/type`,
      );
}

function lintRequired(schema: JsonObject, where: string, add: AddNote): void {
  const { required } = schema;
  if (!Array.isArray(required)) return;
  for (const name of required.slice(0, mostParts))
    if (typeof name !== 'string' || !isDeclared(schema, name))
      add(
        'schema-required',
        'warning',
        `${where} requires ${shown(name)}, which it does not describe.`,
        'Describe it under properties, or do not require it.',
        `${where}/required`,
      );
}

/** Properties may also come from a referenced or combined part, or from the surrounding schema. */
function isDeclared(schema: JsonObject, name: string): boolean {
  if (isObject(schema.properties)) return Object.hasOwn(schema.properties, name);
  if (schema.type !== 'object') return true;
  return ['$ref', '$dynamicRef', 'patternProperties', ...combinators].some((key) => schema[key] !== undefined);
}
