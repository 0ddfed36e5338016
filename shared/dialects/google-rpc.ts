// google.rpc status codes, by name as APIs send them (AIP-193) and as gRPC libraries print them ("5 NOT_FOUND: …"). The numbers count only
// beside `details`, as gateways send them: 5 and 14 mean other things elsewhere.

import { dialect } from './dialect.ts';
import type { Meaning } from './dialect-schema.ts';

const beside = (meaning: Meaning): Meaning => ({ ...meaning, place: 'general words', when: { member: 'details' } });

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
  codes: {
    '3': beside({ class: 'validation', name: 'INVALID_ARGUMENT' }),
    '4': beside({ class: 'timeout', name: 'DEADLINE_EXCEEDED' }),
    '5': beside({ class: 'not_found', name: 'NOT_FOUND' }),
    '6': beside({ class: 'conflict', name: 'ALREADY_EXISTS' }),
    '7': beside({ class: 'forbidden', name: 'PERMISSION_DENIED' }),
    '8': beside({ class: 'rate_limited', name: 'RESOURCE_EXHAUSTED' }),
    '9': beside({ class: 'conflict', name: 'FAILED_PRECONDITION' }),
    '10': beside({ class: 'conflict', name: 'ABORTED', verdict: 'backoff' }),
    '11': beside({ class: 'validation', name: 'OUT_OF_RANGE' }),
    '12': beside({ class: 'unsupported', name: 'UNIMPLEMENTED' }),
    '13': beside({ class: 'internal', name: 'INTERNAL' }),
    '14': beside({ class: 'unavailable', name: 'UNAVAILABLE' }),
    '16': beside({ class: 'unauthorized', name: 'UNAUTHENTICATED' }),
  },
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
