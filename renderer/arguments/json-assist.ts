// The editor's suggestions and lint while the user types arguments: names and values from the schema.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import { propertiesOf, requiredOf, resolve, typesOf } from './argument-schema.ts';
import { checkArguments } from './check-arguments.ts';
import { type Path, placeAt, rangeOf } from './json-places.ts';

/** The subschema for a path. */
export function schemaAt(root: JsonObject, path: Path): JsonObject | null {
  let schema = resolve(root, root);
  for (const step of path) {
    const next: Json | undefined =
      typeof step === 'number' ? member(schema, 'items') : member(member(schema, 'properties'), step);
    schema = resolve(next, root);
  }
  return schema;
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
        detail: [typesOf(part).join(' or '), required.has(name) ? 'required' : ''].filter(Boolean).join(', '),
        info: typeof about === 'string' ? about.slice(0, 400) : undefined,
        type: 'property',
      };
    });
}

function valueOptions(here: JsonObject | null): Completion[] {
  const choices = member(here, 'enum');
  const values: Json[] = Array.isArray(choices) ? choices.slice(0, 200) : [];
  const constant = member(here, 'const');
  if (constant !== undefined) values.push(constant);
  if (typesOf(here).includes('boolean')) values.push(true, false);
  const byDefault = member(here, 'default');
  if (byDefault !== undefined && !values.some((value) => JSON.stringify(value) === JSON.stringify(byDefault)))
    values.push(byDefault);
  return values.map((value) => ({ label: JSON.stringify(value), type: 'enum' }));
}

export function lintArguments(state: EditorState, schema: JsonObject | null): Diagnostic[] {
  const text = state.doc.toString();
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const at = /position (\d+)/.exec(parsed.problem)?.[1];
    const from = Math.min(at === undefined ? text.length : Number(at), text.length);
    return [{ from: Math.max(0, from - 1), to: from, severity: 'error', message: `Not JSON: ${parsed.problem}` }];
  }
  return checkArguments(schema, parsed.value).map((issue) => ({
    ...rangeOf(state, issue.path),
    severity: 'warning' as const,
    message: issue.message,
  }));
}
