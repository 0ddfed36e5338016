// The sentence for a request that can be corrected: which argument to set, pass, rename, remove or fix.

import { placeName } from '../../correct/correction.ts';
import { readHint } from '../../correct/read-hint.ts';
import { schemasAt } from '../../correct/schemas-at.ts';
import { choicesAt, wantedWords } from '../../correct/wanted.ts';
import type { Change, FieldIssue, Fix, Missing } from '../../failure.ts';
import { type Json, type JsonObject, member } from '../../json/json.ts';
import { pathIn, valueAt } from '../../json/json-place.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import { firstLine, type Reading } from '../reading/reading.ts';
import { listed, type Phrase } from '../words/phrase.ts';
import { stripDot } from '../words/reason-words.ts';
import { shorten, shortenPhrase } from '../words/shorten.ts';
import type { Decision } from './decision.ts';

/** The server's first objection, else the schema's. */
export function askFor({ reading }: Pick<Decision, 'reading'>, fix: Fix & { kind: 'request' }): Phrase | null {
  const { changes, missing } = fix;
  const total = changes.length + missing.length;
  const spoken = reading.issues.filter(({ by }) => by === undefined).map(({ path }) => path);
  const isSpoken = ({ path }: { path: string }) => spoken.includes(path);
  const change = changes.find(isSpoken);
  const gap = missing.find(isSpoken);
  const chosen = change ?? gap ?? changes[0] ?? missing[0];
  if (chosen === undefined) return null;
  // Several missing arguments: their names are more useful than the first one's type.
  const left = changes.length === 0 && total > 1 && missing.every(({ isSent }) => !isSent) ? missing : [];
  if (left.length > 0) return passAll(left.map(({ path }) => (path === '' ? 'the arguments' : placeName(path))));
  // "one of a, b and 1 more" would look like a third choice.
  const more = total > 1 ? ` (first of ${total})` : '';
  const must = mustPhrase(chosen, reading);
  const text = must?.must ?? ('because' in chosen ? changePhrase(chosen) : missingPhrase(chosen, reading.issues));
  return {
    sentence: `${shorten(must === null ? text : `${text}; ${must.sent}`, 90 - more.length)}${more}`,
    short: `${shortenPhrase(text, 40 - more.length)}${more}`,
  };
}

const mostNames = 3;

function passAll(names: readonly string[]): Phrase {
  const shown = names.slice(0, names.length > mostNames ? mostNames - 1 : mostNames);
  const text = `Pass ${listed([...shown, ...(shown.length < names.length ? [`${names.length - shown.length} more`] : [])])}`;
  return { sentence: text, short: text };
}

const mostChoices = 4;

/** `amount must be above 0`, and what was sent, if the schema or the server names what is allowed. null: neither does. */
function mustPhrase(one: Change | Missing, { call, issues }: Reading): { must: string; sent: string } | null {
  const { params, inputSchema } = call;
  if ('because' in one && (one.was !== undefined || typeof one.before !== 'number' || typeof one.after !== 'number'))
    return null;
  const args = member(params, 'arguments');
  const sent = valueAt(args, pathIn(args, one.path));
  if (sent === undefined || one.path === '' || (typeof sent === 'object' && sent !== null)) return null;
  const schemas = inputSchema === undefined ? [] : schemasAt(inputSchema, pathIn(args, one.path));
  // Without a violation of the schema, the server's own words say more.
  const isRefused = schemas.length > 0 && schemas.some((schema) => checkSchema(schema, sent).length > 0);
  const named = 'because' in one ? [] : (one.choices ?? []);
  const choices = named.length > 1 ? named : isRefused ? choicesAt(schemas).map(plainly) : [];
  const wants =
    choices.length > 1 && choices.length <= mostChoices
      ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
      : isRefused && choices.length <= 1
        ? wantedWords(schemas, false)
        : wantedWords(spokenLimits(issues, one.path, sent), false);
  if (wants === '') return null;
  // The type of a number that was sent is right: its limit is what counts.
  const limit = typeof sent === 'number' ? wants.replace(/^(?:an integer|a number) (?:of )?/, '') : wants;
  return { must: `${placeName(one.path)} must be ${limit}`, sent: `you sent ${shorten(JSON.stringify(sent), 40)}` };
}

/** The limits that only the server names, if the number breaks them: as a schema would. */
function spokenLimits(issues: readonly FieldIssue[], path: string, sent: Json): JsonObject[] {
  const said = issues.find((issue) => issue.path === path && issue.by === undefined);
  if (said === undefined || typeof sent !== 'number') return [];
  const { least, most, isOpen } = readHint(said.message, said.code);
  const limits: JsonObject = {
    type: 'number',
    ...(least === null ? {} : { [isOpen ? 'exclusiveMinimum' : 'minimum']: least }),
    ...(most === null ? {} : { [isOpen ? 'exclusiveMaximum' : 'maximum']: most }),
  };
  return checkSchema(limits, sent).length > 0 ? [limits] : [];
}

const plainly = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function changePhrase({ path, was, after }: Change): string {
  const name = placeName(path);
  if (was !== undefined) return `Rename ${placeName(was)} to ${name}`;
  return after === undefined ? `Remove ${name}` : `Set ${name} to ${shown(after)}`;
}

function missingPhrase({ path, wants, says, isSent, choices = [] }: Missing, issues: readonly FieldIssue[]): string {
  const name = path === '' ? 'the arguments' : placeName(path);
  if (choices.length > 1 && choices.length <= 4)
    return `Pick ${article(name)} ${name}: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  const said = says ?? issues.find((issue) => issue.path === path)?.message ?? '';
  const own = stripDot(firstLine(withoutName(said, name)).trim());
  if (!isSent) return wants === '' ? `Pass ${name}` : `Pass ${name}: ${wants}`;
  return own === '' ? `Fix ${name}` : `Fix ${name}: ${own}`;
}

/** A sentence about an argument often starts with its name. */
function withoutName(text: string, name: string): string {
  const bare = text.replace(/^["'`]/, '');
  return bare.startsWith(name) ? bare.slice(name.length).replace(/^["'`]?[:\s]{0,4}/, '') : text;
}

const article = (name: string): string => (/^[aeiou]/i.test(name) ? 'an' : 'a');

function shown(value: Json): string {
  return shorten(JSON.stringify(value), 40);
}
