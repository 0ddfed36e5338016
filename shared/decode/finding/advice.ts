// The advice table: what each class of failure means for the reader. Sentence, explanation and steps come from the first cell of the
// class whose owner and sign hold, which has that text, and whose placeholders can be filled (advise.ts). A row of a dialect overrides
// them. Steps say what to change and who does it, and never whether to retry: that is one sentence, made from the verdict (retry.ts).

import type { FailureClass, Fault, Fix, Owner, Severity, Verdict } from '../../failure.ts';
import type { SignName } from './signs.ts';

export interface AdviceCell {
  /** Both must hold. */
  owner?: Owner;
  when?: SignName;
  /** The headline, at most 90 characters. `{reason}` at its end adds what the server said. */
  sentence?: string;
  /** The same for a row, at most 40 characters; default: the sentence. */
  short?: string;
  tiny?: string;
  /** One plain sentence with concrete values. */
  explanation?: string;
  steps?: readonly string[];
}

export interface ShownAdvice {
  when: SignName;
  owner: Owner;
  verdict?: Verdict;
}

interface ClassAdvice {
  fault: Fault;
  verdict: Verdict;
  severity: Severity;
  /** Who changes something if the caller is at fault; default: the request. */
  ofCaller?: Owner;
  /** Signs that decide the owner before the fault and the row do. The first that holds wins. */
  shown?: readonly ShownAdvice[];
  cells: readonly AdviceCell[];
}

/** Owners by fault, if it is not the caller's. */
export const ownerOfFault: Record<Exclude<Fault, 'caller'>, Owner> = {
  server: 'server',
  upstream: 'upstream',
  network: 'network',
  nobody: 'none',
};

/** The button of a verdict and an owner. A failure of the response never proposes another request: its fix is a report. */
export const buttons: Record<'after_fix' | 'never' | 'unknown', Record<Owner, Fix['kind']>> = {
  after_fix: buttonsWith('request', 'report'),
  never: buttonsWith('none', 'none'),
  unknown: { ...buttonsWith('none', 'none'), network: 'wait' },
};

function buttonsWith(request: Fix['kind'], others: Fix['kind']): Record<Owner, Fix['kind']> {
  const known = { settings: 'setting', client: 'report', server: 'report', upstream: 'report' } as const;
  return { request, ...known, network: others, none: others };
}

const noArguments = 'No arguments were sent: pass what the input schema in tools/list requires.';
const report = 'Report it to the server’s author.';
const setVariable = 'Set {variable} in the environment of this server, and start it again.';
const otherWay: AdviceCell = {
  when: 'other way named',
  steps: [setVariable, 'Or, as the message says: {way}'],
};
const callFirst: AdviceCell = { when: 'call first', sentence: 'Call {first} first', steps: ['Call {first} first.'] };
const hostRefused: AdviceCell = {
  when: 'host refused',
  sentence: '{server} does not accept the Host or Origin header{reason}',
  short: 'Host not accepted',
  steps: ['Connect by a name that the server accepts, such as localhost, or add {host} to the ones it allows.'],
};
const checkAddress = 'Check the address: the MCP endpoint often ends in /mcp or /sse.';
const predates = 'This server seems to predate 2026-07-28: connect with initialize instead.';
const lacksCapability = '{method} needs the capability {serverCapability}: this server seems not to offer it.';
const pathStep = 'Check the path in the arguments: it is looked up where the server runs.';

const unknownNames: readonly AdviceCell[] = [
  { when: 'tool near', steps: ['Call {near}: of the tools that the server lists, its name is the nearest.'] },
  {
    when: 'tools hidden',
    steps: [
      'tools/list is empty: the server may hide its tools from callers without the right token. Check the credentials.',
    ],
  },
  {
    when: 'unknown tool',
    sentence: '{server} has no tool {target}',
    short: 'No tool {shortTarget}',
    explanation: '{server} has no tool called {quoted}.',
    steps: ['Pick a name from tools/list: names are case-sensitive.', 'Refresh tools/list: the list may have changed.'],
  },
  {
    when: 'unknown prompt',
    sentence: '{server} has no prompt {target}',
    short: 'No prompt {shortTarget}',
    explanation: '{server} has no prompt called {quoted}.',
    steps: ['Pick a name from prompts/list.'],
  },
  { when: 'resource named', explanation: '{server} has no resource {quoted}.' },
  {
    when: 'unknown resource',
    sentence: 'There is no resource {target}',
    short: 'No resource {shortTarget}',
    steps: ['Pick an address from resources/list, or fill in a template from resources/templates/list.'],
  },
];

export const advice: Record<FailureClass, ClassAdvice> = {
  parse_error: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'error', ofCaller: 'client' },
    cells: [
      {
        sentence: '{server} could not parse the request{reason}',
        short: 'Request is not JSON',
        explanation: '{server} could not read the request as JSON{because}.',
        steps: ['Check that the message is complete, valid JSON in UTF-8.'],
      },
    ],
  },
  invalid_request: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'error', ofCaller: 'client' },
    cells: [
      hostRefused,
      {
        when: 'headers refused',
        steps: ['Send Accept: application/json, text/event-stream and Content-Type: application/json.'],
      },
      {
        when: 'upstream refused',
        explanation: 'A service that {server} uses did not accept what it was sent for {call}{because}.',
      },
      {
        when: 'body not recorded',
        steps: [
          'Read the body of the answer ({bytes} bytes): it was not recorded, and may say why.',
          'Compare the request with what the protocol version in use asks for.',
        ],
      },
      {
        owner: 'request',
        sentence: 'The upstream service of {server} rejected the request{reason}',
        short: 'Request rejected',
        steps: ['Compare the arguments with what the upstream service accepts.'],
      },
      {
        sentence: '{server} rejected the request{reason}',
        short: 'Request rejected',
        explanation: '{server} did not accept the request as it was sent{because}.',
        steps: ['Compare the request with what the protocol version in use asks for.'],
      },
    ],
  },
  method_not_found: {
    ...{ fault: 'caller', verdict: 'never', severity: 'note', ofCaller: 'client' },
    shown: [
      { when: 'unknown tool', owner: 'request' },
      { when: 'unknown prompt', owner: 'request' },
      { when: 'unknown resource', owner: 'request' },
    ],
    cells: [
      {
        when: 'asked by the server',
        sentence: '{server} sent {callName}, which the client does not offer',
        short: 'Client does not offer {callName}',
        tiny: 'Not offered by the client',
        explanation: '{server} sent {callName}, which the client does not offer.',
        steps: ['Change the server: send {method} only to clients that declare the capability {clientCapability}.'],
      },
      {
        when: 'asked by the server',
        steps: ['Change the server: MCP does not let a server send this request. Logs go into notifications/message.'],
      },
      ...unknownNames,
      {
        when: 'for clients only',
        sentence: '{method} is a request to clients, not to servers',
        short: 'A request to clients only',
        steps: ['Do not send {method} to a server: servers send it, to clients that declare {clientCapability}.'],
      },
      { when: 'newer protocol', steps: [predates, lacksCapability] },
      { when: 'newer protocol', steps: [predates] },
      { steps: [lacksCapability] },
      { when: 'ping', steps: ['MCP asks every server to answer ping: report it to the server’s author.'] },
      {
        sentence: '{server} has no method {asked}',
        short: 'No method {asked}',
        explanation: '{server} does not offer the method {asked}{because}.',
        steps: ['Check the spelling of the method.', 'The server may not offer it.'],
      },
    ],
  },
  validation: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'note' },
    cells: [
      { when: 'two arguments', sentence: '{rule}', steps: ['{rule}.'] },
      {
        when: 'values to bind',
        steps: ['Pass a value for each placeholder of the statement, or write the values into the statement.'],
      },
      { explanation: '{server} refused {arguments}: {issues}.' },
      { when: 'arguments missing', steps: ['Pass {places}.'] },
      { when: 'issues listed', steps: ['Correct {places}.'] },
      {
        when: 'nothing to correct',
        steps: [
          'Nothing was sent that could be corrected: check the settings of this server that the message is about.',
        ],
      },
      { when: 'no arguments sent', steps: ['{choices}'] },
      { when: 'no arguments sent', steps: [noArguments] },
      { when: 'argument meant', steps: ['Change {argument}: the server objects to {value}.', '{choices}'] },
      { when: 'argument meant', steps: ['Change {argument}: the server objects to {value}.'] },
      { when: 'choices listed', steps: ['{choices}'] },
      {
        when: 'no tool',
        sentence: '{server} rejected the parameters of {method}{reason}',
        short: 'Parameters rejected',
        steps: ['Compare the parameters with what the protocol version in use asks for.'],
      },
      {
        when: 'schema fits',
        steps: [
          'Go by the server’s words: the arguments fit the schema that the tool lists, and it wants more than that.',
        ],
      },
      {
        sentence: '{server} rejected the arguments of {callName}{reason}',
        short: 'Arguments rejected',
        explanation: '{server} refused {arguments}{because}.',
        steps: ['Compare the arguments with the input schema in tools/list.'],
      },
    ],
  },
  unauthorized: {
    ...{ fault: 'caller', verdict: 'after_auth', severity: 'note', ofCaller: 'settings' },
    cells: [
      otherWay,
      { when: 'variable named', steps: [setVariable] },
      {
        when: 'sign-in offered',
        steps: [
          'Sign in at the address the server names.',
          'If you already sent a token, it may have expired or belong to another server.',
        ],
      },
      {
        when: 'credential missing',
        explanation: '{server} has no credential for a service that it needs to {doing}{because}.',
        steps: ['Set {variable} for this server, and start it again.'],
      },
      {
        when: 'credentials of the server',
        sentence: '{server} needs valid credentials{reason}',
        short: 'Credentials refused',
      },
      {
        when: 'upstream refused',
        explanation:
          'A service that {server} uses refused the credentials of the server, so it could not {doing}{because}.',
        steps: [
          'Check the key or token that this server itself was given (its environment or settings).',
          'A sign-in of the client does not help here.',
        ],
      },
      {
        when: 'no token sent',
        steps: ['No token was sent: sign in, or give this server the key or token that it wants.'],
      },
      {
        sentence: 'Sign in to {server}{reason}',
        short: 'Sign in to {server}',
        explanation: '{server} wants valid credentials before it will {doing}{because}.',
        steps: ['Check that the API key or token is set for this server and still valid.'],
      },
    ],
  },
  forbidden: {
    ...{ fault: 'caller', verdict: 'never', severity: 'note' },
    shown: [
      { when: 'host refused', owner: 'settings' },
      { when: 'credentials not enough', owner: 'settings' },
    ],
    cells: [
      hostRefused,
      {
        when: 'legal reasons',
        steps: [
          'The service withholds this for legal reasons, so other credentials do not help. Ask for something else.',
        ],
      },
      { when: 'scope named', steps: ['Ask for a token with the scope {scope}.'] },
      {
        when: 'own rules',
        steps: ['The server’s own rules block this: ask for what they allow, or change them in its settings.'],
      },
      {
        when: 'upstream refused',
        explanation:
          'A service that {server} uses does not allow the server’s credentials to {doing}{scoped}{because}.',
      },
      {
        owner: 'settings',
        sentence: 'The credentials of {server} do not allow {callName}{reason}',
        short: 'Credentials lack access',
        steps: ['Check the key or token that this server was given: it must be valid, and allowed to do this.'],
      },
      {
        when: 'place named',
        steps: [
          'Check that the path or name lies within what the server allows.',
          'Or allow it in the settings of the server, or use credentials that may do this.',
        ],
      },
      {
        sentence: '{server} does not allow {callName}{reason}',
        short: 'Not allowed',
        explanation: '{server} does not allow these credentials or this request to {doing}{scoped}{because}.',
        steps: ['Use credentials that may do this, or ask the owner for access.'],
      },
    ],
  },
  approval_required: {
    ...{ fault: 'caller', verdict: 'after_auth', severity: 'note', ofCaller: 'settings' },
    cells: [
      {
        when: 'payment wanted',
        sentence: '{callName} must be paid for{reason}',
        short: 'Payment needed',
        steps: ['Add credit to the account that {server} uses, or get a plan that includes this call.'],
      },
      {
        sentence: 'Get approval for {callName}{reason}',
        short: 'Needs approval',
        explanation: '{server} needs someone’s approval or payment before it will {doing}{because}.',
        steps: ['Get the approval or make the payment the server asks for.'],
      },
    ],
  },
  not_found: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'note' },
    shown: [
      { when: 'set up wrong', owner: 'settings' },
      { when: 'session ended', owner: 'client' },
    ],
    cells: [
      {
        when: 'session ended',
        sentence: 'The session with {server} has ended: connect again',
        short: 'Session ended: connect again',
        explanation: '{server} no longer knows this session{because}.',
        steps: ['Connect again: a new initialize gives a new session.'],
      },
      {
        when: 'only a status',
        sentence: 'No MCP endpoint at {url}',
        short: 'No MCP endpoint there',
        tiny: 'No MCP endpoint',
        explanation: '{server} has nothing at {url} that answers {verb}{because}.',
        steps: [checkAddress],
      },
      { when: 'call first', steps: callFirst.steps },
      {
        when: 'session of a tool',
        steps: ['Start a new session with the tool that opens one, and use its id in this call.'],
      },
      ...unknownNames,
      {
        when: 'set up wrong',
        steps: [
          'Nothing was sent that could be mistyped: check the call, project or folder that this server is set up for.',
        ],
      },
      {
        when: 'path sent',
        sentence: '{place} does not exist on the server’s machine',
        short: 'No {place}',
        steps: [pathStep],
      },
      {
        when: 'address sent',
        sentence: '{place} answered 404: check the address',
        short: '404: check the address',
        steps: ['Check the address in the arguments: the web server there does not know it.'],
      },
      {
        when: 'address of the server',
        sentence: '{address} answered 404 to {server}',
        short: '404 to the server itself',
        steps: [
          'The server asks an address that does not exist: check its base URL in the settings, or update the server.',
        ],
      },
      { when: 'value repeated', sentence: 'There is no {noun} {sought}', short: 'No {noun} {sought}' },
      {
        when: 'file missing',
        steps: ['Check {argument}: {value} is looked up as a path where the server runs.', 'List the folder first.'],
      },
      { when: 'file missing', steps: [pathStep, 'List the folder first.'] },
      {
        when: 'table missing',
        steps: ['Check the name of the table.', 'List the tables first, then use a name from that list.'],
      },
      { when: 'no arguments sent', steps: [noArguments] },
      { when: 'argument meant', steps: ['Check {argument}: the server does not know {value}.', '{choicesOrList}'] },
      {
        sentence: '{callName} did not find what it was asked for{reason}',
        short: 'Not found',
        explanation: '{server} could not find what {call} asks for{because}.',
        steps: ['Check the name or id in the arguments.', '{choicesOrList}'],
      },
    ],
  },
  conflict: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'note' },
    cells: [
      {
        sentence: '{callName} conflicts with the current state{reason}',
        short: 'State conflict',
        explanation: '{server} could not {doing} in the current state of things{because}.',
        steps: ['Read the current state first, then decide whether the call is still needed.'],
      },
    ],
  },
  rate_limited: {
    ...{ fault: 'caller', verdict: 'backoff', severity: 'warning', ofCaller: 'client' },
    cells: [
      { when: 'no retry', steps: ['Ask for a higher limit, or use another call.'] },
      { when: 'quota used up', steps: ['Check what the account has left, or get a larger quota.'] },
      { when: 'sign-ins counted', steps: ['Check the token or password first: failed attempts are what is counted.'] },
      {
        ...{ owner: 'upstream', when: 'service named' },
        sentence: 'Rate limited by {service}: retry in {wait}',
        short: 'Retry in {wait}',
      },
      {
        ...{ owner: 'upstream', when: 'service named' },
        sentence: '{service} is rate limiting {server}',
        short: 'Rate limited upstream',
      },
      {
        owner: 'upstream',
        sentence: 'Rate limited by the upstream service of {server}: retry in {wait}',
        short: 'Retry in {wait}',
      },
      {
        owner: 'upstream',
        sentence: 'The upstream service of {server} is rate limiting it{reason}',
        short: 'Rate limited upstream',
      },
      {
        when: 'upstream refused',
        explanation: 'A service that {server} uses accepts no more calls for now{limited}{waits}.',
      },
      { sentence: 'Rate limited by {server}: retry in {wait}', short: 'Retry in {wait}' },
      {
        sentence: '{server} is rate limiting {callName}{reason}',
        short: 'Rate limited',
        explanation: '{server} accepts no more calls for now{limited}{waits}.',
        steps: ['Send fewer calls at once.'],
      },
    ],
  },
  timeout: {
    ...{ fault: 'server', verdict: 'backoff', severity: 'warning' },
    cells: [
      { when: 'no tool', steps: ['Look in the server’s log (stderr) for what it waits for.'] },
      {
        sentence: '{callName} timed out in {server}{reason}',
        short: 'Timed out',
        explanation: '{server} or its upstream service took too long to {doing}{timed}{because}.',
        steps: ['Ask for less at once.', 'Check whether the upstream service is slow.'],
      },
    ],
  },
  cancelled: {
    ...{ fault: 'nobody', verdict: 'never', severity: 'note' },
    cells: [
      {
        sentence: '{callName} was canceled',
        short: 'Canceled',
        explanation: '{Call} was canceled before it was done{because}.',
        steps: ['Nothing to fix: make a new call if the result is still wanted.'],
      },
    ],
  },
  too_large: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'note' },
    cells: [
      { when: 'issues listed', steps: ['Correct {places}.'] },
      {
        sentence: '{callName} asks for or sends too much{reason}',
        short: 'Too large',
        explanation: '{server} found something in the request too large{sized}{because}.',
        steps: ['Send less at once, or split it into several calls.'],
      },
    ],
  },
  unsupported: {
    ...{ fault: 'caller', verdict: 'never', severity: 'note' },
    cells: [
      {
        when: 'only POST needed',
        explanation: '{server} takes no {verb} at this address, and does not have to.',
        steps: ['To a {verb} this is a normal answer: servers only have to take POST. No change is needed.'],
      },
      {
        when: 'stream address',
        explanation: '{server} takes no messages at /sse, where older servers have their stream.',
        steps: ['Choose HTTP+SSE as its transport, or try the address with /mcp instead of /sse.'],
      },
      {
        when: 'method not allowed',
        explanation: '{server} takes no {verb} at {path}, which may not be its MCP endpoint.',
        steps: ['Check the path {path} in the address: the MCP endpoint often ends in /mcp.'],
      },
      {
        when: 'version refused',
        sentence: '{server} does not speak {version}',
        short: 'Other protocol version',
        explanation: '{server} does not accept {version}{because}.',
        steps: ['Ask with protocol version {supported}, which the server names as supported.'],
      },
      {
        when: 'version refused',
        steps: ['The server names no version that it accepts. Try {otherVersions}, or ask it with server/discover.'],
      },
      {
        sentence: '{server} does not support {callName}{reason}',
        short: 'Not supported',
        explanation: '{server} does not support what {call} asks for{because}.',
        steps: ['Check what the server offers in its capabilities and tool list.'],
      },
    ],
  },
  not_ready: {
    ...{ fault: 'caller', verdict: 'after_fix', severity: 'warning', ofCaller: 'settings' },
    shown: [
      { when: 'variable named', owner: 'settings' },
      { when: 'call first', owner: 'request' },
    ],
    cells: [
      callFirst,
      otherWay,
      { when: 'variable named', steps: [setVariable] },
      { when: 'setting missing', steps: ['Set {variable} where the server is started, and start it again.'] },
      { when: 'step suggested', steps: [] },
      { when: 'step named', steps: ['Do what the message asks for first: {quotedLine}'] },
      {
        sentence: '{server} is not ready for {callName}{reason}',
        short: 'Not ready',
        explanation: '{server} is not ready to {doing}: something must be set up first{because}.',
        steps: ['The message names no step: check the setup of the server, and its log (stderr).'],
      },
    ],
  },
  dependency: {
    ...{ fault: 'upstream', verdict: 'backoff', severity: 'warning' },
    shown: [{ when: 'host unknown', owner: 'network' }],
    cells: [
      {
        when: 'certificate refused',
        sentence: '{server} does not accept the certificate of {service}',
        short: 'Certificate not accepted',
      },
      {
        when: 'answer unreadable',
        sentence: '{server} cannot read what a service answered{reason}',
        short: 'Unreadable answer',
        steps: [
          'Something answered in another form than the server expects: check the base URL, and proxies or sign-in pages in between.',
        ],
      },
      {
        when: 'address setting',
        steps: ['Check {setting} in the settings of this server: it must lead to a service that runs.'],
      },
      {
        when: 'upstream failed inside',
        steps: [
          'The upstream service answered with an internal error: check its status, or report it to its operators.',
        ],
      },
      {
        when: 'host unknown',
        sentence: '{server} cannot resolve the host {host}',
        short: 'Cannot resolve {host}',
        steps: ['Check the host name {host}, and that the machine of the server has network and DNS.'],
      },
      {
        when: 'some host unknown',
        steps: ['Check the host name in the settings, and that the machine of the server has network and DNS.'],
      },
      {
        when: 'nothing listens',
        sentence: 'Connection refused: {place}, used by {server}',
        short: 'Connection refused: {place}',
        steps: ['Start the service at {place}, or correct its address in the settings of the server.'],
      },
      {
        when: 'cause hidden',
        steps: [
          'The server hides the cause. From its machine, test DNS, proxy, certificate and base URL of the service.',
        ],
      },
      { when: 'advice given', steps: ['The server suggests: {advice}'] },
      { when: 'service named', steps: ['Check that the machine of the server can reach {service}.'] },
      {
        sentence: 'The upstream service of {server} failed{reason}',
        short: 'Upstream failed',
        explanation: '{server} could not get what it needs from another service while it tried to {doing}{because}.',
        steps: ['Check that the machine of the server has network, and reaches the service that it uses.'],
      },
    ],
  },
  unavailable: {
    ...{ fault: 'server', verdict: 'backoff', severity: 'warning' },
    // A step to take first: waiting alone does not help.
    shown: [{ when: 'call first', owner: 'request', verdict: 'after_fix' }],
    cells: [
      callFirst,
      { when: 'no retry', steps: ['Ask the operator of the server when it will be back.'] },
      {
        when: 'upstream refused',
        explanation: 'A service that {server} uses is unavailable{waits}.',
        steps: ['The upstream service is overloaded or down: check its status.'],
      },
      { sentence: '{server} is unavailable: retry in {wait}', short: 'Retry in {wait}' },
      { owner: 'upstream', sentence: 'The upstream service of {server} is unavailable{reason}', short: 'Unavailable' },
      {
        sentence: '{server} is unavailable{reason}',
        short: 'Unavailable',
        explanation: '{server} cannot {doing} at the moment{waits}.',
        steps: [],
      },
    ],
  },
  internal: {
    ...{ fault: 'server', verdict: 'backoff', severity: 'warning', ofCaller: 'client' },
    shown: [{ when: 'API failed inside', owner: 'upstream' }],
    cells: [
      { when: 'API failed inside', steps: ['The upstream service had an internal error: check its status.'] },
      { when: 'undefined value', steps: [noArguments, 'If it takes none, report it to the server’s author.'] },
      { when: 'advice given', steps: ['The server suggests: {advice}', report] },
      {
        when: 'code broke',
        steps: ['Send this message and the arguments to the server’s author: its code broke on this call.'],
      },
      { when: 'on stderr', steps: ['Likely cause, from stderr: {stderr}', report] },
      { when: 'program ran', sentence: 'The program of {callName} failed{reason}', short: 'Program failed' },
      { when: 'no reason', explanation: '{server} failed inside while it tried to {doing}{noReason}.' },
      {
        sentence: '{server} failed in {callName}{reason}',
        short: 'Server error',
        explanation: '{server} failed inside while it tried to {doing}{because}.',
        steps: ['Read the server’s own log (stderr) for the cause.', report],
      },
    ],
  },
  invalid_response: {
    ...{ fault: 'server', verdict: 'never', severity: 'error' },
    cells: [
      { explanation: '{server} sent an answer to {call} that breaks the rules: {issues}.' },
      {
        sentence: '{server} sent an invalid answer to {callName}{reason}',
        short: 'Invalid answer',
        explanation: '{server} sent an answer to {call} that breaks the rules{because}.',
        steps: ['Report this to the server’s author: the arguments are not to blame.'],
      },
    ],
  },
  connection_lost: {
    ...{ fault: 'network', verdict: 'backoff', severity: 'error', ofCaller: 'settings' },
    cells: [
      {
        sentence: 'The connection to {server} was lost{reason}',
        short: 'Connection lost',
        explanation: 'The connection to {server} ended before {call} was answered{because}.',
        steps: ['Connect again.', 'Look at the last lines of stderr and the exit code.'],
      },
    ],
  },
  terminal: {
    ...{ fault: 'caller', verdict: 'never', severity: 'warning' },
    cells: [
      {
        sentence: '{callName} failed permanently{reason}',
        short: 'Permanent failure',
        explanation: '{server} says that {call} cannot succeed with this input{because}.',
        steps: ['Ask for something else: this cannot succeed as it was sent.'],
      },
    ],
  },
  unknown: {
    ...{ fault: 'server', verdict: 'unknown', severity: 'warning' },
    cells: [
      { sentence: '{callName} failed: retry in {wait}', short: 'Failed: retry in {wait}', tiny: 'Retry in {wait}' },
      {
        when: 'code ambiguous',
        sentence: '{server} answered {code}, which servers use in different ways',
        short: 'Ambiguous code {code}',
      },
      {
        explanation:
          '{server} answered {call} with {number}, which can mean {meanings} depending on the server; ' +
          'nothing in the answer decides{because}.',
      },
      {
        when: 'no reason',
        sentence: '{server} failed and gave no reason',
        short: 'Failed without a reason',
        explanation: '{server} reported a failure of {call} without saying what went wrong.',
      },
      { when: 'on stderr', steps: ['Likely cause, from stderr: {stderr}'] },
      {
        sentence: '{server} failed, and Misfire has no rule for it{reason}',
        short: 'Unrecognized failure',
        explanation: '{server} reported a failure of {call}{because}.',
        steps: ['Read the server’s own log (stderr) for the cause.'],
      },
    ],
  },
};

/** The same for every class. */
export const shownByAll: readonly ShownAdvice[] = [
  { when: 'version refused', owner: 'client' },
  { when: 'no session id', owner: 'client' },
  { when: 'part missing', owner: 'settings' },
  { when: 'capability missing', owner: 'client' },
];
