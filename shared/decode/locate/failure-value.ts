// Whether a parsed payload is an error rather than data, from the fields that services and frameworks use. Negative results (negative.ts)
// are data; asked-for.ts handles requested errors.

import { soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf, inRow } from '../../dialects/patterns.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { looksLikeProblem } from '../extract/problem.ts';
import { isNegativeAnswer } from './negative.ts';

// JSON that may be an error has one of these near its start.
const errorMembers = anyOf(
  /"(?:exit_?[cC]ode|exit_?[sS]tatus|return_?[cC]ode)"\s{0,4}:\s{0,4}-?[1-9]/,
  /"title"\s{0,4}:\s{0,4}"Error /,
  /"(?:ok|(?:is_?)?[Ss]ucc(?:ess|essful|eeded))"\s{0,4}:\s{0,4}"?false/,
  /"(?:is_?error|isError|error|failed)"\s{0,4}:\s{0,4}true/,
  /"(?:created|deleted|updated|sent|saved|added|removed|uploaded|inserted)"\s{0,4}:\s{0,4}(?:false|0\b)/,
  inRow(
    /"/,
    [
      /error|err|exception|errorMessage|error_message|Error Message|errorCode|error_code|error_class|Error/,
      /__type|fault/,
    ],
    /"\s{0,4}:\s{0,4}[^\sfn0[]/,
  ),
  /"(?:err|errors|errorMessages|ModelState|failed|failures)"\s{0,4}:\s{0,4}[[{"]|"failed(?:_count|Count)?"\s{0,4}:\s{0,4}[1-9]/,
  inRow(
    /"(?:status|type|object|result|state|outcome)"\s{0,4}:\s{0,4}"/,
    [
      /[Ee]rror|[Ff]ailed|[Ff]ailure|[Ff]ail|[Rr]ejected|ERROR|FAILED|FAILURE|payment_required|not_implemented/,
      /unauthorized|forbidden|[a-z]{2,20}_not_found|(?:invalid|missing)_[a-z]{2,20}|not_[a-z]{4,20}/,
      /(?:needs|requires)_[a-z_]{3,40}|OVER_\w{3,20}|REQUEST_DENIED|INVALID_REQUEST/,
    ],
    /"/,
  ),
  /"userErrors"\s{0,4}:\s{0,4}\[\s{0,40}\{|"title"\s{0,4}:\s{0,4}"(?:[A-Za-z]{2,20} )?[Ee]rror"/,
  /"(?:status|statusCode|status_code|code|cod|httpStatus)"\s{0,4}:\s{0,4}"?[45]\d\d\b|"x402Version"/,
  /^\s{0,8}\{\s{0,8}"(?:detail|Note|Information|message"\s{0,4}:\s{0,4}\{\s{0,8})"/,
  inRow(/"(?:message|detail|msg|title)"\s{0,4}:\s{0,4}"(?:[45]\d\d[ :-]{1,3}(?:\w{3,20} (?=Not Found))?)?/, [
    /Not [Ff]ound|Forbidden|Unauthori|Bad Request|Internal Server|Too Many|Service Unav|Bad Gateway|Unauthentic/,
    /Gateway Time|Unprocess|Conflict|Method Not|Access [Dd]enied|Limit Exc|Missing Auth|Not auth|You are being/,
    /no Route|Endpoint req|No API key|Invalid (?:API|token|auth)/,
  ]),
  /"(?:result|summary|text|output|answer|response)"\s{0,4}:\s{0,4}"Error [a-z]/,
  /"(?:errcode|err_code|errCode|retcode|errno|ret|code)"\s{0,4}:\s{0,4}"?-?[1-9]/,
  /"code"\s{0,4}:\s{0,4}"(?:[A-Z]{1,20}_|[a-z]{2,20}(?:_|"))/,
  /"stdout"\s{0,4}:\s{0,4}""|\[\s{0,8}"Error [a-z]/,
);

/** Whether JSON text may be an error: nearly all of it is not, and is never parsed. */
export function mayBeFailure(head: string): boolean {
  return errorMembers.test(head);
}

/** Whether a parsed payload is an error object rather than data. */
export function isFailureValue(value: Json, depth: number): boolean {
  if (Array.isArray(value)) {
    if (value.length === 0 || value.length > 50 || depth > 0) return false;
    if (isOnlyError(value)) return true;
    return value.every((entry) => isObject(entry) && !isCounted(entry) && isFailureObject(entry, 1));
  }
  return isObject(value) && isFailureObject(value, depth);
}

/** `{"error": "timeout", "count": 12}`: a row of a table about errors. */
function isCounted(entry: JsonObject): boolean {
  return Object.entries(entry).some(
    ([name, value]) => typeof value === 'number' && !statusNames.includes(name) && !/code$/i.test(name),
  );
}

const doubts = ['valid', 'isValid', 'is_valid', 'verified'];
const outcomes = ['success', 'ok', 'succeeded', 'isSuccess', 'is_success', 'Success', 'successful'];
/** What was asked for was not done; a check of it needs no reason that sounds like a failure. */
const deeds = ['created', 'deleted', 'updated', 'sent', 'saved', 'added', 'removed', 'uploaded', 'inserted'];
/** "No row with id 9": the one that was meant. That nothing matched a rule is no failure. */
const isGone =
  /^(?:there is )?no (?:such )?[a-z]{2,30} (?:with|has|called|named)\b|\b(?:does not|doesn't|do not) exist\b/i;
const levels = ['warn', 'warning', 'info', 'debug', 'primary'];
const wrappers = ['result', 'data', 'response', 'body', 'payload', 'output', 'status'] as const;

function isFailureObject(object: JsonObject, depth: number): boolean {
  if (object.success === true || object.ok === true) return false;
  if (outcomes.some((name) => object[name] === false || object[name] === 'false'))
    return !isNegativeAnswer(object) || saysWhy(object);
  const why = [object.reason, object.message, object.error].find((said) => typeof said === 'string') ?? '';
  if (deeds.some((name) => object[name] === false)) return soundsFailed(why) || isGone.test(why);
  if (deeds.some((name) => object[name] === 0) && !hasDone(object) && isGone.test(why)) return true;
  if (object.isError === true || object.is_error === true || (object.failed === true && saysWhy(object))) return true;
  // The reason for an invalid result is part of that result.
  if (doubts.some((name) => object[name] === false)) return false;
  const { Error: loud, err, exception, fault } = object;
  const error = object.error ?? loud ?? err ?? exception ?? fault;
  if (error === true) return true;
  // Settings by level: `{"error": "red", "warn": "yellow"}`.
  if (typeof error === 'string' && levels.some((name) => typeof object[name] === 'string')) return false;
  if (typeof error === 'string' && error.trim() !== '')
    return !/^(?:no|none|null|false|0|ok|n\/a|#[0-9a-f]{3,8})$/i.test(error.trim());
  if (isObject(error) && saysSomething(error)) return true;
  const status = member(object, 'status') ?? member(object, 'result');
  if (typeof status === 'string' && refused.test(status)) return saysWhy(object) || Object.keys(object).length === 1;
  if (typeof status === 'string' && wants.test(status)) return asksFirst(object.message);
  if (typeof status === 'string' && /^(?:OVER_\w{3,20}|REQUEST_DENIED|INVALID_REQUEST)$/.test(status)) return true;
  if (object.type === 'error' || object.object === 'error') return saysWhy(object);
  if (statusNames.some((name) => isRefusal(object[name]))) return saysOfItself(object) || looksLikeProblem(object);
  if (ownWords.some((name) => typeof object[name] === 'string' && object[name].trim() !== '')) return true;
  if (shapes.some((isShape) => isShape(object))) return true;
  const awsType = member(object, '__type');
  if (typeof awsType === 'string' && /(?:Exception|Error)$/.test(awsType)) return true;
  if (Object.hasOwn(object, 'x402Version') && Array.isArray(member(object, 'accepts'))) return true;
  const code = member(object, 'code');
  if (
    typeof code === 'string' &&
    /^E?[A-Z]{1,20}_[A-Z_]{2,60}$/.test(code) &&
    typeof member(object, 'message') === 'string' &&
    codeWords.test(code)
  )
    return true;
  const errors = member(object, 'errors');
  const spoken = Array.isArray(errors) ? errors : [errors];
  const isSpoken = spoken.every((said) => typeof said === 'string');
  if (isSpoken && Object.entries(object).every(([name, said]) => name === 'errors' || isBlankValue(said)))
    return spoken.some((said) => soundsFailed(String(said)));
  // Two lists, general and per field: either may be empty, but not both.
  const whole = member(object, 'errorMessages');
  if (Array.isArray(whole)) return whole.length > 0 || (isObject(errors) && Object.keys(errors).length > 0);
  // In a negative result the list gives the reasons; next to warnings it is one of two lists: a checker did its work.
  if (isNegativeAnswer(object) || Array.isArray(object.warnings) || hasDone(object)) return false;
  if (Array.isArray(errors) && typeof errors[0] === 'string' && Array.isArray(object.results) && !object.results.length)
    return soundsFailed(errors[0]);
  if (Array.isArray(errors) && errors.length > 0 && isObject(errors[0]) && saysWhy(errors[0])) {
    const data = member(object, 'data');
    return data === undefined || data === null || isObject(data);
  }
  if (depth >= 3) return false;
  // An envelope with one item counts as the item.
  for (const name of wrappers) {
    const inner = member(object, name);
    if (!isObject(inner) || Object.keys(object).length > 3 || Object.hasOwn(object, 'request')) continue;
    if (isFailureObject(inner, depth + 1)) return true;
  }
  const results = member(object, 'results') ?? member(object, 'responses');
  if (Array.isArray(results) && results.length > 0 && results.length <= 50) return results.every(isFailedResult);
  return depth === 0 && isFailedByName(object);
}

const codeWords = anyOf(
  /ERR|FAIL|INVALID|NOT_|DENIED|LIMIT|EXHAUST|TIMEOUT|DEPRECATED|UNAUTH|FORBID|TOO_|EXCEED|EXISTS/,
  /ALREADY|MISSING|REQUIRED|EXPIRED|CONFLICT|UNAVAIL|REFUSED|REJECT|QUOTA/,
);

/** `{"a.txt": {"result": "error", "reason": …}}`: results by name, none of them successful. */
function isFailedByName(object: JsonObject): boolean {
  const entries = Object.values(object);
  return entries.length > 0 && entries.length <= 50 && entries.every(isRefusedEntry);
}

function isRefusedEntry(entry: Json): boolean {
  if (!isObject(entry)) return false;
  const status = member(entry, 'status') ?? member(entry, 'result');
  return (typeof status === 'string' && refused.test(status) && saysWhy(entry)) || entry.success === false;
}

const refused = inRow(
  /^/i,
  [
    /error|failed|failure|fail|rejected|payment_required|not_implemented|unauthorized|forbidden/i,
    /[a-z]{2,20}_not_found|(?:invalid|missing)_[a-z]{2,20}/i,
    /not_(?:authenticated|authorized|allowed|initialized|connected)/i,
  ],
  /$/i,
);
/** `needs_index`: a property of the inspected item, unless the text says that nothing could be done before. */
const wants = /^(?:needs|requires)_[a-z_]{3,40}$/i;
function asksFirst(message: Json | undefined): boolean {
  return typeof message === 'string' && /\b(?:please|first|before)\b/i.test(message) && soundsFailed(message);
}
const statusNames = ['status', 'result', 'statusCode', 'status_code', 'code', 'cod', 'httpStatus'];
/** Fields that only an error has. */
const ownWords = ['errorMessage', 'error_message', 'Error Message', 'error_class'];
const shapes = [
  isErrorEntry,
  hasBusinessCode,
  isBareReason,
  isBareDetail,
  isNotice,
  isToldInstead,
  isTallyOfNothing,
  isTitledError,
  isErrorInPlaceOfResults,
  hasUserErrors,
  hasFieldErrors,
];

/** Also as text: `{"status": "401", "message": "Bad credentials"}`. */
function isRefusal(status: Json | undefined): boolean {
  if (typeof status === 'string') return /^[45]\d\d$/.test(status);
  return typeof status === 'number' && status >= 400 && status < 600;
}

/** With a number that may be a status: error text. HTTP responses with headers were requested. */
function saysOfItself(object: JsonObject): boolean {
  if (isObject(object.headers) || isFine(object.message)) return false;
  if (hasAny(object, ['error', 'message', 'msg', 'detail', 'reason', 'errors', 'errorMessage'])) return saysWhy(object);
  return [object.title, object.description, object.data, object.body].some(
    (said) => isObject(said) || (typeof said === 'string' && (soundsFailed(said) || reasons.test(said))),
  );
}

/** `{"name": "Pump", "code": 528, "message": "ok"}`: the code is of something else. */
const isFine = (said: Json | undefined): boolean =>
  typeof said === 'string' && /^(?:\s*$|ok|success|succeeded|done|成功|操作成功|请求成功)/i.test(said);

const reasons = inRow(
  /^(?:[45]\d\d[ :-]{1,3}(?:[a-z]{3,20} (?=not found))?)?/i,
  [
    /not found|forbidden|unauthori[sz]ed|bad request|internal server error|too many requests/i,
    /service unavailable|bad gateway|gateway time-?out|unprocessable(?: entity| content)?|conflict/i,
    /method not allowed|access denied|limit exceeded|missing authentication token|endpoint request timed out/i,
    /no api key found in request|no route matched with those values|you are being rate limited/i,
    /not authenticated|unauthenticated|invalid (?:api key|token|authentication credentials)/i,
  ],
  /[.!]?$/i,
);

/** `{"detail": "Invalid token."}` or a list of issues, and nothing else: how Python web frameworks refuse. */
function isBareDetail(object: JsonObject): boolean {
  const { detail } = object;
  if (Object.keys(object).length !== 1) return false;
  if (typeof detail === 'string') return soundsFailed(detail);
  return Array.isArray(detail) && typeof member(detail[0], 'msg') === 'string';
}

/** `{"errors": {"name": ["can't be blank"]}}`: by field, each with its messages. GitLab calls them `message`. */
function hasFieldErrors(object: JsonObject): boolean {
  const { ModelState, errors = ModelState, message } = object;
  const fields = errors ?? message;
  if (!isObject(fields)) return false;
  if (Object.keys(object).filter((name) => name !== 'errors' && name !== 'ModelState').length > 2) return false;
  const lists = Object.values(fields);
  if (lists.length === 0 || !lists.every((list) => Array.isArray(list) && typeof list[0] === 'string')) return false;
  // The `message` of a mail may have lists of addresses: a complaint goes on where the field's name ended.
  return errors !== undefined || lists.every((list) => Array.isArray(list) && goesOn.test(String(list[0])));
}

const goesOn = /^(?:is|are|has|have|must|may|can|cannot|can't|should|does|doesn't|do|already|not|was|needs?) /i;

/** `{"message": "Forbidden"}` and little else: the body of a web service's error status. */
function isBareReason(object: JsonObject): boolean {
  const said = member(object, 'message') ?? member(object, 'detail') ?? member(object, 'msg');
  const word = typeof object.code === 'string' ? object.code : '';
  if (typeof said !== 'string' || !(reasons.test(said) || refusalWord.test(word))) return false;
  return Object.keys(object).length <= 3 && Object.values(object).every((value) => typeof value !== 'object');
}

const refusalWord = inRow(
  /^/,
  [
    /unauthori[sz]ed|unauthenticated|forbidden|bad_request|(?:[a-z]{2,20}_)?not_found|rate_limit\w{0,10}/,
    /(?:invalid|missing|insufficient)_[a-z_]{2,30}|[a-z_]{2,30}_(?:error|failed|denied|exceeded)/,
  ],
  /$/,
);

/** `{"Note": "… 25 requests per day …"}` and nothing else: a notice instead of a result. */
function isNotice(object: JsonObject): boolean {
  const said = member(object, 'Note') ?? member(object, 'Information');
  return typeof said === 'string' && Object.keys(object).length === 1 && /\b(?:rate limit|per|API key)\b/i.test(said);
}

/** `{"title": "Error", "text": "Search failed: …"}`: an entry in place of results. */
function isTitledError(object: JsonObject): boolean {
  if (typeof object.title !== 'string' || !/^(?:[A-Za-z]{2,20} )?Error$/i.test(object.title)) return false;
  if (hasAny(object, ['id', 'key', 'number', 'date', 'author'])) return false;
  const said = object.text ?? object.message ?? object.description ?? object.content ?? object.snippet;
  return typeof said === 'string' && soundsFailed(said);
}

/** `{"results": [{"title": "Error searching: …", "url": ""}]}`: the only entry is an error, and has nothing else. */
function isErrorInPlaceOfResults(object: JsonObject): boolean {
  const lists = Object.values(object).filter((value) => Array.isArray(value));
  return lists.length === 1 && isOnlyError(lists[0] as Json[]);
}

function isOnlyError(list: readonly Json[]): boolean {
  const [entry] = list;
  if (list.length !== 1) return false;
  return typeof entry === 'string' ? toldInstead.test(entry) : isObject(entry) && isErrorEntry(entry);
}

const isBlankValue = (value: Json): boolean => value === null || value === '' || typeof value === 'number';

function isErrorEntry(entry: JsonObject): boolean {
  const { title } = entry;
  if (typeof title !== 'string' || !/^Error [a-z]{3,20}ing /.test(title) || !soundsFailed(title)) return false;
  const others = Object.keys(entry).filter((name) => name !== 'title');
  return others.length > 0 && others.every((name) => isBlankValue(entry[name] as Json));
}

/** `{"data": {"productUpdate": {"product": null, "userErrors": [{…}]}}}`: how GraphQL services reject a mutation. */
function hasUserErrors({ data }: JsonObject): boolean {
  return isObject(data) && Object.values(data).some((payload) => isFilled(member(payload, 'userErrors')));
}

/** `{"uploaded": ["a"], "errors": […]}`: partial success. */
function hasDone(object: JsonObject): boolean {
  return doneCounts.some((name) => isFilled(object[name]) || (typeof object[name] === 'number' && object[name] > 0));
}

function isFilled(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length > 0;
}

function isEmptyList(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** `{"processed": 0, "failed": 3}`, `{"sent": [], "failed": [{…}]}`: everything failed. Failed tests are a result. */
function isTallyOfNothing(object: JsonObject): boolean {
  const lost = ['err', 'errors', 'failed', 'failures'].map((name) => object[name]).find(isFilled);
  if (Array.isArray(lost) && lost.every((entry) => isObject(entry) && saysWhy(entry)))
    return [...doneCounts, 'ok'].some((name) => isEmptyList(object[name]));
  const failed = member(object, 'failed') ?? member(object, 'failed_count') ?? member(object, 'failedCount');
  return typeof failed === 'number' && failed > 0 && doneCounts.some((name) => object[name] === 0);
}

const doneCounts =
  'success successful succeeded processed completed created updated deleted sent imported uploaded added success_count successCount'.split(
    ' ',
  );

/** One of several requested items, replaced by an error. A record that failed once also has a state. */
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

/** `{"summary": "Error reading the page: …"}`: the reason in place of the result. Records may have such a name too. */
function isToldInstead(object: JsonObject): boolean {
  const isTold = ofAnswers.some((name) => {
    const value = object[name];
    return typeof value === 'string' && toldInstead.test(value);
  });
  if (!isTold) return false;
  const names = Object.keys(object);
  return names.length <= 4 && !names.some((name) => ofRecords.has(name));
}

const saidBy = ['errmsg', 'err_msg', 'error_msg', 'msg', 'message'];
const coded = ['errcode', 'err_code', 'errCode', 'error_code', 'retcode', 'errno', 'ret'];

/** `{"errcode": 40013, "errmsg": …}`, `{"code": -1, "msg": …, "data": null}`: 0 and 200 mean success, all others failure. */
function hasBusinessCode(object: JsonObject): boolean {
  const said = saidBy.map((name) => object[name]).find((value) => value !== undefined && value !== null);
  if (typeof said !== 'string' || isFine(said)) return false;
  const own = coded.map((name) => object[name]).find((value) => value !== undefined && value !== null);
  if (typeof own === 'number') return own !== 0 && own !== 200;
  const { code, data } = object;
  if (typeof code !== 'number' || code === 0 || code === 1 || (code >= 200 && code < 400)) return false;
  return (
    (data === undefined || data === null || data === '' || (Array.isArray(data) && data.length === 0)) &&
    Object.keys(object).length <= 6 &&
    Object.values(object).every((value) => typeof value !== 'object' || value === null || value === data)
  );
}

/** An error object with a code, a sentence or a clear name; `{"count": 0}` and `{"level": "warn"}` are data. */
function saysSomething(error: JsonObject): boolean {
  if ((typeof error.code === 'number' && error.code !== 0) || isProblem(error.problem)) return true;
  return Object.entries(error).some(
    ([name, value]) =>
      typeof value === 'string' && value !== '' && (telling.has(name) || name.includes('error') || value.includes(' ')),
  );
}

const isProblem = (value: Json | undefined): boolean => isObject(value) && looksLikeProblem(value);

const reasonNames = [
  ...['error', 'message', 'reason', 'detail', 'errors', 'code', 'title', 'errorMessage', 'msg', 'Message'],
  ...['description', 'data', 'body', 'response', 'error-type', 'error_type', 'errorType'],
];
const telling = new Set([...reasonNames, ...'type name status info text kind faultstring'.split(' ')]);

/** A reason in words, or a code: without one, `status: "failed"` may describe something else. */
function saysWhy(object: JsonObject): boolean {
  return reasonNames.some((name) => {
    const value = member(object, name);
    return value !== undefined && value !== null && value !== '';
  });
}

/** Whether an object has one of these fields. */
export function hasAny(object: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(object, name));
}
