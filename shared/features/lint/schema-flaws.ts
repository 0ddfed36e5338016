// What clients and model services refuse in a tool's schema: one row per flaw, with who refuses it and the same schema without it. Owns
// flaws of a single schema object; lint-schema.ts walks, and repair-schema.ts applies the repairs. A repair accepts the same values.

import type { ToolFlaw } from '../../clients/client.ts';
import { count } from '../../exchange/clip.ts';
import type { Level } from '../../findings/check-finding.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { valueAt } from '../../json/json-place.ts';
import { readPointerPart } from '../../json/json-pointer.ts';
import { jsonHead } from '../../json/json-text.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import { step } from '../../schema/schema-parts.ts';
import { readPercent } from '../../text/percent.ts';
import type { Refusal } from './note.ts';
import { compiles, hasLookaround, inJavaScript } from './patterns.ts';

export interface SchemaPlace {
  root: JsonObject;
  isTop: boolean;
  isInput: boolean;
  /** The pointer of the schema in the definition, for sentences. */
  where: string;
}

interface SchemaFlaw {
  rule: string;
  level: Level;
  refusedBy: readonly Refusal[];
  clientFlaw?: ToolFlaw;
  fix: string;
  /** `path` is below the schema. */
  find(schema: JsonObject, place: SchemaPlace): { message: string; path: string }[];
  /** The schema without this flaw. Omitted: no schema that accepts the same values is without it. */
  repair?(schema: JsonObject, place: SchemaPlace): JsonObject;
}

const anthropic = (source: string): Refusal => ({ service: 'Anthropic', basis: 'reported', source });
const anthropicDialect = anthropic('https://github.com/Dokploy/mcp/issues/74');
const google = (source: string): Refusal => ({ service: 'Google', basis: 'reported', source });
const openAi = (source: string): Refusal => ({ service: 'OpenAI', basis: 'reported', source });

export const combinators = ['anyOf', 'oneOf', 'allOf'] as const;
const allTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'];

export const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : jsonHead(value, 80));

/** A copy without these keywords. */
const without = (schema: JsonObject, ...keywords: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

const found = (message: string, path: string) => [{ message, path }];
const nothing: never[] = [];

const listUnderProperties: SchemaFlaw = {
  rule: 'schema-required-place',
  level: 'error',
  refusedBy: [anthropicDialect, openAi('https://github.com/smallmain/vscode-unify-chat-provider/issues/162')],
  clientFlaw: 'a property without a schema',
  fix: 'Move it beside properties.',
  find: ({ properties }, { where }) =>
    isObject(properties) && Array.isArray(properties.required)
      ? found(`${where} has the list of required names inside properties.`, '/properties/required')
      : nothing,
  repair: (schema) => {
    const { required: listed, ...properties } = schema.properties as JsonObject;
    const known = Array.isArray(schema.required) ? schema.required : [];
    const names = (listed as Json[]).filter((name) => typeof name === 'string');
    return { ...schema, properties, required: [...new Set([...known, ...names])] };
  },
};

const nullEnum: SchemaFlaw = {
  rule: 'schema-enum-null',
  level: 'warning',
  refusedBy: [google('https://github.com/decolua/9router/pull/380')],
  fix: 'Offer null as a choice of its own: "anyOf": [{…}, {"type": "null"}].',
  find: ({ enum: values }, { where }) =>
    values === null
      ? found(`${where} has the enum null, which is no list.`, '/enum')
      : Array.isArray(values) && values.includes(null)
        ? found(`${where} has null in its enum; enums of Google's service hold only text.`, '/enum')
        : nothing,
  repair: (schema) => {
    const { enum: values, type, ...rest } = schema;
    if (!Array.isArray(values)) return without(schema, 'enum');
    const types = Array.isArray(type) ? type : type === undefined ? allTypes : [type];
    const named = values.filter((value) => value !== null);
    const others = types.filter((one) => one !== 'null');
    const choice: JsonObject = { type: oneOrAll(type === undefined ? typesIn(named) : others), enum: named };
    const isNullable = types.includes('null');
    if (!isNullable) return { ...rest, ...(type === undefined ? {} : { type }), enum: named };
    if (named.length === 0 || others.length === 0) return { ...rest, type: 'null' };
    // Another choice beside it would be lost.
    if (rest.anyOf !== undefined)
      return { ...rest, allOf: [...listOf(rest.allOf), { anyOf: [choice, { type: 'null' }] }] };
    return { ...rest, anyOf: [choice, { type: 'null' }] };
  },
};

const oneOrAll = (types: Json[]): Json => (types.length === 1 ? (types[0] as Json) : types);
const typesIn = (values: readonly Json[]): string[] => [...new Set(values.map(typeOf))];
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

const emptyEnum: SchemaFlaw = {
  rule: 'schema-enum',
  level: 'error',
  refusedBy: [google('https://github.com/elastic/kibana/pull/286302')],
  fix: 'List the values, or leave enum out.',
  find: ({ enum: values }, { where }) =>
    Array.isArray(values) && values.length === 0
      ? found(`${where} has an empty enum, so no value fits.`, '/enum')
      : nothing,
};

const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;
const booleanBound: SchemaFlaw = {
  rule: 'schema-exclusive-bound',
  level: 'error',
  refusedBy: [anthropicDialect],
  fix: 'Write the bound itself: "exclusiveMinimum": 0.',
  find: (schema, { where }) =>
    bounds
      .filter(([exclusive]) => typeof schema[exclusive] === 'boolean')
      .map(([exclusive]) => ({
        message: `${where} has the ${exclusive} ${schema[exclusive]}, as in draft 4. Since draft 6 it is a number.`,
        path: `/${exclusive}`,
      })),
  repair: (schema) =>
    bounds.reduce<JsonObject>((repaired, [exclusive, bound]) => {
      const said = repaired[exclusive];
      if (typeof said !== 'boolean') return repaired;
      const limit = repaired[bound];
      const rest = without(repaired, exclusive);
      return said && limit !== undefined ? { ...without(rest, bound), [exclusive]: limit } : rest;
    }, schema),
};

const foreignPattern: SchemaFlaw = {
  rule: 'schema-pattern',
  level: 'error',
  refusedBy: [openAi('https://github.com/anomalyco/opencode/pull/35679')],
  fix: 'Write the regular expression as JavaScript does: ^ and $ for the ends, (?<name>…), no flags.',
  find: ({ pattern }, { where }) =>
    typeof pattern === 'string' && !compiles(pattern)
      ? found(
          `${where} has the pattern ${shown(pattern)}, which is not a regular expression of JSON Schema.`,
          '/pattern',
        )
      : nothing,
  repair: (schema) => {
    const pattern = inJavaScript(String(schema.pattern));
    return pattern === null ? schema : { ...schema, pattern };
  },
};

const lookaround: SchemaFlaw = {
  rule: 'schema-pattern-lookaround',
  level: 'warning',
  refusedBy: [openAi('https://github.com/cline/cline/pull/14019')],
  fix: 'Leave the pattern out, and check the value in the tool.',
  find: ({ pattern }, { where }) =>
    typeof pattern === 'string' && compiles(pattern) && hasLookaround(pattern)
      ? found(`${where} has a pattern with lookaround.`, '/pattern')
      : nothing,
};

const foreignReference: SchemaFlaw = {
  rule: 'schema-reference',
  level: 'error',
  refusedBy: [anthropic('https://github.com/anthropics/claude-code/issues/76040')],
  fix: 'Put the definition into $defs and refer to that.',
  find: ({ $ref: reference }, { root, where }) => {
    if (typeof reference !== 'string') return nothing;
    if (!reference.startsWith('#'))
      return found(`${where} refers to ${shown(reference)}, outside of the schema; clients do not fetch it.`, '/$ref');
    return reference.startsWith('#/') && resolve(root, reference) === undefined
      ? found(`${where} refers to ${shown(reference)}, and there is no such part.`, '/$ref')
      : nothing;
  },
  // What cannot be fetched restricts nothing, so the rest stays.
  repair: (schema, { root }) => {
    const reference = String(schema.$ref);
    const { $ref: _reference, ...rest } = schema;
    const local = localReference(root, reference);
    if (local !== null) return { ...rest, $ref: local };
    return { description: `As defined by ${reference.slice(0, 200)}`, ...rest };
  },
};

/** The definition is in this schema, under the name that the reference ends with. */
function localReference(root: JsonObject, reference: string): string | null {
  const [address = '', fragment = ''] = reference.split('#');
  if (address !== '' && address === root.$id && resolve(root, `#${fragment}`) !== undefined) return `#${fragment}`;
  const name = /[/#]([^/#]+)$/.exec(reference)?.[1] ?? '';
  for (const key of ['$defs', 'definitions'])
    if (isObject(root[key]) && Object.hasOwn(root[key], readPointerPart(readPercent(name)))) return `#/${key}/${name}`;
  return null;
}

/** Each part is unescaped separately, as validators do: an escaped slash, %2F, belongs to a name. */
function resolve(root: Json, reference: string): Json | undefined {
  const parts = reference.slice(2).split('/');
  return valueAt(
    root,
    parts.map((part) => readPointerPart(readPercent(part))),
  );
}

const topChoice: SchemaFlaw = {
  rule: 'schema-top-combinator',
  level: 'error',
  refusedBy: [
    anthropic('https://github.com/makenotion/notion-mcp-server/issues/341'),
    openAi('https://github.com/makenotion/notion-mcp-server/issues/340'),
  ],
  clientFlaw: 'a choice at the top of its input schema',
  fix: 'Move the choice into a property, or below if.',
  find: (schema, { isTop, isInput }) =>
    isTop && isInput
      ? combinators
          .filter((name) => schema[name] !== undefined)
          .map((name) => ({ message: `inputSchema has ${name} at its top.`, path: `/${name}` }))
      : nothing,
  repair: (schema) => {
    const choices = combinators.filter((name) => schema[name] !== undefined);
    const rest = without(schema, ...choices);
    const isTaken = ['if', 'then', 'else'].some((keyword) => rest[keyword] !== undefined);
    if (isTaken) return schema;
    const moved = Object.fromEntries(choices.map((name) => [name, schema[name] as Json]));
    return { type: 'object', ...withNames(rest, moved), if: moved, else: false };
  },
};

/** Clients that do not pass on if should still name all properties. Where others are refused, a new name would allow it. */
function withNames(rest: JsonObject, moved: JsonObject): JsonObject {
  if (rest.additionalProperties !== undefined || rest.unevaluatedProperties !== undefined) return rest;
  const properties: JsonObject = isObject(rest.properties) ? { ...rest.properties } : {};
  for (const choice of Object.values(moved).flatMap(listOf))
    if (isObject(choice) && isObject(choice.properties))
      for (const [name, part] of Object.entries(choice.properties))
        if (!Object.hasOwn(properties, name)) properties[name] = wordsOf(part);
  return Object.keys(properties).length === 0 ? rest : { ...rest, properties };
}

const wordsOf = (part: Json): JsonObject =>
  isObject(part)
    ? Object.fromEntries(Object.entries(part).filter(([keyword]) => keyword === 'title' || keyword === 'description'))
    : {};

const noType: SchemaFlaw = {
  rule: 'schema-type-missing',
  level: 'note',
  refusedBy: [google('https://github.com/google-gemini/gemini-cli/issues/4400')],
  fix: 'Say which type it has.',
  find: ({ properties }, { where }) => {
    const names = untypedIn(properties);
    const [first = ''] = names;
    const others = count(names.length - 1, 'other property', 'other properties');
    const more = names.length > 1 ? `, nor ${names.length === 2 ? 'has' : 'have'} ${others} at ${where}` : '';
    return names.length === 0
      ? nothing
      : found(`${where}/properties${step(first)} has no type${more}.`, `/properties${step(first)}`);
  },
  repair: (schema) => {
    const properties = { ...(schema.properties as JsonObject) };
    for (const name of untypedIn(properties)) properties[name] = withType(properties[name] as JsonObject);
    return { ...schema, properties };
  },
};

const untypedIn = (properties: Json | undefined): string[] =>
  isObject(properties)
    ? Object.entries(properties).flatMap(([name, part]) => (isObject(part) && isUntyped(part) ? [name] : []))
    : [];

function withType(schema: JsonObject): JsonObject {
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const !== undefined ? [schema.const] : null;
  return values === null ? { type: allTypes, items: {}, ...schema } : { type: oneOrAll(typesIn(values)), ...schema };
}

/** The shape of a value is what its other keywords are about. */
const elsewhere = [...combinators, '$ref', '$dynamicRef', 'not', 'if', 'properties', 'items', 'prefixItems'];
const isUntyped = (schema: JsonObject): boolean =>
  schema.type === undefined &&
  elsewhere.every((keyword) => schema[keyword] === undefined) &&
  !(Array.isArray(schema.enum) && schema.enum.length === 0);

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'number' : typeof value;

const topType: SchemaFlaw = {
  rule: 'input-schema-type',
  level: 'error',
  refusedBy: [openAi('https://github.com/vercel/ai/issues/7005')],
  clientFlaw: 'an input schema that is not of type object',
  fix: 'Write "type": "object" at the top, and put other shapes into a property.',
  find: ({ type }, { isTop, isInput, where }) =>
    isTop && isInput && type !== 'object'
      ? found(`${where.slice(1)} says "type": ${shown(type)}, and the protocol wants "object".`, '')
      : nothing,
  // Arguments are always an object.
  repair: (schema) =>
    schema.type === undefined || (Array.isArray(schema.type) && schema.type.includes('object'))
      ? { ...schema, type: 'object' }
      : schema,
};

const badDefault: SchemaFlaw = {
  rule: 'schema-default',
  level: 'warning',
  refusedBy: [],
  fix: 'Give it a default that its schema accepts, or leave it out.',
  find: (schema, { where }) =>
    schema.default !== undefined && breaksOwn(schema)
      ? found(`${where} has the default ${shown(schema.default)}, which its own schema refuses.`, '/default')
      : nothing,
  repair: (schema) => without(schema, 'default'),
};

const breaksOwn = (schema: JsonObject): boolean =>
  checkSchema(without(schema, '$ref'), schema.default as Json).length > 0;

const openObject: SchemaFlaw = {
  rule: 'schema-additional-properties',
  level: 'note',
  refusedBy: [
    {
      service: 'OpenAI',
      basis: 'documented',
      source:
        'https://platform.openai.com/docs/guides/structured-outputs#additionalproperties-false-must-always-be-set-in-objects',
    },
  ],
  fix: 'Leave it out if nothing else is expected: strict modes add false themselves.',
  find: ({ additionalProperties: more }, { isInput, where }) =>
    isInput && more !== undefined && typeof more !== 'boolean' && !isAnything(more)
      ? found(`${where} describes its additionalProperties, which strict modes refuse.`, '/additionalProperties')
      : isInput && (more === true || isAnything(more))
        ? found(`${where} allows any additionalProperties, which strict modes refuse.`, '/additionalProperties')
        : nothing,
  repair: (schema) =>
    schema.additionalProperties === true || isAnything(schema.additionalProperties)
      ? without(schema, 'additionalProperties')
      : schema,
};

const isAnything = (schema: Json | undefined): boolean => isObject(schema) && Object.keys(schema).length === 0;

const noItems: SchemaFlaw = {
  rule: 'schema-items',
  level: 'error',
  refusedBy: [openAi('https://github.com/openai/codex/blob/main/codex-rs/tools/src/json_schema.rs')],
  fix: 'Say what the array holds: "items": {"type": "string"}.',
  find: (schema, { where }) =>
    typesOf(schema).includes('array') && schema.items === undefined && schema.prefixItems === undefined
      ? found(`${where} is an array without items.`, '')
      : nothing,
  repair: (schema) => ({ ...schema, items: {} }),
};

const tuple: SchemaFlaw = {
  rule: 'schema-tuple',
  level: 'error',
  refusedBy: [anthropicDialect],
  fix: 'Write the list as prefixItems.',
  find: ({ items }, { where }) =>
    Array.isArray(items) ? found(`${where} has a list of items, as before draft 2020-12.`, '/items') : nothing,
  repair: ({ items, additionalItems, ...rest }) => ({
    ...rest,
    prefixItems: items as Json,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  }),
};

const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;
const mostNames = 5_000;

const foreignName: SchemaFlaw = {
  rule: 'property-name',
  level: 'error',
  refusedBy: [anthropic('https://github.com/anthropics/claude-code/issues/34771')],
  fix: 'Rename it.',
  find: ({ properties }, { isTop, isInput, where }) =>
    isTop && isInput && isObject(properties)
      ? Object.keys(properties)
          .slice(0, mostNames)
          .filter((name) => !propertyName.test(name))
          .map((name) => ({
            message: `${where} has a property ${shown(name)}; Anthropic’s service takes letters, digits, _ . - and at most 64 of them.`,
            path: `/properties${step(name)}`,
          }))
      : nothing,
};

const oldRequired: SchemaFlaw = {
  rule: 'schema-required',
  level: 'error',
  refusedBy: [anthropicDialect],
  fix: 'Write it as a list of names beside "properties".',
  find: ({ required }, { where }) =>
    required === undefined || Array.isArray(required)
      ? nothing
      : found(`"required" at ${where} is not a list.`, '/required'),
};

export const typesOf = ({ type }: JsonObject): Json[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type];

/** In the order in which they are repaired. */
export const schemaFlaws: readonly SchemaFlaw[] = [
  listUnderProperties,
  topChoice,
  topType,
  tuple,
  booleanBound,
  foreignPattern,
  lookaround,
  foreignReference,
  emptyEnum,
  nullEnum,
  noType,
  noItems,
  badDefault,
  openObject,
  oldRequired,
  foreignName,
];
