// The order in which claims decide, strongest first, and why. Each row of a dialect names its place. Within a place the row with the
// narrower condition decides, then the first message, then the position in the row's file (decode/decide/decide.ts). No number orders
// claims.

/** A place, and what stands there. */
export const places = {
  'no answer': 'The process, the transport or the protocol broke. Nothing was said that could know better.',
  'explicit field': 'The server says how to react: `error_class`, `recovery`, MCP’s toolFailure.',
  'documented code':
    'A code, a word, a problem type or a status with a row of its own in the tables of a trusted dialect.',
  'telling status': 'An HTTP status with one meaning: 401, 402, 413, 429. Services send it on purpose.',
  'documented range': 'A code without a row, inside a range that the trusted dialect documents.',
  'unmistakable words':
    'Words that name one cause, whatever is around them: a rate limit, ECONNREFUSED, a refused output.',
  'specific words': 'Words that name the cause: a credential, a program, an argument of the tool, a connection.',
  'plain status':
    'A status that services also send for other reasons: 403, 404, 409, 422, 502, 504. The cause comes before it.',
  'plain words':
    'Words with one usual meaning, which may also be part of another message: not found, conflict, too large.',
  'argument check': 'Misfire’s own check of the arguments. What the server says about the call comes before it.',
  'general words': 'Words that fit several causes: invalid, timeout, not supported, failed to fetch, and a 503.',
  'bare rejection': 'The request is wrong, and nothing says how: -32602, -32600, a redirect.',
  'vague words': 'Words that hardly narrow it down: required, unknown, already.',
  'catch-all': 'Something failed: 400, 500, -32603, "failed". Anything else says more.',
} as const;

export type Place = keyof typeof places;

export const placeNames = Object.keys(places) as [Place, ...Place[]];

/** For comparing: a lower rank decides first. */
export const placeRank = Object.fromEntries(placeNames.map((name, rank) => [name, rank])) as Readonly<
  Record<Place, number>
>;

export function isStronger(one: Place, other: Place): boolean {
  return placeRank[one] < placeRank[other];
}

/** Dialects written before places had a `strength` from 0 to 10. */
const strengths: readonly (readonly [least: number, place: Place])[] = [
  [9.6, 'explicit field'],
  [8, 'documented code'],
  [6.5, 'telling status'],
  [5.8, 'documented range'],
  [5.4, 'unmistakable words'],
  [5, 'specific words'],
  [4.2, 'plain words'],
  [2.7, 'general words'],
  [2, 'vague words'],
];

export function placeOfStrength(strength: number): Place {
  return strengths.find(([least]) => strength >= least)?.[1] ?? 'catch-all';
}
