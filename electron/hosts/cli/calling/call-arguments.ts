// The words after a tool's name as its arguments: `city=Oslo` is text, `days:=3` is JSON, `note=@file` and `rows:=@file` read a file.
// Owns reading them; what the values must be is the schema's to say.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../../../shared/json/json.ts';
import { resolveReference } from '../../../../shared/schema/check-schema.ts';
import { nameOf, readInput } from '../common/read-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';

export interface WrittenArguments {
  args: JsonObject;
  /** Names whose values are plain text and may be a number if the schema asks for one. */
  texts: ReadonlySet<string>;
}

const pair = /^([^=:@\s][^=\s]{0,199}?)(:?=)(@?)(.*)$/s;

/** `file`: JSON from --arg-file, which the words add to. Throws a UsageError. */
export async function readArguments(
  run: CommandRun,
  words: readonly string[],
  file: string | undefined,
): Promise<WrittenArguments> {
  const args: JsonObject = file === undefined ? {} : readObject(await readInput(run, file), nameOf(file));
  const texts = new Set<string>();
  const [first = ''] = words;
  if (words.length === 1 && /^\s*[{[]/.test(first))
    return { args: { ...args, ...readObject(first, 'The arguments') }, texts };
  for (const word of words) {
    const [, name, sign, at, rest = ''] = pair.exec(word) ?? [];
    if (name === undefined)
      throw new UsageError(
        `"${word}" is not an argument. Write name=text, name:=JSON, name=@file, or all arguments as one JSON object.`,
      );
    const text = at === '@' ? await readInput(run, rest) : rest;
    if (sign === '=') texts.add(name);
    if (name === '__proto__') throw new UsageError('An argument cannot be called __proto__.');
    args[name] = sign === ':=' ? readJson(text, name) : text;
  }
  return { args, texts };
}

function readJson(text: string, name: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError(`${name} is not JSON: ${parsed.problem}. Write ${name}=text for plain text.`);
  return parsed.value;
}

function readObject(text: string, what: string): JsonObject {
  if (text.trim() === '') throw new UsageError(`${what} is empty.`);
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError(`${what} is not JSON: ${parsed.problem}.`);
  if (!isObject(parsed.value)) throw new UsageError(`${what} must be one JSON object.`);
  return parsed.value;
}

/** Text that a schema wants as a number or a truth value becomes one, where it reads as one and may not be text. */
export function typedArguments({ args, texts }: WrittenArguments, schema: Json): JsonObject {
  const typed: JsonObject = { ...args };
  for (const name of texts) {
    const text = args[name];
    if (typeof text !== 'string') continue;
    const types = typesOf(schema, member(member(schema, 'properties'), name));
    if (types.length === 0 || types.includes('string')) continue;
    const parsed = parseJson(text);
    if (parsed.ok && types.includes(typeName(parsed.value))) typed[name] = parsed.value;
  }
  return typed;
}

function typesOf(schema: Json, property: Json | undefined): string[] {
  const reference = member(property, '$ref');
  const target = typeof reference === 'string' ? resolveReference(schema, reference) : property;
  const type = member(target, 'type');
  const all = Array.isArray(type) ? type : [type];
  return all.flatMap((one) => (one === 'integer' ? ['number'] : typeof one === 'string' ? [one] : []));
}

const typeName = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : typeof value;
