// The one plain sentence about a failure, with its concrete values: the tool, the field, the wait, the limit.

import type { Candidate } from '../../failure.ts';
import { duration } from '../../text/duration.ts';
import type { Call } from '../reading/reading.ts';
import { callName } from '../words/call-name.ts';
import { limitText, scopeText, short, sizeText, timeText, valueText, waitText } from '../words/fact-words.ts';
import { unrecordedBytes } from '../words/http-sizes.ts';
import { isLostSession, refusesMethod } from '../words/lost-session.ts';
import { fileIn, programIn, variableIn } from '../words/named-parts.ts';
import { issueWords, stripDot } from '../words/reason-words.ts';
import { requestedVersion } from '../words/refused-headers.ts';
import { nameOfServer } from '../words/server-name.ts';
import { inMarks } from '../words/shorten.ts';
import type { Decision } from './decision.ts';
import { partsOf } from './template.ts';

export function explain(decision: Decision): string {
  const template = decision.meaning?.explanation;
  if (decision.deciding?.told !== undefined && template !== undefined) return template;
  if (template !== undefined) {
    const filled = fill(template, decision);
    if (filled !== null) return filled;
  }
  return sentence(decision);
}

function sentence(decision: Decision): string {
  const { reading } = decision;
  const server = serverName(decision);
  const because = becauseOf(decision);
  switch (decision.class) {
    case 'parse_error':
      return `${server} could not read the request as JSON${because}.`;
    case 'invalid_request':
      return decision.isUpstream
        ? `A service that ${server} uses did not accept what it was sent for ${callName(decision.call)}${because}.`
        : `${server} did not accept the request as it was sent${because}.`;
    case 'method_not_found': {
      const { isFromServer, method } = decision.call;
      if (isFromServer) return `${server} sent ${method ?? 'a request'}, which the client does not offer.`;
      const asked = method ?? valueText(reading, 'method') ?? 'that was asked for';
      return `${server} does not offer the method ${asked}${becauseUnlike(decision, 'method not found')}.`;
    }
    case 'validation':
      return `${server} refused ${argumentsOf(decision)}${issueText(decision) ?? because}.`;
    case 'unauthorized':
      if (decision.isUpstream && decision.meaning?.name === 'Missing credential')
        return `${server} has no credential for a service that it needs to ${doing(decision.call)}${because}.`;
      return decision.isUpstream
        ? `A service that ${server} uses refused the credentials of the server, so it could not ${doing(decision.call)}${because}.`
        : `${server} wants valid credentials before it will ${doing(decision.call)}${because}.`;
    case 'forbidden':
      return decision.isUpstream
        ? `A service that ${server} uses does not allow the server’s credentials to ${doing(decision.call)}${scopeText(reading)}${because}.`
        : `${server} does not allow these credentials or this request to ${doing(decision.call)}${scopeText(reading)}${because}.`;
    case 'approval_required':
      return `${server} needs someone's approval or payment before it will ${doing(decision.call)}${because}.`;
    case 'not_found':
      return notFound(decision, server, because);
    case 'conflict':
      return `${server} could not ${doing(decision.call)} in the current state of things${because}.`;
    case 'rate_limited': {
      const who = decision.isUpstream ? `A service that ${server} uses` : server;
      const until = decision.retry.afterMs === null ? because : waitText(decision.retry.afterMs);
      return `${who} accepts no more calls for now${limitText(reading)}${until}.`;
    }
    case 'timeout':
      return `${server} or its upstream service took too long to ${doing(decision.call)}${timeText(reading)}${because}.`;
    case 'cancelled':
      return `${capitalised(callName(decision.call))} was cancelled before it was done${becauseUnlike(decision, 'cancelled')}.`;
    case 'too_large':
      return `${server} found something in the request too large${sizeText(reading)}${because}.`;
    case 'unsupported':
      if (refusesMethod(decision.call))
        return `${server} takes no ${decision.call.http?.method ?? 'POST'} at this address, which may not be its MCP endpoint.`;
      if (decision.meaning?.name === 'Unsupported protocol version')
        return `${server} does not accept ${versionOf(decision)}${because}.`;
      return `${server} does not support what ${callName(decision.call)} asks for${because}.`;
    case 'not_ready':
      return `${server} is not ready to ${doing(decision.call)}: something must be set up first${because}.`;
    case 'dependency':
      return `${server} could not get what it needs from another service while it tried to ${doing(decision.call)}${because}.`;
    case 'unavailable':
      return decision.isUpstream
        ? `A service that ${server} uses is unavailable${waitText(decision.retry.afterMs)}${because}.`
        : `${server} cannot ${doing(decision.call)} at the moment${waitText(decision.retry.afterMs)}${because}.`;
    case 'internal':
      return because === ''
        ? `${server} failed inside while it tried to ${doing(decision.call)}${withoutReason(decision.call)}.`
        : `${server} failed inside while it tried to ${doing(decision.call)}${because}.`;
    case 'invalid_response':
      return `${server} sent an answer to ${callName(decision.call)} that breaks the rules${issueText(decision) ?? because}.`;
    case 'connection_lost':
      return `The connection to ${server} ended before ${callName(decision.call)} was answered${because}.`;
    case 'terminal':
      return `${server} says that ${callName(decision.call)} cannot succeed with this input${because}.`;
    case 'unknown':
      if (decision.candidates.length > 0) return openQuestion(decision, decision.candidates);
      return because === ''
        ? `${server} reported a failure of ${callName(decision.call)} without saying what went wrong.`
        : `${server} reported a failure of ${callName(decision.call)}${because}.`;
  }
}

/** The part that was not recorded may hold the reason. */
function withoutReason(call: Call): string {
  const bytes = unrecordedBytes(call);
  return bytes === 0 ? ' and gave no reason' : `. Its answer of ${bytes} bytes was not recorded`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function versionOf({ call, reason }: Decision): string {
  const version = requestedVersion(call, reason);
  return version === null ? 'the protocol version of the request' : `protocol version ${version}`;
}

/** Possible meanings of a code, if nothing decides. */
function openQuestion(decision: Decision, candidates: readonly Candidate[]): string {
  const meanings: string[] = [];
  for (const { codeName, class: failureClass } of candidates) {
    const meaning = codeName ?? failureClass.replaceAll('_', ' ');
    if (meanings.length < 4 && !meanings.includes(meaning)) meanings.push(meaning);
  }
  const last = meanings.pop() ?? '';
  const choice = meanings.length === 0 ? last : `${meanings.join(', ')} or ${last}`;
  const code = decision.reading.numbers[0]?.value ?? 'a code';
  const answered = `${serverName(decision)} answered ${callName(decision.call)} with ${code}`;
  return `${answered}, which can mean ${choice} depending on the server; nothing in the answer decides${becauseOf(decision)}.`;
}

function serverName({ call, class: failureClass, reading }: Decision): string {
  return call.isFromServer && failureClass !== 'method_not_found' ? 'The client' : nameOfServer(reading.context);
}

/** What was requested, after "to": `run "search"`. */
function doing(call: Call): string {
  if (call.target !== undefined && call.target !== '') {
    const target = inMarks(call.target, 80);
    if (call.method === 'tools/call') return `run ${target}`;
    if (call.method === 'prompts/get') return `give the prompt ${target}`;
    if (call.method?.startsWith('resources/')) return `read ${target}`;
  }
  if (call.method === 'initialize') return 'start the session';
  return call.method === undefined ? 'answer' : `answer ${short(call.method, 60)}`;
}

function argumentsOf(decision: Decision): string {
  const { call } = decision;
  return call.method === 'tools/call' && call.target !== undefined
    ? `the arguments of ${inMarks(call.target, 80)}`
    : call.method === undefined
      ? 'the values in the request'
      : `the parameters of ${short(call.method, 60)}`;
}

/** What is wrong with the arguments, for the end of a sentence; null if unknown. */
function issueText({ reading, line }: Decision): string | null {
  if (reading.issues.length > 0) return `: ${issueWords(reading.issues)}`;
  const field = valueText(reading, 'field');
  return field === null ? null : `: ${field}${line === '' ? '' : ` (${short(line, 160)})`}`;
}

function notFound(decision: Decision, server: string, because: string): string {
  const { call, meaning } = decision;
  const name = meaning?.name ?? '';
  if (call.target !== undefined) {
    if (name === 'Unknown tool') return `${server} has no tool called ${inMarks(call.target, 80)}.`;
    if (name === 'Unknown prompt') return `${server} has no prompt called ${inMarks(call.target, 80)}.`;
    if (name === 'Unknown resource' || name === 'Resource not found')
      return `${server} has no resource ${inMarks(call.target, 200)}.`;
  }
  const { http } = call;
  if (http !== undefined && call.answer === undefined && isLostSession(http))
    return `${server} no longer knows this session${because}.`;
  if (http !== undefined && call.answer === undefined && name !== 'Session not found')
    return `${server} has nothing at ${short(http.url, 120)} that answers ${http.method}${because}.`;
  if (name === 'Session not found') return `${server} no longer knows this session${because}.`;
  return `${server} could not find what ${callName(call)} asks for${because}.`;
}

/** `: message` for the end of a sentence; '' if there is none. */
function becauseOf(decision: Decision): string {
  const text = stripDot(short(decision.line.trim(), 200));
  return text === '' ? '' : `: ${text}`;
}

function becauseUnlike(decision: Decision, plain: string): string {
  const text = decision.line.trim();
  return text === '' || text.toLowerCase().startsWith(plain) ? '' : becauseOf(decision);
}

/** Fills placeholders such as `{tool}`; null if a value is missing. */
export function fill(template: string, decision: Decision): string | null {
  if (!template.includes('{')) return template;
  const parts = partsOf(template);
  let text = parts[0] as string;
  for (let index = 1; index < parts.length; index += 2) {
    const value = placeholder(parts[index] as string, decision);
    if (value === null) return null;
    text += value + parts[index + 1];
  }
  return text;
}

function placeholder(name: string, decision: Decision): string | null {
  switch (name) {
    case 'server':
      return serverName(decision);
    case 'call':
      return callName(decision.call);
    case 'doing':
      return doing(decision.call);
    case 'message':
      return stripDot(short(decision.line, 200)) || null;
    case 'because':
      return becauseOf(decision);
    case 'wait':
      return decision.retry.afterMs === null ? null : duration(decision.retry.afterMs);
    case 'program':
      return programIn(decision.reason);
    case 'file':
      return fileIn(decision.reason);
    case 'variable':
      return variableIn(decision.reason);
    case 'issues':
      return issueText(decision)?.slice(2) ?? null;
    case 'target':
      return decision.call.target ?? null;
    case 'tool':
      return (
        valueText(decision.reading, 'tool') ??
        (decision.call.method === 'tools/call' ? (decision.call.target ?? null) : null)
      );
    default:
      return valueText(decision.reading, name);
  }
}
