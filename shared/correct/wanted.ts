// What a schema requires at one path, in a few words: `an integer from 1 to 100`, `one of "asc", "desc"`.

import { type Json, type JsonObject, member } from '../json/json.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { typesAt } from './schemas-at.ts';

const mostChoices = 8;

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
export const typeName = (type: string): string => typeNames[type] ?? type.slice(0, 40);

/** Sample values of formats; other formats are only named. */
const formatLooks: Readonly<Record<string, string>> = {
  'date-time': 'a date and time like 2026-01-31T14:20:00Z',
  date: 'a date like 2026-01-31',
  time: 'a time like 14:20:00Z',
  duration: 'a duration like PT1H30M',
  email: 'an e-mail address',
  uri: 'an address like https://example.com/a',
  url: 'an address like https://example.com/a',
  uuid: 'a UUID like 123e4567-e89b-12d3-a456-426614174000',
  hostname: 'the name of a host',
  ipv4: 'an address like 192.0.2.1',
  ipv6: 'an address like 2001:db8::1',
};

/** '' if the schemas say nothing. `withExample`: also a sample value. */
export function wantedWords(schemas: readonly JsonObject[], withExample = true): string {
  const choices = choicesAt(schemas);
  if (choices.length === 1) return quoted(choices[0] as Json);
  if (choices.length > 1) {
    const shown = choices.slice(0, mostChoices).map(quoted).join(', ');
    return `one of ${shown}${choices.length > mostChoices ? ` and ${choices.length - mostChoices} more` : ''}`;
  }
  const types = typesAt(schemas);
  const format = textAt(schemas, 'format');
  const look = format === undefined ? undefined : (formatLooks[format] ?? `text in the format ${format.slice(0, 40)}`);
  const kinds =
    look !== undefined && types.every((type) => type === 'string' || type === 'null')
      ? [look, ...(types.includes('null') ? ['null'] : [])]
      : types.map(typeName);
  const limits = limitWords(schemas, types);
  const base = kinds.slice(0, 5).join(' or ');
  const words = [base, limits].filter(Boolean).join(base.endsWith('Z') ? ', ' : ' ');
  const example = withExample ? exampleAt(schemas) : undefined;
  return example === undefined ? words : [words, `such as ${quoted(example)}`].filter(Boolean).join(' ');
}

function exampleAt(schemas: readonly JsonObject[]): Json | undefined {
  for (const schema of schemas) {
    const examples = member(schema, 'examples');
    const example = Array.isArray(examples) ? examples[0] : member(schema, 'example');
    if (example === undefined || (typeof example === 'object' && example !== null)) continue;
    // Some schemas show a value that they refuse, themselves or in another part.
    if (schemas.every((other) => checkSchema(other, example).length === 0)) return example;
  }
  return undefined;
}

/** Values of `enum` and `const`, except if an alternative without them applies. */
export function choicesAt(schemas: readonly JsonObject[]): Json[] {
  const found: Json[] = [];
  const seen = new Set<string>();
  for (const schema of schemas) {
    const choices = member(schema, 'enum');
    const only = member(schema, 'const');
    for (const value of [...(Array.isArray(choices) ? choices : []), ...(only === undefined ? [] : [only])]) {
      if (typeof value === 'object' && value !== null) continue;
      const text = JSON.stringify(value);
      if (seen.has(text) || found.length >= 500) continue;
      seen.add(text);
      found.push(value);
    }
  }
  return found;
}

export function numberAt(schemas: readonly JsonObject[], name: string): number | undefined {
  for (const schema of schemas) {
    const value = member(schema, name);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

function textAt(schemas: readonly JsonObject[], name: string): string | undefined {
  for (const schema of schemas) {
    const value = member(schema, name);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function limitWords(schemas: readonly JsonObject[], types: readonly string[]): string {
  if (types.includes('integer') || types.includes('number')) {
    const least = numberAt(schemas, 'minimum');
    const most = numberAt(schemas, 'maximum');
    const above = numberAt(schemas, 'exclusiveMinimum');
    const below = numberAt(schemas, 'exclusiveMaximum');
    if (least !== undefined && most !== undefined) return `from ${least} to ${most}`;
    return [
      least === undefined ? '' : `of at least ${least}`,
      most === undefined ? '' : `of at most ${most}`,
      above === undefined ? '' : `above ${above}`,
      below === undefined ? '' : `below ${below}`,
    ]
      .filter(Boolean)
      .join(' and ');
  }
  if (types.includes('string')) return lengthWords(schemas, 'Length', 'character');
  if (types.includes('array')) return lengthWords(schemas, 'Items', 'entry', 'entries');
  return '';
}

function lengthWords(schemas: readonly JsonObject[], what: string, one: string, many = `${one}s`): string {
  const least = numberAt(schemas, `min${what}`);
  const most = numberAt(schemas, `max${what}`);
  const counted = (n: number) => `${n} ${n === 1 ? one : many}`;
  if (least !== undefined && most !== undefined)
    return least === most ? `of ${counted(least)}` : `of ${least} to ${counted(most)}`;
  if (least !== undefined && least > 0) return `of at least ${counted(least)}`;
  return most === undefined ? '' : `of at most ${counted(most)}`;
}

/** A value as printed in a sentence. */
export function quoted(value: Json): string {
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 61) : value) ?? 'null';
  return text.length > 62 ? `${text.slice(0, 60)}…` : text;
}
