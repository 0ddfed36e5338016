// Failures without an error to read: the process died, no response came, Misfire timed out, the response breaks the protocol. The
// sentences are here, because no dialect applies.

import type { Account, DecodeContext } from '../../account/account.ts';
import { endingOf, isSaidTimeout } from '../../ending/decide-ending.ts';
import type { Ending } from '../../ending/ending.ts';
import { endingWords, hasOwnWords, waited } from '../../ending/ending-words.ts';
import type { Evidence } from '../../failure.ts';
import { isObject, member } from '../../json/json.ts';
import type { Claim } from '../claims/claim.ts';
import { networkLine } from '../extract/network-cause.ts';
import { answerStart } from '../locate/cut-answer.ts';
import { malformedResult } from '../locate/malformed-result.ts';
import type { Located } from '../reading/reading.ts';
import { firstLine } from '../reading/reading.ts';
import { short } from '../words/fact-words.ts';
import { refusedPlace, unresolvedHost } from '../words/named-service.ts';
import { callName, inSentence, nameOfServer } from '../words/names.ts';
import { quotedText } from '../words/quoted.ts';
import { dotted, stripDot } from '../words/reason-words.ts';
import { type ClaimDraft, claimOf } from './draft.ts';
import { processEnd, silentAdvice } from './process-end.ts';
import { strayOf } from './stray.ts';
import { unreachable, unready } from './unreachable.ts';

/** Whether there is no error to read, so that the sentences come from here. */
export function isSilent(account: Account, located: Located): boolean {
  if (account.answer !== undefined) {
    if (located.oddities.length === 0) return false;
    return ['schema-mismatch', 'malformed-result', 'answer-not-an-object', 'neither-result-nor-error'].some((oddity) =>
      located.oddities.includes(oddity),
    );
  }
  if (located.oddities.includes('body-not-json-rpc') || located.oddities.includes('unreachable')) return true;
  return located.sites.length === 0 && (located.carrier !== 'http' || account.unanswered !== undefined);
}

/** Null if nothing failed. */
export function silentClaim(account: Account, located: Located, context: DecodeContext): Claim | null {
  const draft = draftOf(account, located, context);
  if (draft === null) return null;
  const by = account.answer !== undefined ? 'protocol' : account.process !== undefined ? 'process' : 'transport';
  return claimOf(by, draft);
}

function draftOf(account: Account, located: Located, context: DecodeContext): ClaimDraft | null {
  const server = nameOfServer(context);
  const call = callName(account);
  if (located.oddities.includes('body-not-json-rpc')) return wrongBody(account, server, call);
  if (located.oddities.includes('unreachable') && account.http !== undefined)
    return unreachable(account.http, server, call);
  if (account.answer !== undefined) {
    if (located.oddities.includes('schema-mismatch')) return schemaBroken(account, server, call);
    if (located.oddities.includes('malformed-result')) return malformed(server, call, account);
    if (located.oddities.includes('answer-not-an-object'))
      return brokenAnswer(server, call, 'it is not a JSON-RPC message', account);
    if (located.oddities.includes('neither-result-nor-error') && account.isFromServer) return noMethod(account);
    if (located.oddities.includes('neither-result-nor-error'))
      return brokenAnswer(server, call, 'it holds neither a result nor an error', account);
    return null;
  }
  if (account.thrown !== undefined) return ownBug(account.thrown, call);
  if (account.process !== undefined)
    return processEnd(account.process, server, account.method === undefined ? null : call);
  if (account.timeout !== undefined || account.cancelled !== undefined)
    return stopped(account, endingOf(account, context.receivedAt), server, call);
  if (account.noise !== undefined && account.noise.length > 0) return noise(account.noise, server, call);
  if (account.unanswered !== undefined) return unanswered(account, context, server, call);
  return null;
}

/** The client stopped waiting, at its limit or because somebody canceled. */
function stopped(account: Account, ending: Ending, server: string, call: string): ClaimDraft {
  const stray = strayOf(account);
  const draft = endedDraft(ending, account, server, call);
  if (ending.kind !== 'client_timeout') return draft;
  if (stray?.isBroken)
    return {
      ...draft,
      ...{ class: 'invalid_response', fault: 'server', owner: 'server', phrase: stray.phrase, quote: stray.quote },
      explanation: `${draft.explanation} ${stray.explanation}`,
      remedy: stray.remedy,
    };
  const explained = waitedFor(draft, account, server, ending);
  if (explained !== draft) return explained;
  if (stray === null || ending.lateMs !== null) return { ...draft, quote: stray?.quote ?? null };
  return { ...draft, quote: stray.quote, explanation: `${draft.explanation} ${stray.explanation}` };
}

const classOfEnding: Partial<Record<Ending['kind'], Pick<ClaimDraft, 'class' | 'title' | 'fault' | 'owner'>>> = {
  client_timeout: { class: 'timeout', title: 'Client timed out', fault: 'caller', owner: 'client' },
  canceled: { class: 'cancelled', title: 'Canceled', fault: 'nobody', owner: 'none' },
  declined: { class: 'cancelled', title: 'Declined', fault: 'nobody', owner: 'none' },
  auto_declined: { class: 'cancelled', title: 'Declined automatically', fault: 'caller', owner: 'client' },
  not_continued: { class: 'approval_required', title: 'Not continued', fault: 'caller', owner: 'client' },
  silent: { class: 'connection_lost', title: 'Never answered', fault: 'server', owner: 'server' },
  cut: { class: 'connection_lost', title: 'Closed by the client', fault: 'nobody', owner: 'none' },
  running: { class: 'connection_lost', title: 'Not answered yet', fault: 'nobody', owner: 'none' },
};

/** What an ending shows, in its own words. */
export function endedDraft(ending: Ending, account: Account, server: string, call: string): ClaimDraft {
  const kept = classOfEnding[ending.kind];
  const byServer = ending.kind === 'canceled' && ending.by === 'server' && !account.isFromServer;
  const { sentence, short, explanation, remedy } = endingWords(ending, account, server, call);
  return {
    class: 'cancelled',
    title: 'Canceled',
    ...kept,
    ...(byServer ? { fault: 'server' as const, owner: 'server' as const } : {}),
    phrase: { sentence, short },
    quote: null,
    explanation,
    remedy,
    evidence: endingEvidence(ending, account, server),
    certainty: isSure(ending, account) ? 'certain' : 'likely',
  };
}

/** A rule of the client is a conclusion from the time, and so is a timeout that nothing names. */
function isSure(ending: Ending, account: Account): boolean {
  if (ending.kind === 'auto_declined') return false;
  return ending.kind !== 'client_timeout' || isSaidTimeout(account);
}

function endingEvidence({ kind, afterMs, limitMs, lateMs }: Ending, account: Account, server: string): Evidence[] {
  const { timeout, cancelled, unanswered, wait } = account;
  const question = wait?.question;
  const decidedIn = (question?.answeredAt ?? 0) - (question?.at ?? 0);
  const first: Evidence =
    timeout !== undefined
      ? { path: 'timeout.afterMs', value: timeout.afterMs, means: 'how long Misfire waited' }
      : cancelled !== undefined
        ? { path: 'cancelled', value: cancelled.reason ?? '', means: `canceled after ${waited(afterMs ?? 0)}` }
        : unanswered !== undefined
          ? { path: 'unanswered.why', value: unanswered.why, means: whyWords[unanswered.why] }
          : { path: 'question.action', value: question?.action ?? '', means: `answered after ${waited(decidedIn)}` };
  const evidence: Evidence[] = [{ ...first, decides: true }];
  if (kind === 'client_timeout' && timeout === undefined && limitMs !== null)
    evidence.push({
      path: 'client.limitMs',
      value: limitMs,
      means:
        limitMs === account.patience?.ms ? 'the default limit of this client' : 'a usual limit, which it waited for',
    });
  const last = wait?.progress.at(-1);
  if (wait !== undefined && last !== undefined)
    evidence.push({ path: 'progress', value: wait.progress.length, means: `last after ${waited(last - wait.from)}` });
  if (lateMs !== null)
    evidence.push({ path: 'answer.lateMs', value: lateMs, means: inSentence`how long after that ${server} answered` });
  return evidence;
}

const whyWords: Record<NonNullable<Account['unanswered']>['why'], string> = {
  stream_cut: 'the stream broke off',
  closed: 'the connection was closed',
  refused: 'the connection was refused',
  unready: 'a variable has no value',
  too_long: 'the answer was over the limit',
  no_response: 'the exchange ended without a response',
  recording_ended: 'the recording ended',
};

/** What kept the server from answering, if it wrote that to stderr: a service that it cannot reach. */
function waitedFor(draft: ClaimDraft, account: Account, server: string, { afterMs }: Ending): ClaimDraft {
  const reasoned = withReason(draft, account, server);
  const line = reasoned === draft ? networkLine(account.stderr ?? [], true) : '';
  if (line === '') return reasoned;
  const limit = waited(afterMs ?? 0);
  const host = unresolvedHost(line);
  const place = host ?? refusedPlace(line);
  const why = host === null ? 'cannot connect to' : 'cannot resolve the host';
  const named = place === null ? 'reaches no service' : `${why} ${place}`;
  return {
    ...draft,
    phrase: { sentence: `${server} ${named}: no answer within ${limit}`, short: `No answer within ${limit}` },
    quote: quotedText(line, 'stderr'),
    fault: host === null ? 'upstream' : 'network',
    owner: host === null ? 'upstream' : 'network',
    certainty: 'likely',
    remedy: [
      `Check that the server’s machine can reach ${place ?? 'the service that stderr names'}.`,
      'Then try the same call again.',
    ],
    evidence: [
      ...draft.evidence,
      { path: 'stderr', value: short(line, 300), means: 'written to stderr during the call' },
    ],
  };
}

/** A server that starts and never answers `initialize` may say on stderr what it lacks. */
function withReason(draft: ClaimDraft, { method, stderr = [] }: Account, server: string): ClaimDraft {
  const said = method === 'initialize' ? silentAdvice(stderr) : null;
  if (said === null) return draft;
  const isNetwork = said.owner === 'network';
  return {
    ...draft,
    class: isNetwork ? 'dependency' : 'not_ready',
    title: 'Not ready',
    fault: isNetwork ? 'network' : 'server',
    owner: said.owner,
    phrase: { sentence: `${server} does not answer initialize: ${said.words}`, short: 'Not ready' },
    quote: isNetwork ? null : quotedText(said.words, 'stderr'),
    remedy: said.fixes.map(({ words }) => words),
    evidence: [...draft.evidence, { path: 'stderr', value: said.words, means: 'written to stderr before any answer' }],
    certainty: 'likely',
  };
}

/** An error that neither server nor transport raised: the calling program threw it. */
function ownBug({ name, message }: NonNullable<Account['thrown']>, call: string): ClaimDraft {
  const said = message === '' ? name : `${name}: ${message}`;
  return {
    class: 'internal',
    title: 'Error in the client',
    phrase: { sentence: `Your program threw an error around ${call}`, short: 'Error in your program' },
    quote: quotedText(short(firstLine(said), 300), 'thrown', said),
    explanation: `The program that makes the calls threw an error itself, and no server sent it: ${stripDot(short(said, 200))}.`,
    message: said,
    fault: 'caller',
    verdict: 'never',
    remedy: ['Look at the stack of the error: it was thrown in the program that calls the server.'],
    evidence: [{ path: 'thrown', value: short(said, 300), means: 'no code of MCP or of a transport', decides: true }],
    certainty: 'likely',
  };
}

function noise(lines: readonly string[], server: string, call: string): ClaimDraft {
  const first = (lines[0] as string).trim();
  if (answerStart.test(first)) return halfMessage(first, server, call);
  return {
    class: 'invalid_response',
    title: 'Not JSON',
    phrase: { sentence: `${server} wrote text to stdout instead of an answer`, short: 'Text on stdout, no answer' },
    quote: quotedText(first, 'stdout'),
    explanation: `${server} printed text that is not JSON while ${call} waited for an answer: ${short(first, 160)}.`,
    message: first,
    remedy: [
      'Logging belongs on stderr: stdout carries protocol messages only.',
      'Ask the server’s author to remove the print, or look for a quiet option.',
    ],
    evidence: [
      { path: 'noise[0]', value: short(first, 300), means: 'a line on stdout that is not JSON', decides: true },
    ],
  };
}

/** As the advice table has it, above a more special step. */
const reportIt = 'Report this to the server’s author: the arguments are not to blame.';

/** A line that starts like a message but is cut off or corrupted. */
function halfMessage(line: string, server: string, call: string): ClaimDraft {
  return {
    class: 'invalid_response',
    title: 'Broken message',
    phrase: { sentence: `${server} sent a message that is not valid JSON`, short: 'Message is not valid JSON' },
    quote: quotedText(line, 'stdout'),
    explanation: `${server} sent incomplete JSON while ${call} waited for an answer: ${short(line, 160)}.`,
    message: line,
    remedy: ['A message is one line of JSON: look where this one ends, and who wrote into it or cut it off.', reportIt],
    evidence: [
      { path: 'noise[0]', value: short(line, 300), means: 'begins as a message and does not parse', decides: true },
    ],
  };
}

function wrongBody(account: Account, server: string, call: string): ClaimDraft {
  const body = account.http?.body ?? '';
  const type = account.http?.headers['content-type'] ?? '';
  const start = body.trimStart().slice(0, 200).toLowerCase();
  const page = start.startsWith('<!doctype html') || start.startsWith('<html') || type.includes('text/html');
  const status = account.http?.status ?? null;
  const what = page
    ? 'a web page'
    : start === ''
      ? 'an empty body'
      : start.startsWith('{') || start.startsWith('[')
        ? 'JSON that breaks off or is not JSON-RPC'
        : 'text that is not JSON-RPC';
  const ofType = type === '' ? '' : ` (content type ${short(type, 60)})`;
  return {
    class: 'invalid_response',
    title: page ? 'A web page' : 'Not JSON-RPC',
    phrase: {
      sentence: `${server} answered with ${what} instead of JSON-RPC`,
      short: page ? 'A web page instead of JSON-RPC' : 'Not a JSON-RPC answer',
    },
    quote: quotedText(firstLine(body.trim()), 'http.body', body),
    explanation: `${server} answered ${call} with HTTP ${status} and ${what} instead of a JSON-RPC message${ofType}.`,
    message: page ? '' : short(body.trim(), 300),
    code: status,
    remedy: page
      ? [
          'Check the address: it may be that of a website rather than of the MCP endpoint.',
          'A sign-in page or a proxy may have answered: open the address in a browser to check.',
        ]
      : [reportIt, 'Check the address of the MCP endpoint.'],
    evidence: [
      { path: 'http.status', value: status, means: 'HTTP itself reports success' },
      { path: 'http.body', value: short(body.trim(), 200), means: `${what}`, decides: true },
    ],
  };
}

function unanswered(account: Account, context: DecodeContext, server: string, call: string): ClaimDraft {
  const silent = account.unanswered as NonNullable<Account['unanswered']>;
  if (silent.why === 'unready') return unready(silent.message ?? '', server);
  if (silent.why === 'too_long') return tooLong(silent.message ?? 'it is over the limit', server, call);
  if (silent.why === 'no_response') return noResponse(silent.message ?? '', server, call);
  if (silent.signal === 'SIGKILL' && account.method === 'initialize')
    return withReason(killedAtStart(server), account, server);
  const message = silent.message ?? '';
  const isRefused = silent.why === 'refused';
  const status = isRefused ? noStreamStatus(message) : null;
  if (status !== null) return otherTransport(status, message, server);
  const stray = strayOf(account);
  const ending = endingOf(account, context.receivedAt);
  if (stray === null && account.method !== undefined && hasOwnWords(ending))
    return withReason(endedDraft(ending, account, server, call), account, server);
  const why = whyWords[silent.why];
  const detail = message === '' ? '' : ` (${short(message, 160)})`;
  const sent = stray === null ? '' : ` ${stray.explanation}`;
  const closed = silent.byServer ? `${server} closed the connection before it answered ${call}` : null;
  return {
    class: stray?.isBroken ? 'invalid_response' : 'connection_lost',
    title: isRefused ? 'No connection' : 'Never answered',
    phrase: isRefused
      ? { sentence: inSentence`Could not connect to ${server}`, short: 'Could not connect' }
      : (stray?.phrase ?? { sentence: closed ?? `${server} never answered ${call}: ${why}`, short: 'Never answered' }),
    quote: stray?.quote ?? null,
    explanation:
      isRefused && account.method === undefined
        ? `${server} could not be connected to${message === '' ? '' : `: ${stripDot(short(message, 200))}`}.`
        : `${closed ?? `${server} never answered ${call}: ${why}`}${detail}.${sent}`,
    fault: silent.byServer ? 'server' : silent.why === 'closed' ? 'nobody' : 'network',
    remedy: isRefused
      ? ['Check that the server is running and the address is right.', 'Then connect again.']
      : (stray?.remedy ?? [
          'Connect again and repeat the call.',
          'If it breaks off at the same point, look at the server’s log.',
        ]),
    evidence: [{ path: 'unanswered.why', value: silent.why, means: why, decides: true }],
  };
}

/** The server exited only after a kill: it hung, and the client closed the connection after waiting. */
function killedAtStart(server: string): ClaimDraft {
  return {
    class: 'connection_lost',
    title: 'Never answered',
    phrase: { sentence: `${server} never answered initialize and was killed`, short: 'Killed without an answer' },
    quote: null,
    explanation: `${server} never answered initialize, did not end when the connection was closed, and was killed.`,
    fault: 'server',
    remedy: [
      'Read stderr: the server may wait for a service as it starts.',
      'Run its command in a terminal to see where it stops.',
    ],
    evidence: [{ path: 'unanswered.signal', value: 'SIGKILL', means: 'it did not end by itself', decides: true }],
    certainty: 'likely',
  };
}

/** The status with which a server of another transport refuses to open an event stream. */
function noStreamStatus(message: string): string | null {
  return /\bno event stream: it answered HTTP (40[045])\b/.exec(message)?.[1] ?? null;
}

function otherTransport(status: string, message: string, server: string): ClaimDraft {
  return {
    class: 'connection_lost',
    title: 'No event stream',
    phrase: { sentence: `${server} answered HTTP ${status} instead of opening an SSE stream`, short: 'No SSE stream' },
    quote: null,
    explanation: `${server} runs, but opened no event stream: ${stripDot(short(message, 200))}.`,
    message,
    fault: 'caller',
    verdict: 'after_fix',
    remedy: [
      'It probably speaks Streamable HTTP: change the transport of this server.',
      'If it does speak SSE, correct the path: it often ends in /sse.',
    ],
    evidence: [{ path: 'unanswered.message', value: short(message, 300), means: 'it answered', decides: true }],
    certainty: 'likely',
  };
}

/** A watched client received an error from the bridge instead. */
function noResponse(message: string, server: string, call: string): ClaimDraft {
  return {
    class: 'invalid_response',
    title: 'Never answered',
    explanation: `${server} sent no valid response to ${call}${message === '' ? '' : `: ${stripDot(short(message, 300))}`}.`,
    evidence: [{ path: 'unanswered.why', value: 'no_response', means: 'the exchange ended without a response' }],
  };
}

function tooLong(size: string, server: string, call: string): ClaimDraft {
  return {
    class: 'too_large',
    title: 'Answer too long',
    phrase: { sentence: `The answer to ${call} is larger than Misfire reads`, short: 'Answer over the size limit' },
    quote: null,
    explanation: `${server} answered ${call} with more than Misfire reads: ${short(size, 160)}.`,
    fault: 'nobody',
    origin: 'local',
    verdict: 'after_fix',
    remedy: [
      'Raise the largest message in the settings of this server, connect again and repeat the call.',
      'Or ask for less: a filter, a page, fewer fields.',
    ],
    evidence: [{ path: 'unanswered.why', value: size, means: 'the answer was over the limit', decides: true }],
  };
}

/** The client's message is neither a response nor a request. */
function noMethod({ answer }: Account): ClaimDraft {
  const text = short(answer?.text ?? '', 300);
  return {
    class: 'invalid_request',
    title: 'No method',
    phrase: { sentence: 'The client sent a message without a method', short: 'Message without a method' },
    quote: quotedText(short(firstLine(text.trim()), 300), 'message', text),
    explanation: 'The client sent a message that has an id and no method, result or error.',
    message: text,
    fault: 'caller',
    remedy: ['Add the method to the message: a request has jsonrpc "2.0", an id and a method.'],
    evidence: [{ path: '', value: text, means: 'it has no method, result or error', decides: true }],
  };
}

function brokenAnswer(server: string, call: string, why: string, account: Account): ClaimDraft {
  const text = account.answer?.text ?? '';
  return {
    class: 'invalid_response',
    title: 'Broken answer',
    phrase: { sentence: `The answer to ${call} is not JSON-RPC: ${why}`, short: 'Answer breaks JSON-RPC' },
    quote: quotedText(short(firstLine(text.trim()), 300), 'answer', text),
    explanation: `${server} answered ${call}, but the answer breaks JSON-RPC: ${why}.`,
    message: short(text, 300),
    evidence: [{ path: '', value: short(text, 300), means: `${why}`, decides: true }],
  };
}

/** A result that clients reject. */
function malformed(server: string, call: string, account: Account): ClaimDraft {
  const text = account.answer?.text ?? '';
  const result = member(account.answer?.value, 'result');
  const why = (isObject(result) ? malformedResult(account.method, result) : null) ?? 'it has no result';
  return {
    class: 'invalid_response',
    title: 'Broken result',
    phrase: { sentence: `The result of ${call} breaks MCP: ${why}`, short: `Breaks MCP: ${why}` },
    quote: quotedText(short(firstLine(text.trim()), 300), 'result', text),
    explanation: `${server} answered ${call} with a result that breaks MCP: ${why}. Clients refuse such an answer.`,
    message: short(text, 300),
    evidence: [{ path: 'result', value: short(text, 300), means: why, decides: true }],
  };
}

function schemaBroken(account: Account, server: string, call: string): ClaimDraft {
  const first = account.schemaIssues?.[0];
  const where = first === undefined || first.path === '' ? 'the result' : dotted(first.path);
  const count = account.schemaIssues?.length ?? 0;
  const problem = `${where} (${short(first?.message ?? 'does not fit', 160)})${count > 1 ? ` and ${count - 1} more` : ''}`;
  return {
    class: 'invalid_response',
    title: 'Breaks schema',
    phrase: {
      sentence: `The answer to ${call} breaks its output schema at ${where}`,
      short: `Breaks output schema: ${where}`,
    },
    quote: null,
    explanation: `${server} answered ${call} with data that breaks the tool’s own output schema: ${problem}.`,
    remedy: [reportIt, 'Compare the result with outputSchema in tools/list.'],
    evidence: (account.schemaIssues ?? []).slice(0, 5).map((issue, index) => ({
      path: `result.structuredContent${issue.path.replaceAll('/', '.')}`,
      value: issue.message,
      means: 'does not fit the output schema',
      ...(index === 0 ? { decides: true as const } : {}),
    })),
  };
}
