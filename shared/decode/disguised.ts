// Failures dressed as success: a tool result without `isError` whose payload is an error all the same.
// Cheap tests come first and decide nearly always; only a payload that looks like an error is parsed. Ordinary text that
// mentions errors is left alone, and so is a negative answer (negative.ts).

import { isObject, type Json, type JsonObject, member, parseJson } from '../json.ts';
import { looksLikeProblem } from './extract/problem.ts';
import { type Located, place, type Site } from './facts/located.ts';
import type { Subject } from './facts/subject.ts';
import { isNegativeAnswer } from './negative.ts';
import { isJudging } from './printers.ts';
import { saysItFailed, soundsFailed } from './spoken-failure.ts';

const longestJson = 64 * 1024;
const window = 4096;

export function findDisguised(subject: Subject, result: JsonObject, path: string): Located | null {
  const structured = member(result, 'structuredContent');
  if (structured !== undefined && isFailureValue(structured, 0) && !isVerdict(structured, subject.target)) {
    return hidden('structuredContent', [
      ...texts(result, path),
      { path: `${path}.structuredContent`, value: structured },
    ]);
  }
  const content = member(result, 'content');
  if (Array.isArray(content)) {
    const found = findInBlocks(content, `${path}.content`, subject.target);
    // What the server structured as an answer is an answer, unless its text says in so many words that it failed.
    if (found !== null && (structured === undefined || found.certain)) return hidden('content.text', found.sites);
    return null;
  }
  const contents = member(result, 'contents');
  if (Array.isArray(contents)) {
    const found = findInBlocks(contents, `${path}.contents`, null);
    return found === null ? null : hidden('content.text', found.sites);
  }
  if (structured !== undefined) return null;
  // Not an MCP result at all: some servers answer with the error object itself. Lists and empty answers come first, as most are such.
  if (subject.method !== undefined && !isListing(result) && isFailureValue(result, 0))
    return hidden('result.error', [{ path, value: result }]);
  return null;
}

function hidden(carrier: Located['carrier'], sites: Site[]): Located {
  return place('tool', carrier, 'wire', sites, [], false);
}

const listings = new Set(
  'tools prompts resources resourceTemplates messages protocolVersion supportedVersions capabilities completion tasks'.split(
    ' ',
  ),
);

function isListing(result: JsonObject): boolean {
  const names = Object.keys(result);
  return names.length === 0 || names.some((name) => listings.has(name));
}

function texts(result: JsonObject, path: string): Site[] {
  const content = member(result, 'content');
  if (!Array.isArray(content)) return [];
  const sites: Site[] = [];
  for (const [index, block] of content.slice(0, 5).entries()) {
    const text = member(block, 'text');
    if (typeof text === 'string' && text !== '' && text.length < 4000)
      sites.push({ path: `${path}.content[${index}].text`, value: text });
  }
  return sites;
}

/** `target` is the tool whose words these are; null where they are documents. */
function findInBlocks(
  blocks: Json[],
  path: string,
  target: string | undefined | null,
): { sites: Site[]; certain: boolean } | null {
  const last = Math.min(blocks.length, 8);
  for (let index = 0; index < last; index++) {
    const block = blocks[index];
    if (!isObject(block)) continue;
    const text = member(block, 'text');
    if (typeof text !== 'string' || text === '') continue;
    const site = { path: `${path}[${index}].text`, value: text };
    // mcp-framework and others: a content type that MCP does not have.
    if (block.type === 'error') return { sites: [site], certain: true };
    const failed = target === null ? isFailureDocument(text) : isFailureText(text, target);
    if (failed) return { sites: [site], certain: target !== null };
  }
  return null;
}

// JSON that could be an error has one of these near its beginning.
const errorMembers =
  /"(?:success|ok|succeeded)"\s{0,4}:\s{0,4}false|"(?:is_?error|isError|error|failed)"\s{0,4}:\s{0,4}true|"(?:error|err|exception|errorMessage|error_message|errorCode|error_code|error_class|Error|__type|fault)"\s{0,4}:\s{0,4}[^\sfn0[]|"(?:errors|errorMessages)"\s{0,4}:\s{0,4}[[{]|"failed(?:_count|Count)?"\s{0,4}:\s{0,4}[1-9]|"(?:status|type|object|result|state|outcome)"\s{0,4}:\s{0,4}"(?:error|failed|failure|fail|rejected|ERROR|payment_required)"|"(?:status|statusCode|status_code|code|httpStatus)"\s{0,4}:\s{0,4}"?[45]\d\d\b|"x402Version"|"(?:message|detail|msg|title)"\s{0,4}:\s{0,4}"(?:Not Found|Forbidden|Unauthori|Bad Request|Internal Server|Too Many|Service Unav|Bad Gateway|Gateway Time|Unprocess|Conflict|Method Not)|"(?:result|summary|text|output|answer|response)"\s{0,4}:\s{0,4}"Error [a-z]|"(?:errcode|err_code|errCode|retcode|code)"\s{0,4}:\s{0,4}"?-?[1-9]|"code"\s{0,4}:\s{0,4}"[A-Z]{1,20}_/;

export function isFailureText(text: string, target?: string): boolean {
  let start = 0;
  while (start < text.length && start < 64 && text.charCodeAt(start) <= 32) start++;
  const first = text.charCodeAt(start);
  if (first === 123 || first === 91) {
    const head = text.length > window ? text.slice(0, window) : text;
    if (!errorMembers.test(head)) return false;
    if (text.length > longestJson) return false;
    const parsed = parseJson(text);
    return parsed.ok && isFailureValue(parsed.value, 0) && !isVerdict(parsed.value, target);
  }
  return saysItFailed(text, target);
}

/** Of a tool that looks for what is wrong: a list of it, and nothing that says the tool itself failed. */
function isVerdict(value: Json, target: string | undefined): boolean {
  if (!isObject(value) || !Array.isArray(value.errors) || !isJudging(target)) return false;
  return !['error', 'message', 'success', 'ok', 'status', 'code', 'isError'].some((name) => Object.hasOwn(value, name));
}

/** Resources are documents: only a short one that is nothing but an error counts. */
function isFailureDocument(text: string): boolean {
  if (text.length > 600 || text.includes('\n\n')) return false;
  // A document may hold an error as an example: here its words must say that something failed, not only its names.
  if (/^\s{0,8}[{[]/.test(text))
    return isFailureText(text) && soundsFailed(text.replaceAll(/"[A-Za-z_]{1,40}"\s{0,4}:/g, ''));
  return isFailureText(text, 'read') || /^(?:Resource|File|Document) (?:\S{1,200} )?(?:was )?not found\b/i.test(text);
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
  const status = member(object, 'status') ?? member(object, 'result');
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
  if (hasBusinessCode(object) || isBareReason(object) || isToldInstead(object) || isTallyOfNothing(object)) return true;
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
  // Two lists, for the whole and by field: either may be empty, not both.
  const whole = member(object, 'errorMessages');
  if (Array.isArray(whole)) return whole.length > 0 || (isObject(errors) && Object.keys(errors).length > 0);
  // Of an answer that says no, the list tells why: a checker did its work.
  if (isNegativeAnswer(object)) return false;
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
  const results = member(object, 'results') ?? member(object, 'responses');
  if (Array.isArray(results) && results.length > 0 && results.length <= 50) return results.every(isFailedResult);
  return false;
}

const reasons =
  /^(?:not found|forbidden|unauthori[sz]ed|bad request|internal server error|too many requests|service unavailable|bad gateway|gateway time-?out|unprocessable(?: entity| content)?|conflict|method not allowed)[.!]?$/i;

/** `{"message": "Forbidden"}` and little else: what a web service answers beside its status. */
function isBareReason(object: JsonObject): boolean {
  const said = member(object, 'message') ?? member(object, 'detail') ?? member(object, 'msg');
  if (typeof said !== 'string' || !reasons.test(said)) return false;
  return Object.keys(object).length <= 3 && Object.values(object).every((value) => typeof value !== 'object');
}

/** `{"processed": 0, "failed": 3}`: something was done and nothing of it worked. Tests that fail are an answer. */
function isTallyOfNothing(object: JsonObject): boolean {
  const failed = member(object, 'failed') ?? member(object, 'failed_count') ?? member(object, 'failedCount');
  return typeof failed === 'number' && failed > 0 && doneCounts.some((name) => object[name] === 0);
}

const doneCounts =
  'success successful succeeded processed completed created updated deleted sent imported uploaded added success_count successCount'.split(
    ' ',
  );

/** One of several things that were asked for at once, and an error in its place. A record that has failed once has a state too. */
function isFailedResult(entry: Json): boolean {
  return (
    isObject(entry) &&
    typeof entry.error === 'string' &&
    soundsFailed(entry.error) &&
    !['status', 'state', 'conclusion', 'severity', 'level'].some((name) => Object.hasOwn(entry, name))
  );
}

const ofAnswers = ['result', 'summary', 'text', 'output', 'answer', 'response'] as const;
const toldInstead = /^Error [a-z]{3,20}ing [^:\n]{1,200}: \S/;
const ofRecords = new Set(['id', 'key', 'number', 'url', 'status', 'state', 'author', 'date']);

/** `{"summary": "Error reading the page: …"}`: where the answer should stand, why there is none. Records may have such a name too. */
function isToldInstead(object: JsonObject): boolean {
  const isTold = ofAnswers.some((name) => {
    const value = object[name];
    return typeof value === 'string' && toldInstead.test(value);
  });
  if (!isTold) return false;
  const names = Object.keys(object);
  return names.length <= 4 && !names.some((name) => ofRecords.has(name));
}

/** `{"errcode": 40013, "errmsg": …}`, `{"code": -1, "msg": …, "data": null}`: 0 and 200 are good, all else is not. */
function hasBusinessCode(object: JsonObject): boolean {
  const said =
    member(object, 'errmsg') ?? member(object, 'err_msg') ?? member(object, 'msg') ?? member(object, 'message');
  if (typeof said !== 'string' || /^(?:\s*$|ok|success|succeeded|done|成功|操作成功|请求成功)/i.test(said))
    return false;
  const own =
    member(object, 'errcode') ?? member(object, 'err_code') ?? member(object, 'errCode') ?? member(object, 'retcode');
  if (typeof own === 'number') return own !== 0 && own !== 200;
  const { code, data } = object;
  if (typeof code !== 'number' || code === 0 || code === 1 || (code >= 200 && code < 400)) return false;
  const isEmpty = data === undefined || data === null || data === '' || (Array.isArray(data) && data.length === 0);
  return (
    isEmpty &&
    Object.keys(object).length <= 6 &&
    Object.values(object).every((value) => typeof value !== 'object' || value === null || value === data)
  );
}

/** An error object with at least one text or a code in it; `{"count": 0}` is data. */
function saysSomething(error: JsonObject): boolean {
  if (typeof error.code === 'number' && error.code !== 0) return true;
  return Object.values(error).some((value) => typeof value === 'string' && value !== '');
}

const reasonNames = 'error message reason detail errors code title errorMessage msg description data body'.split(' ');

/** A reason in words, or a code: without one, `status: "failed"` may be data about something else. */
function saysWhy(object: JsonObject): boolean {
  return reasonNames.some((name) => {
    const value = member(object, name);
    return value !== undefined && value !== null && value !== '';
  });
}
