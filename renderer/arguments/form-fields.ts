// A tool's schema and its arguments as form fields, and each change of a field back into the arguments. The JSON stays the one
// truth: a field is only a view of it. What a form cannot hold becomes a field of JSON. Pure; drawing is in form.tsx.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import { type Path, setAt } from '../../shared/json/json-place.ts';
import { prefill, propertiesOf, requiredOf, resolve, typesOf } from './schema.ts';

export type Control = 'text' | 'number' | 'boolean' | 'choice' | 'object' | 'list' | 'json';

export interface FormField {
  path: Path;
  name: string;
  about: string;
  /** In words: `string`, `integer`, `one of 3`. */
  type: string;
  control: Control;
  required: boolean;
  /** The schema names it. */
  known: boolean;
  /** undefined: not sent. */
  value: Json | undefined;
  choices: Json[];
  /** How the schema calls the choices; empty: by their values. */
  choiceNames?: string[];
  /** Members of an object, items of a list. */
  fields: FormField[];
  /** What a new item of a list begins with. */
  blank: Json;
}

const deepest = 5;

/** null: there is nothing that a form could show. */
export function formFields(schema: JsonObject | null, args: Json | undefined): FormField[] | null {
  if (!schema) return null;
  const here = resolve(schema, schema);
  const value = args === undefined ? {} : args;
  if (!here || !isObject(value)) return null;
  return memberFields(here, schema, value, [], 0);
}

function memberFields(schema: JsonObject, root: JsonObject, value: JsonObject, path: Path, depth: number): FormField[] {
  const required = new Set(requiredOf(schema));
  const properties = propertiesOf(schema);
  const named = new Set(properties.map(([name]) => name));
  const known = properties.map(([name, part]) =>
    fieldOf(resolve(part, root), root, member(value, name), [...path, name], {
      name,
      required: required.has(name),
      known: true,
      depth,
    }),
  );
  const others = Object.keys(value)
    .filter((name) => !named.has(name))
    .map((name) =>
      fieldOf(null, root, value[name], [...path, name], { name, required: false, known: false, depth: deepest }),
    );
  return [...known, ...others];
}

interface Place {
  name: string;
  required: boolean;
  known: boolean;
  depth: number;
}

function fieldOf(
  schema: JsonObject | null,
  root: JsonObject,
  value: Json | undefined,
  path: Path,
  { name, required, known, depth }: Place,
): FormField {
  const about = member(schema, 'description') ?? member(schema, 'title');
  const choices = choicesOf(schema);
  const field: FormField = {
    path,
    name,
    about: typeof about === 'string' ? about.slice(0, 300) : '',
    type: typeWords(schema, choices),
    control: controlOf(schema, root, value, depth),
    required,
    known,
    value,
    choices: choices.map((choice) => choice.value),
    fields: [],
    blank: null,
  };
  if (choices.some((choice) => choice.name !== '')) field.choiceNames = choices.map((choice) => choice.name);
  if (field.control === 'object')
    field.fields = memberFields(schema!, root, isObject(value) ? value : {}, path, depth + 1);
  if (field.control === 'list') {
    const items = resolve(member(schema, 'items'), root)!;
    field.blank = prefill({
      $defs: member(root, '$defs') ?? {},
      definitions: member(root, 'definitions') ?? {},
      ...items,
    });
    field.fields = (Array.isArray(value) ? value : []).map((item, index) =>
      fieldOf(items, root, item, [...path, index], {
        name: String(index + 1),
        required: true,
        known: true,
        depth: depth + 1,
      }),
    );
  }
  return field;
}

/** A value that is not of its type yet keeps its field where that can show it, and is shown as JSON elsewhere. */
function controlOf(schema: JsonObject | null, root: JsonObject, value: Json | undefined, depth: number): Control {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const simple = value === undefined || typeof value !== 'object';
  if (value === null || types.length > 1) return 'json';
  if (choicesOf(schema).length > 0) return simple ? 'choice' : 'json';
  switch (types[0]) {
    case 'string':
      return value === undefined || typeof value === 'string' ? 'text' : 'json';
    case 'number':
    case 'integer':
      return value === undefined || typeof value === 'number' || typeof value === 'string' ? 'number' : 'json';
    case 'boolean':
      return value === undefined || typeof value === 'boolean' ? 'boolean' : 'json';
    case 'object':
      return depth < deepest && propertiesOf(schema).length > 0 && (value === undefined || isObject(value))
        ? 'object'
        : 'json';
    case 'array':
      return depth < deepest && canList(schema, root) && (value === undefined || Array.isArray(value))
        ? 'list'
        : 'json';
    default:
      return 'json';
  }
}

function canList(schema: JsonObject | null, root: JsonObject): boolean {
  const items = resolve(member(schema, 'items'), root);
  return items !== null && controlOf(items, root, undefined, 0) !== 'json';
}

/** `enum` (with the `enumNames` of older forms), or `oneOf` constants with titles. */
export function choicesOf(schema: JsonObject | null): { value: Json; name: string }[] {
  const values = member(schema, 'enum');
  const text = (value: Json | undefined) => (typeof value === 'string' ? value.slice(0, 200) : '');
  if (Array.isArray(values)) {
    const names = member(schema, 'enumNames');
    return values
      .slice(0, 500)
      .map((value, index) => ({ value, name: Array.isArray(names) ? text(names[index]) : '' }));
  }
  const titled = member(schema, 'oneOf') ?? member(schema, 'anyOf');
  if (!Array.isArray(titled) || titled.some((one) => member(one, 'const') === undefined)) return [];
  return titled.slice(0, 500).map((one) => ({ value: member(one, 'const') ?? null, name: text(member(one, 'title')) }));
}

function typeWords(schema: JsonObject | null, choices: readonly unknown[]): string {
  if (choices.length > 0) return `one of ${choices.length}`;
  const format = member(schema, 'format');
  return [typesOf(schema).join(' or '), typeof format === 'string' ? format.slice(0, 40) : '']
    .filter(Boolean)
    .join(', ');
}

/** What a person typed into a number field: empty is left out, what is no number is sent as the text it is. */
export function readNumber(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}

/** The arguments within the params of a `tools/call`; undefined when there are none or the text cannot be read. */
export function argumentsOf(params: string): { ok: true; args: Json | undefined } | { ok: false } {
  const parsed = parseJson(params === '' ? '{}' : params);
  return parsed.ok && isObject(parsed.value) ? { ok: true, args: member(parsed.value, 'arguments') } : { ok: false };
}

export function withArguments(params: string, args: Json): string {
  const parsed = parseJson(params === '' ? '{}' : params);
  return JSON.stringify(setAt(parsed.ok ? parsed.value : {}, ['arguments'], args), null, 2);
}

/** The tool's schema as one for the whole params, so that the editor can help with them. */
export function paramsSchema(tool: string, schema: JsonObject | null): JsonObject | null {
  if (!schema) return null;
  const parts: JsonObject = {};
  for (const name of ['$defs', 'definitions']) {
    const part = member(schema, name);
    if (part !== undefined) parts[name] = part;
  }
  return {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', const: tool }, arguments: schema },
    ...parts,
  };
}
