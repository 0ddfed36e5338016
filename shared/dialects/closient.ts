// Closient's MCP server: a JSON-RPC error object in `result.error` whose `data` is a problem document with `error_code` and `retryable`.

import { dialect } from './dialect.ts';

const access = 'Transport / authentication';
const request = 'Request validation';
const rule = 'Business rule';
const inside = 'Upstream / internal';
const documented = [-32001, -32002, -32003, -32100, -32101, -32102, -32200, -32201, -32300];

export const closient = dialect({
  id: 'closient',
  name: 'Closient',
  about: 'Error objects inside the result, each with a problem document.',
  marks: [
    {
      weight: 0.95,
      means: 'the problem type is a page of Closient’s error documentation',
      member: 'data.type',
      startsWith: 'https://closient.com/docs/errors/',
    },
    {
      weight: 0.95,
      means: 'the problem type is a page of Closient’s error documentation',
      member: 'type',
      startsWith: 'https://closient.com/docs/errors/',
    },
    {
      weight: 0.7,
      means: 'a Closient code with a problem document that has error_code and retryable',
      codes: documented,
      member: 'data.error_code',
      type: 'string',
      beside: ['data.retryable'],
    },
    { weight: 0.4, means: 'a Closient code inside the result', codes: documented, carrier: ['result.error'] },
    { weight: 0.3, means: 'the server calls itself Closient', serverInfo: 'closient' },
  ],
  codes: {
    '-32001': {
      class: 'unauthorized',
      name: 'unauthorized',
      category: access,
      verdict: 'after_auth',
      remedy: ['Send a valid token: it is missing, wrong or expired.'],
    },
    '-32002': {
      class: 'forbidden',
      name: 'forbidden',
      category: access,
      verdict: 'never',
      remedy: ['Use a token that has the scope this tool needs.'],
    },
    '-32003': { class: 'rate_limited', name: 'rate_limited', category: access, verdict: 'wait', afterMs: 5000 },
    '-32100': {
      class: 'invalid_request',
      name: 'bad_request',
      category: request,
      verdict: 'after_fix',
      severity: 'note',
    },
    '-32101': { class: 'validation', name: 'validation_error', category: request, verdict: 'after_fix' },
    '-32102': {
      class: 'validation',
      name: 'unprocessable_entity',
      category: request,
      verdict: 'after_fix',
      remedy: ['The values are well formed but make no sense together: change them.'],
    },
    '-32200': {
      class: 'not_found',
      name: 'not_found',
      category: rule,
      verdict: 'never',
      remedy: ['Tell the user that it does not exist; the same call will not find it.'],
    },
    '-32201': {
      class: 'conflict',
      name: 'conflict',
      category: rule,
      verdict: 'never',
      remedy: ['Someone else may have claimed it already: read its state first.'],
    },
    '-32300': { class: 'internal', name: 'internal_error', category: inside, verdict: 'backoff' },
  },
  ranges: [
    { from: -32099, to: -32001, class: 'unauthorized', category: access },
    { from: -32199, to: -32100, class: 'validation', category: request, verdict: 'after_fix' },
    { from: -32299, to: -32200, class: 'conflict', category: rule, verdict: 'never' },
    { from: -32399, to: -32300, class: 'internal', category: inside, verdict: 'backoff' },
  ],
  // New codes belong to these groups by their status, as do problem documents over HTTP without a code.
  statuses: {
    '400': {
      class: 'invalid_request',
      category: request,
      verdict: 'after_fix',
      severity: 'note',
      place: 'plain status',
    },
    '401': { class: 'unauthorized', category: access, verdict: 'after_auth', place: 'plain status' },
    '403': { class: 'forbidden', category: access, verdict: 'never', place: 'plain status' },
    '404': { class: 'not_found', category: rule, verdict: 'never', place: 'plain status' },
    '409': { class: 'conflict', category: rule, verdict: 'never', place: 'plain status' },
    '410': { class: 'not_found', category: rule, verdict: 'never', place: 'plain status' },
    '422': { class: 'validation', category: request, verdict: 'after_fix', place: 'plain status' },
    '429': { class: 'rate_limited', category: access, verdict: 'wait', afterMs: 5000, place: 'plain status' },
    '500': { class: 'internal', category: inside, verdict: 'backoff', place: 'plain status' },
    '502': { class: 'dependency', category: inside, verdict: 'backoff', place: 'plain status' },
    '503': { class: 'unavailable', category: inside, verdict: 'backoff', place: 'plain status' },
    '504': { class: 'timeout', category: inside, verdict: 'backoff', place: 'plain status' },
  },
  words: {
    unauthorized: { class: 'unauthorized', verdict: 'after_auth', category: access },
    forbidden: { class: 'forbidden', verdict: 'never', category: access },
    rate_limited: { class: 'rate_limited', verdict: 'wait', afterMs: 5000, category: access },
    bad_request: { class: 'invalid_request', verdict: 'after_fix', category: request, severity: 'note' },
    validation_error: { class: 'validation', verdict: 'after_fix', category: request },
    unprocessable_entity: { class: 'validation', verdict: 'after_fix', category: request },
    not_found: { class: 'not_found', verdict: 'never', category: rule },
    conflict: { class: 'conflict', verdict: 'never', category: rule },
    internal_error: { class: 'internal', verdict: 'backoff', category: inside },
  },
  // The documented client sleeps 5 s if a retryable failure names no wait.
  retry: { afterMs: 5000 },
});
