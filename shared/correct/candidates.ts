// Candidate values for an argument: those the server named, or those the schema allows. correct-arguments.ts tries each and chooses.

import type { Change } from '../failure.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { plainWord, surelyMeant } from '../text/nearest-word.ts';
import { conversions } from './convert.ts';
import type { Said } from './said.ts';
import { choicesAt, numberAt, typeName } from './wanted.ts';

export interface ValueCandidate {
  value: Json | undefined;
  because: string;
  from: Change['from'];
  /** Other values fit as well. */
  isGuess?: true;
}

export function converted(value: Json, types: readonly string[], from: Change['from']): ValueCandidate[] {
  return conversions(value, types).map((one) => ({
    value: one.value,
    because: one.because ?? `the ${from} wants ${typeName(one.type)}`,
    from,
  }));
}

/** A value other than the one sent, as the server named it. */
export function chosenBy({ hint, message }: Said, value: Json): ValueCandidate[] {
  const found: ValueCandidate[] = [];
  const add = (next: Json | undefined, because: string, isSure = true) => {
    if (next !== undefined) found.push({ value: next, because, from: 'server', ...guessUnless(isSure) });
  };
  const asked = hint.meant ?? undefined;
  // A server may propose a value that has nothing to do with the one that was sent.
  if (asked !== undefined)
    for (const one of asSent(asked))
      add(one, 'the server asks whether this was meant', surelyMeant(String(value), [asked]) !== null);
  const [only, ...others] = hint.choices;
  if (only !== undefined && others.length === 0)
    for (const one of asSent(only)) add(one, 'the only one that the server names');
  const near = typeof value === 'string' && others.length > 0 ? surelyMeant(value, hint.choices) : null;
  if (near !== null)
    for (const one of asSent(near)) add(one, 'the nearest of those that the server names', isSameWord(near, value));
  const isOpen = hint.isOpen || (hint.least !== null && hint.most !== null);
  add(clamped(value, hint.least, hint.most, isOpen), `the server says: ${message.slice(0, 160)}`, false);
  return found;
}

export function chosenIn(schemas: readonly JsonObject[], value: Json): ValueCandidate[] {
  const found: ValueCandidate[] = [];
  const choices = choicesAt(schemas);
  const texts = choices.filter((choice) => typeof choice === 'string');
  if (typeof value === 'string') {
    const near = surelyMeant(value, texts) ?? texts.find((choice) => choice === value.trim());
    if (near !== undefined && near !== null)
      found.push({
        value: near,
        because: 'the nearest of those that the schema allows',
        from: 'schema',
        ...guessUnless(isSameWord(near, value)),
      });
    if (value.trim() !== value)
      found.push({ value: value.trim(), because: 'without the space around it', from: 'schema' });
  }
  const least = numberAt(schemas, 'minimum') ?? null;
  const most = numberAt(schemas, 'maximum') ?? null;
  const number = typeof value === 'string' ? (conversions(value, ['number'])[0]?.value ?? value) : value;
  const kept = clamped(number, least, most, least !== null && most !== null);
  // Both limit and default lead there.
  if (kept !== undefined && schemas.some((schema) => member(schema, 'default') === kept))
    found.push({ value: kept, because: 'the schema’s default', from: 'schema' });
  else if (kept !== undefined)
    found.push({
      value: kept,
      because:
        kept === most ? `the most that the schema allows is ${most}` : `the least that the schema allows is ${least}`,
      from: 'schema',
      isGuess: true,
    });
  return found;
}

const guessUnless = (isSure: boolean): Pick<ValueCandidate, 'isGuess'> => (isSure ? {} : { isGuess: true });

/** They differ in case, spaces and punctuation only. */
const isSameWord = (one: string, other: Json): boolean =>
  typeof other === 'string' && plainWord(one) === plainWord(other);

/** The limit that a number breaks. An open limit and a range have many allowed values: none of them is named. */
function clamped(value: Json, least: number | null, most: number | null, isOpen: boolean): number | undefined {
  if (typeof value !== 'number' || isOpen) return undefined;
  if (most !== null && !(value <= most)) return most;
  return least !== null && !(value >= least) ? least : undefined;
}

/** For a missing value. An example shows what a value looks like; it never replaces one that was sent. */
export function givenBy(said: Said | null): ValueCandidate[] {
  if (!said) return [];
  const { hint } = said;
  const found: ValueCandidate[] = [];
  const [only, ...others] = hint.choices;
  if (only !== undefined && others.length === 0 && hint.unknown.length === 0)
    for (const value of asSent(only))
      found.push({ value, because: 'the only one that the server names', from: 'server' });
  if (hint.example !== null)
    for (const value of asSent(hint.example))
      found.push({
        value,
        because: 'the server’s example: check that it is what you want',
        from: 'server',
        isGuess: true,
      });
  return found;
}

/**
 * Values that the schema sets. Its examples are only shown as examples: the user's intent is unknown. Its default stands
 * for a missing value, never for one that was sent.
 */
export function givenIn(schemas: readonly JsonObject[], sent: Json | undefined = undefined): ValueCandidate[] {
  const found: ValueCandidate[] = [];
  const add = (value: Json | undefined, because: string) => {
    if (value !== undefined) found.push({ value, because, from: 'schema' });
  };
  for (const schema of schemas) add(member(schema, 'const'), 'the only value that the schema allows');
  for (const schema of schemas) {
    const choices = member(schema, 'enum');
    if (Array.isArray(choices) && choices.length === 1) add(choices[0], 'the only value that the schema allows');
  }
  if (sent == null || sent === '') for (const schema of schemas) add(member(schema, 'default'), 'the schema’s default');
  return found.slice(0, 12);
}

/** A word of a message may mean a text, a number, true or false: the one that matches its path is used. */
function asSent(word: string): Json[] {
  return [word, ...conversions(word, ['number', 'boolean']).map(({ value }) => value)];
}
