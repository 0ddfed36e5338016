// The sentence of a finding, and the same for a row. It names the thing: the argument, the id, the variable, the limit. What a person
// can do is said as something to do, all else as a fact. A slot that no evidence fills chooses another sentence.

import type { Account, DecodeContext } from '../../account/account.ts';
import { placeName } from '../../correct/correction.ts';
import type { Change, Fix, Judgment, Missing, Owner } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { firstLine } from '../facts/facts.ts';
import { isLostSession } from '../interpret/lost-session.ts';
import { envelopeFault } from '../words/envelope.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { reasonOf, stripDot } from '../words/reason-words.ts';
import { soughtPlace } from '../words/sought-place.ts';
import { shorten } from './shorten.ts';

export interface Phrase {
  sentence: string;
  short: string;
  tiny?: string;
}

/** A value that is repeated further back is part of what was found. */
const farEnough = 10_000;

interface Topic {
  account: Account;
  context: DecodeContext;
  judgment: Judgment;
  fix: Fix;
  owner: Owner;
}

export function phraseOf(topic: Topic): Phrase {
  const { judgment, fix } = topic;
  const fault = envelopeFault(topic.account, judgment.class, judgment.issues);
  if (fault !== null) return named(fault.step, fault.step);
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
  const server = serverName(topic);
  const call = callName(account);
  const wait = judgment.retry.afterMs === null ? null : duration(judgment.retry.afterMs);
  switch (judgment.class) {
    case 'parse_error':
      return withReason(topic, `${server} could not parse the request`, 'Request is not JSON');
    case 'invalid_request':
      return withReason(
        topic,
        topic.owner === 'request'
          ? `A service behind ${server} rejected the request`
          : `${server} rejected the request`,
        'Request rejected',
      );
    case 'method_not_found':
      if (account.isFromServer)
        return named(
          `${server} sent ${call}, which the client does not offer`,
          `Client does not offer ${call}`,
          'Not offered by the client',
        );
      return named(
        `${server} has no method ${account.method ?? 'of that name'}`,
        `No method ${account.method ?? 'of that name'}`,
      );
    case 'validation':
      return withReason(topic, `${server} rejected the arguments of ${call}`, 'Arguments rejected');
    case 'unauthorized':
      return topic.fix.kind === 'sign_in'
        ? withReason(topic, `Sign in to ${server}`, `Sign in to ${server}`)
        : withReason(topic, `${server} needs valid credentials`, 'Credentials refused');
    case 'forbidden':
      return withReason(topic, `${server} does not allow ${call}`, 'Not allowed');
    case 'approval_required':
      return withReason(topic, `Get approval for ${call}`, 'Needs approval');
    case 'not_found':
      return notFound(topic);
    case 'conflict':
      return withReason(topic, `${call} conflicts with the current state`, 'State conflict');
    case 'rate_limited':
      return wait === null
        ? withReason(topic, `${server} is rate limiting ${call}`, 'Rate limited')
        : named(`Rate limited by ${server}: retry in ${wait}`, `Rate limited: retry in ${wait}`, `Retry in ${wait}`);
    case 'timeout':
      return withReason(topic, `${call} timed out in ${server}`, 'Timed out');
    case 'cancelled':
      return named(`${call} was canceled`, 'Canceled');
    case 'too_large':
      return withReason(topic, `${call} asks for or sends too much`, 'Too large');
    case 'unsupported':
      return withReason(topic, `${server} does not support ${call}`, 'Not supported');
    case 'not_ready':
      return withReason(topic, `${server} is not ready for ${call}`, 'Not ready');
    case 'dependency':
      return withReason(topic, `A service behind ${server} failed`, 'Upstream failed');
    case 'unavailable':
      return wait === null
        ? withReason(
            topic,
            topic.owner === 'upstream' ? `A service behind ${server} is unavailable` : `${server} is unavailable`,
            'Unavailable',
          )
        : named(`${server} is unavailable: retry in ${wait}`, `Unavailable: retry in ${wait}`, `Retry in ${wait}`);
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
  if (reason(judgment) === '') return named(`${server} failed and gave no reason`, 'Failed without a reason');
  return withReason(topic, `${server} failed, and Misfire has no rule for it`, 'Unrecognized failure');
}

/** What was not found, as it was asked for: `There is no order SO-9999`. */
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
  const place = soughtPlace(account, judgment.message);
  if (place?.kind === 'path')
    return named(
      `${shorten(place.value, 52)} does not exist on the server’s machine`,
      `No ${shorten(place.value, 37)}`,
    );
  if (place !== null)
    return named(`${shorten(place.value, 52)} answered 404: check the address`, '404: check the address');
  const lost = soughtArgument(account);
  if (lost !== null) return named(`There is no ${lost.noun} ${lost.value}`, `No ${lost.noun} ${lost.value}`);
  return withReason(topic, `${callName(account)} did not find what it was asked for`, 'Not found');
}

/** The one argument whose value the server repeats. */
function soughtArgument({ params, target, answer, http }: Account): { noun: string; value: string } | null {
  const args = member(params, 'arguments');
  if (!isObject(args)) return null;
  const said = (answer?.text ?? http?.body ?? '').slice(0, farEnough);
  const found: { noun: string; value: string }[] = [];
  for (const [name, value] of Object.entries(args).slice(0, 40)) {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text.length < 2 || text.length > 60 || text.includes('\n') || !said.includes(text)) continue;
    found.push({ noun: nounOf(name, target ?? ''), value: text });
  }
  return found.length === 1 ? (found[0] as { noun: string; value: string }) : null;
}

/** `orderId` → `order`; `id` of `get_order` → `order`. */
function nounOf(name: string, tool: string): string {
  const words = split(name).filter((word) => !/^(?:id|ids|key|name|number|no|uuid|ref)$/.test(word));
  const own = words.length > 0 ? words : split(tool).slice(1);
  return own.length === 0 ? 'item' : own.slice(-2).join(' ');
}

function split(name: string): string[] {
  return name
    .slice(0, 60)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** The first thing that the server objects to, else the first that the schema does. */
function askFor({ judgment }: Topic, fix: Fix & { kind: 'request' }): Phrase | null {
  const { changes, missing } = fix;
  const total = changes.length + missing.length;
  const spoken = judgment.issues.filter(({ by }) => by === undefined).map(({ path }) => path);
  const isSpoken = ({ path }: { path: string }) => spoken.includes(path);
  const change = changes.find(isSpoken);
  const gap = missing.find(isSpoken);
  const chosen = change ?? gap ?? changes[0] ?? missing[0];
  if (chosen === undefined) return null;
  const more = total > 1 ? ` and ${total - 1} more` : '';
  const text = 'because' in chosen ? changePhrase(chosen) : missingPhrase(chosen, judgment);
  return named(`${shorten(text, 90 - more.length)}${more}`, `${shorten(text, 40 - more.length)}${more}`);
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

/** A sentence about an argument often begins with its name. */
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

/** With what the server said of it. */
function withReason({ judgment }: Topic, sentence: string, short: string): Phrase {
  const said = reason(judgment);
  const whole = `${sentence}: ${said}`;
  return {
    sentence: said === '' ? sentence : whole,
    short: said !== '' && said.length <= 40 ? said : short,
    tiny: short,
  };
}

function reason(judgment: Judgment): string {
  return stripDot(firstLine(reasonOf(judgment)).trim());
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
