import type { Retry } from '../../failure.ts';
import { duration } from '../../text/duration.ts';
import { correctStep } from '../words/argument-steps.ts';
import { short, valueText } from '../words/fact-words.ts';
import { callFirst } from '../words/given-remedy.ts';
import { unrecordedBytes } from '../words/http-sizes.ts';
import { isLostSession, refusesMethod } from '../words/lost-session.ts';
import { variableIn } from '../words/named-parts.ts';
import { refusedPlace, serviceName, unresolvedHost } from '../words/named-service.ts';
import { otherVersions, refusedHost, refusesHost, supportedVersion } from '../words/refused-headers.ts';
import { inMarks } from '../words/shorten.ts';
import { unknownMethodSteps } from '../words/unknown-method.ts';
import type { Decision } from './decision.ts';
import {
  failsBehind,
  hidesCause,
  isOfCredentials,
  isOwnRule,
  isSetUpWrong,
  isWithoutArguments,
  ofArguments,
  sentNone,
  settingIn,
} from './message-signs.ts';
import { noArguments, notFound, ownAddressSteps, placeSteps, refusedSteps, schemaHint } from './request-steps.ts';

export function usual(decision: Decision): string[] {
  const { call, reading, retry, meaning, class: failureClass } = decision;
  const own = (meaning?.remedy?.length ?? 0) > 0;
  switch (failureClass) {
    case 'parse_error':
      return own ? [] : ['Check that the message is complete, valid JSON in UTF-8.'];
    case 'invalid_request':
      return own
        ? []
        : (headerSteps(decision) ?? [
            ...unrecordedStep(call),
            'Compare the request with what the protocol version in use asks for.',
            'Check the order of messages: initialize comes first.',
          ]);
    case 'method_not_found':
      if (meaning?.name?.startsWith('Unknown ')) return notFound(decision);
      return own ? [] : unknownMethodSteps(call);
    case 'validation':
      if (own) return [];
      return reading.issues.length > 0
        ? [correctStep(reading.issues), ...schemaHint(decision)]
        : isWithoutArguments(call) && !ofArguments.test(decision.reason.slice(0, 500))
          ? ['Nothing was sent that could be corrected: check the settings of this server that the message is about.']
          : refusedSteps(decision);
    case 'unauthorized': {
      const setting = settingIn(decision.reason);
      if (setting !== null) return [setVariable(setting), 'Then repeat the call.'];
      return reading.values.has('challenge')
        ? [
            'Sign in at the address the server names, then repeat the call.',
            'If you already sent a token, it may have expired or belong to another server.',
          ]
        : decision.isUpstream
          ? [
              meaning?.name === 'Missing credential'
                ? `Set ${variableIn(decision.reason, 'the key or token that the message asks for')} for this server, and start it again.`
                : 'Check the key or token that this server itself was given (its environment or settings): ' +
                  'a sign-in of the client does not help here.',
              'Then repeat the call.',
            ]
          : [
              sentNone(call)
                ? 'No token was sent: sign in, or give this server the key or token that it wants.'
                : 'Check that the API key or token is set for this server and still valid.',
              'Then repeat the call.',
            ];
    }
    case 'forbidden': {
      const byHeaders = headerSteps(decision);
      if (byHeaders !== null) return byHeaders;
      const scope = valueText(reading, 'scope') ?? valueText(reading, 'required_scope');
      if (scope === null && isOwnRule(decision))
        return ['The server’s own rules block this: ask for what they allow, or change them in its settings.'];
      return [
        scope === null
          ? isOfCredentials(decision)
            ? 'Check the key or token that this server was given: it must be valid, and allowed to do this.'
            : 'Use credentials that may do this, or ask the owner for access.'
          : `Ask for a token with the scope ${scope}.`,
        ...(!decision.isUpstream && ofPlaces.test(decision.reason.slice(0, 500))
          ? ['Check that the path or name lies within what the server allows.']
          : []),
      ];
    }
    case 'approval_required':
      return own ? [] : ['Get the approval or make the payment the server asks for, then repeat the call.'];
    case 'not_found':
      if (own) return [];
      // MCP, Streamable HTTP, "Session Management": 404 for a session id means that the session has ended.
      if (call.http !== undefined && call.answer === undefined && isLostSession(call.http))
        return ['Connect again: a new initialize gives a new session.', 'Then repeat the call.'];
      if (call.http !== undefined && call.answer === undefined)
        return [
          'Check the address: the MCP endpoint often ends in /mcp or /sse.',
          'Check that the server at this address is the one you mean.',
        ];
      if (isSetUpWrong(decision))
        return [
          'Nothing was sent that could be mistyped: check the call, project or folder that this server is set up for.',
        ];
      return placeSteps(decision) ?? ownAddressSteps(decision) ?? notFound(decision);
    case 'conflict':
      return own ? [] : ['Read the current state first, then decide whether the call is still needed.'];
    case 'rate_limited':
      return [
        !repeats(retry)
          ? 'Waiting does not help here: ask for a higher limit, or use another call.'
          : retry.afterMs === null
            ? waitAdvice(decision)
            : `Wait ${duration(retry.afterMs)}, then repeat the same call.`,
        ofSignIns.test(decision.reason.slice(0, 500))
          ? 'Check the token or password first: failed attempts are what is counted.'
          : 'Send fewer calls at once.',
      ];
    case 'timeout':
      return [
        repeats(retry) ? 'Try again; if it repeats, ask for less at once.' : 'Ask for less at once.',
        'Check whether the upstream service is slow.',
      ];
    case 'cancelled':
      return ['Nothing to fix: make a new call if the result is still wanted.'];
    case 'too_large':
      return ['Send less at once, or split it into several calls.'];
    case 'unsupported':
      if (refusesMethod(call))
        return [
          'Check the address: the MCP endpoint often ends in /mcp or /sse.',
          'If the server is an older one, choose HTTP+SSE as its transport.',
        ];
      if (meaning?.name === 'Unsupported protocol version' && !own) return [versionStep(decision)];
      if (meaning?.name === 'Method not allowed' && call.method === undefined)
        return ['To a GET this is a normal answer: the server offers no event stream there. Send requests with POST.'];
      return own ? [] : ['Check what the server offers in its capabilities and tool list.'];
    case 'not_ready': {
      const first = callFirst(decision.reason);
      if (first !== null && call.method === 'tools/call') return [`Call ${first} first, then repeat this one.`];
      const setting = settingIn(decision.reason);
      if (setting === null && meaning?.name === 'Missing setting')
        return [
          `Set ${variableIn(decision.reason, 'what the message names')} where the server is started, and start it again.`,
        ];
      if (setting !== null) return [setVariable(setting), 'Then repeat the call.'];
      return own
        ? []
        : ['Do the step the message names first (connect, initialise or configure), then repeat the call.'];
    }
    case 'dependency':
      if (meaning?.name === 'Unreadable answer')
        return [
          'Something answered in another form than the server expects: check the base URL, and proxies or sign-in pages in between.',
          ...(repeats(retry) ? ['Retry only if these are fine.'] : []),
        ];
      if (!own && hidesCause(decision))
        return [
          'The server hides the cause. From its machine, test DNS, proxy, certificate and base URL of the service.',
          ...(repeats(retry) ? ['Retry only if these are fine.'] : []),
        ];
      return [
        ...(own ? [] : [reachAdvice(decision)]),
        ...(repeats(retry) ? ['Try again after a while; if it persists, check the status of the service.'] : []),
      ];
    case 'unavailable':
      return [
        !repeats(retry)
          ? 'Ask the operator of the server when it will be back.'
          : retry.afterMs === null
            ? 'Try again with growing waits.'
            : `Wait ${duration(retry.afterMs)}, then repeat the same call.`,
      ];
    case 'internal':
      if (!own && failsBehind(decision.reason))
        return ['The upstream service had an internal error: check its status, then retry.'];
      if (!own && isWithoutArguments(call) && /\b(?:undefined|null|None|nil)\b/.test(decision.reason.slice(0, 300)))
        return [noArguments, 'If it takes none, report it to the server’s author.'];
      return own
        ? []
        : [
            seeStderr(decision),
            retry.verdict === 'never' || retry.verdict === 'after_fix'
              ? 'Report it to the server’s author.'
              : 'Try once more; if it repeats, report it to the server’s author.',
          ];
    case 'invalid_response':
      return ['Report this to the server’s author: the arguments are not to blame.'];
    case 'connection_lost':
      return [
        retry.verdict === 'never' ? 'Connect again.' : 'Connect again and repeat the call.',
        'Look at the last lines of stderr and the exit code.',
      ];
    case 'terminal':
      return ['Do not repeat the same call; it will fail again.'];
    case 'unknown':
      return [
        ...(repeats(retry) && retry.afterMs !== null
          ? [`Wait ${duration(retry.afterMs)}, then repeat the same call.`]
          : []),
        seeStderr(decision),
      ];
  }
}

/** Whether the same call may be sent again, now or later. */
function repeats({ verdict }: Retry): boolean {
  return verdict === 'wait' || verdict === 'backoff';
}

/** A setting that holds a service's address: if the failure names it, it is what to change. */
const placeSetting =
  /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:URL|URI|HOST|HOSTNAME|ENDPOINT|ADDRESS|PORT|SERVER|PROXY)\b/;

/** A status is a response, so the service was reached; a host in the message can be checked. */
function reachAdvice({ call, reading, reason, meaning }: Decision): string {
  const setting = placeSetting.exec(reason.slice(0, 500))?.[0];
  if (setting !== undefined)
    return `Check ${short(setting, 80)} in the settings of this server: it must lead to a service that runs.`;
  if (reading.statuses.some(({ value }) => value >= 500) || /\binternal server error\b/i.test(reason.slice(0, 500)))
    return 'The upstream service answered with an internal error: report it to its operators.';
  const host = unresolvedHost(reason);
  if (host !== null)
    return `Check the host name ${short(host, 80)}, and that the machine of the server has network and DNS.`;
  if (meaning?.name === 'Host name not found')
    return 'Check the host name in the settings, and that the machine of the server has network and DNS.';
  const place = refusedPlace(reason);
  if (place !== null)
    return `Start the service at ${short(place, 80)}, or correct its address in the settings of the server.`;
  const service = serviceName(reason);
  if (service !== null) return `Check that the machine of the server can reach ${short(service, 80)}.`;
  const user = call.method === 'tools/call' ? 'this tool' : 'it';
  return `Check that the machine of the server has network, and reaches the service that ${user} uses.`;
}

/** What a limit on failed sign-ins counts. */
const ofSignIns = /\b(?:authentication|login|log-?in|sign-?in|password|auth) attempts?\b/i;

/** The recording lacks the server's message; the client that received the response has it. */
function unrecordedStep(call: Decision['call']): string[] {
  const bytes = unrecordedBytes(call);
  return bytes === 0 ? [] : [`Read the body of the answer (${bytes} bytes): it was not recorded, and may say why.`];
}

/** A refusal of the Host, Origin or content headers; otherwise null. */
function headerSteps({ call, reason, meaning }: Decision): string[] | null {
  if (refusesHost(reason)) {
    const host = refusedHost(call, reason);
    const name = host === null ? 'the name in use' : short(host, 80);
    return [`Connect by a name that the server accepts, such as localhost, or add ${name} to the ones it allows.`];
  }
  return meaning?.title === 'Bad headers'
    ? ['Send Accept: application/json, text/event-stream and Content-Type: application/json.']
    : null;
}

/** The version to request, if the server names one. */
function versionStep({ call, reason }: Decision): string {
  const version = supportedVersion(call, reason);
  return version === null
    ? `The server names no version that it accepts. Try ${otherVersions(call, reason)}, or ask it with server/discover.`
    : `Ask with protocol version ${version}, which the server names as supported.`;
}

export function seeStderr({ stderrLine }: Decision): string {
  return stderrLine === ''
    ? 'Read the server’s own log (stderr) for the cause.'
    : `Likely cause, from stderr: ${inMarks(stderrLine, 200)}`;
}

/** Without a figure: a clock time in the message, or a daily or monthly quota. */
function waitAdvice({ reading, reason }: Decision): string {
  const until = valueText(reading, 'wait_until');
  if (until !== null) return `Wait until ${until}. The message names no time zone.`;
  const period = /\b(daily|weekly|monthly)\b|\bper (day|week|month)\b/i.exec(reason.slice(0, 500));
  if (period === null) return 'Wait, and make the waits longer each time it happens.';
  const name = (period[1] ?? period[2] ?? '').toLowerCase();
  const word = name === 'daily' ? 'day' : name.replace(/ly$/, '');
  return `The quota is for a whole ${word}: wait until the next ${word}, or get a larger one.`;
}

function setVariable(name: string): string {
  return `Set ${name} in the environment of this server, and start it again.`;
}

const ofPlaces = /path|folder|director|file|outside|allowed|host|origin|domain|name/i;
