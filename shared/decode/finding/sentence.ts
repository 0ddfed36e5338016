// The sentence of a finding, and its short form for a row. It names the subject: the argument, the id, the variable, the limit. What the
// user can do is phrased as an instruction, the rest as a fact. If no evidence fills a placeholder, another sentence is chosen.

import { placeName } from '../../correct/correction.ts';
import type { Change, FieldIssue, Fix, Missing } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { type Call, firstLine } from '../reading/reading.ts';
import { argumentMeant, wordsOf } from '../words/argument-meant.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { isLostSession } from '../words/lost-session.ts';
import { refusedPlace, serviceName, unresolvedHost } from '../words/named-service.ts';
import type { Phrase } from '../words/phrase.ts';
import { addressNotFound, placeNotFound } from '../words/place-not-found.ts';
import { reasonOf, stripDot, tellingLine, withoutLabel } from '../words/reason-words.ts';
import { refusesHost, requestedVersion } from '../words/refused-headers.ts';
import { nameOfServer } from '../words/server-name.ts';
import { listed, setVariables } from '../words/set-variables.ts';
import { longestShort, longestTiny, shorten, shortenPhrase } from '../words/shorten.ts';
import { isOfClient } from '../words/unknown-method.ts';
import type { Decision } from './decision.ts';
import { fill } from './explain.ts';
import { argumentsTogether } from './request-steps.ts';

/** A value repeated later in the text is part of the result. */
const farEnough = 10_000;

export function phraseOf(decision: Decision, fix: Fix): Phrase {
  const { envelope, reading } = decision;
  if (envelope !== null) return named(envelope.step, envelope.step);
  if (fix.kind === 'request' && (decision.class === 'validation' || reading.issues.length > 0)) {
    const asked = askFor(decision, fix);
    if (asked !== null) return asked;
  }
  const size = refusedSize(decision.call);
  if (size !== null)
    return named(`${serverName(decision)} failed on a request of ${size}`, `Failed on a request of ${size}`);
  if (fix.kind === 'setting' && fix.variables.length > 0) return setVariables(fix.variables, serverName(decision));
  const own = decision.meaning?.sentence;
  const filled = own === undefined ? null : fill(own, decision);
  return filled === null ? byClass(decision, fix) : named(filled, decision.meaning?.title ?? filled);
}

function byClass(decision: Decision, fix: Fix): Phrase {
  const { call: account } = decision;
  // The responder is the one that failed.
  const server = account.isFromServer && decision.class !== 'method_not_found' ? 'The client' : serverName(decision);
  const call = callName(account);
  const wait = decision.retry.afterMs === null ? null : duration(decision.retry.afterMs);
  switch (decision.class) {
    case 'parse_error':
      if (decision.codeName === 'Not JSON-RPC')
        return named(`What ${server} got is not a JSON-RPC message`, 'Not a JSON-RPC message');
      return withReason(decision, `${server} could not parse the request`, 'Request is not JSON');
    case 'invalid_request':
      return withReason(
        decision,
        decision.owner === 'request'
          ? `The upstream service of ${server} rejected the request`
          : `${server} rejected the request`,
        'Request rejected',
      );
    case 'method_not_found':
      if (decision.codeName?.startsWith('Unknown ')) return notFound(decision);
      if (account.isFromServer)
        return named(
          `${server} sent ${call}, which the client does not offer`,
          `Client does not offer ${call}`,
          'Not offered by the client',
        );
      if (isOfClient(account.method))
        return named(`${account.method} is a request to clients, not to servers`, 'A request to clients only');
      return named(
        `${server} has no method ${account.method ?? 'of that name'}`,
        `No method ${account.method ?? 'of that name'}`,
      );
    case 'validation': {
      const together = argumentsTogether(account, decision.reason);
      if (together !== null) return named(together.replace(/\.$/, ''), together.replace(/\.$/, ''));
      return account.method === undefined || takesArguments(account.method)
        ? withReason(decision, `${server} rejected the arguments of ${call}`, 'Arguments rejected')
        : withReason(decision, `${server} rejected the parameters of ${account.method}`, 'Parameters rejected');
    }
    case 'unauthorized':
      return fix.kind === 'sign_in'
        ? withReason(decision, `Sign in to ${server}`, `Sign in to ${server}`)
        : withReason(decision, `${server} needs valid credentials`, 'Credentials refused');
    case 'forbidden':
      if (refusesHost(decision.message))
        return withReason(decision, `${server} does not accept the Host or Origin header`, 'Host not accepted');
      return decision.owner === 'settings'
        ? withReason(decision, `The credentials of ${server} do not allow ${call}`, 'Credentials not enough')
        : withReason(decision, `${server} does not allow ${call}`, 'Not allowed');
    case 'approval_required':
      return withReason(decision, `Get approval for ${call}`, 'Needs approval');
    case 'not_found':
      return notFound(decision);
    case 'conflict':
      return withReason(decision, `${call} conflicts with the current state`, 'State conflict');
    case 'rate_limited':
      return rateLimited(decision, server, call, wait);
    case 'timeout':
      return withReason(decision, `${call} timed out in ${server}`, 'Timed out');
    case 'cancelled':
      return named(`${call} was canceled`, 'Canceled');
    case 'too_large':
      return withReason(decision, `${call} asks for or sends too much`, 'Too large');
    case 'unsupported':
      if (decision.codeName === 'Unsupported protocol version')
        return named(
          `${server} does not speak protocol version ${requestedVersion(account, decision.message) ?? 'of the request'}`,
          'Other protocol version',
        );
      return withReason(decision, `${server} does not support ${call}`, 'Not supported');
    case 'not_ready':
      return withReason(decision, `${server} is not ready for ${call}`, 'Not ready');
    case 'dependency':
      return dependency(decision, server);
    case 'unavailable':
      return wait === null
        ? withReason(
            decision,
            decision.owner === 'upstream'
              ? `The upstream service of ${server} is unavailable`
              : `${server} is unavailable`,
            'Unavailable',
          )
        : named(`${server} is unavailable: retry in ${wait}`, `Retry in ${wait}`);
    case 'internal':
      return withReason(decision, `${server} failed in ${call}`, 'Server error');
    case 'invalid_response':
      return withReason(decision, `${server} sent an invalid answer to ${call}`, 'Invalid answer');
    case 'connection_lost':
      return withReason(decision, `The connection to ${server} was lost`, 'Connection lost');
    case 'terminal':
      return withReason(decision, `${call} failed permanently`, 'Permanent failure');
    case 'unknown':
      return unknown(decision, server, call, wait);
  }
}

/** Who limits whom: an upstream service limits the server. */
function rateLimited(decision: Decision, server: string, call: string, wait: string | null): Phrase {
  const { owner } = decision;
  if (owner !== 'upstream')
    return wait === null
      ? withReason(decision, `${server} is rate limiting ${call}`, 'Rate limited')
      : named(`Rate limited by ${server}: retry in ${wait}`, `Retry in ${wait}`);
  const service = serviceName(decision.message);
  if (wait !== null)
    return named(
      `Rate limited by ${service === null ? `the upstream service of ${server}` : shorten(service, 40)}: retry in ${wait}`,
      `Retry in ${wait}`,
    );
  return service === null
    ? withReason(decision, `The upstream service of ${server} is rate limiting it`, 'Rate limited upstream')
    : named(`${shorten(service, 40)} is rate limiting ${server}`, 'Rate limited upstream');
}

/** An unreachable host or port is what to check. */
function dependency(decision: Decision, server: string): Phrase {
  const { message, codeName } = decision;
  if (codeName === 'Certificate refused') {
    const service = serviceName(message);
    const whose = service === null ? 'a service' : shorten(service, 30);
    return named(`${server} does not accept the certificate of ${whose}`, 'Certificate not accepted');
  }
  if (codeName === 'Unreadable answer')
    return withReason(decision, `${server} cannot read what a service answered`, 'Unreadable answer');
  const host = unresolvedHost(message);
  if (host !== null)
    return named(`${server} cannot resolve the host ${shorten(host, 40)}`, `Cannot resolve ${shorten(host, 25)}`);
  const place = refusedPlace(message);
  if (place !== null)
    return named(`Nothing listens at ${shorten(place, 40)} for ${server}`, `Nothing listens at ${shorten(place, 20)}`);
  return withReason(decision, `The upstream service of ${server} failed`, 'Upstream failed');
}

const takesArguments = (method: string): boolean => method === 'tools/call' || method === 'prompts/get';

function unknown(decision: Decision, server: string, call: string, wait: string | null): Phrase {
  if (wait !== null && decision.retry.verdict === 'wait')
    return named(`${call} failed: retry in ${wait}`, `Failed: retry in ${wait}`, `Retry in ${wait}`);
  const [first, second] = decision.candidates;
  if (first !== undefined && second !== undefined)
    return named(
      `${server} answered ${String(decision.code)}, which servers use in different ways`,
      `Ambiguous code ${String(decision.code)}`,
    );
  if (reason(decision) === '') return named(`${server} failed and gave no reason`, 'Failed without a reason');
  return withReason(decision, `${server} failed, and Misfire has no rule for it`, 'Unrecognized failure');
}

/** What was not found, in the request's words: `There is no order SO-9999`. */
function notFound(decision: Decision): Phrase {
  const { call: account } = decision;
  const { http, target, method } = account;
  const server = serverName(decision);
  if (decision.codeName === 'Unknown tool' && target !== undefined)
    return named(`${server} has no tool ${shorten(target, 40)}`, `No tool ${shorten(target, 30)}`);
  if (method === 'prompts/get' && target !== undefined)
    return named(`${server} has no prompt ${shorten(target, 40)}`, `No prompt ${shorten(target, 28)}`);
  if (method?.startsWith('resources/') && target !== undefined)
    return named(`There is no resource ${shorten(target, 60)}`, `No resource ${shorten(target, 26)}`);
  if (http !== undefined && account.answer === undefined)
    return isLostSession(http)
      ? named(`The session with ${server} has ended: connect again`, 'Session ended: connect again')
      : named(`Nothing answers at ${shorten(http.url, 66)}`, 'No MCP endpoint there', 'No MCP endpoint');
  const place = placeNotFound(account, decision.message);
  if (place?.kind === 'path')
    return named(
      `${shorten(place.value, 52)} does not exist on the server’s machine`,
      `No ${shorten(place.value, 37)}`,
    );
  if (place !== null)
    return named(`${shorten(place.value, 52)} answered 404: check the address`, '404: check the address');
  const own = addressNotFound(account, decision.message);
  if (own !== null) return named(`${shorten(own, 50)} answered 404 to ${server}`, '404 to the server itself');
  const lost = soughtArgument(account, decision.message);
  if (lost !== null) return named(`There is no ${lost.noun} ${lost.value}`, `No ${lost.noun} ${lost.value}`);
  return withReason(decision, `${callName(account)} did not find what it was asked for`, 'Not found');
}

/** The one argument whose value the server repeats, else the one its text is about. */
function soughtArgument(account: Call, message: string): { noun: string; value: string } | null {
  const { params, target, answer, http } = account;
  const args = member(params, 'arguments');
  if (!isObject(args)) return null;
  const said = (answer?.text ?? http?.body ?? '').slice(0, farEnough);
  const found: { noun: string; value: string }[] = [];
  for (const [name, value] of Object.entries(args).slice(0, 40)) {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text.length < 2 || text.length > 60 || text.includes('\n') || !said.includes(text)) continue;
    found.push({ noun: nounOf(name, target ?? ''), value: text });
  }
  if (found.length === 1) return found[0] as { noun: string; value: string };
  const meant = found.length === 0 ? argumentMeant(account, message) : null;
  const value = meant?.isNamed && typeof meant.value === 'string' ? meant.value : '';
  return value === '' || value.length > 60 ? null : { noun: nounOf(meant?.name ?? '', target ?? ''), value };
}

/** `orderId` → `order`; `id` of `get_order` → `order`. */
function nounOf(name: string, tool: string): string {
  const words = wordsOf(name.slice(0, 60)).filter((word) => !/^(?:id|ids|key|name|number|no|uuid|ref)$/.test(word));
  // `old_key`: without the noun, only the adjective is left.
  if (words.length === 1 && modifiers.has(words[0] as string)) return wordsOf(name.slice(0, 60)).join(' ');
  const own = words.length > 0 ? words : wordsOf(tool.slice(0, 60)).slice(1);
  return own.length === 0 ? 'item' : own.slice(-2).join(' ');
}

const modifiers = new Set('old new source target from to first last current src dst dest parent base other'.split(' '));

/** The server's first objection, else the schema's. */
function askFor({ reading }: Decision, fix: Fix & { kind: 'request' }): Phrase | null {
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
  const text = 'because' in chosen ? changePhrase(chosen) : missingPhrase(chosen, reading.issues);
  return named(`${shorten(text, 90 - more.length)}${more}`, `${shortenPhrase(text, 40 - more.length)}${more}`);
}

const mostNames = 3;

function passAll(names: readonly string[]): Phrase {
  const shown = names.slice(0, names.length > mostNames ? mostNames - 1 : mostNames);
  const text = `Pass ${listed([...shown, ...(shown.length < names.length ? [`${names.length - shown.length} more`] : [])])}`;
  return named(text, text);
}

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

/** Includes what the server said about it. */
function withReason(decision: Decision, sentence: string, short: string): Phrase {
  const said = reason(decision);
  return {
    sentence: said === '' ? sentence : `${sentence}: ${withoutWrappers(said, longest - sentence.length - 2)}`,
    // Next to the class it would say nothing new.
    short: said === '' ? short : shortenPhrase(said, longestShort),
    tiny: decision.decidingLine !== null && said.length <= longestTiny ? said : short,
  };
}

const longest = 90;
const wrapper = /\b(?:fail(?:ed|ure)?|unable|could not|couldn't|cannot|can't|error|exception|status)\b/i;

/** If a reason is too long, drop the part that only says that something failed: the cause is at the end. */
function withoutWrappers(said: string, room: number): string {
  let rest = said;
  while (rest.length > room) {
    const colon = rest.indexOf(': ');
    const tail = rest.slice(colon + 2);
    const head = rest.slice(0, colon);
    // Within brackets, the colon ends no wrapper.
    const isOpen = head.lastIndexOf('(') > head.lastIndexOf(')');
    if (colon < 0 || isOpen || !wrapper.test(head) || !/\S \S/.test(tail)) break;
    rest = tail;
  }
  return rest;
}

function reason({ message, reading, decidingLine: line }: Decision): string {
  const said = reasonOf({ message, problem: reading.problem });
  return stripDot(line === null ? labeledPart(tellingLine(said).trim()) : withoutLabel(line));
}

/** `XError. Error code: c. Error message: m. Error type: t`: the message of such a line. */
function labeledPart(line: string): string {
  return /\berror message: (\S.{6,300}?)(?:\.? error [a-z]{3,20}: .*)?$/i.exec(line.slice(0, 800))?.[1] ?? line;
}

function named(sentence: string, short: string, tiny = short): Phrase {
  return { sentence, short, tiny };
}

function serverName({ reading }: Decision): string {
  return shorten(nameOfServer(reading.context), 32);
}

export function callName({ target, method }: Pick<Call, 'target' | 'method'>): string {
  // Of a resource, the method says what was asked for.
  const isOfResource = method?.startsWith('resources/') && method !== 'resources/read';
  return shorten((isOfResource ? method : target) || method || 'the request', 40);
}
