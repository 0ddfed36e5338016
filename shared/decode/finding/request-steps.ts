import { anyOf, inRow } from '../../dialects/patterns.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { surelyMeant } from '../../text/nearest-word.ts';
import { argumentMeant } from '../words/argument-meant.ts';
import { compareArguments, compareParameters } from '../words/argument-steps.ts';
import { short } from '../words/fact-words.ts';
import { callFirst, offeredIn } from '../words/given-remedy.ts';
import { addressNotFound, placeNotFound } from '../words/place-not-found.ts';
import { inMarks } from '../words/shorten.ts';
import type { Decision } from './decision.ts';
import { isWithoutArguments } from './message-signs.ts';

/** Arguments were rejected without a list: the sentence may be about one of them. */
export function refusedSteps(decision: Decision): string[] {
  const { call, reason } = decision;
  if (isWithoutArguments(call)) return [noArguments];
  const together = argumentsTogether(call, reason);
  if (together !== null) return [together];
  const offered = offeredSteps(reason);
  const meant = argumentMeant(call, reason);
  if (meant === null) return offered.length > 0 ? offered : schemaHint(decision);
  return [`Change ${short(meant.name, 60)}: the server objects to ${valueWords(meant.value)}.`, ...offered];
}

/** A rule about two arguments together; null if the sentence names fewer than two that were sent. */
export function argumentsTogether({ params, inputSchema }: Decision['call'], reason: string): string | null {
  const said = reason.slice(0, 300);
  const known = { ...asObject(member(inputSchema, 'properties')), ...asObject(member(params, 'arguments')) };
  const spoken = new Set(said.split(/[^\w$.-]+/));
  const [one, other] = Object.keys(known)
    .filter((name) => spoken.has(name))
    .sort((first, second) => said.indexOf(first) - said.indexOf(second));
  if (one === undefined || other === undefined) return null;
  if (notBoth.test(said)) return `Pass ${short(one, 40)} or ${short(other, 40)}, not both.`;
  return ordered.test(said)
    ? `Change ${short(one, 40)} or ${short(other, 40)}: ${said.trim().replace(/\.$/, '')}.`
    : null;
}

const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const notBoth = anyOf(
  /\bnot both\b|\bcannot be (?:used|combined|set|given) (?:together|with)\b|\bmutually exclusive\b/i,
  /\bonly one of\b|\beither\b.{1,60}\bor\b/i,
);
const ordered = inRow(
  /\b(?:must|should|has to|cannot|can't|may not) (?:not )?be /i,
  /(?:before|after|less|greater|smaller|larger|earlier|later|at least|at most)\b/i,
);

export const noArguments = 'No arguments were sent: pass what the input schema in tools/list requires.';

/** The choices that the message lists. */
function offeredSteps(reason: string): string[] {
  const offered = offeredIn(reason);
  if (offered === null) return [];
  if (offered.items === null)
    return [`The message lists no ${offered.of === '' ? 'entries' : offered.of}: add one first.`];
  return [`Choose from what the server lists: ${inMarks(offered.items, 200)}`];
}

function valueWords(value: Json): string {
  if (typeof value === 'string') return inMarks(value, 80);
  return typeof value === 'object' ? 'its value' : String(value);
}

export function schemaHint({ call: { method, inputSchema }, reading }: Pick<Decision, 'call' | 'reading'>): string[] {
  if (method !== 'tools/call') return [compareParameters];
  if (inputSchema === undefined || reading.argumentIssues.length > 0) return [compareArguments];
  // They were checked: the schema has nothing to add.
  return reading.issues.length > 0
    ? []
    : ['Go by the server’s words: the arguments fit the schema that the tool lists, and it wants more than that.'];
}

export function notFound(decision: Decision): string[] {
  const { call, reason, meaning } = decision;
  const { method } = call;
  const before = method === 'tools/call' ? callFirst(reason) : null;
  if (before !== null) return [`Call ${before} first, then repeat this one.`];
  if (meaning?.name === 'Unknown tool') return toolSteps(call);
  if (method === 'prompts/get' || meaning?.name === 'Unknown prompt') return ['Pick a name from prompts/list.'];
  if (method?.startsWith('resources/') || meaning?.name === 'Unknown resource')
    return ['Pick an address from resources/list, or fill in a template from resources/templates/list.'];
  if (/\bENOENT\b|no such file|file not found|directory not found/i.test(reason.slice(0, 500)))
    return [fileStep(decision), 'List the folder first.'];
  if (ofTables.test(reason.slice(0, 500)))
    return ['Check the name of the table.', 'List the tables first, then use a name from that list.'];
  if (isWithoutArguments(call)) return [noArguments];
  const offered = offeredSteps(reason);
  const meant = argumentMeant(call, reason);
  return [
    meant === null || isStatement(meant.value)
      ? 'Check the name or id in the arguments.'
      : `Check ${short(meant.name, 60)}: the server does not know ${valueWords(meant.value)}.`,
    ...(offered.length > 0 ? offered : ['List what exists first, then use an entry of that list.']),
  ];
}

const ofTables =
  /no such table|\btable (?:with name )?['"`]?[\w.$-]{1,100}['"`]? (?:does not|doesn't) exist|relation ".{1,100}" does not exist/i;

/** A query or a text that names what was not found. */
const isStatement = (value: Json): boolean => typeof value === 'string' && value.trim().split(' ').length > 3;

/** From the connection's tool list: the intended tool, or why there may be none. */
function toolSteps({ target = '', listedTools }: Decision['call']): string[] {
  if (listedTools?.length === 0)
    return [
      'tools/list is empty: the server may hide its tools from callers without the right token. Check the credentials.',
      'Then read tools/list again.',
    ];
  const near = listedTools === undefined ? null : surelyMeant(target, listedTools);
  if (near !== null) return [`Call ${near}: of the tools that the server lists, its name is the nearest.`];
  return [
    'Pick a name from tools/list: names are case-sensitive.',
    'Read tools/list again: the list may have changed.',
  ];
}

function fileStep({ call, reason }: Decision): string {
  const meant = argumentMeant(call, reason);
  return meant === null
    ? 'Check the path in the arguments: it is looked up where the server runs.'
    : `Check ${short(meant.name, 60)}: ${valueWords(meant.value)} is looked up as a path where the server runs.`;
}

/** Lists of ids contain no paths or URLs. */
export function placeSteps({ call, reason }: Decision): string[] | null {
  const place = placeNotFound(call, reason);
  if (place === null) return null;
  return place.kind === 'path'
    ? ['Check the path in the arguments: it is looked up where the server runs.']
    : ['Check the address in the arguments: the web server there does not know it.'];
}

/** A URL that is in no argument was built by the server. */
export function ownAddressSteps({ call, reason }: Decision): string[] | null {
  const address = addressNotFound(call, reason);
  return address === null
    ? null
    : ['The server asks an address that does not exist: check its base URL in the settings, or update the server.'];
}
