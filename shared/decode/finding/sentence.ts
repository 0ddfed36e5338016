// The sentence of a finding, and its short form for a row. It names the subject: the argument, the id, the variable, the limit. What the
// user can do is phrased as an instruction, the rest as a fact. If no evidence fills a placeholder, another sentence is chosen.

import type { Account, DecodeContext } from '../../account/account.ts';
import { placeName } from '../../correct/correction.ts';
import type { Change, Fix, Judgment, Missing, Owner } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { firstLine } from '../facts/facts.ts';
import { isLostSession } from '../interpret/lost-session.ts';
import { argumentMeant, wordsOf } from '../words/argument-meant.ts';
import type { EnvelopeFault } from '../words/envelope.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { refusedPlace, serviceName, unresolvedHost } from '../words/named-service.ts';
import { addressNotFound, placeNotFound } from '../words/place-not-found.ts';
import { reasonOf, stripDot, tellingLine, withoutLabel } from '../words/reason-words.ts';
import { refusesHost, requestedVersion } from '../words/refused-headers.ts';
import { isOfClient } from '../words/unknown-method.ts';
import type { Phrase } from './clues.ts';
import { longestShort, longestTiny, shorten, shortenPhrase } from './shorten.ts';

/** A value repeated later in the text is part of the result. */
const farEnough = 10_000;

interface Topic {
  account: Account;
  context: DecodeContext;
  judgment: Judgment;
  /** The line of the message that decided; omitted: its first line. */
  line?: string | undefined;
  fix: Fix;
  owner: Owner;
  envelope: EnvelopeFault | null;
}

export function phraseOf(topic: Topic): Phrase {
  const { judgment, fix, envelope } = topic;
  if (envelope !== null) return named(envelope.step, envelope.step);
  if (fix.kind === 'request' && (judgment.class === 'validation' || judgment.issues.length > 0)) {
    const asked = askFor(topic, fix);
    if (asked !== null) return asked;
  }
  const size = refusedSize(topic.account);
  if (size !== null)
    return named(`${serverName(topic)} failed on a request of ${size}`, `Failed on a request of ${size}`);
  if (fix.kind === 'setting' && fix.variables.length > 0) return setVariables(fix.variables, serverName(topic));
  return byClass(topic);
}

function byClass(topic: Topic): Phrase {
  const { judgment, account } = topic;
  // The responder is the one that failed.
  const server = account.isFromServer && judgment.class !== 'method_not_found' ? 'The client' : serverName(topic);
  const call = callName(account);
  const wait = judgment.retry.afterMs === null ? null : duration(judgment.retry.afterMs);
  switch (judgment.class) {
    case 'parse_error':
      if (judgment.codeName === 'Not JSON-RPC')
        return named(`What ${server} got is not a JSON-RPC message`, 'Not a JSON-RPC message');
      return withReason(topic, `${server} could not parse the request`, 'Request is not JSON');
    case 'invalid_request':
      return withReason(
        topic,
        topic.owner === 'request'
          ? `The upstream service of ${server} rejected the request`
          : `${server} rejected the request`,
        'Request rejected',
      );
    case 'method_not_found':
      if (judgment.codeName?.startsWith('Unknown ')) return notFound(topic);
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
    case 'validation':
      return account.method === undefined || takesArguments(account.method)
        ? withReason(topic, `${server} rejected the arguments of ${call}`, 'Arguments rejected')
        : withReason(topic, `${server} rejected the parameters of ${account.method}`, 'Parameters rejected');
    case 'unauthorized':
      return topic.fix.kind === 'sign_in'
        ? withReason(topic, `Sign in to ${server}`, `Sign in to ${server}`)
        : withReason(topic, `${server} needs valid credentials`, 'Credentials refused');
    case 'forbidden':
      if (refusesHost(judgment.message))
        return withReason(topic, `${server} does not accept the Host or Origin header`, 'Host not accepted');
      return topic.owner === 'settings'
        ? withReason(topic, `The credentials of ${server} do not allow ${call}`, 'Credentials not enough')
        : withReason(topic, `${server} does not allow ${call}`, 'Not allowed');
    case 'approval_required':
      return withReason(topic, `Get approval for ${call}`, 'Needs approval');
    case 'not_found':
      return notFound(topic);
    case 'conflict':
      return withReason(topic, `${call} conflicts with the current state`, 'State conflict');
    case 'rate_limited':
      return rateLimited(topic, server, call, wait);
    case 'timeout':
      return withReason(topic, `${call} timed out in ${server}`, 'Timed out');
    case 'cancelled':
      return named(`${call} was canceled`, 'Canceled');
    case 'too_large':
      return withReason(topic, `${call} asks for or sends too much`, 'Too large');
    case 'unsupported':
      if (judgment.codeName === 'Unsupported protocol version')
        return named(
          `${server} does not speak protocol version ${requestedVersion(account, judgment.message) ?? 'of the request'}`,
          'Other protocol version',
        );
      return withReason(topic, `${server} does not support ${call}`, 'Not supported');
    case 'not_ready':
      return withReason(topic, `${server} is not ready for ${call}`, 'Not ready');
    case 'dependency':
      return dependency(topic, server);
    case 'unavailable':
      return wait === null
        ? withReason(
            topic,
            topic.owner === 'upstream'
              ? `The upstream service of ${server} is unavailable`
              : `${server} is unavailable`,
            'Unavailable',
          )
        : named(`${server} is unavailable: retry in ${wait}`, `Retry in ${wait}`);
    case 'internal':
      return withReason(topic, `${server} failed in ${call}`, 'Server error');
    case 'invalid_response':
      return withReason(topic, `${server} sent an invalid answer to ${call}`, 'Invalid answer');
    case 'connection_lost':
      return withReason(topic, `The connection to ${server} was lost`, 'Connection lost');
    case 'terminal':
      return withReason(topic, `${call} failed permanently`, 'Permanent failure');
    case 'unknown':
      return unknown(topic, server, call, wait);
  }
}

/** Who limits whom: an upstream service limits the server. */
function rateLimited(topic: Topic, server: string, call: string, wait: string | null): Phrase {
  const { judgment, owner } = topic;
  if (owner !== 'upstream')
    return wait === null
      ? withReason(topic, `${server} is rate limiting ${call}`, 'Rate limited')
      : named(`Rate limited by ${server}: retry in ${wait}`, `Retry in ${wait}`);
  const service = serviceName(judgment.message);
  if (wait !== null)
    return named(
      `Rate limited by ${service === null ? `the upstream service of ${server}` : shorten(service, 40)}: retry in ${wait}`,
      `Retry in ${wait}`,
    );
  return service === null
    ? withReason(topic, `The upstream service of ${server} is rate limiting it`, 'Rate limited upstream')
    : named(`${shorten(service, 40)} is rate limiting ${server}`, 'Rate limited upstream');
}

/** An unreachable host or port is what to check. */
function dependency(topic: Topic, server: string): Phrase {
  const { message, codeName } = topic.judgment;
  if (codeName === 'Certificate refused') {
    const service = serviceName(message);
    const whose = service === null ? 'a service' : shorten(service, 30);
    return named(`${server} does not accept the certificate of ${whose}`, 'Certificate not accepted');
  }
  if (codeName === 'Unreadable answer')
    return withReason(topic, `${server} cannot read what a service answered`, 'Unreadable answer');
  const host = unresolvedHost(message);
  if (host !== null)
    return named(`${server} cannot resolve the host ${shorten(host, 40)}`, `Cannot resolve ${shorten(host, 25)}`);
  const place = refusedPlace(message);
  if (place !== null)
    return named(`Nothing listens at ${shorten(place, 40)} for ${server}`, `Nothing listens at ${shorten(place, 20)}`);
  return withReason(topic, `The upstream service of ${server} failed`, 'Upstream failed');
}

const takesArguments = (method: string): boolean => method === 'tools/call' || method === 'prompts/get';

function unknown(topic: Topic, server: string, call: string, wait: string | null): Phrase {
  const { judgment } = topic;
  if (wait !== null && judgment.retry.verdict === 'wait')
    return named(`${call} failed: retry in ${wait}`, `Failed: retry in ${wait}`, `Retry in ${wait}`);
  const [first, second] = judgment.candidates;
  if (first !== undefined && second !== undefined)
    return named(
      `${server} answered ${String(judgment.code)}, which servers use in different ways`,
      `Ambiguous code ${String(judgment.code)}`,
    );
  if (reason(topic) === '') return named(`${server} failed and gave no reason`, 'Failed without a reason');
  return withReason(topic, `${server} failed, and Misfire has no rule for it`, 'Unrecognized failure');
}

/** What was not found, in the request's words: `There is no order SO-9999`. */
function notFound(topic: Topic): Phrase {
  const { account, judgment } = topic;
  const { http, target, method } = account;
  const server = serverName(topic);
  if (judgment.codeName === 'Unknown tool' && target !== undefined)
    return named(`${server} has no tool ${shorten(target, 40)}`, `No tool ${shorten(target, 30)}`);
  if (method === 'prompts/get' && target !== undefined)
    return named(`${server} has no prompt ${shorten(target, 40)}`, `No prompt ${shorten(target, 28)}`);
  if (method?.startsWith('resources/') && target !== undefined)
    return named(`There is no resource ${shorten(target, 60)}`, `No resource ${shorten(target, 26)}`);
  if (http !== undefined && account.answer === undefined)
    return isLostSession(http)
      ? named(`The session with ${server} has ended: connect again`, 'Session ended: connect again')
      : named(`Nothing answers at ${shorten(http.url, 66)}`, 'No MCP endpoint there', 'No MCP endpoint');
  const place = placeNotFound(account, judgment.message);
  if (place?.kind === 'path')
    return named(
      `${shorten(place.value, 52)} does not exist on the server’s machine`,
      `No ${shorten(place.value, 37)}`,
    );
  if (place !== null)
    return named(`${shorten(place.value, 52)} answered 404: check the address`, '404: check the address');
  const own = addressNotFound(account, judgment.message);
  if (own !== null) return named(`${shorten(own, 50)} answered 404 to ${server}`, '404 to the server itself');
  const lost = soughtArgument(account, judgment.message);
  if (lost !== null) return named(`There is no ${lost.noun} ${lost.value}`, `No ${lost.noun} ${lost.value}`);
  return withReason(topic, `${callName(account)} did not find what it was asked for`, 'Not found');
}

/** The one argument whose value the server repeats, else the one its text is about. */
function soughtArgument(account: Account, message: string): { noun: string; value: string } | null {
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
  const own = words.length > 0 ? words : wordsOf(tool.slice(0, 60)).slice(1);
  return own.length === 0 ? 'item' : own.slice(-2).join(' ');
}

/** The server's first objection, else the schema's. */
function askFor({ judgment }: Topic, fix: Fix & { kind: 'request' }): Phrase | null {
  const { changes, missing } = fix;
  const total = changes.length + missing.length;
  const spoken = judgment.issues.filter(({ by }) => by === undefined).map(({ path }) => path);
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
  const text = 'because' in chosen ? changePhrase(chosen) : missingPhrase(chosen, judgment);
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

function missingPhrase({ path, wants, says, isSent, choices = [] }: Missing, { issues }: Judgment): string {
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

export function setVariables(names: readonly string[], server: string): Phrase {
  const list = names.length > 3 ? `${names.slice(0, 3).join(', ')} and more` : listed(names);
  return named(`Set ${list} for ${server}`, `Set ${list}`);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Includes what the server said about it. */
function withReason(topic: Topic, sentence: string, short: string): Phrase {
  const said = reason(topic);
  return {
    sentence: said === '' ? sentence : `${sentence}: ${withoutWrappers(said, longest - sentence.length - 2)}`,
    // Next to the class it would say nothing new.
    short: said === '' ? short : shortenPhrase(said, longestShort),
    tiny: topic.line !== undefined && said.length <= longestTiny ? said : short,
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
    if (colon < 0 || !wrapper.test(rest.slice(0, colon)) || !/\S \S/.test(tail)) break;
    rest = tail;
  }
  return rest;
}

function reason({ judgment, line }: Topic): string {
  return stripDot(line === undefined ? tellingLine(reasonOf(judgment)).trim() : withoutLabel(line));
}

function named(sentence: string, short: string, tiny = short): Phrase {
  return { sentence, short, tiny };
}

export function serverName({ context }: { context: DecodeContext }): string {
  const { server } = context;
  return server === '' || server === '?' ? 'The server' : shorten(server, 32);
}

export function callName({ target, method }: Account): string {
  return shorten(target || method || 'the request', 40);
}
