// Assigns the server's statements to the arguments that they are about.

import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, member } from '../json/json.ts';
import { type Path, pathIn, pointerOf } from '../json/json-place.ts';
import { pointerPart } from '../json/json-pointer.ts';
import { type Hint, readHint } from './read-hint.ts';
import { namesAt, schemasAt } from './schemas-at.ts';

const mostHints = 20;

export interface Said {
  path: Path;
  message: string;
  hint: Hint;
}

export function readSaid(schema: Json | null, args: Json, issues: readonly FieldIssue[], message: string): Said[] {
  const said = issues.slice(0, mostHints).map((issue): Said => {
    const pointer = issue.path.replace(/^(?:\/params)?\/arguments(?=\/|$)/, '');
    const path = pointer === '' ? (placeNamed(schema, args, issue.message) ?? []) : pathIn(args, pointer);
    return { path, message: issue.message, hint: readHint(issue.message, issue.code) };
  });
  const whole = message.slice(0, 2000);
  if (whole === '') return said;
  const path = placeNamed(schema, args, whole);
  if (said.length === 0) return [{ path: path ?? [], message: lineAbout(whole, path), hint: readHint(whole) }];
  const [only] = said;
  // One sentence about one argument: the message may contain what its issue list leaves out.
  if (only && said.length === 1 && (path === null || pointerOf(path) === pointerOf(only.path)))
    only.hint = joined(only.hint, readHint(whole));
  return said;
}

/** Of several texts, the one that names the argument, else the first. */
function lineAbout(whole: string, path: Path | null): string {
  const lines = whole.split('\n');
  const name = String(path?.at(-1) ?? '');
  return (name === '' ? undefined : lines.find((line) => line.includes(name))) ?? lines[0] ?? '';
}

function joined(hint: Hint, more: Hint): Hint {
  return {
    types: hint.types.length > 0 ? hint.types : more.types,
    choices: hint.choices.length > 0 ? hint.choices : more.choices,
    least: hint.least ?? more.least,
    most: hint.most ?? more.most,
    isOpen: hint.least === null && hint.most === null ? more.isOpen : hint.isOpen,
    meant: hint.meant ?? more.meant,
    example: hint.example ?? more.example,
    unknown: hint.unknown.length > 0 ? hint.unknown : more.unknown,
    isMissing: hint.isMissing || more.isMissing,
  };
}

/** The one argument whose name, or else value, is in the sentence; null: none, or several. */
export function placeNamed(schema: Json | null, args: Json, message: string): Path | null {
  const sent = isObject(args) ? Object.keys(args).slice(0, 400) : [];
  const names = [...new Set([...namesAt(schema === null ? [] : schemasAt(schema, [])), ...sent])];
  // Most sentences name none and need not be split into words.
  const near = names.filter((name) => message.includes(name));
  if (near.length === 0) return valueNamed(args, sent, message);
  const words = new Set(message.split(/[^\w$.-]+/, 400).flatMap((word) => [word, word.replace(/(?<![.,])[.,]+$/, '')]));
  const inner = innerNamed(words, near, args);
  if (inner !== null) return inner;
  const named = near.filter((name) => words.has(name) && !isPartOfLonger(name, names, message));
  if (named.length === 1) return [named[0] as string];
  return named.length > 1 ? null : valueNamed(args, sent, message);
}

/** `No time zone found` means `target_timezone`, not `time`: each time it is said, a neighbor belongs to it. */
function isPartOfLonger(name: string, names: readonly string[], message: string): boolean {
  const short = letters(name);
  const longer = names.map(letters).filter((other) => other.length > short.length && other.includes(short));
  if (longer.length === 0) return false;
  const words = message.split(/[^\w$.-]+/, 400);
  return words.every((word, at) => {
    if (word !== name) return true;
    const spelled = [`${short}${letters(words[at + 1] ?? '')}`, `${letters(words[at - 1] ?? '')}${short}`];
    return longer.some((other) => spelled.some((both) => both.length > short.length && other.includes(both)));
  });
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The one argument whose value the sentence quotes. */
function valueNamed(args: Json, sent: readonly string[], message: string): Path | null {
  const valued = sent.filter((name) => {
    const value = member(args, name);
    return typeof value === 'string' && value !== '' && value.length < 100 && isQuoted(message, value);
  });
  return valued.length === 1 ? [valued[0] as string] : null;
}

/** `payment.number`, for an argument `payment`; null: none, or several. */
function innerNamed(words: ReadonlySet<string>, names: readonly string[], args: Json): Path | null {
  const inner = [...words].filter((word) => word.includes('.') && names.includes(word.slice(0, word.indexOf('.'))));
  const places = [
    ...new Set(
      inner.map(
        (word) =>
          `/${word
            .replace(/(?<!\.)\.+$/, '')
            .split('.')
            .map(pointerPart)
            .join('/')}`,
      ),
    ),
  ];
  return places.length === 1 && places[0] !== undefined ? pathIn(args, places[0]) : null;
}

const isQuoted = (text: string, value: string): boolean =>
  ['"', "'", '`'].some((quote) => text.includes(`${quote}${value}${quote}`)) || text.includes(`“${value}”`);
