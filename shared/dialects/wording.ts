// Plain words: what sentences, exception names and system codes usually mean when no table says more.
// Strength orders the readings of one sentence: "Permission denied: API rate limit exceeded" is a rate limit.

import { dialect } from './schema.ts';

/** Phrases with commas between them: the tables stay readable. */
function list(text: string): string[] {
  return text.split(',').map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim());
}

export const wording = dialect({
  id: 'wording',
  name: 'Plain words',
  kind: 'generic',
  prior: 0.4,
  phrases: [
    {
      class: 'rate_limited',
      strength: 5.6,
      says: list(`rate limit*, ratelimit*, too many requests, quota exceeded, quota .. exceeded, exceeded .. quota,
        quota exhausted, insufficient quota, throttl*, request limit, usage limit, resource exhausted,
        too many .. attempts, calls per, requests per, credits exhausted, out of credits,
        insufficient credits, concurrency limit, slow down`),
    },
    { class: 'rate_limited', strength: 3.6, says: list(`limit exceeded, limit reached, too many`) },

    {
      class: 'timeout',
      strength: 5.1,
      says: list(`timed out, deadline exceeded, etimedout, esockettimedout, took too long, time limit,
        err timed out, headers timeout, body timeout, gateway timeout, request timeout`),
    },
    { class: 'timeout', strength: 4.3, says: list(`timeout, time out`) },

    {
      class: 'unauthorized',
      strength: 5.3,
      says: list(`unauthorized, unauthorised, unauthenticated, not authorized, not authorised, not authenticated,
        invalid api key, invalid or missing api key, missing api key, api key .. invalid,
        api key .. required, api key .. missing, no api key, incorrect api key, api token is invalid,
        invalid api token, invalid access token, access token .. undefined, access token .. expired,
        access token .. invalid, authentication required, authentication failed, authentication error,
        authentication tokens, authentication is required, requires authentication,
        failed to authenticate, could not authenticate, invalid credentials, bad credentials,
        missing credentials, no credentials, credentials are not available, credentials not available,
        credentials not found, default credentials, credentials .. expired, credential .. not,
        invalid auth, not authed, token expired, token has expired, token is expired, expired token,
        token revoked, invalid token, invalid bearer, missing bearer, missing authorization,
        not logged in, login required, please log in, please login, please sign in, must be logged in,
        no access token, session expired, invalid grant, invalid client, no auth*, account inactive,
        re authenticate, log in again`),
    },
    {
      class: 'unauthorized',
      strength: 3.2,
      says: list(`authentication, api key, access token, credentials, auth login`),
    },

    {
      class: 'forbidden',
      strength: 5,
      says: list(`forbidden, permission denied, permissions denied, access denied, access is denied,
        insufficient permission*, insufficient scope, insufficient privilege*, insufficient access,
        missing scope, required scope, does not have permission, do not have permission,
        does not have access, do not have access, not have the required, no permission,
        operation not permitted, eacces, eperm, not permitted, outside allowed, outside the allowed,
        outside .. allowed, read only transaction, readonly database, blocked request,
        blocked for security, ssrf, origin not allowed, host not allowed, not in allowlist,
        policy violation, content policy, disallowed`),
    },
    { class: 'forbidden', strength: 3.4, says: list(`not allowed, prohibited, denied`) },

    {
      class: 'approval_required',
      strength: 5.4,
      says: list(`requires approval, require approval, approval required, needs approval, awaiting approval,
        pending approval, approval is required, approval is needed, must be approved, payment required,
        consent required, confirmation required, requires confirmation`),
    },

    {
      class: 'not_found',
      strength: 5.35,
      name: 'Unknown tool',
      title: 'Unknown tool',
      when: { method: ['tools/call'] },
      says: list(`unknown tool, tool not found, tool .. not found, no such tool, no tool, tool .. was not found,
        tool .. does not exist, tool .. not registered, invalid tool name, invalid tool,
        unrecognized tool, method .. not found, unknown tool name, tool .. unknown, not a known tool,
        unknown function, unsupported tool`),
    },
    {
      class: 'not_found',
      strength: 5.35,
      name: 'Unknown prompt',
      title: 'Unknown prompt',
      when: { method: ['prompts/get', 'completion/complete'] },
      says: list(`unknown prompt, prompt not found, prompt .. not found, no such prompt,
        prompt .. could not be found, prompt .. does not exist, no prompt`),
    },
    {
      class: 'not_found',
      strength: 5.35,
      name: 'Unknown resource',
      title: 'Unknown resource',
      when: { method: ['resources/read', 'resources/subscribe', 'resources/unsubscribe', 'completion/complete'] },
      says: list(`unknown resource, resource not found, resource .. not found, no such resource,
        resource .. could not be found, no resource, resource .. does not exist, unknown uri,
        uri not found, unsupported uri, unknown resource uri`),
    },
    {
      class: 'not_found',
      strength: 5.3,
      name: 'Session not found',
      title: 'Session gone',
      remedy: ['Connect again: a new initialize gives a new session.', 'Then repeat the call.'],
      says: list(`session not found, session .. not found, session expired or, session has expired,
        session terminated, session .. terminated, unknown session, invalid session,
        session does not exist, no session`),
    },
    {
      class: 'not_found',
      strength: 4.6,
      says: list(`not found, notfound, does not exist, doesn t exist, do not exist, no such, could not find,
        could not be found, could be found, no pending, couldn t find, cannot find, can t find, unable to find, cannot be found,
        enoent, no longer exists, unknown vault, no matching, has been deleted,
        no project, unknown entity, unknown task, unknown id, not exist, 未找到*, 找不到*, 不存在*`),
    },
    { class: 'not_found', strength: 2.2, says: list(`unknown, no .. found, missing`) },

    {
      class: 'validation',
      strength: 4.9,
      says: list(`input validation, invalid argument*, invalid arguments for, validation error*,
        parameter validation, validating arguments, field required, missing required, required argument,
        required field, required parameter, required option*, required property, invalid type,
        arguments are required, unrecognized key*, unexpected keyword argument,
        missing .. required positional, failed validation, schema validation`),
    },
    {
      class: 'validation',
      strength: 4.2,
      says: list(`validation failed, invalid input, invalid param*, invalid request param*, invalid format,
        invalid value, invalid enum, invalid option, invalid key, invalid url, invalid uri, invalid date,
        invalid id, invalid filename, invalid path, invalid cursor, invalid sql, invalid query,
        invalid graphql, invalid json, invalid uuid, invalid email, invalid regex, invalid glob,
        is invalid, are invalid, are not valid, arguments .. not valid, expected .. received, expected .. got, expected .. but, not a valid, is not valid,
        syntax error, parse error, parameter is required, must be provided, must specify, must contain,
        must have, must not, cannot be empty, can not be empty, must not be empty, is empty, is required,
        are required, should be, must be, einval, eisdir, enotdir, out of range, out of bounds,
        unprocessable, failed to deserialize, malformed, no valid, at least one, no arguments, null parameters, cannot specify, mutually exclusive, only .. allowed, only .. supported,
        unknown pagination cursor, cursor, is not iterable, null or undefined, sqlite error,
        no such column, unknown column, constraint failed, bad input, user input error,
        illegal operation on a directory, invalid sha, wrong type, type mismatch, not a uri, 无效*, 参数*`),
    },
    {
      class: 'validation',
      strength: 2.4,
      says: list(`invalid, required, missing, unexpected argument, expected`),
    },

    {
      class: 'dependency',
      strength: 5.2,
      says: list(`fetch failed, enotfound, eai again, getaddrinfo, econnrefused,
        connection refused, econnreset, connection reset, econnaborted, socket hang up,
        other side closed, network error, network request failed, network issue, network failure,
        bad gateway, name resolution, name or service not known, dns resolution, dns lookup,
        no such host, nodename nor servname, lookup .. no such host, self signed certificate,
        certificate has expired, certificate, altnames, tls handshake, ssl error, unable to connect,
        could not connect, couldn t connect, cannot connect, failed to connect, can t reach,
        cannot reach, could not reach, connection attempts failed, connection error, connect error,
        connection failed, connect failed, ehostunreach, enetunreach, epipe, err internet disconnected,
        err cert*, err connection*, err name*, err proxy*, err ssl*, err address*, err tunnel*,
        err empty response, hostname not found, stream has been aborted, premature close,
        server disconnected, peer closed connection, unable to make request, remote end closed,
        connection aborted, upstream, unreachable, stream ended, ended without, error posting, provider error, backend error, dial tcp, no route to host,
        host unreachable, network is unreachable, error sending request, connection was closed,
        max retries exceeded`),
    },
    {
      class: 'dependency',
      strength: 4.4,
      says: list(`unexpected token .. json, is not valid json, not valid json, unterminated string in json,
        unexpected end of json, end of json input, unexpected non whitespace, invalid json response,
        invalid response body, response validation failed, unexpected status, expecting value,
        body is unusable, body has already been read, returned html, content type text html,
        doctype html, failed to parse response, non json, unexpected response`),
    },
    {
      class: 'dependency',
      strength: 3,
      says: list(`api request failed, request failed, api error, api call failed, search failed,
        request to .. failed, terminated, http error, could not load, api server error, failed to fetch, failed to get, failed to retrieve, failed to load, geocoding failed, error fetching,
        error retrieving, error listing, error searching, error creating`),
    },
    { class: 'dependency', strength: 2.6, says: list(`aborted`) },

    {
      class: 'unavailable',
      strength: 4.7,
      says: list(`service unavailable, temporarily unavailable, overloaded, server busy, too busy, maintenance,
        server is closing, shutting down, emfile, enospc, enomem, no space left, starting up,
        at capacity, pool exhausted, backend unavailable`),
    },
    {
      class: 'unavailable',
      strength: 3.1,
      says: list(`unavailable, try again later, not available, busy, please retry`),
    },

    {
      class: 'conflict',
      strength: 4.7,
      says: list(`already exist*, conflict, duplicate key, duplicate entry, eexist, violates unique,
        unique constraint, concurrent modification, modified concurrently, etag mismatch,
        version conflict, not fast forward, already been, already in use, already claimed,
        already subscribed, deadlock, merge conflict, invalid state, precondition failed,
        failed precondition, foreign key, eaddrinuse, already running, already initialized,
        already connected`),
    },

    {
      class: 'too_large',
      strength: 4.7,
      says: list(`too large, too long, too big, exceeds maximum, exceeds the maximum, exceeds .. limit,
        exceeded .. maximum, larger than, e2big, efbig, context length, maximum context,
        message size exceeds, enametoolong, length limit, size limit, maximum .. size, maximum .. length,
        longer than, too many tokens, token limit, content length exceeded`),
    },

    {
      class: 'invalid_request',
      strength: 4.9,
      title: 'Bad headers',
      says: list(`not acceptable, client must accept, unsupported media type, content type must be, content type header,
        invalid host header, invalid origin header, invalid host`),
    },
    {
      class: 'invalid_request',
      strength: 4.5,
      says: list(`json rpc message, json rpc batch, json rpc request, valid json rpc, invalid json rpc`),
    },
    { class: 'invalid_request', strength: 2.5, says: list(`bad request, invalid request`) },
    {
      class: 'parse_error',
      strength: 4.6,
      when: { carrier: ['http'] },
      says: list(
        `in json at position, json parse error, invalid json, unexpected token .. json, unexpected end of json`,
      ),
    },

    {
      class: 'unsupported',
      strength: 4.5,
      says: list(`not supported, unsupported, not implemented, unimplemented, deprecated, does not support,
        doesn t support, no handler, no longer supported, feature disabled, is disabled, not enabled,
        method not allowed, not a supported`),
    },

    { class: 'method_not_found', strength: 4.65, says: list(`method not found, unknown method, no such method`) },

    {
      class: 'not_ready',
      strength: 5,
      says: list(`not initialized, not initialised, before initialization, initialization was complete,
        not yet initialized, must be initialized, must initialize, not connected, not ready,
        configuration not set, not been configured, not configured yet, environment variable .. not set,
        environment variable .. required, environment variable .. missing, is not set, tool first,
        first .. connect, connect .. first, initialize .. first, not been initialized, use initialize,
        no active, no database connection, not open, no browser, no page, no open, missing configuration,
        session id .. required, session id provided, no session id, valid session id, missing session id,
        session id header`),
    },
    { class: 'not_ready', strength: 4.7, says: list(`configuration error, not configured`) },

    {
      class: 'cancelled',
      strength: 4.8,
      says: list(`was cancelled, was canceled, cancelled, canceled, aborted by user, user declined, user rejected,
        user cancelled, abort error, operation was aborted, request was aborted, declined by user,
        request aborted, interrupted`),
    },

    {
      class: 'connection_lost',
      strength: 4.6,
      says: list(`connection closed, connection lost, transport closed, client is closing, transport is closed,
        browser has been closed, target closed, page has been closed, connection terminated`),
    },

    {
      class: 'invalid_response',
      strength: 5.5,
      says: list(`output validation error, invalid structured content, output schema`),
    },

    {
      class: 'internal',
      strength: 4.5,
      says: list(`cannot read propert*, is not a function, cannot destructure, cannot set propert*,
        cannot create property, is not a constructor, undefined is not, nil pointer, null pointer,
        object reference not set, none type, attribute error, index out of range, key error,
        maximum call stack, stack overflow, out of memory, heap out of memory, segmentation fault,
        assertion failed, assertion error, reference error, cannot access, is not defined, panicked,
        panic, unhandled exception, unhandled rejection, name error, index error, zero division error,
        division by zero, unwrap on`),
    },
    // A tool that passes on "Internal Server Error" quotes the service behind it.
    {
      class: 'dependency',
      strength: 2.1,
      when: { carrier: ['result.isError', 'content.text', 'structuredContent', 'result.error'] },
      says: list(`internal server error`),
    },
    {
      class: 'internal',
      strength: 2,
      says: list(`internal server error, internal error, unexpected error, unknown error, something went wrong,
        unexpected exception, type error, traceback, runtime error, command failed, exit code,
        exited with, returned non zero, execution error`),
    },
    {
      class: 'internal',
      strength: 0.9,
      says: list(`error occurred, operation failed, execution failed, failed to, failed, exception, error, 错误*,
        失败*`),
    },
  ],
});
