// Insignificant differences: ids, times and durations that change in every response. Owns how they are recognized, by name and by shape.
// A value that a client acts on, such as retry_after, is never one of them.

import type { Json } from '../json/json.ts';

/** Longer texts are compared unchanged. */
const textLimit = 20_000;

/** `path` is the JSON Pointer of both values, which differ. */
export function isVolatile(path: string, before: Json, after: Json): boolean {
  // The JSON-RPC id is new in every attempt.
  if (path === '/id') return true;
  const name = nameOf(path);
  if (typeof before === 'number' && typeof after === 'number') {
    return (isEpoch(before) && isEpoch(after)) || durationNames.has(name) || runningIds.has(name);
  }
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  if (runningIds.has(name) || timeNames.has(name) || durationNames.has(name)) return true;
  return before.length <= textLimit && after.length <= textLimit && masked(before) === masked(after);
}

/** Letters only, in lowercase: `request_id`, `requestId` and `Request-Id` are one name. */
function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const runningIds = words(`
  requestid traceid spanid parentspanid sessionid correlationid eventid messageid invocationid runid executionid
  transactionid operationid progresstoken traceparent tracestate nonce etag cfray xrequestid xtraceid mcpsessionid
`);
const timeNames = words(`
  timestamp ts time date datetime now createdat updatedat generatedat receivedat sentat startedat finishedat endedat
  completedat servertime currenttime lastmodified expires
`);
const durationNames = words(`
  duration durationms elapsed elapsedms latency latencyms took tookms uptime uptimes uptimems responsetime responsetimems
  processingtime processingtimems runtimems executiontime executiontimems
`);

/** Seconds or milliseconds since 1970, for the years 2001 to 2099. */
function isEpoch(value: number): boolean {
  return (value >= 1e9 && value < 4.1e9) || (value >= 1e12 && value < 4.1e12);
}

const masks: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '‹id›'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '‹time›'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT\b/g, '‹time›'],
  [/\b\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b/g, '‹time›'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{16,64}\b/gi, '‹id›'],
  [/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, '‹id›'],
  [
    /\b(?:req|request|trace|span|sess|session|evt|event|msg|run|op|call|chatcmpl)[_-](?=[A-Za-z]*\d)[A-Za-z0-9]{6,64}\b/g,
    '‹id›',
  ],
  [/\b[12]\d{9}(?:\d{3})?\b/g, '‹time›'],
  [/\b\d{1,15}(?:\.\d{1,9})? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|milliseconds?|minutes?|min)\b/g, '‹duration›'],
];

/** The text without its variable parts. */
export function masked(text: string): string {
  let result = text;
  for (const [pattern, mask] of masks) result = result.replace(pattern, mask);
  return result;
}
