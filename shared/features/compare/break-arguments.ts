// Makes arguments that violate a tool's own JSON Schema in one place only. These are guesses from the schema: before sending, the
// caller checks with a real validator that they fail, so that an error here never becomes a real call.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';

export type Breakage =
  | 'missing-argument'
  | 'wrong-type'
  | 'extra-argument'
  | 'out-of-enum'
  | 'null-for-object'
  | 'empty-string'
  | 'oversized-string';

interface BrokenArguments {
  /** null: `arguments` itself is null. */
  args: JsonObject | null;
  /** The violation in a few words: `without "gtin"`. */
  what: string;
}

const marker = 'misfire-no-such-value';
/** Long strings are sent, so their length is limited. */
const longestString = 200_000;
const depthLimit = 6;

/** null: this schema cannot be violated in this way. */
export function breakArguments(schema: Json, breakage: Breakage): BrokenArguments | null {
  const properties = member(schema, 'properties');
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const required = requiredNames(schema);
  const fitting = fillRequired(schema);
  const broken = (name: string, value: Json, what: string): BrokenArguments => ({
    args: { ...fitting, [name]: value },
    what,
  });
  switch (breakage) {
    case 'missing-argument': {
      const [name] = required;
      if (name === undefined) return null;
      const { [name]: _, ...rest } = fitting;
      return { args: rest, what: `without “${name}”` };
    }
    case 'wrong-type': {
      // Some servers coerce types ("1" for 1), so lists and objects replace scalars.
      for (const [name, field] of fields) {
        const value = otherType(field);
        if (value !== undefined) return broken(name, value, `“${name}” of another type`);
      }
      return null;
    }
    case 'extra-argument':
      return member(schema, 'additionalProperties') === false
        ? broken('misfire_extra', marker, 'with one argument too many')
        : null;
    case 'out-of-enum': {
      const found = fields.find(([, field]) => Array.isArray(member(field, 'enum')));
      return found ? broken(found[0], marker, `“${found[0]}” outside of its list`) : null;
    }
    case 'null-for-object': {
      const found = fields.find(([, field]) => member(field, 'type') === 'object');
      if (found) return broken(found[0], null, `null for “${found[0]}”`);
      // If nothing is required, a lenient server would accept null as {} and run the tool.
      return required.length > 0 ? { args: null, what: 'null for the arguments' } : null;
    }
    case 'empty-string': {
      const found = fields.find(([, field]) => (num(field, 'minLength') ?? 0) > 0);
      return found ? broken(found[0], '', `“${found[0]}” empty`) : null;
    }
    case 'oversized-string': {
      const found = fields.find(([, field]) => (num(field, 'maxLength') ?? longestString) < longestString);
      if (!found) return null;
      const length = (num(found[1], 'maxLength') as number) + 1;
      return broken(found[0], 'x'.repeat(length), `“${found[0]}” of ${length} characters`);
    }
    default:
      return breakage satisfies never;
  }
}

function requiredNames(schema: Json): string[] {
  const required = member(schema, 'required');
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function fillRequired(schema: Json, depth = 0): JsonObject {
  const properties = member(schema, 'properties');
  return Object.fromEntries(
    requiredNames(schema).map((name) => [name, fittingValue(member(properties, name) ?? {}, depth)]),
  );
}

/** A valid value, as far as the common keywords say. */
function fittingValue(schema: Json, depth: number): Json {
  const constant = member(schema, 'const');
  if (constant !== undefined) return constant;
  const example = member(schema, 'default') ?? first(member(schema, 'examples')) ?? first(member(schema, 'enum'));
  if (example !== undefined) return example;
  const choice = first(member(schema, 'anyOf')) ?? first(member(schema, 'oneOf'));
  if (choice !== undefined && depth < depthLimit) return fittingValue(choice, depth + 1);
  const declared = member(schema, 'type');
  switch (Array.isArray(declared) ? declared[0] : declared) {
    case 'number':
    case 'integer':
      return num(schema, 'minimum') ?? (num(schema, 'exclusiveMinimum') ?? 0) + 1;
    case 'boolean':
      return false;
    case 'array': {
      const count = Math.min(num(schema, 'minItems') ?? 0, 3);
      return depth < depthLimit
        ? Array.from({ length: count }, () => fittingValue(member(schema, 'items') ?? {}, depth + 1))
        : [];
    }
    case 'object':
      return depth < depthLimit ? fillRequired(schema, depth + 1) : {};
    case 'null':
      return null;
    default:
      return fittingString(schema);
  }
}

function fittingString(schema: Json): string {
  switch (member(schema, 'format')) {
    case 'email':
      return 'misfire@example.com';
    case 'uri':
      return 'https://example.com/misfire';
    case 'date':
      return '2000-01-01';
    case 'date-time':
      return '2000-01-01T00:00:00Z';
    case 'uuid':
      return '00000000-0000-4000-8000-000000000000';
    default:
      return marker
        .padEnd(Math.min(num(schema, 'minLength') ?? 0, 1000), 'x')
        .slice(0, num(schema, 'maxLength') ?? 100);
  }
}

function otherType(field: Json): Json | undefined {
  switch (member(field, 'type')) {
    case 'string':
      return { misfire: marker };
    case 'number':
    case 'integer':
    case 'boolean':
      return [marker];
    case 'array':
    case 'object':
      return marker;
    default:
      return undefined;
  }
}

const first = (value: Json | undefined): Json | undefined => (Array.isArray(value) ? value[0] : undefined);
function num(schema: Json, name: string): number | undefined {
  const value = member(schema, name);
  return typeof value === 'number' ? value : undefined;
}
