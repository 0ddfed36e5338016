// Decides whose values a list of issues is about. The caller must correct issues in the call's arguments. Issues in a response belong to
// the server or to an upstream service.

import { anyOf, inRow } from '../../dialects/patterns.ts';
import type { Evidence, FieldIssue } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { valueAtPointer } from '../../json/json-place.ts';
import { type CallFacts, type Reading, shallow } from '../reading/reading.ts';

type IssueOwner = 'arguments' | 'answer' | 'upstream' | 'setting' | 'credential';

/** Fields of MCP results. */
const answerNames = new Set(
  'content contents structuredContent messages toolResult tools prompts resources'.split(' '),
);
/** Fields of requests: an issue here was in the request. */
const requestNames = new Set(['', ...'params arguments args input method name body query root uri cursor'.split(' ')]);

export function whoseIssues(reading: Reading): IssueOwner {
  const { issues, call } = reading;
  const { method, params, inputSchema } = call;
  if (reading.messages.some(({ value }) => ofOutput.test(value.slice(0, 300)))) return 'answer';
  if (reading.messages.some(({ value }) => ofResponse.test(value.slice(0, 300)))) return 'upstream';
  const sent = member(params, 'arguments') ?? params;
  const names = issues.map(({ path }) => firstName(path));
  const known = member(inputSchema, 'properties');
  const isArgument = (name: string) =>
    requestNames.has(name) ||
    (isObject(sent) && Object.hasOwn(sent, name)) ||
    (isObject(known) && Object.hasOwn(known, name));
  if (names.every((name) => ofEnvironment.test(name) && !isArgument(name)))
    return names.some((name) => ofCredentials.test(name)) ? 'credential' : 'setting';
  if (names.some(isArgument) || reading.messages.some(({ value }) => ofArguments.test(value.slice(0, 300))))
    return 'arguments';
  if (method !== undefined && issues.every(({ path }) => isOfAnswer(path))) return 'answer';
  if (method !== 'tools/call' || !isObject(inputSchema) || reading.argumentIssues.length > 0) return 'arguments';
  // A service that rejects a request sends a status; without one its response had an unexpected shape.
  if (reading.statuses.some(({ value }) => value >= 400)) return 'arguments';
  return issues.every(isOfShape) || reading.messages.some(({ value }) => ofShape.test(value.slice(0, 300)))
    ? 'upstream'
    : 'arguments';
}

/** Text before a list of issues: it says whose values they are. */
const ofOutput =
  /\boutput validation\b|\bstructured ?content\b|\boutput schema\b|\bvalidation errors? for \w{1,80}Output\b/i;
/** How response parsers name missing fields; a refusal calls it a parameter, or says that it is required. */
const ofShape = /^missing required (?:property|key)\b/i;
const ofResponse = anyOf(
  /\bunexpected (?:response|answer|reply)\b/i,
  /\b(?:pars|decod|deserializ|read|validat)(?:e|ing) (?:\w{1,20} ){0,2}(?:response|answer|reply)\b/i,
  /\b(?:data|response|format|answer)(?: received| returned)? from (?:the )?[\w.-]{1,30}(?: API)?(?::|$)/i,
);
/** How environment variables are spelled. */
const ofEnvironment = /^[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,8}$/;
const ofCredentials = /KEY|TOKEN|SECRET|PASS/;
/** Speaks of arguments in general. */
export const ofArguments = /\b(?:arguments?|parameters?|params|input)\b/i;

function firstName(path: string): string {
  const start = path.indexOf('/');
  const end = path.indexOf('/', start + 1);
  return start < 0 ? '' : path.slice(start + 1, end < 0 ? undefined : end);
}

function isOfAnswer(path: string): boolean {
  const [, name = '', next = ''] = path.split('/', 3);
  return name === 'structuredContent' || name === 'toolResult' || (answerNames.has(name) && /^\d{1,4}$/.test(next));
}

/** Missing or of another type: what a response parser reports; a refusal would name lengths and choices. */
function isOfShape({ message, code }: FieldIssue): boolean {
  if (
    code !== undefined &&
    /^(?:invalid_type|invalid_union|missing|type_error|string_type|int_type|dict_type|list_type|model_type)/.test(code)
  )
    return true;
  return /^(?:field )?required\b|expected .{1,60} (?:received|got)/i.test(message.slice(0, 300));
}

const wanting = inRow(
  /(?:^|[\s'"`(:])([A-Za-z_][\w.-]{0,60})['"`)]{0,2}(?:=\S{1,40})?/g,
  /(?: (?:argument|parameter|param|field|property|option|value))? /g,
  [
    /is (?:required|missing|invalid|not set|not provided|not allowed|empty)|are required/g,
    /must (?:be|have|not|contain)|cannot be|can't be|should be|has to be|needs to be|was not provided/g,
    /not provided/g,
  ],
  /\b/g,
);
/** "You must specify a valid workspace". */
const demanding = inRow(
  /\b(?:must|need to|needs to|have to|please|should) /gi,
  /(?:specify|provide|pass|include|supply|select|choose|set) (?:an? |the )?(?:valid )?['"`]?/gi,
  /([A-Za-z_][\w.-]{0,60})/gi,
);
/** "Invalid JSON in filters", "cannot unmarshal string into Go struct field Query.limit of type int". */
const spoiled = anyOf(
  inRow(
    /\b(?:invalid|malformed|bad|parse|parsing|parsed|decode|decoding) (?:\w{1,12} ){0,3}/gi,
    /(?:in|for|of|argument|parameter|field) ['"`]?([A-Za-z_][\w-]{0,60})/gi,
  ),
  /\bGo struct field (?:\w{1,60}\.){0,6}(\w{1,60}) of type/gi,
);
const lacking =
  /missing \d{1,2} required (?:positional|keyword-only) arguments?: ['"](\w{1,60})['"]|unexpected keyword argument ['"](\w{1,60})['"]/;

/** Most messages have none of these words and skip the long patterns. */
const mayAsk =
  /requ|missing|nvalid|alformed|not set|not allowed|provided|empty|must|not be|n't be|should|to be|\bbad\b|pars|decod|Go struct|keyword/;

/** Whether a sentence that requires something by name means a tool argument or one of the server's functions. */
export function askedFor(reading: Reading): 'named' | 'inner' | null {
  const { method, params, inputSchema } = reading.call;
  const sent = member(params, 'arguments');
  const listed = member(inputSchema, 'properties');
  if (method !== 'tools/call' || (sent === undefined && !isObject(inputSchema))) return null;
  const isKnown = (name = ''): boolean => member(sent, name) !== undefined || member(listed, name) !== undefined;
  for (const { value } of reading.messages) {
    const head = value.slice(0, 400);
    if (!mayAsk.test(head)) continue;
    const inner = lacking.exec(head);
    if (inner !== null && isObject(inputSchema) && reading.argumentIssues.length === 0)
      return isKnown(inner[1] ?? inner[2]) ? 'named' : 'inner';
    if (!namesAny(head, sent) && !namesAny(head, listed)) continue;
    for (const pattern of [wanting, spoiled]) {
      pattern.lastIndex = 0;
      for (let match = pattern.exec(head); match !== null; match = pattern.exec(head))
        if (isKnown(match[1] ?? match[2])) return 'named';
    }
  }
  return null;
}

/** Words that occur before "must be" and are not arguments. */
const noNames = new Set(
  `
    it this that which value values argument arguments parameter parameters input inputs field you there they what
    request data either both one all any at least exactly the an a following missing
  `
    .trim()
    .split(/\s+/),
);

const alternatives = /\beither\b[^\n]{1,200}\bor\b|\bat least one of\b|\b(?:exactly|only) one of\b|^one of\b/i;

/** The argument that a sentence requires, if nothing else lists them; null: none, or several. */
export function nameAskedFor(message: string): string | null {
  const names = new Set<string>();
  const head = message.slice(0, 400);
  // A rule about several arguments, not about the one next to the verb.
  if (alternatives.test(head)) return null;
  for (const pattern of [wanting, demanding]) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(head); match !== null; match = pattern.exec(head))
      if (match[1] !== undefined && !noNames.has(match[1].toLowerCase()) && !ofEnvironment.test(match[1]))
        names.add(match[1]);
  }
  const [only, ...others] = names;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Whether a field name is in a text. */
function namesAny(text: string, object: Json | undefined): boolean {
  return isObject(object) && Object.keys(object).some((name) => text.includes(name));
}

/** Schema violations that would matter to any server; most servers ignore unknown arguments. */
export function unfitArguments({ argumentIssues }: Pick<Reading, 'argumentIssues'>): readonly FieldIssue[] {
  return argumentIssues.length === 0
    ? argumentIssues
    : argumentIssues.filter(({ code }) => code !== 'additionalProperties');
}

/** The invalid arguments, as sent. */
export function unfitEvidence({ params }: CallFacts, unfit: readonly FieldIssue[]): Evidence[] {
  return unfit.slice(0, 3).map(({ path, message }) => ({
    path: `request.params.arguments${path.replaceAll('/', '.')}`,
    value: shallow(sentAt(params, path), 1),
    means: `${message}, by the schema that the tool lists`,
  }));
}

/** The value at an issue's path; null if nothing was sent there. */
function sentAt(params: Json | undefined, path: string): Json {
  return valueAtPointer(member(params, 'arguments'), path) ?? null;
}
