// The editor's suggestions and lint while the user types arguments: names and values from the schema.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import type { Path } from '../../shared/json/json-place.ts';
import { propertiesOf, requiredOf, resolve, typesOfSchema } from './argument-schema.ts';
import { argumentProblems } from './check-arguments.ts';
import { placeAt, rangeOf } from './json-places.ts';

/** The problems of a text that is JSON, each with its place. */
export type CheckJson = (value: Json, text: string) => { path: Path; message: string }[];

/** The subschema for a path. */
function schemaAt(root: JsonObject, path: Path): JsonObject | null {
  let schema = oneFor(root, root);
  for (const step of path) {
    const next: Json | undefined =
      typeof step === 'number' ? member(schema, 'items') : member(member(schema, 'properties'), step);
    schema = oneFor(next, root);
  }
  return schema;
}

const mostAlternatives = 50;

/** With all that its alternatives (`oneOf`, `anyOf`) allow: which one is meant is not known while it is typed. */
function oneFor(part: Json | undefined, root: JsonObject): JsonObject | null {
  const schema = resolve(part, root);
  const all = schema ? alternativesOf(schema, root, 0) : [];
  if (schema === null || all.length < 2) return schema;
  const properties = new Map<string, Json>();
  for (const one of all)
    for (const [name, value] of propertiesOf(one)) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? value : { oneOf: [known, value] });
    }
  const values = all.flatMap((one) => [...choicesOf(one)]);
  return {
    ...schema,
    ...(properties.size > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(values.length > 0 ? { enum: values } : {}),
  };
}

/** The schema itself and its alternatives, those of alternatives too. */
function alternativesOf(schema: JsonObject, root: JsonObject, depth: number): JsonObject[] {
  const nested = ['oneOf', 'anyOf'].flatMap((keyword) => {
    const forms = member(schema, keyword);
    return Array.isArray(forms) && depth < 4 ? forms.slice(0, mostAlternatives) : [];
  });
  const found = nested.flatMap((form) => {
    const one = resolve(form, root);
    return one ? alternativesOf(one, root, depth + 1) : [];
  });
  return [schema, ...found].slice(0, mostAlternatives);
}

function choicesOf(schema: JsonObject): Json[] {
  const choices = member(schema, 'enum');
  const constant = member(schema, 'const');
  return [...(Array.isArray(choices) ? choices : []), ...(constant === undefined ? [] : [constant])];
}

export function completeArguments(schema: JsonObject | null) {
  return (context: CompletionContext): CompletionResult | null => {
    if (!schema) return null;
    const place = placeAt(context.state, context.pos);
    if (!place) return null;
    const here = schemaAt(schema, place.path);
    const offered = place.kind === 'name' ? nameOptions(here, schema, place.present, place.quoted) : valueOptions(here);
    // The editor would also match the closing quotation mark, so the typed text is matched here.
    const typed = context.state.sliceDoc(place.from, context.pos).replace(/^"/, '').toLowerCase();
    const options = offered.filter((option) => option.label.toLowerCase().includes(typed));
    return options.length === 0 ? null : { from: place.from, to: place.to, options, filter: false };
  };
}

function nameOptions(here: JsonObject | null, root: JsonObject, present: string[], quoted: boolean): Completion[] {
  const required = new Set(requiredOf(here));
  return propertiesOf(here)
    .filter(([name]) => !present.includes(name))
    .sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
    .slice(0, 500)
    .map(([name, value]) => {
      const part = resolve(value, root);
      const about = member(part, 'description');
      return {
        label: JSON.stringify(name),
        apply: quoted ? JSON.stringify(name) : `${JSON.stringify(name)}: `,
        detail: [typesOfSchema(part).join(' or '), required.has(name) ? 'required' : ''].filter(Boolean).join(', '),
        info: typeof about === 'string' ? about.slice(0, 400) : undefined,
        type: 'property',
      };
    });
}

function valueOptions(here: JsonObject | null): Completion[] {
  const values: Json[] = here ? choicesOf(here).slice(0, 200) : [];
  if (typesOfSchema(here).includes('boolean')) values.push(true, false);
  const byDefault = member(here, 'default');
  if (byDefault !== undefined && !values.some((value) => JSON.stringify(value) === JSON.stringify(byDefault)))
    values.push(byDefault);
  return values.map((value) => ({ label: JSON.stringify(value), type: 'enum' }));
}

export function lintArguments(state: EditorState, schema: JsonObject | null, check?: CheckJson): Diagnostic[] {
  const text = state.doc.toString();
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const at = /position (\d+)/.exec(parsed.problem)?.[1];
    const from = Math.min(at === undefined ? text.length : Number(at), text.length);
    return [{ from: Math.max(0, from - 1), to: from, severity: 'error', message: `Not JSON: ${parsed.problem}` }];
  }
  const issues = check ? check(parsed.value, text) : argumentProblems(schema, parsed.value);
  return issues.map((issue) => ({
    ...rangeOf(state, issue.path),
    severity: 'warning' as const,
    message: issue.message,
  }));
}
