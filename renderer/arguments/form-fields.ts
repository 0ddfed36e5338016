// A tool's schema and its arguments as form fields, and each field change back into the arguments. The JSON is the only source of truth:
// a field is a view of it. What a form cannot show becomes a JSON field. Pure; form.tsx draws.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import { lossOf } from '../../shared/json/json-loss.ts';
import { type Path, pointerOf, setAt } from '../../shared/json/json-place.ts';
import { checkSchema } from '../../shared/schema/check-schema.ts';
import { blankItem, propertiesOf, requiredOf, schemaShape, standAlone, typesOfSchema } from './argument-schema.ts';
import { limitWords } from './limit-words.ts';

type Control = 'text' | 'number' | 'boolean' | 'choice' | 'object' | 'list' | 'table' | 'forms' | 'json';

export interface FormField {
  path: Path;
  name: string;
  about: string;
  /** As text, with its limits: `whole number, 1 to 30`. */
  type: string;
  control: Control;
  required: boolean;
  /** The schema names it. */
  known: boolean;
  /** undefined: not sent. */
  value: Json | undefined;
  choices: Json[];
  /** The schema's labels for the choices; empty: their values. */
  choiceNames?: string[];
  /** Fields of an object, items of a list, rows of a table, content of the chosen alternative. */
  fields: FormField[];
  /** The initial value of a new list item. */
  blank: Json;
  /** For a table: each field of a row. */
  columns?: { name: string; type: string; required: boolean; about: string }[];
  /** For `oneOf` and `anyOf`: the alternatives. */
  forms?: { title: string; about: string; blank: Json }[];
  /** The one that is shown; null: none yet. */
  form?: number | null;
}

/** By JSON Pointer, the alternative that the user chose. */
export type ChosenForms = ReadonlyMap<string, number>;
export const nothingChosen: ChosenForms = new Map();

const deepest = 5;
const mostForms = 20;
const mostColumns = 4;

interface Drawing {
  root: JsonObject;
  chosen: ChosenForms;
}

/** null: a form has nothing to show. */
export function formFields(
  schema: JsonObject | null,
  args: Json | undefined,
  chosen: ChosenForms = nothingChosen,
): FormField[] | null {
  if (!schema) return null;
  const here = schemaShape(schema, schema);
  const value = args === undefined ? {} : args;
  if (!here || !isObject(value)) return null;
  const drawing = { root: schema, chosen };
  if (formsOf(here, schema).length === 0) return memberFields(here, drawing, value, [], 0);
  return [fieldOf(here, drawing, value, [], { name: 'arguments', required: true, known: true, depth: 0 })];
}

function memberFields(schema: JsonObject, drawing: Drawing, value: JsonObject, path: Path, depth: number): FormField[] {
  const required = new Set(requiredOf(schema));
  const properties = propertiesOf(schema);
  const named = new Set(properties.map(([name]) => name));
  const known = properties.map(([name, part]) =>
    fieldOf(schemaShape(part, drawing.root), drawing, member(value, name), [...path, name], {
      name,
      required: required.has(name),
      known: true,
      depth,
    }),
  );
  const others = Object.keys(value)
    .filter((name) => !named.has(name))
    .map((name) =>
      fieldOf(null, drawing, value[name], [...path, name], { name, required: false, known: false, depth: deepest }),
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
  drawing: Drawing,
  value: Json | undefined,
  path: Path,
  { name, required, known, depth }: Place,
): FormField {
  const { root } = drawing;
  const about = member(schema, 'description') ?? member(schema, 'title');
  const choices = choicesOf(schema);
  const field: FormField = {
    path,
    name,
    about: typeof about === 'string' ? about.slice(0, 300) : '',
    type: limitWords(schema, choices.length),
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
    field.fields = memberFields(schema!, drawing, isObject(value) ? value : {}, path, depth + 1);
  if (field.control === 'list') fillList(field, schema!, drawing, depth);
  if (field.control === 'forms') fillForms(field, schema!, drawing, depth);
  return field;
}

function fillList(field: FormField, schema: JsonObject, drawing: Drawing, depth: number): void {
  const items = schemaShape(member(schema, 'items'), drawing.root)!;
  field.blank = blankItem(standAlone(items, drawing.root));
  field.fields = (Array.isArray(field.value) ? field.value : []).map((item, index) =>
    fieldOf(items, drawing, item, [...field.path, index], {
      name: String(index + 1),
      required: true,
      known: true,
      depth: depth + 1,
    }),
  );
  const columns = propertiesOf(items).map(([name, part]) =>
    fieldOf(schemaShape(part, drawing.root), drawing, undefined, [name], {
      name,
      required: requiredOf(items).includes(name),
      known: true,
      depth: deepest,
    }),
  );
  const rows = field.fields.every(
    (row) => row.control === 'object' && row.fields.length === columns.length && row.fields.every(isCell),
  );
  if (columns.length === 0 || columns.length > mostColumns || !columns.every(isCell) || !rows) return;
  field.control = 'table';
  field.columns = columns.map(({ name, type, required, about }) => ({ name, type, required, about }));
}

const isCell = ({ control }: FormField) =>
  control === 'text' || control === 'number' || control === 'boolean' || control === 'choice';

function fillForms(field: FormField, schema: JsonObject, drawing: Drawing, depth: number): void {
  const { value, path } = field;
  const forms = formsOf(schema, drawing.root);
  field.type = `one of ${forms.length} forms`;
  field.forms = forms.map((form, index) => ({
    ...formWords(form, index),
    blank: blankItem(standAlone(form, drawing.root)),
  }));
  field.form = drawing.chosen.get(pointerOf(path)) ?? bestForm(forms, drawing.root, value);
  const form = field.form === null ? undefined : forms[field.form];
  if (!form) return;
  const inner = fieldOf(form, drawing, value, path, {
    name: field.name,
    required: true,
    known: true,
    depth: depth + 1,
  });
  field.fields = inner.control === 'object' ? inner.fields : [inner];
}

/** The alternatives of `oneOf` or `anyOf`, each merged with the surrounding schema; empty if they are not shapes to choose from. */
function formsOf(schema: JsonObject | null, root: JsonObject): JsonObject[] {
  const listed = member(schema, 'oneOf') ?? member(schema, 'anyOf');
  if (!schema || !Array.isArray(listed) || listed.length < 2 || listed.length > mostForms) return [];
  const { oneOf: _one, anyOf: _any, title: _title, description: _about, ...beside } = schema;
  const forms = listed.map((form) => schemaShape(form, root));
  const isShape = (form: JsonObject | null) =>
    propertiesOf(form).length > 0 || (typesOfSchema(form).length > 0 && typesOfSchema(form)[0] !== 'object');
  if (!forms.every(isShape)) return [];
  return forms.map((form) => schemaShape({ ...beside, allOf: [form!] }, root)!);
}

/** The alternative with the fewest problems; null if there is no value yet. */
function bestForm(forms: readonly JsonObject[], root: JsonObject, value: Json | undefined): number | null {
  if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return null;
  const problems = forms.map((form) => checkSchema(standAlone(form, root), value).length);
  return problems.indexOf(Math.min(...problems));
}

/** Its title, else its distinguishing field, else its requirements. */
function formWords(form: JsonObject, index: number): { title: string; about: string } {
  const properties = propertiesOf(form);
  const title = member(form, 'title');
  const telling = properties.map(([, part]) => member(part, 'const')).find((only) => typeof only === 'string');
  const names = properties.filter(([, part]) => member(part, 'const') === undefined).map(([name]) => name);
  const required = requiredOf(form).filter((name) => names.includes(name));
  const about = (names.length > 0 ? names : typesOfSchema(form)).slice(0, 6).join(', ').slice(0, 120);
  const fallback = required.join(', ') || typesOfSchema(form).join(' or ') || `Form ${index + 1}`;
  const words = typeof title === 'string' && title !== '' ? title : typeof telling === 'string' ? telling : fallback;
  return { title: words.slice(0, 80), about: about === words ? '' : about };
}

/** A value of another type keeps its field if that can show it; otherwise it is shown as JSON. */
function controlOf(schema: JsonObject | null, root: JsonObject, value: Json | undefined, depth: number): Control {
  const types = typesOfSchema(schema).filter((type) => type !== 'null');
  const simple = value === undefined || typeof value !== 'object';
  if (value === null || types.length > 1) return 'json';
  if (choicesOf(schema).length > 0) return simple ? 'choice' : 'json';
  if (depth < deepest && formsOf(schema, root).length > 0) return 'forms';
  switch (types[0] ?? (propertiesOf(schema).length > 0 ? 'object' : undefined)) {
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
  const items = schemaShape(member(schema, 'items'), root);
  return items !== null && controlOf(items, root, undefined, 0) !== 'json';
}

/** `enum` (with `enumNames` of older forms), or `oneOf` constants with titles. */
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

/** The text of a number field: empty is omitted; anything but a representable number is sent as text. */
export function numberInField(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed) && lossOf(trimmed) === ''
    ? Number(trimmed)
    : text;
}

/** The arguments within the params of a `tools/call`; undefined if there are none or the text does not parse. */
export function argumentsOf(params: string): { ok: true; args: Json | undefined } | { ok: false } {
  const parsed = parseJson(params === '' ? '{}' : params);
  return parsed.ok && isObject(parsed.value) ? { ok: true, args: member(parsed.value, 'arguments') } : { ok: false };
}

export function withArguments(params: string, args: Json): string {
  const parsed = parseJson(params === '' ? '{}' : params);
  return JSON.stringify(setAt(parsed.ok ? parsed.value : {}, ['arguments'], args), null, 2);
}

/** The tool's schema extended to the whole params, so that the editor can use it. */
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
