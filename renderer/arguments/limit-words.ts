// A schema's limits in a few words for a label: `whole number, 1 to 30`, `list, at least 1`. Shown before anything is wrong. Pure.

import { type JsonObject, member } from '../../shared/json/json.ts';
import { typesOfSchema } from './argument-schema.ts';

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  array: 'list',
  object: 'object',
  null: 'null',
};

/** `choices`: the number of allowed values; 0: any. */
export function limitWords(schema: JsonObject | null, choices: number): string {
  const types = typesOfSchema(schema).map((type) => typeNames[type] ?? type.slice(0, 40));
  const format = member(schema, 'format');
  const isFormatted = typeof format === 'string' && format !== '' && types.join() === 'text';
  const kind = choices > 0 ? `one of ${choices}` : isFormatted ? format.slice(0, 40) : types.join(' or ');
  const limits =
    choices > 0 ? [] : [rangeOf(schema), lengthOf(schema, 'Items', ''), lengthOf(schema, 'Length', ' characters')];
  const step = member(schema, 'multipleOf');
  if (choices === 0 && typeof step === 'number') limits.push(`steps of ${step}`);
  return [kind, ...limits].filter(Boolean).join(', ');
}

function rangeOf(schema: JsonObject | null): string {
  const [least, most] = [limit(schema, 'minimum'), limit(schema, 'maximum')];
  const [above, below] = [limit(schema, 'exclusiveMinimum'), limit(schema, 'exclusiveMaximum')];
  if (typeof least === 'number' && typeof most === 'number') return `${least} to ${most}`;
  return [
    typeof least === 'number' && `at least ${least}`,
    typeof most === 'number' && `at most ${most}`,
    typeof above === 'number' && `above ${above}`,
    typeof below === 'number' && `below ${below}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Libraries write the range of a safe integer as a limit; that says nothing to a person. */
function limit(schema: JsonObject | null, name: string): number | null {
  const value = member(schema, name);
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;
}

function lengthOf(schema: JsonObject | null, what: 'Items' | 'Length', unit: string): string {
  const [least, most] = [member(schema, `min${what}`), member(schema, `max${what}`)];
  const words = (count: number) => `${count}${count === 1 ? unit.replace('characters', 'character') : unit}`;
  if (typeof least === 'number' && typeof most === 'number')
    return least === most ? words(least) : `${least} to ${words(most)}`;
  if (typeof least === 'number') return `at least ${words(least)}`;
  return typeof most === 'number' ? `at most ${words(most)}` : '';
}
