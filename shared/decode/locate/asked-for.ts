// Responses that look like errors but were requested: results of a checker, listed errors, records of failures. Recognized by the tool's
// name and the rest of the response. failure-value.ts decides whether something looks like an error.

import type { Account } from '../../account/account.ts';
import { anyOf } from '../../dialects/patterns.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { placeOfSent, textsIn } from '../extract/caller-words.ts';
import { hasAny } from './failure-value.ts';
import { isAsking, isJudging, isOfErrors, isRewriter, kinds, named, type ToolWords, toolWords } from './tool-kinds.ts';

/** Requested data that looks like an error: results of a checker, listed errors, records of failures. */
export function isVerdict(given: Json, { target, params }: Call): boolean {
  const tool = toolWords(target);
  // Frameworks put a tool's return value under `result`.
  const inner = isObject(given) && Object.keys(given).length === 1 ? given.result : undefined;
  const value = isObject(inner) ? inner : given;
  const sent = member(params, 'arguments');
  // What was sent, in another form.
  if (isRewriter(tool) && isObject(value) && !hasAny(value, ofOutcomes)) return true;
  return isLookedUp(value, sent, tool) || wasAskedFor(value, tool) || isListOfFailed(value, sent, tool);
}

const ofOutcomes = 'error errors message detail success ok status code isError result'.split(' ');

/** Several items with their errors, none of which was asked for by its id: jobs or letters that failed earlier. */
function isListOfFailed(value: Json, sent: Json | undefined, tool: ToolWords): boolean {
  if (!Array.isArray(value) || value.length < 2 || !isAsking(tool)) return false;
  const asked = textsIn(sent ?? null);
  return value.every(
    (entry) =>
      isObject(entry) &&
      othersIn(entry).some((name) => identity.test(name)) &&
      !Object.values(entry).some((said) => typeof said !== 'object' && asked.includes(String(said))),
  );
}

type Call = Pick<Account, 'target' | 'params'>;

/** `{"code": 404, "meaning": …}` for a call with the code 404, `{"pump": "west", "status": "error"}` for a query about that pump. */
function isLookedUp(value: Json, sent: Json | undefined, tool: ToolWords): boolean {
  if (!isObject(value) || !isObject(sent)) return false;
  const code = value.code ?? value.status;
  if (code !== undefined && Object.keys(sent).some((name) => /code|status|error/i.test(name) && sent[name] === code))
    return true;
  const asked = Object.values(sent);
  if (isJudging(tool) && isNo(value, asked)) return true;
  return (
    ['string', 'number'].includes(typeof value.status) &&
    isJudging(tool) &&
    Object.values(value).some((said) => asked.includes(said))
  );
}

/** "Pump 'west' is not available" when the call asked for that. */
function isNo(value: Json, asked: readonly Json[]): boolean {
  const said = member(value, 'message');
  if (typeof said !== 'string' || !/\b(?:is|are) not (?:available|supported|installed|running|there)\b/i.test(said))
    return false;
  return asked.some((text) => typeof text === 'string' && text !== '' && said.includes(text));
}

function wasAskedFor(value: Json, tool: ToolWords): boolean {
  if (Array.isArray(value))
    return value.every((entry) => wasAskedFor(entry, tool) || (value.length > 1 && isListed(entry, tool)));
  if (!isObject(value)) return false;
  if (Array.isArray(value.errors) && (isJudging(tool) || isOfErrors(tool)))
    return !hasAny(value, ['error', 'message', 'success', 'ok', 'status', 'code', 'isError']);
  if (isJudging(tool)) {
    // An explicit status may come with a reason.
    const hasFared =
      (typeof value.status === 'string' && fares.test(value.status)) || isDown.some((name) => value[name] === false);
    if (hasFared) return !hasAny(value, ['success', 'isError']);
    const isDone = typeof value.status === 'string' && /^fail/i.test(value.status);
    if (hasAny(value, ofPlaces)) return !hasAny(value, [...(isDone ? [] : ['error', 'errors']), 'success', 'isError']);
  }
  if (isOfErrors(tool) && !hasAny(value, ['success', 'ok', 'isError']) && othersIn(value).length > 0) return true;
  if (!isAsking(tool)) return false;
  return isFailedRecord(value) || Object.values(value).every((entry) => isObject(entry) && hasAny(entry, ['status']));
}

/** One of several listed items, each with a name and a status. */
function isListed(entry: Json, tool: ToolWords): boolean {
  return isAsking(tool) && isObject(entry) && typeof entry.status === 'string' && hasAny(entry, ['name', 'id']);
}

/** What some tools are asked: whether the answer is a refusal, a missing name, a closed port. */
const outcomes = [
  {
    of: named('access permission permissions authorize authorized authorization allowed acl entitlement can may'),
    says: /\b(?:denied|forbidden|(?:not|n't) (?:allowed|permitted|authori[sz]ed|have)|(?:may|can|must) ?not|no (?:access|permission))\b/i,
  },
  {
    of: named('dns nslookup dig whois resolve resolver domain hostname'),
    says: anyOf(
      /\bNXDOMAIN|ENOTFOUND|no such (?:host|domain)|not (?:be )?(?:found|resolved?|registered)/i,
      /does not exist|no (?:records?|answer|match)\b/i,
    ),
  },
  {
    of: named('port ports ping reach reachable reachability connectivity tcp traceroute'),
    says: /\b(?:refused|timed out|unreachable|closed|no (?:response|reply|route)|filtered)\b/i,
  },
];

/** "Access denied for bo" from a tool that checks whether bo has access. It names what was asked about. */
export function isOutcome(text: string, { target, params }: Call): boolean {
  const tool = toolWords(target);
  // `can_open` asks, `open_port` acts.
  const isActing = kinds.acting(tool) && !isAsking(tool.slice(0, 1));
  if (text.length > 300 || isActing || placeOfSent(text, member(params, 'arguments')) < 0) return false;
  return outcomes.some(({ of, says }) => of(tool) && says.test(text));
}

const ofPlaces =
  'url host hostname domain address endpoint site service latency latency_ms latencyMs responseTime response_time uptime reachable'.split(
    ' ',
  );
const fares = /^(?:up|down|healthy|unhealthy|degraded|online|offline)$/i;
const isDown = ['alive', 'connected', 'reachable', 'up', 'online', 'open', 'healthy'];
const ofStates = ['state', 'conclusion', 'phase', 'readyState'];
const ofReasons = new Set(
  'status error errors message code reason detail details description errorMessage type object data query request_id requestId'.split(
    ' ',
  ),
);

/** A named item with its status: the failure was the question. An item with only "error" needs more fields. */
function isFailedRecord(object: JsonObject): boolean {
  // `type: "error"` is a level, next to the data of the record.
  const { status = object.type } = object;
  const others = othersIn(object);
  if (typeof status === 'string' && /^(?:fail|reject)/i.test(status)) return others.length > 0;
  if (!others.some((name) => identity.test(name) && object[name] !== '' && object[name] !== null)) return false;
  return hasAny(object, ofStates) || (typeof status === 'string' && /[a-z]/i.test(status) && others.length > 1);
}

/** Fields that say more than that something failed, and why. */
function othersIn(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => !ofReasons.has(name));
}

const identity =
  /^(?:_?id|key|uuid|number|name|(?!request|trace|correlation|error|event|span|ray|session|user)[a-z]{2,20}(?:_id|Id))$/;
