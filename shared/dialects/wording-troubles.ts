// Phrases for problems: limits, timeouts, networks, upstream services and the server itself. `beats` orders the meanings of one sentence:
// "Permission denied: API rate limit exceeded" is a rate limit.

import { phraseList as list } from './dialect.ts';
import type { PhraseSource } from './dialect-schema.ts';

const unreadable = {
  class: 'dependency',
  name: 'Unreadable answer',
  title: 'Unreadable answer',
  explanation: '{server} got something from another service that it could not read while it tried to {doing}{because}.',
} as const;

export const troubles: PhraseSource[] = [
  {
    id: 'rate-limited.rate-limit',
    class: 'rate_limited',
    beats: ['own.answer'],
    says: list(`
      rate limit*, ratelimit*, token bucket, bucket is empty, no tokens left, too many requests, quota exceeded,
      quota .. exceeded, exceeded .. quota, quota exhausted, quota .. exhausted, quota resets, quota will reset,
      quota renews, quota limit, daily quota, monthly quota, over quota, out of quota, throughput exceeded,
      exceeded .. throughput, throughput limit, insufficient quota, throttl*, request limit, usage limit,
      resource exhausted, too many .. attempts, calls per, requests per, credits exhausted, out of credits,
      insufficient credit, insufficient credits, used up .. requests, used up .. quota, used up .. calls,
      quota .. used up, no requests left, free tier, cap of, hit the .. cap, hit the .. limit, over query limit,
      query limit, usage cap, monthly cap, daily cap, request rate too, rate too high, rate is too high,
      wait .. seconds before, wait .. minutes before, flood wait, wait of, no requests remaining, no calls left,
      requests remaining 0, exceeded .. credits, monthly limit, daily limit, hit your .. limit, request quota,
      tokens per minute, concurrency limit, slow down, too quickly, too frequent*, too often, requests too fast
    `),
  },
  {
    id: 'rate-limited.limit-exceeded',
    class: 'rate_limited',
    beats: ['http.404'],
    says: list('limit exceeded, limit reached, too many'),
  },
  {
    id: 'timeout.timed-out',
    class: 'timeout',
    beats: ['dependency.upstream', 'http.403'],
    says: list(`
      timed out, deadline exceeded, did not respond, no response within, took too long, maximum execution time,
      execution time limit, did not finish, no answer within, no reply within, gave up after, took longer than,
      ran too long, ran longer than, running too long, gave up waiting, time limit, err timed out, headers timeout,
      body timeout, gateway timeout, request timeout, aborted due to timeout, due to timeout, http client timeout,
      client timeout exceeded, timeout of .. elapsing, execution time exceeded, did not .. within, did not .. in time,
      waiting for selector, waiting for locator
    `),
  },
  {
    id: 'timeout.timeout',
    class: 'timeout',
    beats: ['validation.validation-failed', 'http.404'],
    says: list('timeout, time out'),
  },
  {
    id: 'dependency.certificate-refused',
    class: 'dependency',
    beats: ['own.setting'],
    name: 'Certificate refused',
    title: 'Bad certificate',
    verdict: 'after_fix',
    remedy: [
      'Check the certificate of the service: expired, self-signed, or for another name.',
      'If a company proxy rewrites traffic, give the server its root certificate.',
    ],
    says: list(`
      certificate, self signed, altnames, err cert*, err ssl*, tls handshake, ssl error, unable to verify, ssl alert,
      tlsv1 alert, ssl routines, wrong version number, pkix, certification path
    `),
  },
  // The system's error names: the action next to them matters less.
  {
    id: 'dependency.host-name-not-found',
    class: 'dependency',
    beats: ['own.named'],
    name: 'Host name not found',
    says: list('enotfound, eai again, getaddrinfo'),
  },
  {
    id: 'dependency.econnrefused',
    class: 'dependency',
    beats: ['rate-limited.rate-limit', 'own.answer'],
    says: list(`
      econnrefused, econnreset, ehostunreach, enetunreach, max retries, retries exceeded, number of retries
    `),
  },
  {
    id: 'timeout.etimedout',
    class: 'timeout',
    beats: ['own.named'],
    says: list('etimedout, esockettimedout, tls handshake timeout'),
  },
  {
    id: 'dependency.host-name-not-found-2',
    class: 'dependency',
    beats: ['dependency.connection-refused', 'http.403'],
    name: 'Host name not found',
    says: list(`
      unknown host exception, host is known, name resolution, name or service not known, dns resolution, dns lookup,
      no such host, nodename nor servname, hostname not found, err name not resolved, resolve host,
      server misbehaving, translate host name
    `),
  },
  {
    id: 'dependency.connection-refused',
    class: 'dependency',
    beats: ['timeout.timed-out', 'http.403'],
    says: list(`
      connection refused, connection reset, econnaborted, socket hang up, other side closed, network error,
      network request failed, network issue, network failure, bad gateway, name resolution, name or service not known,
      dns resolution, dns lookup, no such host, nodename nor servname, lookup .. no such host,
      self signed certificate, certificate has expired, certificate, altnames, tls handshake, ssl error,
      unable to connect, could not connect, couldn t connect, cannot connect, can t connect, too many redirects,
      exceeded .. redirects, stopped after .. redirects, https eof, http eof, post .. eof, get .. eof,
      remote disconnected, closed by the remote host, failed to connect, can t reach, cannot reach, could not reach,
      couldn t reach, unable to reach, failed to reach, connect call failed, connection to server,
      connection to .. failed, handshake failed, bad handshake, hung up, refused to tunnel, tunnel connection failed,
      proxy refused, proxy error, refused the connection, refused the network connection, no brokers available,
      no nodes available, no living connections, connection attempts failed, connection error, connect error,
      connection failed, connect failed, epipe, err internet disconnected, err cert*, err connection*, err name*,
      err proxy*, err ssl*, err address*, err tunnel*, err empty response, hostname not found,
      stream has been aborted, could not resolve host*, could not resolve proxy, could not resolve address,
      could not resolve .. host, resolve host, connection failure, bad response, malformed response, empty response,
      response had no, had no body, received malformed, received invalid, no response from, no response received,
      no response was, no reply received, no answer received, invalid response, premature close, not reachable,
      isn t reachable, empty reply, server disconnected, peer closed connection, unable to make request,
      remote end closed, connection aborted, unreachable, stream ended, ended without, error posting, backend error,
      dial tcp, no route to host, host unreachable, network is unreachable, error sending request,
      connection was closed, max retries exceeded, connection .. was refused, connection .. refused, actively refused,
      http response to https client, connection could be made, establish .. connection, establishing a connection,
      establishing connection, connection broken, broken pipe, unexpected eof, incomplete read, curl error
    `),
  },
  // Below arguments that break the tool's schema; a protocol error is about the request.
  {
    ...unreadable,
    id: 'dependency.unreadable-answer',
    beats: ['not-found.not-found', 'http.503'],
    when: { carrier: ['result.isError', 'content.text', 'structuredContent', 'result.error'] },
    says: list('cannot unmarshal'),
  },
  {
    ...unreadable,
    id: 'dependency.unreadable-answer-2',
    beats: ['dependency.fetch-failed', 'http.403'],
    says: list(`
      unexpected token .. json, is not valid json, not valid json, unterminated string in json,
      unexpected end of json, end of json input, unexpected non whitespace, invalid json response,
      invalid response body, response validation failed, expecting value, body is unusable,
      body has already been read, returned html, content type text html, parse .. response, parsing .. response,
      parse .. answer, decode .. response, decoding response, deserialize .. response, parse json response,
      looking for beginning of value, extra data line, json parse exception, json decode error, json syntax exception,
      expected value at line, error decoding response, invalid .. response, malformed .. response,
      missing .. response, response missing, response .. missing, response is missing, returned invalid,
      expected response, doctype html, page structure, structure may have changed, layout may have changed,
      parse .. results, parse .. page, failed to parse response, non json, response could not be
    `),
  },
  // If a service answered with a refusal, these words only say that it is another service.
  {
    id: 'dependency.fetch-failed',
    class: 'dependency',
    beats: ['http.403'],
    when: { refused: false },
    says: list('fetch failed, returned an error, responded with, unexpected response'),
  },
  // Where it broke, not how: a timeout there is more specific.
  {
    id: 'dependency.upstream',
    class: 'dependency',
    beats: ['http.403'],
    when: { refused: false },
    says: list('upstream'),
  },
  {
    id: 'dependency.api-request-failed',
    class: 'dependency',
    beats: ['json-rpc.-32602'],
    when: { refused: false },
    says: list(`
      api request failed, request failed, unexpected status, transport error, http client error, api call failed,
      search failed, request to .. failed, terminated, http error, could not load, api server error, failed to fetch,
      unable to fetch, could not fetch, cannot fetch, failed to get, unable to retrieve, could not retrieve,
      unable to get, could not be resolved, failed to retrieve, failed to load, geocoding failed, can t resolve,
      error fetching, error retrieving, error listing, error searching, error creating, no .. in .. response,
      without a .. response, returned errors, returned no, returned empty, returned an empty, returned an unusable,
      api did not return, service did not return, endpoint did not return, server did not return, response did not,
      response shape, unexpected .. response, no .. data returned, no data returned, no data received, no result from,
      no .. id returned, no .. properties returned, in response, api returned, did not return, service failure,
      while contacting, unexpected .. output
    `),
  },
  // Only whose error it is: also in the name of an exception.
  {
    id: 'dependency.api-error',
    class: 'dependency',
    beats: ['internal.internal-server-error', 'http.500'],
    when: { refused: false },
    says: list('api error'),
  },
  {
    id: 'dependency.invalid-xml',
    class: 'dependency',
    beats: ['http.404'],
    says: list('invalid xml, not well formed'),
  },
  { id: 'dependency.aborted', class: 'dependency', beats: ['json-rpc.-32600'], says: list('aborted') },
  {
    id: 'unavailable.service-unavailable',
    class: 'unavailable',
    beats: ['not-found.not-found', 'http.503'],
    says: list(`
      service unavailable, unable to handle the request, temporarily unavailable, overloaded, server busy, too busy,
      maintenance, server is closing, shutting down, emfile, too many open files, is starting, enospc, enomem,
      no space left, starting up, still starting, still loading, currently loading, is loading, warming up,
      at capacity, not responding, isn t responding, market is closed, markets are closed, trading hours, are down,
      is down, draining, come back in, come back later, circuit breaker, circuit is open, breaker is open,
      pool exhausted, backend unavailable, too many connections, too many clients, is offline, are offline,
      went offline, currently offline, appears offline, seems offline, used memory, is full, disk space, queue full,
      no workers, no capacity, out of capacity, insufficient capacity, connection slots are reserved
    `),
  },
  // Another process holds it for now: the call is fine. Above the action that needed it.
  {
    id: 'unavailable.resource-busy',
    class: 'unavailable',
    beats: ['unauthorized.unauthorized', 'not-ready.missing-program', 'own.setting'],
    name: 'Resource busy',
    title: 'Busy',
    explanation: '{server} cannot {doing} at the moment: something else is using what it needs{because}.',
    remedy: ['Wait until it is no longer in use, then send the same call again.'],
    says: list(`
      database is locked, database table is locked, table is locked, database is busy, lock wait timeout,
      lock timeout, lock not available, lock is held, lock held by, conflicting lock, get lock, set lock,
      obtain .. lock, acquire .. lock, acquiring .. lock, state lock, ebusy, etxtbsy, text file busy, resource busy,
      device busy, port busy, line is busy, device is busy, server is busy, used by another process,
      by another process, held by process, opened by another, in use by another, exclusive access, unable to lock,
      resource temporarily unavailable, sqlite busy, sqlite locked
    `),
  },
  {
    id: 'unavailable.unavailable',
    class: 'unavailable',
    beats: ['http.302'],
    says: list('unavailable, try again later, try later, not available, isn t available, busy'),
  },
  { id: 'unavailable.please-retry', class: 'unavailable', beats: ['http.400'], says: list('please retry') },
  {
    id: 'cancelled.was-cancelled',
    class: 'cancelled',
    beats: ['too-large.too-large', 'http.503'],
    says: list(`
      was cancelled, was canceled, cancelled, canceled, aborted by user, user aborted, operation aborted,
      user declined, user rejected, user has declined, user has denied, user has rejected, user denied,
      user cancelled, abort error, operation was aborted, request was aborted, declined by user, request aborted,
      interrupted, was not confirmed, confirmation expired, prompt has expired
    `),
  },
  // A circuit breaker opened after upstream failures: the call is fine.
  {
    id: 'unavailable.unavailable-due-to',
    class: 'unavailable',
    beats: ['unauthorized.unauthorized', 'not-ready.missing-program', 'own.setting'],
    says: list(`
      unavailable due to, unavailable because of, unavailable after, paused after, due to previous failures,
      due to repeated failures, after repeated failures, after too many failures
    `),
  },
  {
    id: 'connection-lost.disconnected',
    class: 'connection_lost',
    beats: ['http.302'],
    says: list('disconnected'),
  },
  {
    id: 'connection-lost.connection-closed',
    class: 'connection_lost',
    beats: ['http.503'],
    says: list(`
      connection closed, connection to .. lost, communication error, connection lost, lost connection, lost the connection,
      lost its connection, socket closed,
      socket disconnected, socket was, closed before, closed unexpectedly, disconnected before, connection dropped,
      transport closed, client is closing, transport is closed, browser has been closed, target closed,
      page has been closed, connection terminated
    `),
  },
  {
    id: 'invalid-response.output-validation-error',
    class: 'invalid_response',
    beats: ['own.named'],
    says: list(`
      output validation error, structured content must be, invalid structured content, output schema,
      validating tool output, validating output,
      tool output does not match, tool output did not match, validating tool result, marshal tool output,
      marshaling output
    `),
  },
  // The server's own fault: whether a retry would succeed is unknown.
  {
    id: 'internal.cannot-read-propert',
    class: 'internal',
    beats: ['timeout.timeout', 'http.404'],
    verdict: 'unknown',
    says: list(`
      cannot read propert*, is not a function, cannot destructure, cannot set propert*, cannot create property,
      is not a constructor, undefined is not, nil pointer, nil dereference, null pointer, object reference not set,
      none type, invariant, file descriptor, attribute error, has no attribute, index out of range,
      maximum call stack, recursion depth, too much recursion, recursion limit, undefined method,
      undefined local variable, undefined variable, undefined index, undefined array key, call to undefined,
      call to a member function, sigkill, process killed, was killed, oom, oom killed, signal killed, signal 9,
      memory limit, stack overflow, out of memory, heap out of memory, segmentation fault, assertion failed,
      assertion error, reference error, cannot access, is not defined, panicked, panic, unhandled exception,
      unhandled rejection, name error, index error, zero division error, unwrap on, unhashable type, event loop is,
      io operation on closed, o operation on closed, different loop, no running event loop, never awaited,
      interface conversion, concurrent map, negative slice, makeslice, not json serializable, object is not callable,
      object is not iterable, too many values to unpack, not enough values to unpack,
      local variable .. referenced before, event loop is already running, event loop is closed,
      can t be used in await, is a protocol or
    `),
  },
  {
    id: 'internal.invalid-operation-exception',
    class: 'internal',
    beats: ['validation.unknown-operation', 'too-large.too-large', 'http.503'],
    verdict: 'unknown',
    says: list('invalid operation exception, illegal state exception, call stack'),
  },
  // About the program's own parts, not about an open or running item.
  {
    id: 'internal.event-loop-is-already',
    class: 'internal',
    beats: ['http.403'],
    verdict: 'unknown',
    says: list(`
      event loop is already, no running event loop, outside of a request, outside of request, outside of application
    `),
  },
  {
    id: 'internal.unsupported-operand',
    class: 'internal',
    beats: ['http.503'],
    says: list(`
      unsupported operand, can only concatenate, indices must be, bytes like object, is not subscriptable,
      positional arguments but
    `),
  },
  // A class of a library that the server uses, not a tool.
  {
    id: 'internal.init-got-an-unexpected-keyword',
    class: 'internal',
    beats: ['own.arguments'],
    verdict: 'unknown',
    says: list(`
      init got an unexpected keyword, init missing, init takes, new got an unexpected keyword,
      call got an unexpected keyword
    `),
  },
  // The key may be a whole sentence, which is then more specific.
  { id: 'internal.key-error', class: 'internal', beats: ['http.404'], verdict: 'unknown', says: list('key error') },
  // A tool that passes on "Internal Server Error" quotes its upstream service.
  {
    id: 'dependency.internal-server-error',
    class: 'dependency',
    beats: ['dependency.api-error', 'http.500'],
    when: { carrier: ['result.isError', 'content.text', 'structuredContent', 'result.error'] },
    says: list('internal server error'),
  },
  {
    id: 'internal.internal-server-error',
    class: 'internal',
    beats: ['json-rpc.-32603', 'http.500'],
    says: list(`
      internal server error, internal error, unexpected error, something went wrong, unexpected exception, type error,
      traceback, runtime error, execution error, never happen, is null, is none, unexpected state, unhandled,
      did not complete, exited during
    `),
  },
  // An executed program failed: its own output gives the reason, if any.
  {
    id: 'internal.program-failed',
    class: 'internal',
    beats: ['internal.internal-server-error', 'http.500'],
    name: 'Program failed',
    title: 'Program failed',
    verdict: 'unknown',
    explanation: 'A program that {server} ran for {call} failed{because}.',
    remedy: ['Read what the program printed: it says why.', 'Check the command and its arguments.'],
    says: list(`
      command failed, exited unexpectedly, stopped unexpectedly, ended unexpectedly, terminated unexpectedly, crashed,
      sigterm, killed, exit code, exit status, exited with, returned non zero, non zero exit
    `),
  },
  // Used instead of "unknown error": any code, status or other word is more specific.
  { id: 'unknown.nothing-told', class: 'unknown', beats: ['mcp.0'], says: list('nothing told') },
  {
    id: 'internal.cannot',
    class: 'internal',
    beats: ['mcp.0'],
    says: list(`
      cannot, could not, unable to, can t, couldn t, error occurred, operation failed, execution failed, failed to,
      failed, exception, error, 错误*, 失败*
    `),
  },
];
