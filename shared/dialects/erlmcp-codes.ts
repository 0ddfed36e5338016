// erlmcp's documented codes, by category.

import type { Meaning } from './dialect-schema.ts';

/** Without a name of its own, a row has that of its message. */
type Row = Omit<Meaning, 'category'>;

/** `Tool not found` is called `Tool Not Found`. */
const nameOf = ({ name, message = '' }: Row): string =>
  name ?? message.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

function inCategory(category: string, rows: Record<string, Row | Row[]>): Record<string, Meaning[]> {
  const whole = (row: Row): Meaning => ({ ...row, name: nameOf(row), category });
  return Object.fromEntries(Object.entries(rows).map(([code, row]) => [code, [row].flat().map(whole)]));
}

export const erlmcpCodes: Record<string, Meaning[]> = {
  // These have no `message`, because every server sends the same ones.
  ...inCategory('JSON-RPC Standard', {
    '-32700': {
      class: 'parse_error',
      name: 'Parse Error',
      remedy: ['Check the JSON, its UTF-8 encoding, and that the message is whole.'],
    },
    '-32600': {
      class: 'invalid_request',
      name: 'Invalid Request',
      remedy: ['Check that jsonrpc, method and id are there and of the right type; in a batch, check each item.'],
    },
    '-32601': { class: 'method_not_found', name: 'Method Not Found' },
    '-32602': {
      class: 'validation',
      name: 'Invalid Params',
      place: 'specific words',
      remedy: ['Check that all required parameters are there and of the right type.'],
    },
    '-32603': {
      class: 'internal',
      name: 'Internal Error',
      place: 'specific words',
      remedy: ['Look in the server’s log for a stack trace.', 'Restart the server if it has run out of something.'],
    },
  }),
  ...inCategory('MCP Core', {
    '-32001': {
      class: 'not_found',
      message: 'Resource not found',
      verdict: 'after_fix',
      title: 'Unknown resource',
      explanation: '{server} has no resource {uri}.',
      remedy: ['Pick an address from resources/list.', 'Check that the resource is registered and was not deleted.'],
    },
    '-32002': {
      class: 'not_found',
      message: 'Tool not found',
      verdict: 'after_fix',
      title: 'Unknown tool',
      explanation: '{server} has no tool called {tool}.',
      remedy: ['Pick a name from tools/list.', 'Check that the tool is registered.'],
    },
    '-32003': {
      class: 'not_found',
      message: 'Prompt not found',
      verdict: 'after_fix',
      title: 'Unknown prompt',
      explanation: '{server} has no prompt called {prompt}.',
      remedy: ['Pick a name from prompts/list.'],
    },
    '-32004': {
      class: 'unsupported',
      message: 'Capability not supported',
      explanation: '{server} does not have the capability {capability}.',
      remedy: [
        'Use only what the server declared in its answer to initialize.',
        'Upgrade the server if a newer one has it.',
      ],
    },
    '-32005': {
      class: 'not_ready',
      name: 'Not Initialized',
      message: 'Server not initialized',
      verdict: 'after_fix',
      explanation: '{server} was asked before the handshake was done.',
      remedy: ['Send initialize, then notifications/initialized after its answer.'],
    },
    '-32006': [
      {
        class: 'conflict',
        message: 'Subscription failed',
        verdict: 'after_fix',
        explanation: '{server} could not subscribe to {uri} ({reason}).',
        remedy: ['Check whether the subscription exists already.'],
      },
    ],
    '-32007': {
      class: 'validation',
      message: 'Validation failed',
      verdict: 'after_fix',
      explanation: '{server} refused {field}: it must satisfy {constraint}.',
      remedy: ['Correct {field}.'],
    },
    '-32008': {
      class: 'connection_lost',
      message: 'Transport error',
      verdict: 'backoff',
      explanation: '{server} lost the connection underneath ({reason}).',
    },
    '-32009': {
      class: 'timeout',
      name: 'Timeout',
      message: 'Request timeout',
      verdict: 'backoff',
      explanation: '{server} timed out after {elapsed_ms} ms; its limit is {timeout_ms} ms.',
      remedy: [
        'Allow more time if the work needs it.',
        'Check the load of the server.',
        'Use a progress token for long work.',
      ],
    },
    '-32010': {
      class: 'rate_limited',
      name: 'Rate Limited',
      message: 'Rate limit exceeded',
      verdict: 'wait',
      afterMs: 30000,
    },
  }),
  ...inCategory('Content', {
    '-32011': {
      class: 'too_large',
      name: 'Tool Description Too Long',
      message: 'Tool description exceeds maximum length',
      explanation:
        '{server} allows tool descriptions of at most {max_length} characters; this one has {actual_length}.',
      remedy: ['Shorten the description to 10,000 characters or fewer.'],
    },
    '-32012': {
      class: 'too_large',
      name: 'Message Too Large',
      message: 'Message size exceeds maximum allowed',
      explanation: '{server} accepts messages of at most {max_size} {unit}; this one has {actual_size}.',
      remedy: [
        'Send large content in parts.',
        'Refer to a resource instead of sending its content.',
        'Raise the limit on the server (16 MB by default).',
      ],
    },
    '-32013': {
      class: 'unsupported',
      message: 'Invalid content type',
      verdict: 'after_fix',
      explanation: '{server} does not accept content of type {content_type}.',
    },
    '-32014': { class: 'too_large', message: 'Content too large' },
    '-32015': {
      class: 'validation',
      message: 'Invalid encoding',
      verdict: 'after_fix',
      explanation: '{server} found bytes that are not {encoding} at position {position}.',
      remedy: ['Encode the content as UTF-8.'],
    },
  }),
  ...inCategory('Resource', {
    '-32021': {
      class: 'not_found',
      message: 'Resource template not found',
      verdict: 'after_fix',
      explanation: '{server} has no resource template {uri_template}.',
      remedy: ['Pick a template from resources/templates/list.'],
    },
    '-32022': {
      class: 'validation',
      message: 'Invalid URI',
      verdict: 'after_fix',
      explanation: '{server} cannot use {uri} as a URI ({reason}).',
      remedy: ['Write the address as scheme:rest, for example file:///notes.txt.'],
    },
    '-32023': { class: 'validation', message: 'URI syntax error', verdict: 'after_fix' },
    '-32025': {
      class: 'forbidden',
      message: 'Resource access denied',
      verdict: 'after_auth',
      explanation: '{server} does not let you read {uri}: {required_permission} is needed.',
      remedy: [
        'Check that you are signed in.',
        'Check the permissions of the resource.',
        'Ask an administrator for access.',
      ],
    },
    '-32029': [
      {
        class: 'validation',
        message: 'Template render failed',
        verdict: 'after_fix',
        when: { says: ['missing variable', 'missing'] },
        explanation: '{server} could not fill in {uri_template} ({reason}).',
        remedy: ['Give every variable of the template.'],
      },
      {
        class: 'internal',
        message: 'Template render failed',
        explanation: '{server} could not fill in {uri_template} ({reason}).',
      },
    ],
  }),
  ...inCategory('Tool', {
    '-32031': {
      class: 'internal',
      message: 'Tool execution failed',
      explanation: '{server} failed inside the tool {tool} ({reason}).',
    },
    '-32032': {
      class: 'timeout',
      name: 'Tool Timeout',
      message: 'Tool execution timeout',
      explanation: '{server} stopped the tool {tool} after {timeout_ms} ms.',
      remedy: ['Ask for less at once, or allow more time.'],
    },
    '-32033': {
      class: 'cancelled',
      name: 'Tool Cancelled',
      message: 'Tool execution cancelled',
      explanation: 'The tool {tool} was cancelled ({reason}).',
    },
    '-32034': { class: 'validation', message: 'Invalid tool arguments', verdict: 'after_fix' },
  }),
  ...inCategory('Prompt', {
    '-32043': {
      class: 'validation',
      message: 'Prompt argument missing',
      verdict: 'after_fix',
      explanation: '{server} needs the argument {field} for the prompt {prompt}.',
      remedy: ['Add {field} to the arguments of the prompt.'],
    },
    '-32044': { class: 'internal', message: 'Prompt render failed' },
    '-32046': {
      class: 'dependency',
      message: 'Sampling failed',
      explanation: '{server} could not get words from the language model ({reason}).',
    },
  }),
  ...inCategory('Auth', {
    '-32051': {
      class: 'unauthorized',
      message: 'Authentication failed',
      verdict: 'after_auth',
      explanation: '{server} did not accept the credentials ({reason}).',
    },
    '-32052': {
      class: 'forbidden',
      message: 'Authorization failed',
      verdict: 'after_auth',
      explanation: '{server} lets only the role {required_role} do {operation}.',
      remedy: ['Sign in with the role {required_role}.'],
    },
    '-32053': { class: 'unauthorized', message: 'Invalid credentials', verdict: 'after_auth' },
    '-32054': {
      class: 'unauthorized',
      message: 'Token expired',
      verdict: 'after_auth',
      title: 'Token expired',
      remedy: ['Renew the token or sign in again.', 'Check how long tokens last.'],
    },
    '-32056': { class: 'forbidden', message: 'Access denied', verdict: 'after_auth' },
  }),
  ...inCategory('Protocol', {
    '-32061': {
      class: 'unsupported',
      message: 'Unsupported protocol version',
      verdict: 'after_fix',
      title: 'Other version',
      explanation: '{server} does not speak protocol version {requested_version}; it speaks {supported_versions}.',
      remedy: ['Ask with one of the versions it lists.'],
    },
    '-32062': {
      class: 'unsupported',
      message: 'Protocol version mismatch',
      verdict: 'after_fix',
      title: 'Other version',
    },
    '-32063': { class: 'unsupported', message: 'Capability negotiation failed', verdict: 'after_fix' },
  }),
  ...inCategory('Pagination', {
    '-32071': {
      class: 'validation',
      message: 'Invalid cursor',
      verdict: 'after_fix',
      explanation: '{server} does not know the cursor {cursor}.',
      remedy: ['Start again from the first page.'],
    },
    '-32072': {
      class: 'validation',
      message: 'Cursor expired',
      verdict: 'after_fix',
      explanation: '{server} keeps cursors for {ttl_seconds} s; this one is older.',
      remedy: [
        'Start again from the first page.',
        'Take smaller pages, so that each is done sooner.',
        'Check how long the server keeps cursors.',
      ],
    },
  }),
  ...inCategory('Task', {
    '-32081': {
      class: 'not_found',
      message: 'Task not found',
      verdict: 'after_fix',
      explanation: '{server} has no task {taskId}.',
    },
    '-32083': {
      class: 'internal',
      message: 'Task failed',
      explanation: '{server} reports that the task {taskId} failed ({reason}).',
    },
    '-32084': { class: 'cancelled', message: 'Task cancelled' },
    '-32085': { class: 'timeout', message: 'Task timeout' },
  }),
  ...inCategory('Progress', {
    '-32091': { class: 'validation', message: 'Invalid progress token', verdict: 'after_fix' },
    '-32092': { class: 'validation', message: 'Progress token expired', verdict: 'after_fix' },
    '-32094': {
      class: 'internal',
      message: 'Notification failed',
      explanation: '{server} could not send the notification {notification_type} ({reason}).',
    },
  }),
  ...inCategory('Completion', {
    '-32110': { class: 'not_found', message: 'Completion not found', verdict: 'after_fix' },
    '-32111': { class: 'validation', message: 'Invalid completion reference', verdict: 'after_fix' },
    '-32112': { class: 'validation', message: 'Invalid completion argument', verdict: 'after_fix' },
    '-32113': { class: 'internal', message: 'Completion failed' },
  }),
  ...inCategory('Experimental', {
    '1090': { class: 'internal', message: 'Elicitation failed' },
    '1091': { class: 'timeout', message: 'Elicitation timeout' },
    '1095': { class: 'not_found', name: 'Task Not Found (Positive)', message: 'Task not found', verdict: 'after_fix' },
  }),
};
