// Lists of what is wrong with values: whose values they are. Those of the call's arguments are the caller's to correct; an answer
// that breaks the rules is not, be it the server's own or that of a service behind it.

import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, member } from '../json.ts';
import type { Facts } from './facts.ts';
import type { Subject } from './subject.ts';

export type IssueOwner = 'arguments' | 'answer' | 'upstream';

/** Members of MCP results. */
const answerNames = new Set([
  'content',
  'contents',
  'structuredContent',
  'messages',
  'toolResult',
  'tools',
  'prompts',
  'resources',
]);
/** Members of requests: what is wrong with these was wrong with the request. */
const requestNames = new Set([
  '',
  'params',
  'arguments',
  'args',
  'input',
  'method',
  'name',
  'body',
  'query',
  'root',
  'uri',
  'cursor',
]);

export function ownerOf({ method, params, inputSchema }: Subject, facts: Facts): IssueOwner {
  const { issues } = facts;
  const sent = member(params, 'arguments') ?? params;
  const names = issues.map(({ path }) => firstName(path));
  const known = member(inputSchema, 'properties');
  const isArgument = (name: string) =>
    requestNames.has(name) ||
    (isObject(sent) && Object.hasOwn(sent, name)) ||
    (isObject(known) && Object.hasOwn(known, name));
  if (names.some(isArgument) || facts.messages.some(({ value }) => ofArguments.test(value.slice(0, 300))))
    return 'arguments';
  if (method !== undefined && issues.every(({ path }) => isOfAnswer(path))) return 'answer';
  if (method !== 'tools/call' || !isObject(inputSchema) || facts.argumentIssues.length > 0) return 'arguments';
  // A service that refuses what it was sent says so with a status; without one the shape of its answer was not as expected.
  if (facts.statuses.some(({ value }) => value >= 400)) return 'arguments';
  return issues.every(isOfShape) ? 'upstream' : 'arguments';
}

const ofArguments = /\b(?:arguments?|parameters?|params|input)\b/i;

function firstName(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

function isOfAnswer(path: string): boolean {
  const [, name = '', next = ''] = path.split('/', 3);
  return name === 'structuredContent' || name === 'toolResult' || (answerNames.has(name) && /^\d{1,4}$/.test(next));
}

/** Missing, or of another type: what a reader of answers finds, where a refusal would speak of lengths and choices. */
function isOfShape({ message, code }: FieldIssue): boolean {
  if (
    code !== undefined &&
    /^(?:invalid_type|invalid_union|missing|type_error|string_type|int_type|dict_type|list_type|model_type)/.test(code)
  )
    return true;
  return /\brequired\b|expected .{1,60} (?:received|got)/i.test(message.slice(0, 300));
}

/** What does not fit and would matter to any server; most leave what they do not know alone. */
export function unfitArguments({ argumentIssues }: Facts): readonly FieldIssue[] {
  return argumentIssues.filter(({ code }) => code !== 'additionalProperties');
}

/** The value that was sent where an issue points to; null where nothing was. */
export function sentAt(params: Json | undefined, path: string): Json {
  let value: Json | undefined = member(params, 'arguments');
  for (const step of path.split('/').slice(1))
    value = Array.isArray(value)
      ? value[Number(step)]
      : member(value, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return value === undefined ? null : value;
}
