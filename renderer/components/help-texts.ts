// The short explanations of pills and words: one text per member of each closed list. The types are exhaustive: a new class,
// verdict or carrier without its text does not compile.

import type {
  Carrier,
  Certainty,
  FailureClass,
  Layer,
  Origin,
  Owner,
  Severity,
  Verdict,
} from '../../shared/failure.ts';
import type { Outcome } from '../../shared/timeline.ts';

export interface HelpText {
  /** Its name in the window. */
  name: string;
  text: string;
}

type Texts<T extends string> = Record<T, HelpText>;
const help = (name: string, text: string): HelpText => ({ name, text });

export const classHelp: Texts<FailureClass> = {
  parse_error: help('Parse error', 'A message could not be read as JSON. Either side may have written it.'),
  invalid_request: help('Invalid request', 'The message is JSON, but not a request that the protocol allows.'),
  method_not_found: help(
    'Unknown method',
    'The server does not know this method or tool. Check the name and the list.',
  ),
  validation: help(
    'Fix the request',
    'The server understood the call and refused what it was given. Change the arguments.',
  ),
  unauthorized: help(
    'Not signed in',
    'Credentials are missing, wrong or expired. Sign in, then the same call can pass.',
  ),
  forbidden: help('Not allowed', 'The server knows who asks and does not allow this. More rights are needed.'),
  approval_required: help('Needs approval', 'A person has to approve this call before the server continues.'),
  not_found: help('Not found', 'What the call names does not exist there, or cannot be seen with these rights.'),
  conflict: help('Conflict', 'The call conflicts with the current state: something changed or already exists.'),
  rate_limited: help('Rate limited', 'Too many calls for now. The same call passes later, unchanged.'),
  timeout: help('Timed out', 'No answer arrived in time. The action may still have run: check before you repeat it.'),
  cancelled: help('Canceled', 'The call was canceled before it ended. Nothing went wrong.'),
  too_large: help('Too large', 'The request or the answer is bigger than one side accepts. Ask for less.'),
  unsupported: help('Not supported', 'The server knows what is asked and does not offer it.'),
  not_ready: help('Not ready', 'The server is starting or not initialized yet. Wait a moment, or connect again.'),
  dependency: help('Upstream failed', 'An upstream service failed. The server itself works.'),
  unavailable: help('Unavailable', 'The server cannot answer at the moment: overloaded, in maintenance or down.'),
  internal: help('Internal error', 'Something broke inside the server. Its author can see more in its log.'),
  invalid_response: help(
    'Bad answer',
    'The server answered with something that breaks the protocol or its own schema.',
  ),
  connection_lost: help('Connection lost', 'The connection or the process ended before the answer came.'),
  terminal: help('Permanent failure', 'The server says that this will never work as it was asked.'),
  unknown: help('Unknown', 'Nothing in the answer says what kind of failure this is. The raw message is all there is.'),
};

export const verdictHelp: Texts<Verdict> = {
  wait: help('Retry later', 'The same call can pass once the wait is over. Nothing has to be changed.'),
  backoff: help('Retry with growing waits', 'The same call may pass later. Wait longer after each failure.'),
  after_fix: help('Retry after a fix', 'The same call fails again. Change the request first.'),
  after_auth: help('Retry after sign-in', 'Valid credentials are needed first; then the call can be sent unchanged.'),
  never: help('Do not retry', 'Sending this again cannot help, changed or not.'),
  unknown: help('Retry unknown', 'Nothing in the answer says whether trying again can help.'),
};

/** For `after_auth` if the user has to approve. */
export const approvalHelp: HelpText = help(
  'Retry after approval',
  'A person has to approve or pay first. Then send the same call again.',
);

export const carrierHelp: Texts<Carrier> = {
  'jsonrpc.error': help('JSON-RPC error', 'The answer is an error of the protocol: it has a code instead of a result.'),
  'result.isError': help(
    'isError',
    'A result with isError: true. The tool ran, or was asked to, and says that it failed.',
  ),
  'result.error': help(
    'Error inside the result',
    'The result carries an error object. Most clients take it for a success.',
  ),
  structuredContent: help('structuredContent', 'The error is in the structured part of the result.'),
  'content.text': help('Text of the answer', 'Only the text of the result says that it failed.'),
  http: help('HTTP answer', 'HTTP itself said no: a status of 400 or above, and no message of the protocol.'),
  process: help('Process', 'The server’s process ended or broke while the call was open.'),
  timeout: help('Time limit', 'No answer came in time. Misfire decided that; the server sent no error.'),
  task: help('Task', 'The call became a task, and the task failed later.'),
};

export const outcomeHelp: Texts<Outcome> = {
  answered: help('Answered', 'A result came, and nothing in it says that something failed.'),
  rpc_error: help('JSON-RPC error', carrierHelp['jsonrpc.error'].text),
  tool_error: help('Tool error', carrierHelp['result.isError'].text),
  error_in_result: help('Error in the result', carrierHelp['result.error'].text),
  schema_violation: help('Breaks its schema', 'The result is not what the tool’s outputSchema promises.'),
  http_failure: help('HTTP failure', carrierHelp.http.text),
  sign_in: help('Sign-in needed', 'The server wants credentials before it answers.'),
  timeout: help('Timed out', carrierHelp.timeout.text),
  cancelled: help('Canceled', classHelp.cancelled.text),
  process_died: help('Process died', carrierHelp.process.text),
  noise: help('Not a message', 'Something came where only messages belong.'),
  unanswered: help('Never answered', 'The connection ended and this call was still open.'),
};

export const severityHelp: Texts<Severity> = {
  critical: help('Critical', 'Nothing works until this is fixed.'),
  error: help('Error', 'This call failed and needs a fix.'),
  warning: help('Warning', 'It failed in a way that clients often handle wrongly.'),
  note: help('Note', 'The usual kind of refusal. Worth knowing, not alarming.'),
  info: help('Info', 'Said for completeness.'),
};

export const originHelp: Texts<Origin> = {
  wire: help('Said by the server', 'The words are in a message that the server sent.'),
  http: help('Said by HTTP', 'Status and headers say it. A proxy in between may have written them.'),
  process: help('From the exit status', 'Concluded from how the process ended and from its stderr.'),
  local: help('Decided by Misfire', 'No message says it: Misfire stopped waiting, or checked the answer itself.'),
};

export const ownerHelp: Texts<Owner> = {
  request: help('Fix in the request', 'Other arguments get the call through.'),
  client: help('Fix in the client', 'The program that made the call has to behave differently.'),
  server: help('Fix in the server', 'The call was right. The server’s author has to fix it.'),
  settings: help('Fix in your settings', 'A variable, a command, an address or a sign-in has to change.'),
  upstream: help('Fix upstream', 'The server depends on something that failed.'),
  network: help('Fix in the network', 'Something between the two sides broke.'),
  none: help('Nothing to fix', 'It ended on request.'),
};

/** How far independent kinds of evidence agree. */
export const certaintyHelp: Texts<Certainty> = {
  certain: help('Certain', 'Independent kinds of evidence agree, or one of them is explicit.'),
  likely: help('Likely', 'One kind of evidence supports it, and nothing contradicts it.'),
  'a guess': help('A guess', 'The evidence is weak, or it contradicts itself.'),
};

export const layerHelp: Texts<Layer> = {
  transport: help('Transport layer', 'It failed on the way: process, socket or HTTP.'),
  protocol: help('Protocol layer', 'The message was refused before any tool ran.'),
  tool: help('Tool layer', 'The protocol worked; the tool says that it failed.'),
};

export const unflaggedHelp = help(
  'Probable failure, not flagged',
  'Reported as success: the text reads like a failure, but isError is missing. Clients will not notice.',
);

/** How certain Misfire is of a dialect, as text. */
export function confidenceHelp(share: number): HelpText {
  if (share >= 0.9) return help('Sure', 'Its marks are unmistakable, or a person chose this dialect.');
  if (share >= 0.6) return help('Likely', 'Most marks fit. More failures of this server will make it surer.');
  if (share >= 0.3)
    return help('A guess', 'Some marks fit, others are missing. Choose the dialect by hand if you know it.');
  return help('Default', 'No error model of Misfire matches this server, so the general rules were used.');
}
