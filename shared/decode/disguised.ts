// Failures dressed as success: a tool result without `isError` whose payload is an error all the same.
// Cheap tests come first and decide nearly always; only a payload that looks like an error is parsed. Ordinary text that
// mentions errors is left alone, and so is a negative answer (negative.ts).

import { isObject, type Json, type JsonObject, member, parseJson } from '../json.ts';
import { looksLikeProblem } from './extract/problem.ts';
import type { Located, Site } from './locate.ts';
import { isNegativeAnswer } from './negative.ts';
import type { DecodeContext, Subject } from './subject.ts';

const longestJson = 64 * 1024;
const window = 4096;

export function findDisguised(subject: Subject, result: JsonObject, _context: DecodeContext): Located | null {
  const structured = member(result, 'structuredContent');
  if (structured !== undefined && isFailureValue(structured, 0)) {
    return hidden('structuredContent', [...texts(result), { path: 'result.structuredContent', value: structured }]);
  }
  const content = member(result, 'content');
  if (Array.isArray(content)) {
    const found = findInBlocks(content, 'result.content', false);
    // What the server structured as an answer is an answer, unless its text says in so many words that it failed.
    if (found !== null && (structured === undefined || found.certain)) return hidden('content.text', found.sites);
    return null;
  }
  const contents = member(result, 'contents');
  if (Array.isArray(contents)) {
    const found = findInBlocks(contents, 'result.contents', true);
    return found === null ? null : hidden('content.text', found.sites);
  }
  if (structured !== undefined) return null;
  // Not an MCP result at all: some servers answer with the error object itself.
  if (subject.method !== undefined && isFailureValue(result, 0) && !isListing(result))
    return hidden('result.error', [{ path: 'result', value: result }]);
  return null;
}

function hidden(carrier: Located['carrier'], sites: Site[]): Located {
  return { layer: 'tool', carrier, origin: 'wire', flagged: false, sites, oddities: [] };
}

function isListing(result: JsonObject): boolean {
  return [
    'tools',
    'prompts',
    'resources',
    'resourceTemplates',
    'messages',
    'protocolVersion',
    'supportedVersions',
    'capabilities',
    'completion',
    'tasks',
  ].some((name) => Object.hasOwn(result, name));
}

function texts(result: JsonObject): Site[] {
  const content = member(result, 'content');
  if (!Array.isArray(content)) return [];
  const sites: Site[] = [];
  for (const [index, block] of content.slice(0, 5).entries()) {
    const text = member(block, 'text');
    if (typeof text === 'string' && text !== '' && text.length < 4000)
      sites.push({ path: `result.content[${index}].text`, value: text });
  }
  return sites;
}

function findInBlocks(blocks: Json[], path: string, document: boolean): { sites: Site[]; certain: boolean } | null {
  const last = Math.min(blocks.length, 8);
  for (let index = 0; index < last; index++) {
    const block = blocks[index];
    if (!isObject(block)) continue;
    const text = member(block, 'text');
    if (typeof text !== 'string' || text === '') continue;
    const site = { path: `${path}[${index}].text`, value: text };
    // mcp-framework and others: a content type that MCP does not have.
    if (block.type === 'error') return { sites: [site], certain: true };
    if (document ? isFailureDocument(text) : isFailureText(text)) return { sites: [site], certain: !document };
  }
  return null;
}

// JSON that could be an error has one of these near its beginning.
const errorMembers =
  /"(?:success|ok|succeeded)"\s{0,4}:\s{0,4}false|"(?:is_?error|isError|error|failed)"\s{0,4}:\s{0,4}true|"(?:error|err|exception|errorMessage|error_message|errorCode|error_code|error_class|Error|__type|fault)"\s{0,4}:\s{0,4}[^\sfn0[]|"errors"\s{0,4}:\s{0,4}[[{]|"(?:status|type|object|result|state|outcome)"\s{0,4}:\s{0,4}"(?:error|failed|failure|fail|rejected|ERROR|payment_required)"|"(?:status|statusCode|status_code|code|httpStatus)"\s{0,4}:\s{0,4}"?[45]\d\d\b|"x402Version"|"code"\s{0,4}:\s{0,4}"[A-Z]{1,20}_/;

export function isFailureText(text: string): boolean {
  let start = 0;
  while (start < text.length && start < 64 && text.charCodeAt(start) <= 32) start++;
  const first = text.charCodeAt(start);
  if (first === 123 || first === 91) {
    const head = text.length > window ? text.slice(0, window) : text;
    if (!errorMembers.test(head)) return false;
    if (text.length > longestJson) return false;
    const parsed = parseJson(text);
    return parsed.ok && isFailureValue(parsed.value, 0);
  }
  if (text.length > 6000) return saysError(text.slice(start, start + 200)) && !text.includes('```');
  return saysError(text.slice(start, start + 400)) || (text.length - start < 240 && isWholeFailure(text.slice(start)));
}

/** Resources are documents: only a short one that is nothing but an error counts. */
function isFailureDocument(text: string): boolean {
  if (text.length > 400) return false;
  return (
    /^(?:error|ERROR|Error)[:\s]|^(?:Resource|File|Document) (?:\S{1,200} )?(?:was )?not found\b/.test(text) &&
    !text.includes('\n\n')
  );
}

// How texts begin that report a failure and nothing else.
const opening =
  /^(?:[❌✖🚫⛔⚠#*\s]|\u{fe0f}){0,8}(?:MCP error -?\d|Traceback \(most recent call|(?:\[?[A-Za-z]{0,30}[ _]?Error\]?|ERROR|Exception|\[ERROR\])[*]{0,3}(?:\s*[:([]|\n| - | in | while | when | executing | calling | fetching | searching | retrieving | listing | creating | updating | deleting | getting | reading | writing | loading | processing | performing | running | occurred)|[A-Za-z]{2,40}(?:Error|Exception): |(?:Failed|Unable|Could not|Couldn't|Cannot) (?:to )?(?:fetch|retrieve|connect|get|create|update|delete|load|read|write|execute|parse|send|process|search|list|open|find|authenticate|resolve|download|access|query|call|make|start|generate|complete|perform|run|validate|save|initialize|communicate|reach|navigate|upload|import|export)\b|An? (?:\w{1,20} )?error (?:occurred|has occurred|was)|Error$|(?:Unauthorized|Forbidden|Access denied|Permission denied|Authentication (?:failed|required|error)|Invalid (?:or missing )?(?:API key|token|credentials)|Rate limit(?:ed| exceeded)|Too many requests|Internal server error|Service unavailable|Request failed|Request timed out|Network error|Bad gateway)\b)/iu;

function saysError(text: string): boolean {
  const match = opening.exec(text);
  if (match === null) return false;
  // "Error handling in Go", "Errors: 0" and "Error rate: 0 %" are about errors, not failures.
  return !/^[#*\s]{0,6}(?:(?:errors?|exceptions?):\s{0,2}(?:0|none|no)\b|(?:errors?|exceptions?) (?:handling|rate|count|log|budget|codes?|messages?|types?|boundar|in \w+ (?:are|were)))/i.test(
    text,
  );
}

const wholeFailure =
  /^(?:an unexpected error|error [45]\d\d(?::| -) \S|the requested (?:resource|page|item|url) (?:was not found|could not be found|does not exist)|(?:your |the )?(?:API |access )?(?:key|token|credentials?|session) (?:is|are|has|have) (?:invalid|expired|missing|not)|your (?:\w{1,12} )?(?:token|key|account|plan) does not have|[A-Za-z0-9 ]{0,40}credentials are not available|rate limit exceeded|you (?:have been|are being) rate limited|could not fetch \S|❌ (?!user |invalid))/iu;

function isWholeFailure(text: string): boolean {
  return wholeFailure.test(text);
}

/** Whether a parsed payload is an error object rather than data. */
export function isFailureValue(value: Json, depth: number): boolean {
  if (Array.isArray(value)) {
    if (value.length === 0 || value.length > 50 || depth > 0) return false;
    return value.every((entry) => isObject(entry) && isFailureObject(entry, 1));
  }
  return isObject(value) && isFailureObject(value, depth);
}

const wrappers = ['result', 'data', 'response', 'body', 'payload', 'output'] as const;

function isFailureObject(object: JsonObject, depth: number): boolean {
  if (object.success === true || object.ok === true) return false;
  if (object.success === false || object.ok === false || object.succeeded === false)
    return !isNegativeAnswer(object) || saysWhy(object);
  if (object.isError === true || object.is_error === true) return true;
  const error = member(object, 'error') ?? member(object, 'err') ?? member(object, 'exception');
  if (error === true) return true;
  if (typeof error === 'string' && error.trim() !== '')
    return !/^(?:no|none|null|false|0|ok|n\/a)$/i.test(error.trim());
  if (isObject(error) && saysSomething(error)) return true;
  const status = member(object, 'status');
  if (typeof status === 'string' && /^(?:error|failed|failure|fail|rejected|payment_required)$/i.test(status))
    return saysWhy(object) || Object.keys(object).length === 1;
  const type = member(object, 'type');
  if (type === 'error' || member(object, 'object') === 'error') return saysWhy(object);
  const number = [
    status,
    member(object, 'statusCode'),
    member(object, 'status_code'),
    member(object, 'code'),
    member(object, 'httpStatus'),
  ].find((candidate) => typeof candidate === 'number' && candidate >= 400 && candidate < 600);
  if (number !== undefined) return (Object.keys(object).length > 1 && saysWhy(object)) || looksLikeProblem(object);
  if (typeof member(object, 'errorMessage') === 'string' || typeof member(object, 'error_class') === 'string')
    return true;
  const said = member(object, 'error_message');
  if (typeof said === 'string' && said.trim() !== '') return true;
  const awsType = member(object, '__type');
  if (typeof awsType === 'string' && /(?:Exception|Error)$/.test(awsType)) return true;
  if (Object.hasOwn(object, 'x402Version') && Array.isArray(member(object, 'accepts'))) return true;
  const code = member(object, 'code');
  if (
    typeof code === 'string' &&
    /^E?[A-Z]{1,20}_[A-Z_]{2,60}$/.test(code) &&
    typeof member(object, 'message') === 'string' &&
    /ERR|FAIL|INVALID|NOT_|DENIED|LIMIT|EXHAUST|TIMEOUT|DEPRECATED|UNAUTH|FORBID/.test(code)
  )
    return true;
  const errors = member(object, 'errors');
  if (Array.isArray(errors) && errors.length > 0 && isObject(errors[0]) && saysWhy(errors[0])) {
    const data = member(object, 'data');
    return data === undefined || data === null || isObject(data);
  }
  if (depth >= 3) return false;
  // An envelope with one thing in it is as good as the thing.
  for (const name of wrappers) {
    const inner = member(object, name);
    if (isObject(inner) && Object.keys(object).length <= 3 && isFailureObject(inner, depth + 1)) return true;
  }
  return false;
}

/** An error object with at least one text or a code in it; `{"count": 0}` is data. */
function saysSomething(error: JsonObject): boolean {
  if (typeof error.code === 'number' && error.code !== 0) return true;
  return Object.values(error).some((value) => typeof value === 'string' && value !== '');
}

/** A reason in words, or a code: without one, `status: "failed"` may be data about something else. */
function saysWhy(object: JsonObject): boolean {
  return [
    'error',
    'message',
    'reason',
    'detail',
    'errors',
    'code',
    'title',
    'errorMessage',
    'msg',
    'description',
    'data',
  ].some((name) => {
    const value = member(object, name);
    return value !== undefined && value !== null && value !== '';
  });
}
