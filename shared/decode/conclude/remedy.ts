// What to change, most likely first: the server's suggestion, then the dialect's advice, then what usually helps.

import { inRow } from '../../dialects/patterns.ts';
import type { Meaning } from '../../dialects/schema.ts';
import type { FailureClass, Retry } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { duration } from '../../text/duration.ts';
import { surelyMeant } from '../../text/nearest-word.ts';
import { readCause } from '../extract/masked-cause.ts';
import { firstLine } from '../facts/facts.ts';
import { inMarks } from '../finding/shorten.ts';
import { isLostSession, refusesMethod } from '../interpret/lost-session.ts';
import { argumentMeant } from '../words/argument-meant.ts';
import { compareArguments, compareParameters, correctStep } from '../words/argument-steps.ts';
import type { EnvelopeFault } from '../words/envelope.ts';
import { short, valueText } from '../words/fact-words.ts';
import { callFirst, commandIn, offeredIn } from '../words/given-remedy.ts';
import { refusedSize, unrecordedBytes } from '../words/http-sizes.ts';
import { variableIn } from '../words/named-parts.ts';
import { refusedPlace, serviceName, unresolvedHost } from '../words/named-service.ts';
import { addressNotFound, placeNotFound } from '../words/place-not-found.ts';
import { otherVersions, refusedHost, refusesHost, supportedVersion } from '../words/refused-headers.ts';
import { unknownMethodSteps } from '../words/unknown-method.ts';
import { fill, type Story } from './explain.ts';

export function remedies(story: Story, retry: Retry): string[] {
  const steps: string[] = [];
  // The server's text, so it is shown as a quotation even if it contains a command.
  const { suggestions } = story.facts;
  for (const suggestion of suggestions.length > 2 ? suggestions.slice(0, 2) : suggestions)
    add(steps, `The server suggests: ${inMarks(suggestion, 300)}`);
  const command =
    suggestions.length === 0 && takesCommand.has(story.class)
      ? commandIn(story.facts.messages.map(({ value }) => value))
      : null;
  if (readCause(story.facts) !== undefined) add(steps, seeStderr(story));
  if (command !== null) add(steps, `The server suggests: ${inMarks(command, 120)}`);
  if (story.envelope !== null) return [...steps, ...envelopeSteps(story.envelope)];
  const size = refusedSize(story.account);
  if (size !== null)
    return [...steps, `The request had ${size}, probably more than the server accepts: send less at once.`];
  // If no token was sent, none can be expired.
  const advice = isOutdone(story) ? [] : (story.meaning?.remedy ?? []);
  for (const text of advice) {
    const filled = fill(text, story);
    if (filled !== null) add(steps, filled);
  }
  const upstream =
    story.isBehind && retry.afterMs === null ? ofUpstream[story.facts.statuses[0]?.value ?? 0] : undefined;
  for (const text of upstream ?? usual(story.class, story, retry, story.meaning)) add(steps, text);
  // If the verdict is never, no retry is suggested, even if the dialect advises one.
  const kept = retry.verdict === 'never' ? steps.filter((step) => isQuoted(step) || !again.test(step)) : steps;
  return kept.length > 6 ? kept.slice(0, 6) : kept;
}

/** Whether something is known that the row's advice leaves out: no token was sent, or a variable is named. */
function isOutdone({ account, class: failureClass, message }: Story): boolean {
  if (failureClass === 'unauthorized') return sentNone(account);
  return failureClass === 'not_ready' && (settingIn(message) !== null || callFirst(message) !== null);
}

/** Classes in which the missing step may be a command, run on the server's machine. */
const takesCommand: ReadonlySet<FailureClass> = new Set(['not_ready', 'unauthorized', 'dependency', 'internal']);

/** JSON-RPC allows batches, so the advice says that MCP does not. */
function envelopeSteps({ place, step, isSent, others }: EnvelopeFault): string[] {
  if (place === 'params' && isSent) return [`${step}. MCP allows no other params.`];
  return [step, ...others].map((text) => `${text}.`);
}

/** What helps if an upstream service answered the server with a status. */
const ofUpstream: Readonly<Record<number, readonly string[]>> = {
  400: ['The upstream service rejected the request: compare the arguments with what that service accepts.'],
  451: ['The service withholds this for legal reasons, so other credentials do not help. Ask for something else.'],
  503: ['The upstream service is overloaded or down: retry with growing waits.'],
};

/** Whether the same call may be sent again, now or later. */
function repeats({ verdict }: Retry): boolean {
  return verdict === 'wait' || verdict === 'backoff';
}

const again = /\btry (?:it )?(?:once more|again)|repeat the (?:same )?call\b|\bretry\b|\bcall again\b/i;

function isQuoted(step: string): boolean {
  return step.startsWith('The server suggests: ');
}

function add(steps: string[], text: string): void {
  if (!steps.includes(text)) steps.push(text);
}

function usual(failureClass: FailureClass, story: Story, retry: Retry, meaning: Meaning | null): string[] {
  const { account, facts } = story;
  const own = (meaning?.remedy?.length ?? 0) > 0;
  switch (failureClass) {
    case 'parse_error':
      return own ? [] : ['Check that the message is complete, valid JSON in UTF-8.'];
    case 'invalid_request':
      return own
        ? []
        : (headerSteps(story) ?? [
            ...unrecordedStep(account),
            'Compare the request with what the protocol version in use asks for.',
            'Check the order of messages: initialize comes first.',
          ]);
    case 'method_not_found':
      if (meaning?.name?.startsWith('Unknown ')) return notFound(story);
      return own ? [] : unknownMethodSteps(account);
    case 'validation':
      if (own) return [];
      return facts.issues.length > 0
        ? [correctStep(facts.issues), ...schemaHint(story)]
        : isWithoutArguments(account) && !ofArguments.test(story.message.slice(0, 500))
          ? ['Nothing was sent that could be corrected: check the settings of this server that the message is about.']
          : refusedSteps(story);
    case 'unauthorized': {
      const setting = settingIn(story.message);
      if (setting !== null) return [setVariable(setting), 'Then repeat the call.'];
      return facts.values.has('challenge')
        ? [
            'Sign in at the address the server names, then repeat the call.',
            'If you already sent a token, it may have expired or belong to another server.',
          ]
        : story.isBehind
          ? [
              meaning?.name === 'Missing credential'
                ? `Set ${variableIn(story.message, 'the key or token that the message asks for')} for this server, and start it again.`
                : 'Check the key or token that this server itself was given (its environment or settings): ' +
                  'a sign-in of the client does not help here.',
              'Then repeat the call.',
            ]
          : [
              sentNone(account)
                ? 'No token was sent: sign in, or give this server the key or token that it wants.'
                : 'Check that the API key or token is set for this server and still valid.',
              'Then repeat the call.',
            ];
    }
    case 'forbidden': {
      const byHeaders = headerSteps(story);
      if (byHeaders !== null) return byHeaders;
      const scope = valueText(facts, 'scope') ?? valueText(facts, 'required_scope');
      if (scope === null && isOwnRule(story))
        return ['The server’s own rules block this: ask for what they allow, or change them in its settings.'];
      return [
        scope === null
          ? isOfCredentials(story)
            ? 'Check the key or token that this server was given: it must be valid, and allowed to do this.'
            : 'Use credentials that may do this, or ask the owner for access.'
          : `Ask for a token with the scope ${scope}.`,
        ...(!story.isBehind && ofPlaces.test(story.message.slice(0, 500))
          ? ['Check that the path or name lies within what the server allows.']
          : []),
      ];
    }
    case 'approval_required':
      return own ? [] : ['Get the approval or make the payment the server asks for, then repeat the call.'];
    case 'not_found':
      if (own) return [];
      // MCP, Streamable HTTP, "Session Management": 404 for a session id means that the session has ended.
      if (account.http !== undefined && account.answer === undefined && isLostSession(account.http))
        return ['Connect again: a new initialize gives a new session.', 'Then repeat the call.'];
      if (account.http !== undefined && account.answer === undefined)
        return [
          'Check the address: the MCP endpoint often ends in /mcp or /sse.',
          'Check that the server at this address is the one you mean.',
        ];
      if (isSetUpWrong(story))
        return [
          'Nothing was sent that could be mistyped: check the account, project or folder that this server is set up for.',
        ];
      return placeSteps(story) ?? ownAddressSteps(story) ?? notFound(story);
    case 'conflict':
      return ['Read the current state first, then decide whether the call is still needed.'];
    case 'rate_limited':
      return [
        !repeats(retry)
          ? 'Waiting does not help here: ask for a higher limit, or use another account.'
          : retry.afterMs === null
            ? waitAdvice(story)
            : `Wait ${duration(retry.afterMs)}, then repeat the same call.`,
        ofSignIns.test(story.message.slice(0, 500))
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
      if (refusesMethod(account))
        return [
          'Check the address: the MCP endpoint often ends in /mcp or /sse.',
          'If the server is an older one, choose HTTP+SSE as its transport.',
        ];
      if (meaning?.name === 'Unsupported protocol version' && !own) return [versionStep(story)];
      if (meaning?.name === 'Method not allowed' && account.method === undefined)
        return ['To a GET this is a normal answer: the server offers no event stream there. Send requests with POST.'];
      return own ? [] : ['Check what the server offers in its capabilities and tool list.'];
    case 'not_ready': {
      const first = callFirst(story.message);
      if (first !== null && account.method === 'tools/call') return [`Call ${first} first, then repeat this one.`];
      const setting = settingIn(story.message);
      if (setting === null && meaning?.name === 'Missing setting')
        return [
          `Set ${variableIn(story.message, 'what the message names')} where the server is started, and start it again.`,
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
      if (!own && hidesCause(story))
        return [
          'The server hides the cause. From its machine, test DNS, proxy, certificate and base URL of the service.',
          ...(repeats(retry) ? ['Retry only if these are fine.'] : []),
        ];
      return [
        ...(own ? [] : [reachAdvice(story)]),
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
      if (!own && failsBehind(story.message))
        return ['The upstream service had an internal error: check its status, then retry.'];
      if (!own && isWithoutArguments(account) && /\b(?:undefined|null|None|nil)\b/.test(story.message.slice(0, 300)))
        return [noArguments, 'If it takes none, report it to the server’s author.'];
      return own
        ? []
        : [
            seeStderr(story),
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
        seeStderr(story),
      ];
  }
}

/** A setting that holds a service's address: if the failure names it, it is what to change. */
const placeSetting =
  /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:URL|URI|HOST|HOSTNAME|ENDPOINT|ADDRESS|PORT|SERVER|PROXY)\b/;

/** A status is a response, so the service was reached; a host in the message can be checked. */
function reachAdvice({ account, facts, message, meaning }: Story): string {
  const setting = placeSetting.exec(message.slice(0, 500))?.[0];
  if (setting !== undefined)
    return `Check ${short(setting, 80)} in the settings of this server: it must lead to a service that runs.`;
  if (facts.statuses.some(({ value }) => value >= 500) || /\binternal server error\b/i.test(message.slice(0, 500)))
    return 'The upstream service answered with an internal error: report it to its operators.';
  const host = unresolvedHost(message);
  if (host !== null)
    return `Check the host name ${short(host, 80)}, and that the machine of the server has network and DNS.`;
  if (meaning?.name === 'Host name not found')
    return 'Check the host name in the settings, and that the machine of the server has network and DNS.';
  const place = refusedPlace(message);
  if (place !== null)
    return `Start the service at ${short(place, 80)}, or correct its address in the settings of the server.`;
  const service = serviceName(message);
  if (service !== null) return `Check that the machine of the server can reach ${short(service, 80)}.`;
  const user = account.method === 'tools/call' ? 'this tool' : 'it';
  return `Check that the machine of the server has network, and reaches the service that ${user} uses.`;
}

/** The generic message of HTTP clients for network errors; the server left out the field with the cause. */
function hidesCause({ facts, message }: Story): boolean {
  return facts.statuses.length === 0 && bareFailure.test(firstLine(message).trim());
}

const bareFailure = inRow(
  /(?:^|[:(] ?)(?:TypeError: )?/i,
  [
    /fetch failed|failed to fetch|network ?error|network request failed|load failed|socket hang up/i,
    /connection error/i,
  ],
  /\.?\)?$/i,
);

/** What a limit on failed sign-ins counts. */
const ofSignIns = /\b(?:authentication|login|log-?in|sign-?in|password|auth) attempts?\b/i;

/** The recording lacks the server's message; the client that received the response has it. */
function unrecordedStep(account: Story['account']): string[] {
  const bytes = unrecordedBytes(account);
  return bytes === 0 ? [] : [`Read the body of the answer (${bytes} bytes): it was not recorded, and may say why.`];
}

/** A refusal of the Host, Origin or content headers; otherwise null. */
function headerSteps({ account, message, meaning }: Story): string[] | null {
  if (refusesHost(message)) {
    const host = refusedHost(account, message);
    const name = host === null ? 'the name in use' : short(host, 80);
    return [`Connect by a name that the server accepts, such as localhost, or add ${name} to the ones it allows.`];
  }
  return meaning?.title === 'Bad headers'
    ? ['Send Accept: application/json, text/event-stream and Content-Type: application/json.']
    : null;
}

/** The version to request, if the server names one. */
function versionStep({ account, message }: Story): string {
  const version = supportedVersion(account, message);
  return version === null
    ? `The server names no version that it accepts. Try ${otherVersions(account, message)}, or ask it with server/discover.`
    : `Ask with protocol version ${version}, which the server names as supported.`;
}

/** Arguments were rejected without a list: the sentence may be about one of them. */
function refusedSteps(story: Story): string[] {
  const { account, message } = story;
  if (isWithoutArguments(account)) return [noArguments];
  const offered = offeredSteps(message);
  const meant = argumentMeant(account, message);
  if (meant === null) return offered.length > 0 ? offered : schemaHint(story);
  return [`Change ${short(meant.name, 60)}: the server objects to ${valueWords(meant.value)}.`, ...offered];
}

const ofTables =
  /no such table|\btable (?:with name )?['"`]?[\w.$-]{1,100}['"`]? (?:does not|doesn't) exist|relation ".{1,100}" does not exist/i;

/** A query or a text that names what was not found. */
const isStatement = (value: Json): boolean => typeof value === 'string' && value.trim().split(' ').length > 3;

const noArguments = 'No arguments were sent: pass what the input schema in tools/list requires.';

/** The choices that the message lists. */
function offeredSteps(message: string): string[] {
  const offered = offeredIn(message);
  if (offered === null) return [];
  if (offered.items === null)
    return [`The message lists no ${offered.of === '' ? 'entries' : offered.of}: add one first.`];
  return [`Choose from what the server lists: ${inMarks(offered.items, 200)}`];
}

function valueWords(value: Json): string {
  if (typeof value === 'string') return inMarks(value, 80);
  return typeof value === 'object' ? 'its value' : String(value);
}

function seeStderr({ stderrLine }: Story): string {
  return stderrLine === ''
    ? 'Read the server’s own log (stderr) for the cause.'
    : `Likely cause, from stderr: ${inMarks(stderrLine, 200)}`;
}

/** Without a figure: a clock time in the message, or a daily or monthly quota. */
function waitAdvice({ facts, message }: Story): string {
  const until = valueText(facts, 'wait_until');
  if (until !== null) return `Wait until ${until}. The message names no time zone.`;
  const period = /\b(daily|weekly|monthly)\b|\bper (day|week|month)\b/i.exec(message.slice(0, 500));
  if (period === null) return 'Wait, and make the waits longer each time it happens.';
  const name = (period[1] ?? period[2] ?? '').toLowerCase();
  const word = name === 'daily' ? 'day' : name.replace(/ly$/, '');
  return `The quota is for a whole ${word}: wait until the next ${word}, or get a larger one.`;
}

/** Whether it is known that an HTTP request had no credentials. */
function sentNone({ http }: Story['account']): boolean {
  const names = Object.keys(http?.requestHeaders ?? {});
  return names.length > 0 && !names.some((name) => /authorization|cookie|key|token/i.test(name));
}

/** Words about what was sent or should have been. */
const ofArguments = /\b(?:arguments?|param(?:eter)?s?|inputs?|required|expected|field|undefined|null|None)\b/i;
const ofPlaces = /path|folder|director|file|outside|allowed|host|origin|domain|name/i;

/** `Orchard API internal error` */
export function failsBehind(message: string): boolean {
  return /\bAPI (?:internal |server ){0,2}(?:error|failure)\b/i.test(message.slice(0, 300));
}

/** A tool ran, so the server's own credentials are the ones without access. */
export function isOfCredentials({ account, class: failureClass, isBehind, message, facts }: Story): boolean {
  if (failureClass !== 'forbidden' || refusesHost(message)) return false;
  // 451: withheld for legal reasons, regardless of credentials.
  if (isBehind) return facts.statuses[0]?.value !== 451;
  return member(account.answer?.value, 'result') !== undefined && ofCredentials.test(message.slice(0, 500));
}

/** Regardless of credentials: a mode, a list or a policy of the server itself. */
function isOwnRule({ isBehind, message }: Story): boolean {
  const said = message.slice(0, 500);
  return !isBehind && ofRules.test(said) && !ofCredentials.test(said);
}

const ofRules =
  /\b(?:is blocked|are blocked|blocked by|ssrf|strict mode|read-?only|policy|allow-?list|whitelist|safe mode)\b/i;

const ofCredentials = /\b(?:auth_?key|authorization|api[ _-]?key|access[ _-]?token|token|credentials?|scopes?)\b/i;

/** No argument could name what was not found: the server's settings do. */
export function isSetUpWrong({ account, class: failureClass, meaning, message }: Story): boolean {
  const isOfHttp = account.http !== undefined && account.answer === undefined;
  return (
    failureClass === 'not_found' &&
    !isOfHttp &&
    (meaning?.remedy?.length ?? 0) === 0 &&
    isWithoutArguments(account) &&
    !ofArguments.test(message.slice(0, 500)) &&
    (meaning?.name === undefined || meaning.name === 'Not Found')
  );
}

/** A tool call known to have no arguments. */
function isWithoutArguments({ method, params, inputSchema }: Story['account']): boolean {
  if (method !== 'tools/call' || !isObject(params)) return false;
  const sent = params.arguments;
  const asked = member(inputSchema, 'required');
  return (
    (sent === undefined || (isObject(sent) && Object.keys(sent).length === 0)) &&
    !(Array.isArray(asked) && asked.length > 0)
  );
}

function schemaHint({ account: { method, inputSchema }, facts }: Pick<Story, 'account' | 'facts'>): string[] {
  if (method !== 'tools/call') return [compareParameters];
  if (inputSchema === undefined || facts.argumentIssues.length > 0) return [compareArguments];
  // They were checked: the schema has nothing to add.
  return facts.issues.length > 0
    ? []
    : ['Go by the server’s words: the arguments fit the schema that the tool lists, and it wants more than that.'];
}

/** The environment variable that a message requires: `GITHUB_TOKEN environment variable is required`. */
export function settingIn(message: string): string | null {
  const text = message.slice(0, 500);
  if (!text.includes('_') || !/\benv|variable|\bset\b|required|missing|provide/i.test(text)) return null;
  return (
    /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|URL|URI|ID|HOST|USER|EMAIL|ACCOUNT|PROJECT|REGION|PATH|DIR)\b/.exec(
      text,
    )?.[0] ?? null
  );
}

function setVariable(name: string): string {
  return `Set ${name} in the environment of this server, and start it again.`;
}

/** A URL that is in no argument was built by the server. */
function ownAddressSteps({ account, message }: Story): string[] | null {
  const address = addressNotFound(account, message);
  return address === null
    ? null
    : ['The server asks an address that does not exist: check its base URL in the settings, or update the server.'];
}

/** Lists of ids contain no paths or URLs. */
function placeSteps({ account, message }: Story): string[] | null {
  const place = placeNotFound(account, message);
  if (place === null) return null;
  return place.kind === 'path'
    ? ['Check the path in the arguments: it is looked up where the server runs.']
    : ['Check the address in the arguments: the web server there does not know it.'];
}

function fileStep({ account, message }: Story): string {
  const meant = argumentMeant(account, message);
  return meant === null
    ? 'Check the path in the arguments: it is looked up where the server runs.'
    : `Check ${short(meant.name, 60)}: ${valueWords(meant.value)} is looked up as a path where the server runs.`;
}

/** From the connection's tool list: the intended tool, or why there may be none. */
function toolSteps({ target = '', listedTools }: Story['account']): string[] {
  if (listedTools?.length === 0)
    return [
      'tools/list is empty: the server may hide its tools from callers without the right token. Check the credentials.',
      'Then read tools/list again.',
    ];
  const near = listedTools === undefined ? null : surelyMeant(target, listedTools);
  if (near !== null) return [`Call ${near}: of the tools that the server lists, its name is the nearest.`];
  return [
    'Pick a name from tools/list: names are case-sensitive.',
    'Read tools/list again: the list may have changed.',
  ];
}

function notFound(story: Story): string[] {
  const { account, message, meaning } = story;
  const { method } = account;
  if (meaning?.name === 'Unknown tool') return toolSteps(account);
  if (method === 'prompts/get' || meaning?.name === 'Unknown prompt') return ['Pick a name from prompts/list.'];
  if (method?.startsWith('resources/') || meaning?.name === 'Unknown resource')
    return ['Pick an address from resources/list, or fill in a template from resources/templates/list.'];
  if (/\bENOENT\b|no such file|file not found|directory not found/i.test(message.slice(0, 500)))
    return [fileStep(story), 'List the folder first.'];
  if (ofTables.test(message.slice(0, 500)))
    return ['Check the name of the table.', 'List the tables first, then use a name from that list.'];
  if (isWithoutArguments(account)) return [noArguments];
  const offered = offeredSteps(message);
  const meant = argumentMeant(account, message);
  return [
    meant === null || isStatement(meant.value)
      ? 'Check the name or id in the arguments.'
      : `Check ${short(meant.name, 60)}: the server does not know ${valueWords(meant.value)}.`,
    ...(offered.length > 0 ? offered : ['List what exists first, then use an entry of that list.']),
  ];
}
