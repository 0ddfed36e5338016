// The one plain sentence about a failure, with its concrete values: the tool, the field, the wait, the limit.

import type { Account, DecodeContext } from '../../account/account.ts';
import type { Meaning } from '../../dialects/dialect-schema.ts';
import type { Candidate, FailureClass } from '../../failure.ts';
import { duration } from '../../text/duration.ts';
import { inMarks } from '../finding/shorten.ts';
import { isLostSession, refusesMethod } from '../interpret/lost-session.ts';
import type { EnvelopeFault } from '../words/envelope.ts';
import {
  limitText,
  scopeText,
  short,
  sizeText,
  type ToldFacts,
  timeText,
  valueText,
  waitText,
} from '../words/fact-words.ts';
import { unrecordedBytes } from '../words/http-sizes.ts';
import { fileIn, programIn, variableIn } from '../words/named-parts.ts';
import { issueWords, stripDot } from '../words/reason-words.ts';
import { requestedVersion } from '../words/refused-headers.ts';
import { partsOf } from './template.ts';

export interface Story {
  account: Account;
  context: DecodeContext;
  facts: ToldFacts;
  class: FailureClass;
  meaning: Meaning | null;
  message: string;
  /** The line of the message that says why. */
  line: string;
  afterMs: number | null;
  /** The refusal came from an upstream service; the server itself had accepted the caller. */
  isBehind: boolean;
  /** The stderr line that reports a problem while the call was open; '' if there is none. */
  stderrLine: string;
  /** What is wrong with the request's own params. */
  envelope: EnvelopeFault | null;
  /** Possible meanings, if nothing decides between them. */
  candidates?: readonly Candidate[];
}

export function explain(story: Story): string {
  const template = story.meaning?.explanation;
  if (template !== undefined) {
    const filled = fill(template, story);
    if (filled !== null) return filled;
  }
  return sentence(story);
}

function sentence(story: Story): string {
  const { facts } = story;
  const server = serverName(story);
  const because = becauseOf(story);
  switch (story.class) {
    case 'parse_error':
      return `${server} could not read the request as JSON${because}.`;
    case 'invalid_request':
      return story.isBehind
        ? `A service that ${server} uses did not accept what it was sent for ${callName(story.account)}${because}.`
        : `${server} did not accept the request as it was sent${because}.`;
    case 'method_not_found': {
      const { isFromServer, method } = story.account;
      if (isFromServer) return `${server} sent ${method ?? 'a request'}, which the client does not offer.`;
      const asked = method ?? valueText(facts, 'method') ?? 'that was asked for';
      return `${server} does not offer the method ${asked}${becauseUnlike(story, 'method not found')}.`;
    }
    case 'validation':
      return `${server} refused ${argumentsOf(story)}${issueText(story) ?? because}.`;
    case 'unauthorized':
      if (story.isBehind && story.meaning?.name === 'Missing credential')
        return `${server} has no credential for a service that it needs to ${doing(story.account)}${because}.`;
      return story.isBehind
        ? `A service that ${server} uses refused the credentials of the server, so it could not ${doing(story.account)}${because}.`
        : `${server} wants valid credentials before it will ${doing(story.account)}${because}.`;
    case 'forbidden':
      return story.isBehind
        ? `A service that ${server} uses does not allow the server’s credentials to ${doing(story.account)}${scopeText(facts)}${because}.`
        : `${server} does not allow these credentials or this request to ${doing(story.account)}${scopeText(facts)}${because}.`;
    case 'approval_required':
      return `${server} needs someone's approval or payment before it will ${doing(story.account)}${because}.`;
    case 'not_found':
      return notFound(story, server, because);
    case 'conflict':
      return `${server} could not ${doing(story.account)} in the current state of things${because}.`;
    case 'rate_limited': {
      const who = story.isBehind ? `A service that ${server} uses` : server;
      const until = story.afterMs === null ? because : waitText(story.afterMs);
      return `${who} accepts no more calls for now${limitText(facts)}${until}.`;
    }
    case 'timeout':
      return `${server} or its upstream service took too long to ${doing(story.account)}${timeText(facts)}${because}.`;
    case 'cancelled':
      return `${capitalised(callName(story.account))} was cancelled before it was done${becauseUnlike(story, 'cancelled')}.`;
    case 'too_large':
      return `${server} found something in the request too large${sizeText(facts)}${because}.`;
    case 'unsupported':
      if (refusesMethod(story.account))
        return `${server} takes no ${story.account.http?.method ?? 'POST'} at this address, which may not be its MCP endpoint.`;
      if (story.meaning?.name === 'Unsupported protocol version')
        return `${server} does not accept ${versionOf(story)}${because}.`;
      return `${server} does not support what ${callName(story.account)} asks for${because}.`;
    case 'not_ready':
      return `${server} is not ready to ${doing(story.account)}: something must be set up first${because}.`;
    case 'dependency':
      return `${server} could not get what it needs from another service while it tried to ${doing(story.account)}${because}.`;
    case 'unavailable':
      return story.isBehind
        ? `A service that ${server} uses is unavailable${waitText(story.afterMs)}${because}.`
        : `${server} cannot ${doing(story.account)} at the moment${waitText(story.afterMs)}${because}.`;
    case 'internal':
      return because === ''
        ? `${server} failed inside while it tried to ${doing(story.account)}${withoutReason(story.account)}.`
        : `${server} failed inside while it tried to ${doing(story.account)}${because}.`;
    case 'invalid_response':
      return `${server} sent an answer to ${callName(story.account)} that breaks the rules${issueText(story) ?? because}.`;
    case 'connection_lost':
      return `The connection to ${server} ended before ${callName(story.account)} was answered${because}.`;
    case 'terminal':
      return `${server} says that ${callName(story.account)} cannot succeed with this input${because}.`;
    case 'unknown':
      if (story.candidates !== undefined && story.candidates.length > 0) return openQuestion(story, story.candidates);
      return because === ''
        ? `${server} reported a failure of ${callName(story.account)} without saying what went wrong.`
        : `${server} reported a failure of ${callName(story.account)}${because}.`;
  }
}

/** The part that was not recorded may hold the reason. */
function withoutReason(account: Account): string {
  const bytes = unrecordedBytes(account);
  return bytes === 0 ? ' and gave no reason' : `. Its answer of ${bytes} bytes was not recorded`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function versionOf({ account, message }: Story): string {
  const version = requestedVersion(account, message);
  return version === null ? 'the protocol version of the request' : `protocol version ${version}`;
}

/** Possible meanings of a code, if nothing decides. */
function openQuestion(story: Story, candidates: readonly Candidate[]): string {
  const meanings: string[] = [];
  for (const { codeName, class: failureClass } of candidates) {
    const meaning = codeName ?? failureClass.replaceAll('_', ' ');
    if (meanings.length < 4 && !meanings.includes(meaning)) meanings.push(meaning);
  }
  const last = meanings.pop() ?? '';
  const choice = meanings.length === 0 ? last : `${meanings.join(', ')} or ${last}`;
  const code = story.facts.numbers[0]?.value ?? 'a code';
  const answered = `${serverName(story)} answered ${callName(story.account)} with ${code}`;
  return `${answered}, which can mean ${choice} depending on the server; nothing in the answer decides${becauseOf(story)}.`;
}

export function serverName(story: Pick<Story, 'context'> & Partial<Pick<Story, 'account' | 'class'>>): string {
  if (story.account?.isFromServer && story.class !== 'method_not_found') return 'The client';
  const name = story.context.server;
  return name === '' || name === '?' ? 'The server' : name;
}

/** What was requested, as a noun: `the tool "search"`, `the method ping`. */
export function callName(account: Account): string {
  if (account.target !== undefined && account.target !== '') {
    const target = inMarks(account.target, 80);
    if (account.method === 'prompts/get') return `the prompt ${target}`;
    if (account.method?.startsWith('resources/')) return `the resource ${target}`;
    return target;
  }
  return account.method === undefined ? 'the request' : account.method;
}

/** What was requested, after "to": `run "search"`. */
function doing(account: Account): string {
  if (account.target !== undefined && account.target !== '') {
    const target = inMarks(account.target, 80);
    if (account.method === 'tools/call') return `run ${target}`;
    if (account.method === 'prompts/get') return `give the prompt ${target}`;
    if (account.method?.startsWith('resources/')) return `read ${target}`;
  }
  if (account.method === 'initialize') return 'start the session';
  return account.method === undefined ? 'answer' : `answer ${short(account.method, 60)}`;
}

function argumentsOf(story: Story): string {
  const { account } = story;
  return account.method === 'tools/call' && account.target !== undefined
    ? `the arguments of ${inMarks(account.target, 80)}`
    : account.method === undefined
      ? 'the values in the request'
      : `the parameters of ${short(account.method, 60)}`;
}

/** What is wrong with the arguments, for the end of a sentence; null if unknown. */
function issueText({ facts, line }: Story): string | null {
  if (facts.issues.length > 0) return `: ${issueWords(facts.issues)}`;
  const field = valueText(facts, 'field');
  return field === null ? null : `: ${field}${line === '' ? '' : ` (${short(line, 160)})`}`;
}

function notFound(story: Story, server: string, because: string): string {
  const { account, meaning } = story;
  const name = meaning?.name ?? '';
  if (account.target !== undefined) {
    if (name === 'Unknown tool') return `${server} has no tool called ${inMarks(account.target, 80)}.`;
    if (name === 'Unknown prompt') return `${server} has no prompt called ${inMarks(account.target, 80)}.`;
    if (name === 'Unknown resource' || name === 'Resource not found')
      return `${server} has no resource ${inMarks(account.target, 200)}.`;
  }
  const { http } = account;
  if (http !== undefined && account.answer === undefined && isLostSession(http))
    return `${server} no longer knows this session${because}.`;
  if (http !== undefined && account.answer === undefined && name !== 'Session not found')
    return `${server} has nothing at ${short(http.url, 120)} that answers ${http.method}${because}.`;
  if (name === 'Session not found') return `${server} no longer knows this session${because}.`;
  return `${server} could not find what ${callName(account)} asks for${because}.`;
}

/** `: message` for the end of a sentence; '' if there is none. */
function becauseOf(story: Story): string {
  const text = stripDot(short(story.line.trim(), 200));
  return text === '' ? '' : `: ${text}`;
}

function becauseUnlike(story: Story, plain: string): string {
  const text = story.line.trim();
  return text === '' || text.toLowerCase().startsWith(plain) ? '' : becauseOf(story);
}

/** Fills placeholders such as `{tool}`; null if a value is missing. */
export function fill(template: string, story: Story): string | null {
  if (!template.includes('{')) return template;
  const parts = partsOf(template);
  let text = parts[0] as string;
  for (let index = 1; index < parts.length; index += 2) {
    const value = placeholder(parts[index] as string, story);
    if (value === null) return null;
    text += value + parts[index + 1];
  }
  return text;
}

function placeholder(name: string, story: Story): string | null {
  switch (name) {
    case 'server':
      return serverName(story);
    case 'call':
      return callName(story.account);
    case 'doing':
      return doing(story.account);
    case 'message':
      return stripDot(short(story.line, 200)) || null;
    case 'because':
      return becauseOf(story);
    case 'wait':
      return story.afterMs === null ? null : duration(story.afterMs);
    case 'program':
      return programIn(story.message);
    case 'file':
      return fileIn(story.message);
    case 'variable':
      return variableIn(story.message);
    case 'issues':
      return issueText(story)?.slice(2) ?? null;
    case 'target':
      return story.account.target ?? null;
    case 'tool':
      return (
        valueText(story.facts, 'tool') ??
        (story.account.method === 'tools/call' ? (story.account.target ?? null) : null)
      );
    default:
      return valueText(story.facts, name);
  }
}
