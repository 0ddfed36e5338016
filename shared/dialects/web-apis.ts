// Error words of widely used web APIs, each a separate dialect: Stripe, OpenAI and Anthropic, OAuth, Slack, GitHub, Cloudflare, payments.
// Only words: decode/extract has their payload shapes.

import { dialect } from './dialect.ts';

export const stripe = dialect({
  id: 'stripe',
  name: 'Stripe',
  kind: 'generic',
  marks: [
    {
      weight: 0.7,
      means: 'an error type of Stripe with a link to its documentation',
      member: 'doc_url',
      startsWith: 'https://stripe.com/docs',
    },
  ],
  words: {
    card_error: {
      class: 'terminal',
      title: 'Card declined',
      fault: 'caller',
      remedy: ['Use another card or ask the card’s bank.'],
    },
    idempotency_error: { class: 'conflict', remedy: ['Use a new idempotency key for different parameters.'] },
    api_error: { class: 'dependency', place: 'general words' },
    invalid_request_error: { class: 'validation', place: 'general words' },
    parameter_missing: { class: 'validation' },
    parameter_invalid_empty: { class: 'validation' },
    resource_missing: { class: 'not_found' },
    api_key_expired: { class: 'unauthorized' },
    rate_limit: { class: 'rate_limited' },
    lock_timeout: { class: 'conflict', verdict: 'backoff' },
    payment_required: {
      class: 'approval_required',
      title: 'Payment needed',
      verdict: 'after_auth',
      remedy: ['Pay at the address the server gives.'],
    },
  },
});

export const languageModels = dialect({
  id: 'language-models',
  name: 'OpenAI and Anthropic',
  kind: 'generic',
  words: {
    rate_limit_error: { class: 'rate_limited' },
    rate_limit_exceeded: { class: 'rate_limited' },
    insufficient_quota: {
      class: 'rate_limited',
      verdict: 'never',
      remedy: ['Add credit to the account or raise its limit.'],
    },
    overloaded_error: { class: 'unavailable' },
    authentication_error: { class: 'unauthorized' },
    invalid_api_key: { class: 'unauthorized' },
    permission_error: { class: 'forbidden' },
    not_found_error: { class: 'not_found' },
    model_not_found: { class: 'not_found' },
    request_too_large: { class: 'too_large' },
    context_length_exceeded: { class: 'too_large', remedy: ['Send less text: it does not fit the model’s window.'] },
    timeout_error: { class: 'timeout' },
    server_error: { class: 'dependency', place: 'general words' },
    content_policy_violation: { class: 'forbidden' },
    billing_error: { class: 'approval_required' },
  },
});

export const oauth = dialect({
  id: 'oauth',
  name: 'OAuth 2',
  kind: 'generic',
  url: 'https://www.rfc-editor.org/rfc/rfc6749#section-5.2',
  words: {
    invalid_token: {
      class: 'unauthorized',
      remedy: ['If a token was sent, it is expired, revoked or meant for another server: sign in again.'],
    },
    insufficient_scope: {
      class: 'forbidden',
      verdict: 'after_auth',
      title: 'More scope needed',
      remedy: ['Sign in again and ask for the scope {scope}.'],
    },
    invalid_grant: {
      class: 'unauthorized',
      remedy: ['Sign in again: the code or refresh token is used up or expired.'],
    },
    invalid_client: { class: 'unauthorized', remedy: ['Check the client id and secret.'] },
    unauthorized_client: { class: 'forbidden', verdict: 'after_auth' },
    unsupported_grant_type: { class: 'unsupported' },
    invalid_scope: { class: 'validation', remedy: ['Ask only for scopes the server offers.'] },
    access_denied: { class: 'forbidden', verdict: 'after_auth' },
    login_required: { class: 'unauthorized' },
    consent_required: { class: 'approval_required' },
    interaction_required: { class: 'approval_required' },
    authorization_pending: { class: 'not_ready', verdict: 'backoff' },
    slow_down: { class: 'rate_limited' },
    expired_token: { class: 'unauthorized' },
    temporarily_unavailable: { class: 'unavailable' },
    server_error: { class: 'dependency', place: 'general words' },
    invalid_request: { class: 'invalid_request', place: 'general words' },
    invalid_redirect_uri: { class: 'validation' },
    invalid_client_metadata: { class: 'validation' },
  },
});

export const slack = dialect({
  id: 'slack',
  name: 'Slack',
  kind: 'generic',
  words: {
    ratelimited: { class: 'rate_limited' },
    invalid_auth: { class: 'unauthorized' },
    not_authed: { class: 'unauthorized' },
    account_inactive: { class: 'unauthorized' },
    token_revoked: { class: 'unauthorized' },
    missing_scope: {
      class: 'forbidden',
      verdict: 'after_auth',
      remedy: ['Add the scope {needed} to the app and install it again.'],
    },
    not_in_channel: { class: 'forbidden', remedy: ['Invite the app to the channel.'] },
    is_archived: { class: 'conflict' },
    channel_not_found: { class: 'not_found' },
    user_not_found: { class: 'not_found' },
    invalid_arguments: { class: 'validation' },
    cursor_invalid: { class: 'validation', remedy: ['Start again from the first page.'] },
    no_text: { class: 'validation' },
    msg_too_long: { class: 'too_large' },
    fatal_error: { class: 'internal' },
  },
  fields: { needed: 'value', provided: 'value' },
});

export const github = dialect({
  id: 'github',
  name: 'GitHub',
  kind: 'generic',
  marks: [
    {
      weight: 0.8,
      means: 'a link to GitHub’s documentation',
      member: 'documentation_url',
      startsWith: 'https://docs.github.com',
    },
  ],
  phrases: [
    {
      id: 'github.secondary',
      place: 'unmistakable words',
      class: 'rate_limited',
      name: 'Secondary rate limit',
      says: ['secondary rate limit'],
    },
    { id: 'github.validation', class: 'validation', place: 'plain words', says: ['validation failed'] },
  ],
});

export const cloudflare = dialect({
  id: 'cloudflare',
  name: 'Cloudflare',
  kind: 'generic',
  marks: [
    { weight: 0.8, means: 'a ray id beside error_code', member: 'ray_id', type: 'string', beside: ['error_code'] },
  ],
  codes: {
    '1004': { class: 'dependency', name: 'Host not configured', when: { member: 'ray_id' } },
    '1005': { class: 'forbidden', name: 'Banned network', when: { member: 'ray_id' } },
    '1006': { class: 'forbidden', name: 'Banned address', when: { member: 'ray_id' } },
    '1009': { class: 'forbidden', name: 'Banned country', when: { member: 'ray_id' } },
    '1015': { class: 'rate_limited', name: 'Rate limited', when: { member: 'ray_id' } },
    '1020': { class: 'forbidden', name: 'Access denied', when: { member: 'ray_id' } },
    '1033': { class: 'dependency', name: 'Tunnel error', when: { member: 'ray_id' } },
    '1200': { class: 'unavailable', name: 'Too many requests waiting', when: { member: 'ray_id' } },
  },
});
