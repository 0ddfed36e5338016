// What the finding of the last attempt says about the arguments: changes with evidence, and places where a value would be a guess.

import { applyFix } from '../../correct/apply-fix.ts';
import { namesAt, schemasAt, typesAt } from '../../correct/schemas-at.ts';
import { choicesAt, wantedWords } from '../../correct/wanted.ts';
import type { Missing } from '../../failure.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { type Path, pathIn, pointerOf, setAt, valueAt } from '../../json/json-place.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import type { FixAttempt, FixChange, FixOption } from './fix-types.ts';

export interface OpenPlace {
  path: string;
  /** Omitted: nothing was sent. */
  sent?: Json;
  wants: string;
  /** Of the schema; empty: unknown. */
  types: readonly string[];
  says: string;
  /** All allowed values, if they are few; empty: any that fits. */
  options: FixOption[];
  optionsFrom: 'schema' | 'server';
  /** Near to what was sent, or an example of the server: never sent without a person. */
  suggestions: FixOption[];
}

const mostStray = 5;

export interface Corrections {
  sure: FixChange[];
  open: OpenPlace[];
}

export function callArguments(params: string): Json | undefined {
  const read = parseJson(params);
  return read.ok ? member(read.value, 'arguments') : undefined;
}

/** `schema` null: the server lists no such tool. */
export function correctionsFor({ failure, params }: FixAttempt, schema: JsonObject | null): Corrections {
  const args = callArguments(params);
  if (failure?.fix.kind !== 'request') return { sure: [], open: [] };
  const { changes, missing } = failure.fix;
  const guesses = changes.filter(({ isGuess }) => isGuess);
  const sure = changes
    .filter(({ isGuess }) => !isGuess)
    .map(({ from, isGuess: _, ...change }): FixChange => ({ ...change, source: from }));
  const open = missing.map((one) => firstOpenPlace(one, args, schema));
  for (const { path, after, because, before } of guesses) {
    const known = open.find((place) => place.path === path);
    const place = known ?? firstOpenPlace({ path, wants: '', isSent: before !== undefined }, args, schema);
    if (known === undefined) open.push(place);
    if (after !== undefined) suggest(place, { value: after, because });
  }
  return { sure, open: open.filter(({ path }) => path !== '') };
}

/** What is known about one argument. */
export function firstOpenPlace(
  { path, wants, says, choices = [] }: Missing,
  args: Json | undefined,
  schema: JsonObject | null,
): OpenPlace {
  const place = pathIn(args, path);
  const sent = valueAt(args, place);
  const schemas = schema === null ? [] : schemasAt(schema, place);
  const types = typesAt(schemas);
  const allowed = choicesAt(schemas);
  const isFlag = types.length === 1 && types[0] === 'boolean';
  const named = choices.length > 1 ? choices.map((choice) => typedAs(choice, types, sent)) : [];
  const options = named.length > 0 ? named : allowed.length > 1 ? allowed : isFlag ? [true, false] : [];
  return {
    path,
    ...(sent === undefined ? {} : { sent }),
    wants: wantedWords(schemas, false) || wants.replace(/ such as .*/s, ''),
    types,
    says: says ?? '',
    options: options.map((value) => ({ value })),
    optionsFrom: named.length > 0 ? 'server' : 'schema',
    suggestions: sent === undefined && options.length === 0 && schema !== null ? strayValues(args, place, schema) : [],
  };
}

/** What was sent under names that the tool does not know, if it fits here. A person says whether it was meant. */
function strayValues(args: Json | undefined, place: Path, schema: JsonObject): FixOption[] {
  const parent = place.slice(0, -1);
  const holder = valueAt(args, parent);
  if (!isObject(holder)) return [];
  const known = new Set(namesAt(schemasAt(schema, parent)));
  const pointer = pointerOf(place);
  const fits = (value: Json) =>
    checkSchema(schema, setAt(args, place, value)).every(({ path }) => !`${path}/`.startsWith(`${pointer}/`));
  return Object.entries(holder)
    .filter(([name, value]) => !known.has(name) && fits(value))
    .slice(0, mostStray)
    .map(([name, value]) => ({ value, because: `it was sent as ${name}` }));
}

/** Of several allowed values it moves to the front. */
function suggest(place: OpenPlace, option: FixOption): void {
  const key = JSON.stringify(option.value);
  const others = place.options.filter(({ value }) => JSON.stringify(value) !== key);
  if (place.options.length > 0)
    place.options = others.length < place.options.length ? [option, ...others] : place.options;
  else place.suggestions.push(option);
}

/** A server's word in the type that the schema wants, or without one in the type that was sent. */
export function typedAs(word: string, types: readonly string[], sent: Json | undefined): Json {
  if (types.includes('string') || (types.length === 0 && typeof sent !== 'number' && typeof sent !== 'boolean'))
    return word;
  const read = parseJson(word.trim());
  return read.ok ? read.value : word;
}

/** The params with these changes; everything else as it was. */
export function withChanges(params: string, changes: readonly FixChange[]): { params: string } | { problem: string } {
  const applied = applyFix(params, {
    kind: 'request',
    changes: changes.map(({ source: _, ...change }) => ({ ...change, from: 'server' })),
    missing: [],
  });
  return 'problem' in applied ? applied : { params: JSON.stringify(JSON.parse(applied.params)) };
}
