// Platica's MCP server: REST failures as `isError` with the body as text and in structuredContent; four JSON-RPC codes with its own
// meanings.

import { dialect } from './dialect.ts';

export const platica = dialect({
  id: 'platica',
  name: 'Platica',
  marks: [
    {
      weight: 0.6,
      means: 'a REST body with code, error and details inside isError',
      member: 'code',
      oneOf: [400, 401, 403, 404, 422, 500],
      beside: ['error', 'details'],
      carrier: ['result.isError'],
    },
    {
      weight: 0.5,
      means: 'code and error passed on in structuredContent',
      member: 'code',
      oneOf: [400, 401, 403, 404, 422, 500],
      beside: ['error'],
      carrier: ['result.isError'],
    },
    {
      weight: 0.35,
      means: 'issues of path, message and code inside isError',
      member: 'issues',
      type: 'array',
      carrier: ['result.isError'],
    },
    { weight: 0.95, means: 'asks for a key that starts with pl_key_', says: ['pl key'] },
    { weight: 0.9, means: 'asks for a workspace in Platica’s words', says: ['must specify a valid workspace'] },
    { weight: 0.4, means: 'the server calls itself Platica', serverInfo: 'platica' },
  ],
  codes: {
    '-32001': {
      class: 'unauthorized',
      name: 'Unauthorized',
      category: 'Protocol error',
      verdict: 'after_auth',
      remedy: ['Send an API key, which begins with pl_key_, as a bearer token in the header Authorization.'],
    },
    '-32000': {
      class: 'unsupported',
      name: 'Only POST',
      category: 'Protocol error',
      verdict: 'never',
      explanation: '{server} was asked with GET or DELETE, but accepts only POST.',
      remedy: ['Use POST for every request to this address.'],
    },
    '-32602': {
      class: 'invalid_request',
      name: 'Invalid arguments',
      category: 'Protocol error',
      verdict: 'after_fix',
      remedy: ['The JSON-RPC message itself is malformed, not the tool’s arguments: check its params.'],
    },
    '-32603': { class: 'internal', name: 'Internal MCP server error', category: 'Protocol error', verdict: 'backoff' },
  },
  statuses: {
    '400': [
      {
        class: 'validation',
        name: 'Workspace missing',
        category: 'Execution error',
        verdict: 'after_fix',
        when: { says: ['must specify a valid workspace', 'valid workspace'] },
        explanation: '{server} needs to know the workspace: the API key covers several.',
        remedy: ['Pass workspace: "<id>" in the arguments.'],
      },
      {
        class: 'validation',
        name: 'Invalid arguments',
        category: 'Execution error',
        verdict: 'after_fix',
        remedy: ['Read errors[] in the answer and correct the field it flags.'],
      },
    ],
    '401': {
      class: 'unauthorized',
      name: 'API key refused',
      category: 'Execution error',
      verdict: 'after_auth',
      remedy: [
        'Check the Authorization header.',
        'Make a new key in the Platica dashboard: this one is missing, wrong or disabled.',
      ],
    },
    '403': {
      class: 'forbidden',
      name: 'No access to the workspace or resource',
      category: 'Execution error',
      verdict: 'after_auth',
      remedy: ['Use a key that has access to this workspace or resource.'],
    },
    '404': {
      class: 'not_found',
      name: 'Not in that workspace',
      category: 'Execution error',
      verdict: 'after_fix',
      remedy: ['Check the id.', 'If the key covers several workspaces, pass workspace as well.'],
    },
    '422': {
      class: 'conflict',
      name: 'Incompatible state',
      category: 'Execution error',
      verdict: 'after_fix',
      explanation: '{server} has the resource, but its state does not allow {call}{because}.',
      remedy: ['Read the details: they name the state that is in the way.'],
    },
    '500': {
      class: 'internal',
      name: 'Backend internal error',
      category: 'Execution error',
      verdict: 'backoff',
      remedy: ['Look at the logs, or ask support.'],
    },
  },
});
