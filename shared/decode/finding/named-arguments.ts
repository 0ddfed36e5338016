// Which arguments a rejection is about if it has no list of issues: the server's sentence or field names them. Misfire's own check adds
// what the server left out, and names arguments only if the server named none.

import { hintAccepts, readHint } from '../../correct/read-hint.ts';
import { placeNamed } from '../../correct/said.ts';
import { isObject, member } from '../../json/json.ts';
import { pointerOf } from '../../json/json-place.ts';
import { nameAskedFor, unfitArguments } from '../claims/whose-issues.ts';
import { addIssue, type CallFacts, pointerFromDotted, type Reading } from '../reading/reading.ts';
import { argumentMeant } from '../words/argument-meant.ts';
import { argumentsTogether } from '../words/arguments-together.ts';
import { short } from '../words/fact-words.ts';

/**
 * Arguments were rejected without a list. A field that the server names comes first, then the one in its sentence. What the schema shows
 * is Misfire's, and only added if the server named no field.
 */
export function addOwnIssues(reading: Reading, message: string): void {
  if (addNamedField(reading, message)) return;
  const { call } = reading;
  const unfit = unfitArguments(reading);
  // A rule about several arguments blames none of them.
  if (unfit.length === 0 && argumentsTogether(call, message) !== null) return;
  const place =
    placeInArguments(call, message) ??
    placeAskedFor(call, message) ??
    // A schema violation is known; the sentence is only a guess.
    (unfit.length === 0 ? placeMeant(call, message) : null);
  if (place !== null) addIssue(reading, { path: place, message: short(message, 300) });
  const spoken = reading.issues.map(({ path }) => path);
  for (const issue of unfit) if (!spoken.includes(issue.path)) addIssue(reading, { ...issue, by: 'schema' });
}

/** "Maximum limit is 50" rejects a number of that name that is above. */
export function addBrokenLimit(reading: Reading, message: string): void {
  const meant = argumentMeant(reading.call, message);
  if (meant === null || !meant.isNamed || typeof meant.value !== 'number') return;
  const { least, most, isOpen } = readHint(message);
  const limit = { ...readHint(''), least, most, isOpen };
  if (!hintAccepts(limit, meant.value))
    addIssue(reading, { path: pointerOf([meant.name]), message: short(message, 300) });
}

/** Without arguments and without an issue list, only the sentence names the missing one. */
function placeAskedFor(call: CallFacts, message: string): string | null {
  if (call.method !== 'tools/call') return null;
  const name = requiredName.exec(message.slice(0, 200))?.[1] ?? (hasArguments(call) ? null : nameAskedFor(message));
  const listed = member(call.inputSchema, 'properties');
  if (name === null || (isObject(listed) && member(listed, name) === undefined)) return null;
  return pointerOf([name]);
}

/** The argument whose value the message repeats, or the only one sent. */
function placeMeant(call: CallFacts, message: string): string | null {
  const meant = message === '' ? null : argumentMeant(call, message);
  return meant === null ? null : pointerOf([meant.name]);
}

/** `Invalid fileKey: Required` */
const requiredName = /^(?:invalid|missing) ['"`]?([A-Za-z_]\w{0,60})['"`]?: (?:is )?required\b/i;

function hasArguments({ params }: CallFacts): boolean {
  const sent = member(params, 'arguments');
  return isObject(sent) ? Object.keys(sent).length > 0 : sent !== undefined && sent !== null;
}

/** Sentences start with a capital letter, arguments seldom do: `Workspace is required` means `workspace`. */
export function placeIssues(reading: Reading): void {
  const { method, params, inputSchema } = reading.call;
  if (method !== 'tools/call') return;
  const holders = [member(inputSchema, 'properties'), member(params, 'arguments')];
  const isKnown = (name: string) => holders.some((holder) => member(holder, name) !== undefined);
  reading.issues = reading.issues.map((issue) => {
    const name = issue.path.slice(1);
    if (!/^[A-Z][a-z]\w{0,60}$/.test(name) || isKnown(name)) return issue;
    const small = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return isKnown(small) ? { ...issue, path: `/${small}` } : issue;
  });
}

function placeInArguments({ method, params, inputSchema }: CallFacts, message: string): string | null {
  if (method !== 'tools/call' || message === '') return null;
  // `name.trim is not a function`: the method was called on the argument.
  const said = message.slice(0, 2000).replace(/\.\w{1,40}(?= is not a function\b)/, '');
  const place = placeNamed(inputSchema ?? null, member(params, 'arguments') ?? {}, said);
  return place === null ? null : pointerOf(place);
}

/** A field next to the message, and the reason beside it if the message only says that something is invalid. */
function addNamedField(reading: Reading, message: string): boolean {
  const field = reading.values.get('field')?.value;
  if (typeof field !== 'string') return false;
  const reason = reading.values.get('reason')?.value;
  const said = typeof reason === 'string' && saysNothing.test(message) ? reason : message;
  addIssue(reading, { path: pointerFromDotted(field), message: short(said, 300) || 'is not accepted' });
  return true;
}

const saysNothing =
  /^(?:invalid (?:params|parameters|arguments|input|request)|validation (?:failed|error)|bad request)?[.!]?$/i;
