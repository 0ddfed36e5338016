// The argument that a message is about if it does not name it exactly: its value is repeated, its name is paraphrased (`Request not
// found` for `requestId`), or it is the only one.

import { isObject, type Json, member } from '../../json/json.ts';
import type { CallFacts } from '../reading/reading.ts';
import { lastPartOf, saysGone } from './place-not-found.ts';
import { inMarks } from './shorten.ts';

interface ArgumentMeant {
  name: string;
  value: Json;
  /** The message repeats its value or name; it is not just the only argument. */
  isNamed: boolean;
}

const mostArguments = 40;
const farEnough = 2000;
/** Parts of a name that do not describe the thing. */
const plain = new Set(['id', 'ids', 'key', 'name', 'names', 'number', 'no', 'uuid', 'ref', 'slug', 'the', 'of', 'in']);

export function argumentMeant(
  { method, params }: Pick<CallFacts, 'method' | 'params'>,
  message: string,
): ArgumentMeant | null {
  const args = member(params, 'arguments');
  if (method !== 'tools/call' || !isObject(args)) return null;
  const sent = Object.entries(args).slice(0, mostArguments) as [string, Json][];
  const said = message.slice(0, farEnough);
  const repeated = sent.filter(([, value]) => repeats(said, value));
  const named = repeated.length === 1 ? repeated : sent.filter(([name]) => speaksOf(said, name));
  if (named.length === 1) return meant(named[0] as [string, Json], true);
  return sent.length === 1 && !asksForMore.test(said) ? meant(sent[0] as [string, Json], false) : null;
}

/** Something must be added, so an argument that was sent is not meant. */
const asksForMore =
  /\b(?:required|missing|provided?|specif(?:y|ied)|at least one|either|needs?|unknown|unrecogni[sz]ed|unexpected)\b/i;

const meant = ([name, value]: [string, Json], isNamed: boolean): ArgumentMeant => ({ name, value, isNamed });

function repeats(said: string, value: Json): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (text.length < 2 || text.length > 200 || text.includes('\n')) return false;
  const at = said.indexOf(text);
  // A short value may be part of an unrelated word.
  return at >= 0 && !isWordy(said.charAt(at - 1)) && !isWordy(said.charAt(at + text.length));
}

const isWordy = (letter: string): boolean => letter !== '' && /[\w]/.test(letter);

const after = new Set(['not', 'does', 'doesn', 'is', 'was', 'could', 'unknown', 'missing', 'no', 'with']);
const before = new Set(['no', 'such', 'unknown', 'invalid', 'find', 'missing', 'nonexistent', 'exist']);

/** `Request not found` means `requestId`, `No such data source` means `data_source_name`; `Error executing query` means neither. */
function speaksOf(said: string, name: string): boolean {
  const words = wordsOf(name).filter((word) => !plain.has(word));
  const [first] = words;
  if (first === undefined) return false;
  // `Failed to write data: 404 Not Found`: what follows the colon is not about the data.
  return said.split(/: /).some((clause) => isAbout(wordsOf(clause), first, words));
}

function isAbout(spoken: readonly string[], first: string, words: readonly string[]): boolean {
  return spoken.some((word, at) => {
    const isHere = word === first && words.every((part, step) => spoken[at + step] === part);
    if (!isHere) return false;
    const next = spoken.slice(at + words.length, at + words.length + 3);
    return before.has(spoken[at - 1] ?? '') || next.some((other) => after.has(other));
  });
}

/** `orderId` → order, id */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** A value repeated later in the text is part of the result. */
const wholeAnswer = 10_000;

/** The one argument whose value the server repeats, else the one its text is about. */
export function soughtArgument(account: CallFacts, message: string): { noun: string; sought: string } | null {
  const { params, target, answer, http } = account;
  const args = member(params, 'arguments');
  if (!isObject(args)) return null;
  const said = (answer?.text ?? http?.body ?? '').slice(0, wholeAnswer);
  // A sentence about a file may say that something else is missing.
  const isOther = (value: string) => isPath.test(value) && !saysGone(message);
  const found: { noun: string; sought: string }[] = [];
  for (const [name, value] of Object.entries(args).slice(0, 40)) {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    // A query is not the name of what was not found.
    if (text.length > 60 || isStatement(text) || !repeats(said, text) || isOther(text)) continue;
    found.push({ noun: nounOf(name, target ?? ''), sought: text });
  }
  const asked = found.length > 1 ? lastPartOf(message) : undefined;
  const only = found.length === 1 ? found[0] : found.find(({ sought }) => sought === asked);
  if (only !== undefined) return only;
  const meant = found.length === 0 ? argumentMeant(account, message) : null;
  const value = meant?.isNamed && typeof meant.value === 'string' ? meant.value : '';
  return value === '' || value.length > 60 || isStatement(value) || isOther(value)
    ? null
    : { noun: nounOf(meant?.name ?? '', target ?? ''), sought: value };
}

const isPath = /^(?:\/|~\/|\.{1,2}\/|file:|[A-Za-z]:[\\/])/;

/** `orderId` → `order`; `id` of `get_order` → `order`. */
function nounOf(name: string, tool: string): string {
  const words = wordsOf(name.slice(0, 60)).filter((word) => !/^(?:id|ids|key|name|number|no|uuid|ref)$/.test(word));
  // `old_key`: without the noun, only the adjective is left.
  if (words.length === 1 && modifiers.has(words[0] as string)) return wordsOf(name.slice(0, 60)).join(' ');
  const named = words.length > 1 ? words.filter((word) => word !== 'path') : words;
  const own = named.length > 0 ? named : wordsOf(tool.slice(0, 60)).slice(1);
  return own.length === 0 ? 'item' : own.slice(-2).join(' ');
}

const modifiers = new Set('old new source target from to first last current src dst dest parent base other'.split(' '));

/** A query or a text that names something. */
export const isStatement = (value: Json): boolean =>
  typeof value === 'string' && (value.trim().split(' ').length > 3 || / [=<>!]+ /.test(value));

export function valueWords(value: Json): string {
  if (typeof value === 'string') return inMarks(value, 80);
  return typeof value === 'object' ? 'its value' : String(value);
}
