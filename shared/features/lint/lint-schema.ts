// Checks JSON Schemas of tools against the protocol and known restrictions of clients. If a client's model service rejects one schema,
// every tool in that client stops working, so those are errors. The work is bounded, because schemas come from servers.

import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { valueAt } from '../../json/json-place.ts';
import { readPointerPart } from '../../json/json-pointer.ts';
import { readPercent } from '../../text/percent.ts';
import { type AddNote, step } from './note.ts';

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const dialects = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft\/2019-09|draft-07|draft-06)\/schema#?$/;
const deepest = 40;
const mostParts = 5_000;
/** What Anthropic's and OpenAI's services accept as a property name. */
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;
const combinators = ['anyOf', 'oneOf', 'allOf'] as const;

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
  walk(schema, schema, where, add, budget, 0);
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
  const rule = isInput ? 'input-schema-type' : 'output-schema-type';
  if (schema.type !== 'object')
    add(
      rule,
      'error',
      `${where.slice(1)} says "type": ${shown(schema.type)}, and the protocol wants "object".`,
      'Write "type": "object" at the top, and put other shapes into a property.',
      where,
    );
  for (const name of combinators)
    if (isInput && schema[name] !== undefined)
      add(
        'schema-top-combinator',
        'error',
        `inputSchema has ${name} at its top, which Anthropic's service refuses, with all other tools of the client.`,
        'Move the choice into a property, or describe it in words.',
        `${where}/${name}`,
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

function walk(
  root: JsonObject,
  schema: JsonObject,
  where: string,
  add: AddNote,
  budget: { parts: number },
  depth: number,
): void {
  budget.parts += 1;
  if (budget.parts > mostParts) return;
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
  lintReference(root, schema, where, add);
  lintNames(schema, where, add);
  for (const [place, part] of partsOf(schema)) walk(root, part, `${where}${place}`, add, budget, depth + 1);
}

function lintType(schema: JsonObject, where: string, add: AddNote): void {
  const { type } = schema;
  const said = Array.isArray(type) ? type : type === undefined ? [] : [type];
  for (const one of said)
    if (typeof one !== 'string' || !types.has(one))
      add(
        'schema-type',
        'error',
        `${where} has the type ${shown(one)}, which is none of JSON Schema's.`,
        `Use one of ${[...types].join(', ')}.`,
        `${where}/type`,
      );
  if (said.includes('array') && schema.items === undefined && schema.prefixItems === undefined)
    add(
      'schema-items',
      'error',
      `${where} is an array without items, which OpenAI's and Google's services refuse.`,
      'Say what the array holds: "items": {"type": "string"}.',
      where,
    );
  if (Array.isArray(schema.enum) && schema.enum.length === 0)
    add(
      'schema-enum',
      'error',
      `${where} has an empty enum, so no value fits.`,
      'List the values, or leave enum out.',
      `${where}/enum`,
    );
}

function lintReference(root: JsonObject, schema: JsonObject, where: string, add: AddNote): void {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return;
  if (!reference.startsWith('#'))
    add(
      'schema-reference',
      'error',
      `${where} refers to ${shown(reference)}, outside of the schema; clients do not fetch it.`,
      'Put the definition into $defs and refer to that.',
      `${where}/$ref`,
    );
  else if (reference.startsWith('#/') && resolve(root, reference) === undefined)
    add(
      'schema-reference',
      'error',
      `${where} refers to ${shown(reference)}, and there is no such part.`,
      'Fix the reference or add the definition.',
      `${where}/$ref`,
    );
}

/** Each part is unescaped separately, as validators do: an escaped slash, %2F, belongs to a name. */
function resolve(root: Json, reference: string): Json | undefined {
  const parts = reference.slice(2).split('/');
  return valueAt(
    root,
    parts.map((part) => readPointerPart(readPercent(part))),
  );
}

function lintNames(schema: JsonObject, where: string, add: AddNote): void {
  const { properties, required } = schema;
  if (isObject(properties))
    for (const name of Object.keys(properties).slice(0, mostParts))
      if (!propertyName.test(name))
        add(
          'property-name',
          'error',
          `${where} has a property ${shown(name)}; services of Anthropic and OpenAI take letters, digits, _ . - and at most 64 of them.`,
          'Rename it.',
          `${where}/properties${step(name)}`,
        );
  if (required === undefined) return;
  if (!Array.isArray(required)) {
    add(
      'schema-required',
      'error',
      `"required" at ${where} is not a list.`,
      'Write it as a list of names beside "properties".',
      `${where}/required`,
    );
    return;
  }
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

/** Schemas inside a schema, with their paths. */
function partsOf(schema: JsonObject): [place: string, part: JsonObject][] {
  const found: [string, JsonObject][] = [];
  const take = (place: string, value: Json | undefined) => {
    if (isObject(value)) found.push([place, value]);
  };
  for (const key of ['properties', '$defs', 'definitions', 'patternProperties'])
    if (isObject(schema[key]))
      for (const [name, part] of Object.entries(schema[key])) take(`/${key}${step(name)}`, part);
  for (const key of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
    take(`/${key}`, schema[key]);
  for (const key of [...combinators, 'prefixItems', 'items']) {
    const list = schema[key];
    if (Array.isArray(list)) for (const [index, part] of list.entries()) take(`/${key}/${index}`, part);
  }
  return found;
}

const shown = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
