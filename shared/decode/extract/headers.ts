// What HTTP response headers say about a failure: Retry-After, RateLimit old and new, WWW-Authenticate, vendor codes. Payload fields are
// read first and win; Retry-After beats the RateLimit fields (draft-ietf-httpapi-ratelimit-headers).

import { challengeParameter } from '../../protocol/challenge.ts';
import type { HttpExchange } from '../../wire.ts';
import { addLink, addWord, type Reading, setValue } from '../reading/reading.ts';
import { durationMs, noteWait, retryAfterMs, retryAfterPath } from './durations.ts';
import { readRateLimit } from './rate-limit.ts';

/** Whether any header is present that is read below. */
export function hasTellingHeader(headers: Record<string, string>): boolean {
  for (const name in headers) {
    if (
      name.startsWith('retry') ||
      name.startsWith('ratelimit') ||
      name.startsWith('x-') ||
      name.startsWith('anthropic-')
    )
      return true;
    if (name === 'www-authenticate' || name === 'location' || name === 'grpc-status') return true;
  }
  return false;
}

export function readHeaders(reading: Reading, http: HttpExchange): void {
  const headers = http.headers;
  const at = (name: string): string | undefined => {
    const value: unknown = headers[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  };
  const milliseconds = at('retry-after-ms');
  if (milliseconds !== undefined)
    noteWait(reading, 'http.headers.retry-after-ms', milliseconds, durationMs(milliseconds, 1));
  const retryAfter = at('retry-after');
  if (retryAfter !== undefined)
    noteWait(reading, retryAfterPath, retryAfter, retryAfterMs(retryAfter, reading.receivedAt));
  readRateLimit(reading, at, http.status);
  const shouldRetry = at('x-should-retry');
  if (shouldRetry === 'true' || shouldRetry === 'false')
    reading.retryable ??= { value: shouldRetry === 'true', path: 'http.headers.x-should-retry' };
  const aws = at('x-amzn-errortype');
  if (aws !== undefined) addWord(reading, 'http.headers.x-amzn-errortype', aws.split(':')[0]?.split('#').at(-1) ?? aws);
  const challenge = at('www-authenticate');
  if (challenge !== undefined) readChallenge(reading, challenge);
  const location = at('location');
  if (location !== undefined && http.status !== null && http.status >= 300 && http.status < 400)
    setValue(reading, 'location', 'http.headers.location', location);
  const grpc = at('grpc-status');
  if (grpc !== undefined && grpc !== '0') setValue(reading, 'grpcStatus', 'http.headers.grpc-status', grpc);
}

/** RFC 6750 section 3 and RFC 9728: why the token was rejected, which scopes are needed, where to get one. */
function readChallenge(reading: Reading, challenge: string): void {
  const path = 'http.headers.www-authenticate';
  setValue(reading, 'challenge', path, challenge.slice(0, 500));
  const error = challengeParameter(challenge, 'error');
  if (error !== undefined) addWord(reading, path, error);
  const description = challengeParameter(challenge, 'error_description');
  if (description !== undefined && reading.messages.length < 6) reading.messages.push({ value: description, path });
  const scope = challengeParameter(challenge, 'scope');
  if (scope !== undefined) setValue(reading, 'scope', path, scope);
  addLink(reading, 'Where to sign in', challengeParameter(challenge, 'resource_metadata'));
}
