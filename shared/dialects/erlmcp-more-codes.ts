// erlmcp's documented codes, row by row: tools, prompts, sign-in, protocol, pages, tasks, progress, completion and experiments.

import type { DialectSource } from './dialect-schema.ts';

const tool = 'Tool';
const prompt = 'Prompt';
const auth = 'Auth';
const protocol = 'Protocol';
const pagination = 'Pagination';
const task = 'Task';
const progress = 'Progress';
const completion = 'Completion';
const experimental = 'Experimental';

export const erlmcpMoreCodes: NonNullable<DialectSource['codes']> = {
  '-32031': {
    class: 'internal',
    name: 'Tool Execution Failed',
    message: 'Tool execution failed',
    category: tool,
    explanation: '{server} failed inside the tool {tool} ({reason}).',
  },
  '-32032': {
    class: 'timeout',
    name: 'Tool Timeout',
    message: 'Tool execution timeout',
    category: tool,
    explanation: '{server} stopped the tool {tool} after {timeout_ms} ms.',
    remedy: ['Ask for less at once, or allow more time.'],
  },
  '-32033': {
    class: 'cancelled',
    name: 'Tool Cancelled',
    message: 'Tool execution cancelled',
    category: tool,
    explanation: 'The tool {tool} was cancelled ({reason}).',
  },
  '-32034': {
    class: 'validation',
    name: 'Invalid Tool Arguments',
    message: 'Invalid tool arguments',
    category: tool,
    verdict: 'after_fix',
  },

  '-32043': {
    class: 'validation',
    name: 'Prompt Argument Missing',
    message: 'Prompt argument missing',
    category: prompt,
    verdict: 'after_fix',
    explanation: '{server} needs the argument {field} for the prompt {prompt}.',
    remedy: ['Add {field} to the arguments of the prompt.'],
  },
  '-32044': { class: 'internal', name: 'Prompt Render Failed', message: 'Prompt render failed', category: prompt },
  '-32046': {
    class: 'dependency',
    name: 'Sampling Failed',
    message: 'Sampling failed',
    category: prompt,
    explanation: '{server} could not get words from the language model ({reason}).',
  },

  '-32051': {
    class: 'unauthorized',
    name: 'Authentication Failed',
    message: 'Authentication failed',
    category: auth,
    verdict: 'after_auth',
    explanation: '{server} did not accept the credentials ({reason}).',
  },
  '-32052': {
    class: 'forbidden',
    name: 'Authorization Failed',
    message: 'Authorization failed',
    category: auth,
    verdict: 'after_auth',
    explanation: '{server} lets only the role {required_role} do {operation}.',
    remedy: ['Sign in with the role {required_role}.'],
  },
  '-32053': {
    class: 'unauthorized',
    name: 'Invalid Credentials',
    message: 'Invalid credentials',
    category: auth,
    verdict: 'after_auth',
  },
  '-32054': {
    class: 'unauthorized',
    name: 'Token Expired',
    message: 'Token expired',
    category: auth,
    verdict: 'after_auth',
    title: 'Token expired',
    remedy: ['Renew the token or sign in again.', 'Check how long tokens last.'],
  },
  '-32056': {
    class: 'forbidden',
    name: 'Access Denied',
    message: 'Access denied',
    category: auth,
    verdict: 'after_auth',
  },

  '-32061': {
    class: 'unsupported',
    name: 'Unsupported Protocol Version',
    message: 'Unsupported protocol version',
    category: protocol,
    verdict: 'after_fix',
    title: 'Other version',
    explanation: '{server} does not speak protocol version {requested_version}; it speaks {supported_versions}.',
    remedy: ['Ask with one of the versions it lists.'],
  },
  '-32062': {
    class: 'unsupported',
    name: 'Protocol Version Mismatch',
    message: 'Protocol version mismatch',
    category: protocol,
    verdict: 'after_fix',
    title: 'Other version',
  },
  '-32063': {
    class: 'unsupported',
    name: 'Capability Negotiation Failed',
    message: 'Capability negotiation failed',
    category: protocol,
    verdict: 'after_fix',
  },

  '-32071': {
    class: 'validation',
    name: 'Invalid Cursor',
    message: 'Invalid cursor',
    category: pagination,
    verdict: 'after_fix',
    explanation: '{server} does not know the cursor {cursor}.',
    remedy: ['Start again from the first page.'],
  },
  '-32072': {
    class: 'validation',
    name: 'Cursor Expired',
    message: 'Cursor expired',
    category: pagination,
    verdict: 'after_fix',
    explanation: '{server} keeps cursors for {ttl_seconds} s; this one is older.',
    remedy: [
      'Start again from the first page.',
      'Take smaller pages, so that each is done sooner.',
      'Check how long the server keeps cursors.',
    ],
  },

  '-32081': {
    class: 'not_found',
    name: 'Task Not Found',
    message: 'Task not found',
    category: task,
    verdict: 'after_fix',
    explanation: '{server} has no task {taskId}.',
  },
  '-32083': {
    class: 'internal',
    name: 'Task Failed',
    message: 'Task failed',
    category: task,
    explanation: '{server} reports that the task {taskId} failed ({reason}).',
  },
  '-32084': { class: 'cancelled', name: 'Task Cancelled', message: 'Task cancelled', category: task },
  '-32085': { class: 'timeout', name: 'Task Timeout', message: 'Task timeout', category: task },

  '-32091': {
    class: 'validation',
    name: 'Invalid Progress Token',
    message: 'Invalid progress token',
    category: progress,
    verdict: 'after_fix',
  },
  '-32092': {
    class: 'validation',
    name: 'Progress Token Expired',
    message: 'Progress token expired',
    category: progress,
    verdict: 'after_fix',
  },
  '-32094': {
    class: 'internal',
    name: 'Notification Failed',
    message: 'Notification failed',
    category: progress,
    explanation: '{server} could not send the notification {notification_type} ({reason}).',
  },

  '-32110': {
    class: 'not_found',
    name: 'Completion Not Found',
    message: 'Completion not found',
    category: completion,
    verdict: 'after_fix',
  },
  '-32111': {
    class: 'validation',
    name: 'Invalid Completion Reference',
    message: 'Invalid completion reference',
    category: completion,
    verdict: 'after_fix',
  },
  '-32112': {
    class: 'validation',
    name: 'Invalid Completion Argument',
    message: 'Invalid completion argument',
    category: completion,
    verdict: 'after_fix',
  },
  '-32113': { class: 'internal', name: 'Completion Failed', message: 'Completion failed', category: completion },

  '1090': { class: 'internal', name: 'Elicitation Failed', message: 'Elicitation failed', category: experimental },
  '1091': { class: 'timeout', name: 'Elicitation Timeout', message: 'Elicitation timeout', category: experimental },
  '1095': {
    class: 'not_found',
    name: 'Task Not Found (Positive)',
    message: 'Task not found',
    category: experimental,
    verdict: 'after_fix',
  },
};
