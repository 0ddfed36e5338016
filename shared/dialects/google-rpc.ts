// google.rpc status codes, by name as APIs send them (AIP-193) and as gRPC libraries print them ("5 NOT_FOUND: …"). The numbers are not
// used: 5 and 14 mean other things elsewhere, and the names come with them.

import { dialect } from './dialect.ts';

export const googleRpcDialect = dialect({
  id: 'google-rpc',
  name: 'google.rpc',
  kind: 'generic',
  url: 'https://google.aip.dev/193',
  marks: [
    {
      weight: 0.6,
      means: 'details with an @type of google.rpc',
      member: 'details',
      type: 'array',
      beside: ['status', 'message'],
    },
    {
      weight: 0.4,
      means: 'a status name beside code and message',
      member: 'status',
      type: 'string',
      beside: ['code', 'message'],
    },
  ],
  words: {
    CANCELLED: { class: 'cancelled', name: 'CANCELLED' },
    UNKNOWN: { class: 'internal', name: 'UNKNOWN', place: 'vague words' },
    INVALID_ARGUMENT: { class: 'validation', name: 'INVALID_ARGUMENT' },
    DEADLINE_EXCEEDED: { class: 'timeout', name: 'DEADLINE_EXCEEDED' },
    NOT_FOUND: { class: 'not_found', name: 'NOT_FOUND' },
    ALREADY_EXISTS: { class: 'conflict', name: 'ALREADY_EXISTS' },
    PERMISSION_DENIED: { class: 'forbidden', name: 'PERMISSION_DENIED' },
    RESOURCE_EXHAUSTED: { class: 'rate_limited', name: 'RESOURCE_EXHAUSTED' },
    FAILED_PRECONDITION: { class: 'conflict', name: 'FAILED_PRECONDITION' },
    ABORTED: { class: 'conflict', name: 'ABORTED', verdict: 'backoff', place: 'specific words' },
    OUT_OF_RANGE: { class: 'validation', name: 'OUT_OF_RANGE' },
    UNIMPLEMENTED: { class: 'unsupported', name: 'UNIMPLEMENTED' },
    INTERNAL: { class: 'internal', name: 'INTERNAL', place: 'general words' },
    UNAVAILABLE: { class: 'unavailable', name: 'UNAVAILABLE' },
    DATA_LOSS: { class: 'internal', name: 'DATA_LOSS' },
    UNAUTHENTICATED: { class: 'unauthorized', name: 'UNAUTHENTICATED' },
    RATE_LIMIT_EXCEEDED: { class: 'rate_limited' },
    API_KEY_INVALID: { class: 'unauthorized' },
    SERVICE_DISABLED: { class: 'forbidden', verdict: 'after_auth', remedy: ['Enable the API for the project.'] },
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: { class: 'forbidden', verdict: 'after_auth' },
  },
});
